"""A game whose table is published by a server on this computer, and the ways in which such a server can fail."""

import gzip
import ssl
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from generator.imports.fetch import download as download_module

CERTIFICATE = Path(__file__).with_name("localhost.pem")
"""Of localhost, signed by itself, with its key: no system trusts it."""

RAID = "id,copies\nscouts,2\nchief,1\n"
GAME = """\
format = 1
languages = ["en"]

[components.raid]
rows = "cards/raid.csv"
source = "{}"
"""


class Publisher(BaseHTTPRequestHandler):
    """Answers each path in its own way."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.asked.append((self.path, dict(self.headers)))
        name = self.path.strip("/").partition("?")[0]
        getattr(self, f"send_{name}", self.send_table)()

    def do_CONNECT(self):
        self.server.asked.append((f"CONNECT {self.path}", dict(self.headers)))
        self.send_error(502)

    def send_table(self, content=None, media_type="text/csv", **headers):
        content = self.server.table.encode() if content is None else content
        self.send_response(200)
        for name, value in ({"Content_Type": media_type, "Content_Length": len(content)} | headers).items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(content)

    def send_page(self):
        self.send_table(b"<!doctype html><title>Sign in</title>", "text/html; charset=utf-8")

    def send_hidden_page(self):
        self.send_table(b"\n <html>", "text/csv")

    def send_zipped(self):
        self.send_table(gzip.compress(b"id,x\na,1\n"), Content_Encoding="gzip")

    def send_short(self):
        self.send_table(b"id,copies\nscouts,2\n", Content_Length=100)
        self.close_connection = True

    def send_chunks(self):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.write(b"8\r\nid,copie\r\n9\r\n")  # and no more
        self.close_connection = True

    def send_long(self):
        self.send_table(b"id,x\n" + b"a,1\n" * 400)

    def send_drops(self):
        self.send_response(200)
        self.end_headers()
        while not self.server.over.wait(0.02):
            self.wfile.write(b"x")

    def send_nothing(self):
        self.server.over.wait(60)

    def send_rubbish(self):
        self.wfile.write(b"\x00\xff no HTTP at all\r\n\r\n")
        self.close_connection = True

    def send_missing(self):
        self.send_error(404)

    def send_private(self):
        self.send_error(403)

    def send_busy(self):
        self.send_error(503)

    def send_circle(self):
        self.redirect("/circle")

    def send_steps(self):
        self.redirect(f"/steps?{time.monotonic_ns()}")

    def send_moved(self):
        self.redirect("/table")

    def send_away(self):
        self.redirect("http://example.org/table.csv")

    def send_inside(self):
        self.redirect(self.server.target)

    def send_file(self):
        self.redirect("file:///etc/passwd")

    def redirect(self, target):
        self.send_response(302)
        self.send_header("Location", target)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class CountingServer(ThreadingHTTPServer):
    """A server that counts the connections to it."""

    connections = 0

    def process_request(self, request, client_address):
        self.connections += 1
        super().process_request(request, client_address)


@contextmanager
def serving(context=None):
    server = CountingServer(("127.0.0.1", 0), Publisher)
    server.daemon_threads = True
    server.table, server.asked, server.over = RAID, [], Event()
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    server.address = f"http{'s' if context else ''}://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.over.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def server(monkeypatch):
    """A server on this computer; `table` is what it publishes, `asked` what it was asked for."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    with serving() as server:
        yield server


@pytest.fixture
def secure_server(server):
    """A server with encryption, whose certificate nobody trusts."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    with serving(context) as secure:
        yield secure


@pytest.fixture
def game(tmp_path, server):
    """A folder with a game.toml that fetches its cards from a path of the server, or from another address."""

    def make(path="/table", more=""):
        address = path if "//" in path else server.address + path
        (tmp_path / "trial").mkdir(exist_ok=True)
        (tmp_path / "trial/game.toml").write_text(GAME.format(address) + more)
        return tmp_path / "trial"

    return make


@pytest.fixture
def hurry(monkeypatch):
    """Limits that a test need not wait for; the time is that of a busy machine, unless a test is of the time itself."""
    monkeypatch.setattr(download_module, "LIMIT", 1000)
    return lambda seconds: monkeypatch.setattr(download_module, "SECONDS", seconds)
