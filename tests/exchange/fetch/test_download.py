import socket

import pytest

from generator.exchange.fetch import download as module
from generator.exchange.fetch.download import DownloadError, download


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
    assert server.asked == []


def test_proxies_are_used(server, monkeypatch):
    monkeypatch.setenv("https_proxy", server.address)

    assert failure("https://sheets.example/a.csv").startswith("cannot be reached: tunnel connection failed: 502")
    assert server.asked[0][0] == "CONNECT sheets.example:443"
