import socket

import pytest

from generator.imports.fetch import download as module
from generator.imports.fetch.download import DownloadError, download


def failure(address):
    with pytest.raises(DownloadError) as caught:
        download(address)
    return str(caught.value)


def test_bytes_and_their_type_arrive(server):
    assert download(f"{server.address}/moved") == (server.table.encode(), "text/csv")
    assert server.asked[0][1]["User-Agent"].startswith("vallum/")
    assert server.asked[0][1]["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("missing", "answers 404: nothing is there; correct the address"),
        ("private", "answers 403: it is not public; publish it, or share it with everybody who has the link"),
        ("busy", "answers 503; try again later"),
        ("circle", "redirects in a circle, more than 5 times, or to no https address; correct the address"),
        ("steps", "redirects in a circle, more than 5 times, or to no https address; correct the address"),
        ("file", "redirects in a circle, more than 5 times, or to no https address; correct the address"),
        ("away", "redirects to 'http://example.org/table.csv'; only https addresses of other computers are followed"),
        ("short", "was cut off after 19 of 100 bytes; try again"),
        ("chunks", "was cut off after 8 bytes; try again"),
        ("long", "is over 0 MB; a table is smaller"),
        ("drops", "took longer than 0 s; try again"),
        ("nothing", "took longer than 0 s; try again"),
    ],
)
def test_failures_say_what_to_do(server, hurry, path, what):
    hurry(0.3 if what.startswith("took longer") else 60)

    assert failure(f"{server.address}/{path}") == what


def test_silence_and_rubbish_are_told(server, monkeypatch):
    monkeypatch.setattr(module, "SILENCE", 0.1)

    assert failure(f"{server.address}/nothing") == "no answer for 0 s; try again"
    assert failure(f"{server.address}/rubbish").startswith("cannot be reached: \0ÿ no http")


def test_refused_connection_is_told(server):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

    assert (
        failure(f"http://127.0.0.1:{port}/a.csv")
        == "the connection is refused; correct the address, or try again later"
    )


def test_unknown_computer_is_told(monkeypatch):
    def unknown(*_, **__):
        raise module.URLError(OSError(-2, "Name or service not known"))

    monkeypatch.setattr(module.urllib.request.OpenerDirector, "open", unknown)

    assert failure("https://nowhere.invalid/a.csv") == (
        "cannot be reached: name or service not known; is the network there?"
    )


def test_certificates_must_be_trusted(secure_server, server):
    assert failure(secure_server.address).startswith("has a certificate that is not trusted: self")
    assert failure(server.address.replace("http", "https")).startswith("no encrypted connection: ")


def test_certificates_of_the_system_are_used(secure_server, monkeypatch, request):
    monkeypatch.setenv("SSL_CERT_FILE", str(request.path.with_name("localhost.pem")))

    assert download(secure_server.address).data == secure_server.table.encode()


def test_public_addresses_do_not_lead_into_the_network(server, monkeypatch):
    monkeypatch.setattr(module, "LOOPBACK", ())  # as if the server were known by another name

    assert failure(server.address) == "leads to 127.0.0.1, which is no public address"
    assert (server.asked, server.connections) == ([], 0)


def test_proxies_are_used(server, monkeypatch):
    monkeypatch.setenv("https_proxy", server.address)

    assert failure("https://sheets.example/a.csv").startswith("cannot be reached: tunnel connection failed: 502")
    assert server.asked[0][0] == "CONNECT sheets.example:443"


@pytest.mark.parametrize("address", ["10.0.0.1", "[::ffff:192.168.1.1]", "[fe80::1]", "0x7f.1", "2130706433"])
def test_proxies_are_not_asked_for_private_addresses(server, monkeypatch, address):
    monkeypatch.setenv("https_proxy", server.address)

    assert failure(f"https://{address}/a.csv").endswith("which is no public address")
    assert server.asked == []


def test_name_is_looked_up_once_and_its_checked_address_is_connected_to(server, monkeypatch):
    """A name server may tell a public address first and a private one when it is asked again."""
    port = server.server_port
    answers = iter([[("93.184.215.14", port)], [("127.0.0.1", port)]])
    asked, connected = [], []

    def look_up(host, port, *_, **__):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", end) for end in next(answers)]

    def connect(_, end):
        connected.append(end)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)

    assert failure("https://rebinding.example/a.csv").startswith("the connection is refused")
    assert (asked, connected) == (["rebinding.example"], [("93.184.215.14", port)])


def test_redirect_to_a_private_address_is_not_connected_to(server, monkeypatch):
    with socket.create_server(("127.0.0.2", 0)) as listening:
        listening.settimeout(0.2)
        monkeypatch.setattr(type(server), "target", f"https://127.0.0.2:{listening.getsockname()[1]}/", raising=False)

        assert failure(f"{server.address}/inside") == "leads to 127.0.0.2, which is no public address"
        with pytest.raises(TimeoutError):
            listening.accept()


def test_name_of_this_computer_leads_to_this_computer_only(server, monkeypatch):
    ends = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.168.0.7", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: ends)

    assert failure("http://localhost/a.csv") == "leads to 192.168.0.7, which is no public address"
