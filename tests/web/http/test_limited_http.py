"""Slow, silent and greedy connections on a real port, and a player beside them."""

import asyncio
import hashlib
import ssl
import time
from types import MappingProxyType

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route
from uvicorn import Config, Server

from generator.web.app.server import _listen
from generator.web.http import limited_http
from generator.web.http.connection_limits import MAX_STRANGERS_PER_ADDRESS, ConnectionLimits
from generator.web.http.guard import Guard
from generator.web.http.limited_http import LimitedHttp
from generator.web.http.tls_certificate import load_certificate

BEGUN = b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "


async def page(_request):
    return PlainTextResponse("page")


async def events(_request):
    async def lines():
        while True:
            yield "data: 1\n\n"
            await asyncio.sleep(0.05)

    return StreamingResponse(lines(), media_type="text/event-stream")


async def large(_request):
    return PlainTextResponse("x" * 20_000_000)


class Site:
    """The guard with a few routes on a real port."""

    def __init__(self, auth, contexts):
        self.auth, self.connections, self.writers = auth, ConnectionLimits(), []
        self.value = auth.issue("")
        self.socket = _listen("127.0.0.1", 0)
        self.port = self.socket.getsockname()[1]
        routes = [Route("/", page), Route("/events", events), Route("/static/large", large)]
        host = f"127.0.0.1:{self.port}"
        refuse = lambda status, _: PlainTextResponse(f"{status}\n", status)  # noqa: E731
        guard = Guard(Starlette(routes=routes), auth, frozenset({host}), refuse, self.connections)
        http = lambda **given: LimitedHttp(self.connections, contexts, **given)  # noqa: E731
        config = Config(guard, http=http, ws="none", lifespan="off", log_level="critical", timeout_graceful_shutdown=1)
        self.server = Server(config)

    async def __aenter__(self):
        self.task = asyncio.create_task(self.server.serve([self.socket]))
        while not self.server.started:
            await asyncio.sleep(0.01)
        return self

    async def __aexit__(self, *_):
        self.server.should_exit = self.server.force_exit = True
        for each in self.writers:
            each.close()
        await asyncio.gather(*(each.wait_closed() for each in self.writers), return_exceptions=True)
        await self.task

    async def connect(self, data=b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        writer.write(data)
        return reader, writer

    async def ask(self, path="/", *, knows=True):
        """The status of a request on a connection of its own."""
        cookie = f"Cookie: {self.auth.cookie_name}={self.value}\r\n" if knows else ""
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{cookie}Connection: close\r\n\r\n"
        reader, writer = await self.connect(head.encode())
        line = await asyncio.wait_for(reader.readline(), 10)
        writer.close()
        return int(line.split()[1]) if line else 0


@pytest.fixture
def on_site(auth):
    """Run a coroutine function with the site that it is given."""

    def run(act, contexts=MappingProxyType({})):
        async def acted():
            async with Site(auth, contexts) as site:
                return await act(site)

        return asyncio.run(acted())

    return run


@pytest.mark.parametrize("said", [b"", b"G", BEGUN, b"POST / HTTP/1.1\r\nHost: x\r\n"])
def test_connection_without_a_whole_request_is_closed(on_site, monkeypatch, said):
    monkeypatch.setattr(limited_http, "REQUEST_TIMEOUT", 0.2)

    async def silent(site):
        reader, _ = await site.connect(said)
        return await asyncio.wait_for(reader.read(), 60)

    assert on_site(silent) == b""


def test_slow_connections_that_are_renewed_do_not_keep_a_player_out(on_site):
    async def attacked(site):
        held, statuses = [], []
        for each in range(300):
            held.append(await site.connect(BEGUN))
            held[each - each % 7][1].write(b"x")
            if each % 20 == 0:
                statuses += [await site.ask(), await site.ask(knows=False)]
        end = time.monotonic() + 60
        while (still := sum(not reader.at_eof() for reader, _ in held)) > MAX_STRANGERS_PER_ADDRESS:
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        return statuses, still

    statuses, still = on_site(attacked)

    assert statuses == [200, 403] * 15
    assert still <= MAX_STRANGERS_PER_ADDRESS


def test_fifty_open_streams_leave_room_for_requests(on_site):
    async def streamed(site):
        cookie = f"{site.auth.cookie_name}={site.value}"
        head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nCookie: {cookie}\r\n\r\n".encode()
        streams = await asyncio.gather(*(site.connect(head) for _ in range(50)))
        lines = await asyncio.gather(*(reader.readline() for reader, _ in streams))
        asked = await asyncio.gather(*(site.ask() for _ in range(50)))
        later = await asyncio.gather(*(reader.readuntil(b"data: 1") for reader, _ in streams))
        return lines, asked, len(later)

    assert on_site(streamed) == ([b"HTTP/1.1 200 OK\r\n"] * 50, [200] * 50, 50)


def test_stranger_who_reads_byte_by_byte_is_let_go(on_site, monkeypatch):
    monkeypatch.setattr(limited_http, "STRANGER_TIMEOUT", 0.3)

    async def sipped(site):
        _, writer = await site.connect(f"GET /static/large HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n\r\n".encode())
        end = time.monotonic() + 60
        while site.server.server_state.connections and time.monotonic() < end:
            await asyncio.sleep(0.02)
        writer.close()
        return len(site.server.server_state.connections)

    assert on_site(sipped) == 0


def test_flood_of_requests_is_refused_and_a_player_is_not(on_site):
    async def flooded(site):
        flood = [await site.ask(knows=False) for _ in range(300)]
        link = f"/enter?t={site.auth.new_token()}"
        return flood.count(429), await site.ask(), await site.ask(link, knows=False)

    refused, known, welcome = on_site(flooded)

    assert refused > 100
    assert (known, welcome) == (200, 404)


@pytest.fixture(scope="module")
def certificate():
    return load_certificate(None, "127.0.0.1")


@pytest.fixture
def on_tls(on_site, certificate):
    """Run a coroutine function with a site that speaks TLS."""
    return lambda act: on_site(act, {"127.0.0.1": certificate.context})


def trusting(version=ssl.TLSVersion.TLSv1_3):
    """A client that takes every certificate."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = min(version, ssl.TLSVersion.TLSv1_2)
    context.maximum_version = version
    return context


async def ask_encrypted(site, context):
    """The first line of the answer, and the certificate's fingerprint; the request comes with the handshake's end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port, ssl=context)
    site.writers.append(writer)
    cookie = f"{site.auth.secure_name}={site.value}"
    writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nCookie: {cookie}\r\n\r\n".encode())
    line = await asyncio.wait_for(reader.readline(), 10)
    shown = hashlib.sha256(writer.get_extra_info("ssl_object").getpeercert(binary_form=True)).digest()
    return line, shown.hex(":").upper()


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_encrypted_page_shows_the_fingerprint(on_tls, certificate, version):
    found = on_tls(lambda site: ask_encrypted(site, trusting(version)))

    assert found == (b"HTTP/1.1 200 OK\r\n", certificate.fingerprint)


def test_browser_that_knows_nothing_of_the_certificate_refuses_it(on_tls):
    with pytest.raises(ssl.SSLCertVerificationError):
        on_tls(lambda site: ask_encrypted(site, ssl.create_default_context()))


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",  # plain
        bytes.fromhex("160301002e0100002a0301") + bytes(32) + bytes.fromhex("000002002f0100"),  # TLS 1.0, RSA only
        bytes.fromhex("16030100050100000100") + b"\xff",
        b"\x80\x2e\x01\x00\x02" + bytes(40),  # SSL 2
    ],
    ids=["plain HTTP", "TLS 1.0", "torn", "SSL 2"],
)
def test_what_is_not_modern_tls_is_told_nothing(on_tls, monkeypatch, said):
    monkeypatch.setattr(limited_http, "REQUEST_TIMEOUT", 1)

    async def spoken(site):
        reader, _ = await site.connect(said)
        answer = await asyncio.wait_for(reader.read(), 60)
        monkeypatch.setattr(limited_http, "REQUEST_TIMEOUT", 60)
        return answer, (await ask_encrypted(site, trusting()))[0]

    answer, later = on_tls(spoken)

    assert b"HTTP" not in answer
    assert len(answer) < 16
    assert later == b"HTTP/1.1 200 OK\r\n"


def test_handshakes_that_are_never_ended_keep_nobody_out(on_tls):
    async def shaken(site):
        hello = bytes.fromhex("16030100ff010000fb0303")
        for _ in range(300):
            await site.connect(hello)
        line, _ = await ask_encrypted(site, trusting())
        return line, len(site.connections._open), len(site.server.server_state.connections)

    line, open_, begun = on_tls(shaken)

    assert line == b"HTTP/1.1 200 OK\r\n"
    assert open_ <= MAX_STRANGERS_PER_ADDRESS + 1
    assert begun == 1


def test_silent_handshake_is_closed(on_tls, monkeypatch):
    monkeypatch.setattr(limited_http, "REQUEST_TIMEOUT", 0.2)

    async def silent(site):
        reader, _ = await site.connect()
        said = await asyncio.wait_for(reader.read(), 60)
        end = time.monotonic() + 60
        while site.connections._open and time.monotonic() < end:
            await asyncio.sleep(0.02)
        return said, len(site.connections._open)

    assert on_tls(silent) == (b"", 0)
