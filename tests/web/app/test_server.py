"""The page on a real port: started from the command line, opened by its link."""

import errno
import json
import os
import signal
import socket
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from generator.base.errors import UsageError
from generator.base.user_folders import user_config
from generator.cli.main import main
from generator.web.app import server
from generator.web.app.server import lan_address
from generator.web.http.pass_folder import PassFolder
from generator.web.http.qr_code import qr_code

ROOT = Path(__file__).parents[3]


@pytest.fixture
def served(home, game):
    """`vallum serve` as a process, and the link it says."""
    folders = "--out", str(game.parent / "out"), "--sessions", str(game.parent / "sessions")
    command = [sys.executable, "-m", "generator", "serve", str(game), "--port", "0", "--json", *folders]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        signal.signal(signal.SIGINT, before)
        yield urlsplit(json.loads(process.stdout.readline())["links"][0]), process
        process.terminate()


def closed(_guard, sockets, _http, _every_second, show):
    """Instead of answering."""
    show()
    for each in sockets:
        each.close()


def asked(port, target, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", target, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_link_opens_the_page(served):
    link, _ = served
    entered, _ = asked(link.port, f"{link.path}?{link.query}")
    cookie = entered.getheader("set-cookie").partition(";")[0]

    answer, body = asked(link.port, "/", Cookie=cookie)

    assert link.hostname == "127.0.0.1"
    assert (entered.status, answer.status) == (303, 200)
    assert b"Print and play" in body
    assert answer.getheader("server") is None
    assert asked(link.port, "/", Cookie=cookie, Host="evil.test")[0].status == 421


def test_interrupt_ends_it_quietly(served):
    _, process = served
    process.send_signal(signal.SIGINT)

    assert process.wait(60) in (0, 130)
    assert process.stdout.read() == ""


def test_interrupt_of_a_server_that_starts_is_one(monkeypatch):
    ends = []
    monkeypatch.setattr(server.Server, "run", lambda self, _: ends.append(self.should_exit))
    before = signal.getsignal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        server._run(None, [], None, None, lambda: signal.raise_signal(signal.SIGINT))

    assert ends == [True]
    assert signal.getsignal(signal.SIGINT) == before


def test_nobody_else_can_reach_it(served):
    link, _ = served
    try:
        outside = lan_address()
    except UsageError:
        outside = "127.0.0.2"

    with pytest.raises(ConnectionRefusedError), socket.create_connection((outside, link.port), 5):
        pass


def test_taken_port_is_told(home, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert main(["serve", "--port", str(port)]) == 2

    said = capsys.readouterr().err
    assert said.startswith(f"port {port} of 127.0.0.1: address already in use; perhaps Vallum runs already")
    assert said.endswith("choose another with --port\n")
    assert said.count("\n") == 1


def test_port_that_may_not_be_used_is_not_taken_for_vallum(monkeypatch):
    class Guarded(socket.socket):
        def bind(self, _address):
            raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(server.socket, "socket", Guarded)

    with pytest.raises(UsageError, match=r"^port 80 of 127\.0\.0\.1: permission denied; choose another with --port$"):
        server._listen("127.0.0.1", 80)


@pytest.mark.parametrize("option", ["--out", "--sessions"])
@pytest.mark.parametrize("below", ["", "deeper/still"])
def test_folder_that_cannot_be_written_is_refused_at_once(home, tmp_path, capsys, monkeypatch, option, below):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(server, "_run", lambda *_: pytest.fail("it was accepted"))
    (tmp_path / "mine").write_text("mine")
    other = {"--out": "--sessions", "--sessions": "--out"}[option]
    folder = str(Path("mine", below))

    exit_code = main(["serve", "--port", "0", option, folder, other, "good/folder"])

    said = capsys.readouterr()
    assert (exit_code, said.out, said.err.count("\n")) == (5, "", 1)
    assert said.err.startswith(f"{folder}: a file stands where a folder is needed; ")
    assert said.err.endswith(f"choose another folder with {option}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_name_too_long_for_a_folder_is_told(home, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(server, "_run", lambda *_: pytest.fail("it was accepted"))

    assert main(["serve", "--port", "0", "--out", "new/" + "x" * 300]) == 5
    assert "the name is too long" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_trying_a_folder_leaves_nothing_behind(home, tmp_path, monkeypatch):
    monkeypatch.setattr(server, "_run", closed)
    (tmp_path / "sessions").mkdir()
    server.serve([], tmp_path / "new/out", tmp_path / "sessions", 0, lambda *_: None)

    assert [path.name for path in tmp_path.rglob("*")] == ["sessions"]


@pytest.mark.parametrize("arguments", [["nothing"], ["--port", "70000"], ["--port", "x"]])
def test_wrong_words_are_told(home, capsys, arguments):
    assert main(["serve", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_network_is_needed_for_phones(home, monkeypatch):
    class Alone(socket.socket):
        def connect(self, _address):
            raise OSError

    monkeypatch.setattr(server.socket, "socket", Alone)

    with pytest.raises(UsageError, match="leave --lan out"):
        lan_address()


def test_code_is_a_square_of_half_blocks():
    lines = qr_code("http://192.168.1.20:8475/enter?t=" + "x" * 43).splitlines()

    assert set("".join(lines)) == set("█▀▄ ")
    assert {len(line) for line in lines} in [{2 * len(lines)}, {2 * len(lines) - 1}]
    assert len(lines[0]) <= 80


def test_painted_code_is_dark_on_white_wherever_it_is_shown():
    link = "http://192.168.1.20:8475/enter?t=" + "x" * 43
    lines = qr_code(link, colour=True).splitlines()

    assert all(line.startswith("\x1b[38;5;231;48;5;16m") and line.endswith("\x1b[0m") for line in lines)
    assert [line[len("\x1b[38;5;231;48;5;16m") : -len("\x1b[0m")] for line in lines] == qr_code(link).splitlines()


def test_code_has_four_modules_of_quiet_around_it():
    lines = qr_code("http://192.168.1.20:8475/enter?t=" + "x" * 43).splitlines()
    across = len(lines[0])

    assert lines[:2] == ["█" * across] * 2
    assert lines[-2] == "█" * across
    assert all(line[:4] == line[-4:] == "████" for line in lines)


def test_pages_do_not_wait_behind_their_headers():
    with server._listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()) as _:
        accepted = listening.accept()[0]

        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # asyncio turns off Nagle for nothing else


def test_browsers_that_leave_the_plain_port_out_are_known(monkeypatch, home, tmp_path):
    found = []
    monkeypatch.setattr(server, "_listen", lambda *_: SimpleNamespace(getsockname=lambda: ("", server.HTTP_PORT)))
    monkeypatch.setattr(server, "_run", lambda guard, *_: found.append(guard._hosts))
    server.serve([], tmp_path, tmp_path, server.HTTP_PORT, lambda *_: None)

    assert {"127.0.0.1", "127.0.0.1:80", "localhost"} <= found[0]


HERE = "http://127.0.0.1:8475/enter?t=here"
THERE = "http://192.168.1.20:8475/enter?t=there"


@pytest.fixture
def terminal(home, tmp_path, monkeypatch, capsys):
    """What `vallum serve` says of links: terminal([[first, …], [next], …], *options), a text for each."""

    def said(groups, *options):
        texts = []

        def serve(*given):
            for links in groups:
                given[4](links, "AB:CD" if given[5].network == "https" else "")
                texts.append(capsys.readouterr().out)

        monkeypatch.setattr(server, "serve", serve)
        assert main(["serve", "--sessions", str(tmp_path), *options]) == 0
        return texts

    return said


def test_terminal_says_how_to_come_in_again_and_how_to_stop(terminal):
    (said,) = terminal([[HERE]])

    assert f"on this computer, open: {HERE}\n" in said
    assert "needs only the address: http://127.0.0.1:8475\n" in said
    assert "Ctrl-C stops Vallum\n" in said
    assert "phone" not in said
    assert "█" not in said


def test_code_stands_under_the_link_it_is_of(terminal):
    (said,) = terminal([[HERE, THERE]])

    assert f"on this computer, open: {HERE}\n" in said
    assert said.endswith(f"on a phone, scan this code or open: {THERE}\n{qr_code(THERE)}\n")
    assert "needs only the address: http://127.0.0.1:8475, on a phone http://192.168.1.20:8475\n" in said


def test_fingerprint_stands_beside_every_code(terminal):
    first, next_ = terminal([[HERE, THERE], [THERE]], "--lan", "--tls")

    for said in (first, next_):
        assert said.endswith(
            "the phone will warn, as this computer made its certificate itself; go on if it shows\n"
            "this SHA-256 fingerprint: AB:CD\n"
        )
    assert json.loads(terminal([[HERE, THERE]], "--lan", "--tls", "--json")[0])["fingerprint"] == "AB:CD"


def test_tls_needs_a_network(home, capsys):
    assert main(["serve", "--tls"]) == 2
    assert capsys.readouterr().err == "--tls is for phones on the network: use it with --lan, or leave it out\n"


def test_every_phone_gets_a_code(terminal):
    next_ = THERE + "-2"
    _, here, there = terminal([[HERE, THERE], [HERE], [next_]])

    assert here == f"another browser on this computer: {HERE}\n"
    assert there == f"another phone, scan this code or open: {next_}\n{qr_code(next_)}\n"


def test_browser_at_localhost_is_on_this_computer(terminal):
    link = "http://LocalHost:8475/enter?t=x"

    assert terminal([[HERE], [link]])[1] == f"another browser on this computer: {link}\n"


@pytest.mark.parametrize(("options", "typed", "opened"), [((), True, 1), ((), False, 0), (("--no-open",), True, 0)])
def test_first_link_is_opened_once_for_a_person(terminal, monkeypatch, options, typed, opened):
    found = []
    monkeypatch.setattr("generator.cli.commands.browser_opener.open_browser", found.append)
    monkeypatch.setattr("generator.cli.terminal.has_keyboard", lambda: typed)
    terminal([[HERE], [HERE + "-2"]], *options)

    assert found == [HERE] * opened


def test_link_after_one_is_for_where_it_was_used():
    sites = ["http://127.0.0.1:8475", "http://192.168.1.20:8475"]
    hosts = ["127.0.0.1:8475", "localhost:8475", "vallum-x.localhost:8475", "192.168.1.20:8475"]

    assert [server._next_site(host, sites) for host in hosts] == [sites[0]] * 3 + [sites[1]]


@pytest.mark.parametrize(
    ("watched", "term", "painted"), [(True, "xterm", True), (True, "dumb", False), (False, "xterm", False)]
)
def test_code_is_painted_on_a_terminal_only(terminal, monkeypatch, watched, term, painted):
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: watched)
    (said,) = terminal([[HERE, THERE]])

    assert said.endswith(qr_code(THERE, colour=painted) + "\n")


def test_json_stays_one_document(terminal):
    first, *others = terminal([[HERE, THERE], [THERE], [HERE]], "--json", "--forget")

    assert json.loads(first) == {"schema": 1, "ok": True, "links": [HERE, THERE]}
    assert others == ["", ""]


def test_forgetting_is_told(terminal):
    first, other = terminal([[HERE], [HERE]], "--forget")

    assert first.startswith("forgotten: every browser needs a link now\n")
    assert "forgotten" not in other
    assert "forgotten" not in terminal([[HERE]])[0]


@pytest.fixture
def passes(home):
    """The passes of the user, of whom one browser has one."""
    passes = PassFolder(user_config())
    passes.revoke_all()
    passes.issue(8475, "Firefox, Linux")
    return passes


def test_nobody_is_forgotten_where_nothing_starts(passes, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--forget", "--port", port, "--out", str(tmp_path), "--sessions", str(tmp_path)]) == 2

    assert len(passes.all()) == 1


def test_browsers_are_forgotten_before_the_first_link(passes, tmp_path, monkeypatch):
    monkeypatch.setattr(server, "_run", closed)
    found = []
    server.serve([], tmp_path, tmp_path, 0, lambda *_: found.append(passes.all()), server.ServeWishes(log_out_all=True))

    assert found == [[]]


def test_passes_are_listed_and_revoked_in_the_terminal(passes, capsys):
    id_ = passes.all()[0].id
    assert main(["serve", "--passes"]) == 0
    listed = capsys.readouterr().out
    assert main(["serve", "--passes", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert main(["serve", "--revoke", "zz"]) == 2
    wrong = capsys.readouterr().err
    assert main(["serve", "--revoke", id_[:8]]) == 0

    assert id_[:8] in listed
    assert "Firefox, Linux" in listed
    assert (document["passes"][0]["id"], document["passes"][0]["port"]) == (id_, 8475)
    assert wrong == f"--revoke zz: no browser has this id; ids: {id_[:8]}\n"
    assert "no browser may use the pages" in capsys.readouterr().out


def test_revoked_in_the_terminal_is_out_at_once(served):
    link, _ = served
    entered, _ = asked(link.port, f"{link.path}?{link.query}")
    cookie = entered.getheader("set-cookie").partition(";")[0]
    passes = PassFolder(user_config())
    before = asked(link.port, "/devices", Cookie=cookie)[0].status
    for each in passes.all():
        passes.revoke(each.id)

    assert (before, asked(link.port, "/devices", Cookie=cookie)[0].status) == (200, 403)
