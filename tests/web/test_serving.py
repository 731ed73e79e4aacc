"""The page on a real port: started from the command line, opened by its link."""

import asyncio
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
from uvicorn import Config
from uvicorn.server import ServerState

from generator.cli import main
from generator.errors import UsageError
from generator.web import hasty, serving
from generator.web.serving import code, lan_address

ROOT = Path(__file__).parents[2]


@pytest.fixture
def served(home, game):
    """`vallum serve` as a process, and the link it says."""
    command = [sys.executable, "-m", "generator", "serve", str(game), "--port", "0", "--json"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        signal.signal(signal.SIGINT, before)
        yield urlsplit(json.loads(process.stdout.readline())["links"][0]), process
        process.terminate()


def asked(port, target, **headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=20)
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

    assert process.wait(20) in (0, 130)
    assert process.stdout.read() == ""


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

    assert f"port {port} of 127.0.0.1: address already in use; choose another with --port" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["nothing"], ["--port", "70000"], ["--port", "x"]])
def test_wrong_words_are_told(home, capsys, arguments):
    assert main(["serve", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_network_is_needed_for_phones(home, monkeypatch):
    class Alone(socket.socket):
        def connect(self, _address):
            raise OSError

    monkeypatch.setattr(serving.socket, "socket", Alone)

    with pytest.raises(UsageError, match="leave --lan out"):
        lan_address()


def test_code_is_a_square_of_half_blocks():
    lines = code("http://192.168.1.20:8475/enter?t=" + "x" * 43).splitlines()

    assert set("".join(lines)) == set("█▀▄ ")
    assert {len(line) for line in lines} in [{2 * len(lines)}, {2 * len(lines) - 1}]
    assert len(lines[0]) <= 80


def test_pages_do_not_wait_behind_their_headers():
    with serving._listening("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()) as _:
        accepted = listening.accept()[0]

        with accepted:
            assert accepted.proto == socket.IPPROTO_TCP  # asyncio turns off Nagle for nothing else


def test_connection_that_says_nothing_is_closed(monkeypatch):
    monkeypatch.setattr(hasty, "SECONDS", 0.2)

    async def silent():
        config = Config(lambda: None, http=hasty.Hasty, lifespan="off")
        config.load()
        here = asyncio.get_running_loop()
        made = lambda: hasty.Hasty(config=config, server_state=ServerState(), app_state={})  # noqa: E731
        async with await here.create_server(made, "127.0.0.1", 0) as server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            try:
                return await asyncio.wait_for(reader.read(), 10)
            finally:
                writer.close()

    assert asyncio.run(silent()) == b""


def test_browsers_that_leave_the_plain_port_out_are_known(monkeypatch, home, tmp_path):
    found = []
    monkeypatch.setattr(serving, "_listening", lambda *_: SimpleNamespace(getsockname=lambda: ("", serving.PLAIN)))
    monkeypatch.setattr(serving, "_run", lambda guard, _: found.append(guard._hosts))
    serving.serve([], tmp_path, tmp_path, serving.PLAIN, lambda _: None)

    assert {"127.0.0.1", "127.0.0.1:80", "localhost"} <= found[0]
