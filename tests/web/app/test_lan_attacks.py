"""Attacks on an instance that phones can reach: each is one thing that somebody on the network could try."""

import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from generator.base.user_folders import user_config
from generator.web.app import server
from generator.web.http.connection_limits import MAX_KNOWN_PER_ADDRESS
from generator.web.http.pass_folder import PassFolder

LAN = "127.0.0.2"
SECRET = "hidden-hand"
NOTHING = ()
WAIT = 60
"""Seconds until a server that says nothing has failed."""


class Instance:
    """`vallum serve --lan` on a port, with a game that strangers must not see."""

    def __init__(self, home):
        self.ready, self.sessions = threading.Event(), home / "attacked"
        self.thread = threading.Thread(target=self.run, args=(home,))
        self.thread.start()
        assert self.ready.wait(60)

    def run(self, home):
        server.serve([], home / "out", self.sessions, 0, self.show, server.ServeWishes("http", local_name=True))

    def show(self, links, _fingerprint):
        self.links = [*getattr(self, "links", []), *links]
        self.port = int(re.search(r":(\d+)/", links[0])[1])
        self.ready.set()

    def connect(self, data=b"", address=LAN):
        line = socket.create_connection((address, self.port), WAIT)
        line.sendall(data)
        return line

    def say(self, data, address=LAN, silence=0.7):
        """Everything that is answered until the connection ends or stays silent for some seconds."""
        with self.connect(data, address) as line:
            line.settimeout(silence)
            parts = []
            try:
                while part := line.recv(1 << 16):
                    parts.append(part)
            except (TimeoutError, ConnectionError):
                pass
            return b"".join(parts)

    def ask(self, path="/", *lines, method="GET", cookie="", body=b"", host=""):
        """The whole answer to a request of its own connection, which the server ends; b"" if it was cut before."""
        host = host or f"{LAN}:{self.port}"
        length = (f"Content-Length: {len(body)}",) if body else ()
        held = (f"Cookie: {cookie}",) if cookie else ()
        head = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Connection: close", *held, *length, *lines, "", ""]
        return self.say("\r\n".join(head).encode("latin-1") + body, silence=WAIT)

    def enter(self):
        """Come in with a link; gives the cookie."""
        link = next(each for each in reversed(self.links) if LAN in each)
        answer = self.ask(link[link.index("/enter") :]).decode("latin-1")
        return re.search(r"set-cookie: (vallum-\d+=[\w-]{43})", answer)[1]


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer else 0


@pytest.fixture(scope="module")
def instance(home):
    with pytest.MonkeyPatch.context() as patch:
        made = []

        class Kept(server.Server):
            def __init__(self, config):
                super().__init__(config)
                made.append(self)

        patch.setattr(server, "Server", Kept)
        patch.setattr(server, "lan_address", lambda: LAN)
        instance = Instance(home)
        while not (made and made[0].started):
            time.sleep(0.02)
        yield instance
        made[0].should_exit = True
        instance.thread.join(60)


@pytest.fixture(scope="module")
def cookie(instance):
    """The player's, who must get in after every attack."""
    return instance.enter()


@pytest.fixture(autouse=True)
def player(instance, cookie):
    yield
    assert status(instance.ask("/devices", cookie=cookie)) == 200


def raw(text):
    return text.replace("\n", "\r\n")


TORN = {
    "two lengths": "POST /settings HTTP/1.1\nHost: {host}\nContent-Length: 3\nContent-Length: 40\n\nabc",
    "coding that is unknown": "POST /settings HTTP/1.1\nHost: {host}\nTransfer-Encoding: xchunked\n\n0\n\n",
    "two codings": "POST /settings HTTP/1.1\nHost: {host}\nTransfer-Encoding: gzip, chunked\n\n0\n\n",
    "negative length": "POST /settings HTTP/1.1\nHost: {host}\nContent-Length: -1\n\n",
    "length with a sign": "POST /settings HTTP/1.1\nHost: {host}\nContent-Length: +3\n\nabc",
    "space before colon": "GET / HTTP/1.1\nHost : {host}\n\n",
    "control in a header": "GET / HTTP/1.1\nHost: {host}\nX: a\x00b\n\n",
    "null in the target": "GET /\x00 HTTP/1.1\nHost: {host}\n\n",
    "space in the target": "GET /a b HTTP/1.1\nHost: {host}\n\n",
    "letter beyond ASCII": "GET /\xff HTTP/1.1\nHost: {host}\n\n",
    "HTTP/2": "PRI * HTTP/2.0\n\nSM\n\n",
    "no HTTP": "HELO evil.test\n\n",
    "header of 100 kB": "GET / HTTP/1.1\nHost: {host}\nX: " + "x" * 100_000 + "\n\n",
    "5,000 headers": "GET / HTTP/1.1\nHost: {host}\n" + "X: x\n" * 5000 + "\n",
    "two hosts": "GET / HTTP/1.1\nHost: {host}\nHost: evil.test\n\n",
}


@pytest.mark.parametrize("request_", TORN.values(), ids=TORN)
def test_request_that_is_not_http_is_refused_and_its_connection_ends(instance, request_):
    answer = instance.say(raw(request_.format(host=f"{LAN}:{instance.port}")).encode("latin-1"))

    assert set(re.findall(rb"HTTP/1\.1 (\d+)", answer)) <= {b"400", b"421", b"431"}


SMUGGLED = {
    "length and coding": "Content-Length: 4\nTransfer-Encoding: chunked\n\n0\n\n",
    "coding and length": "Transfer-Encoding: chunked\nContent-Length: 4\n\n0\n\n",
    "chunk that is too long": "Transfer-Encoding: chunked\n\nFFFFFFFFFFFFFFFFF\nabc\n",
    "extension of a chunk": "Transfer-Encoding: chunked\n\n3;" + "x" * 40_000 + "\nabc\n0\n\n",
    "trailer": "Transfer-Encoding: chunked\n\n0\nCookie: x=y\n\n",
}


@pytest.mark.parametrize("rest", SMUGGLED.values(), ids=SMUGGLED)
def test_request_within_a_request_gets_no_rights_of_the_first(instance, cookie, rest):
    first = f"POST /nowhere HTTP/1.1\nHost: {LAN}:{instance.port}\nCookie: {cookie}\n{rest}"
    second = f"GET /devices HTTP/1.1\nHost: {LAN}:{instance.port}\n\n"
    answer = instance.say(raw(first + second).encode())

    assert b"200 OK" not in answer
    assert b"this one" not in answer


HOSTS = ["evil.test", "{port}", "localhost.evil.test:{port}", "2130706434:{port}", "0x7f000002:{port}", "127.2:{port}"]
HOSTS += ["127.0.0.2.:{port}", "127.0.0.2:{port}@evil.test", "evil.test@127.0.0.2:{port}", "[::ffff:127.0.0.2]:{port}"]
HOSTS += ["127.0.0.2", "127.0.0.2:0{port}", "127.0.0.2:{port}, evil.test", "vallum-aaaaaaaaaaaaaaaa.localhost:{port}"]


@pytest.mark.parametrize("host", HOSTS)
def test_host_that_is_not_ours_is_refused(instance, cookie, host):
    answer = instance.ask("/devices", cookie=cookie, host=host.format(port=instance.port))

    assert status(answer) == 421


FORGED = [
    "X-Forwarded-For: 127.0.0.1",
    "X-Forwarded-Host: 127.0.0.1",
    "Forwarded: for=127.0.0.1",
    "X-Real-IP: 127.0.0.1",
]
FORGED += ["X-Original-URL: /static/style.css", "X-Rewrite-URL: /enter", "X-HTTP-Method-Override: HEAD"]
FORGED += ["Authorization: Basic YWRtaW46YWRtaW4=", "Cookie: vallum-page=en", "Upgrade: h2c"]


@pytest.mark.parametrize("line", FORGED)
def test_header_for_proxies_lets_nobody_in(instance, line):
    assert status(instance.ask("/devices", line)) in (400, 403)


PATHS = ["/static/../devices", "/static/%2e%2e/devices", "/static/..%2fdevices", "/static//../devices", "//devices"]
PATHS += ["/static/..;/devices", "/enter/../devices", "/enter%2f..%2fdevices", "/DEVICES", "/devices/", "/static/%00"]
PATHS += ["/static/..%5c..%5cpyproject.toml", "/static/%252e%252e/devices", "/font/..%2f..%2fx.ttf", "/app/../devices"]
PATHS += ["http://evil.test/devices", "/enter;/devices", "/reachable/../devices", "/go/../devices", "*"]


@pytest.mark.parametrize("path", PATHS)
def test_way_round_a_public_path_leads_nowhere(instance, path):
    answer = instance.ask(path)

    assert status(answer) in (400, 403, 404)
    assert b"this one" not in answer


@pytest.mark.parametrize(
    ("method", "path"),
    [("TRACE", "/"), ("CONNECT", "/devices"), ("PUT", "/devices"), ("DELETE", "/devices"), ("X", "/")],
)
def test_method_that_is_not_offered_echoes_nothing(instance, cookie, method, path):
    answer = instance.ask(path, method=method, cookie=cookie)

    assert status(answer) == 405
    assert cookie.encode() not in answer


SITES = [
    ("Origin: http://evil.test",),
    ("Origin: null",),
    ("Sec-Fetch-Site: cross-site",),
    ("Sec-Fetch-Site: same-site",),
]
SITES += [("Origin: http://127.0.0.2:1",), ("Origin: http://127.0.0.2",), ("Origin: https://{host}",)]
SITES += [("Origin: http://{host}", "Origin: http://evil.test"), ("Origin: http://{host}.evil.test",)]


@pytest.mark.parametrize("lines", SITES)
@pytest.mark.parametrize("path", ["/devices", "/settings", "/play"])
def test_form_of_another_site_is_refused(instance, cookie, lines, path):
    lines = [line.format(host=f"{LAN}:{instance.port}") for line in lines]
    kind = "Content-Type: application/x-www-form-urlencoded"

    assert status(instance.ask(path, kind, *lines, method="POST", cookie=cookie, body=b"revoke=others")) == 403


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/json", ""])
def test_form_of_another_kind_is_refused(instance, cookie, kind):
    answer = instance.ask("/devices", f"Content-Type: {kind}", method="POST", cookie=cookie, body=b"revoke=others")

    assert status(answer) == 415


@pytest.mark.parametrize("count", [401, 30_000])
def test_form_of_too_many_fields_is_refused(instance, cookie, count):
    kind = "Content-Type: application/x-www-form-urlencoded"
    answer = instance.ask("/settings", kind, method="POST", cookie=cookie, body=b"&".join([b"a="] * count))

    assert status(answer) in (400, 413)


def test_cookies_that_other_ports_toss_do_not_log_out(instance, cookie):
    name = cookie.partition("=")[0]
    tossed = "; ".join(f"{name}={'x' * 40}{number:03}" for number in range(200))

    assert status(instance.ask("/devices", cookie=f"{tossed}; {cookie}")) == 200
    assert status(instance.ask("/devices", cookie=tossed)) == 403


def test_cookie_of_another_instance_is_worthless(instance, cookie):
    value = cookie.partition("=")[2]

    assert status(instance.ask("/devices", cookie=f"vallum-1={value}")) == 403
    assert PassFolder(user_config()).find(1, value) == ""


def test_one_link_lets_one_of_twenty_in(instance):
    link = next(each for each in reversed(instance.links) if LAN in each)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(instance.ask, [link[link.index("/enter") :]] * 20))

    assert [status(answer) for answer in answers].count(303) == 1
    assert sum(b"set-cookie: vallum-" in answer for answer in answers) == 1


def test_guesses_of_a_link_are_counted_and_the_link_stays_good(instance):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda at: status(instance.ask(f"/enter?t={at:043}")), range(250)))

    assert set(answers) == {403, 429}
    assert instance.enter()


@pytest.mark.parametrize(
    "to", ["//evil.test", "/%5Cevil.test", "https:evil.test", "/%0d%0aSet-Cookie:%20a=b", "/%09/evil.test"]
)
def test_link_leads_to_no_other_site(instance, to):
    link = next(each for each in reversed(instance.links) if LAN in each)
    answer = instance.ask(f"{link[link.index('/enter') :]}&to={to}")

    assert b"\r\nlocation: /\r\n" in answer
    assert b"\r\nSet-Cookie: a" not in answer


def test_pass_that_is_revoked_while_it_is_used_is_out_with_its_streams(instance, cookie):
    other = instance.enter()
    passes = PassFolder(user_config())
    id_ = passes.find(instance.port, other.partition("=")[2])
    stream = instance.connect(
        f"GET /gallery/picket/live HTTP/1.1\r\nHost: {LAN}:{instance.port}\r\nCookie: {other}\r\n\r\n".encode()
    )
    begun = stream.recv(1 << 16)
    ended, seen, users = threading.Event(), [], 4

    def use():
        while not ended.is_set():
            seen.append(status(instance.ask("/devices", cookie=other)))

    with ThreadPoolExecutor(users) as pool:
        for _ in range(users):
            pool.submit(use)
        kind = "Content-Type: application/x-www-form-urlencoded"
        instance.ask("/devices", kind, method="POST", cookie=cookie, body=f"revoke={id_}".encode())
        after = [status(instance.ask("/devices", cookie=other)) for _ in range(5)]
        ended.set()
    with stream, suppress(ConnectionResetError):  # a timeout would be a failure
        stream.settimeout(WAIT)
        while stream.recv(1 << 16):
            pass

    assert begun.startswith(b"HTTP/1.1 200")
    assert set(after) <= {403, 429}
    cut = status(b"")
    assert set(seen) - {cut} <= {200, 403, 429}
    assert seen.count(cut) <= users  # each had at most one request under way, whose connection the revocation closes


def test_requests_in_one_connection_have_each_their_own_rights(instance, cookie):
    host = f"Host: {LAN}:{instance.port}\r\n"
    mine, theirs = (f"GET /devices HTTP/1.1\r\n{host}{held}\r\n" for held in (f"Cookie: {cookie}\r\n", ""))
    last = f"GET /devices HTTP/1.1\r\n{host}Connection: close\r\n\r\n"
    answer = instance.say(((mine + theirs) * 9 + mine + last).encode(), silence=WAIT)

    found = re.findall(rb"HTTP/1\.1 (\d+)", answer)

    assert (len(found), set(found[::2])) == (20, {b"200"})
    assert set(found[1::2]) <= {b"403", b"429"}


@pytest.mark.parametrize(
    "path", ["/static/style.css", "/font/cinzel.ttf", "/app/manifest.webmanifest", "/enter", "/devices"]
)
def test_no_other_site_may_read_embed_or_frame(instance, path):
    head = instance.ask(path, "Origin: http://evil.test").partition(b"\r\n\r\n")[0].lower()

    assert b"access-control-allow" not in head
    for line in (
        b"cross-origin-resource-policy: same-origin",
        b"frame-ancestors 'none'",
        b"x-content-type-options: nosniff",
    ):
        assert line in head


def test_preflight_of_another_site_allows_nothing(instance, cookie):
    lines = (
        "Origin: http://evil.test",
        "Access-Control-Request-Method: POST",
        "Access-Control-Request-Private-Network: true",
    )

    assert b"access-control" not in instance.ask("/devices", *lines, method="OPTIONS", cookie=cookie).lower()


def test_no_game_can_install_a_service_worker(instance, cookie):
    for path in ("/gallery/picket", "/static/page.js", "/static/icon.svg"):
        assert b"service-worker-allowed" not in instance.ask(path, "Service-Worker: script", cookie=cookie).lower()


def test_socket_is_not_opened(instance, cookie):
    lines = "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    host = f"{LAN}:{instance.port}"
    head = [f"GET /devices HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: Upgrade", *lines, "", ""]

    assert not instance.say("\r\n".join(head).encode()).startswith(b"HTTP/1.1 101")


@pytest.mark.parametrize("ranges", ["0-0," * 1000 + "5-5", ",".join(f"{at}-" for at in range(900)), "-", "9-1", "x"])
def test_ranges_of_a_font_cost_little(instance, ranges):
    begun = time.process_time()
    answer = instance.ask("/font/cinzel.ttf", f"Range: bytes={ranges}")

    assert status(answer) in (200, 206, 400, 416)
    assert len(answer) < 1_000_000
    assert time.process_time() - begun < 5


@pytest.mark.parametrize(
    "script", ["<script>alert(1)</script>", '"onload=alert(1) x="', "{{ 7*7 }}", "javascript:alert(1)"]
)
def test_what_is_sent_is_shown_as_text(instance, cookie, script):
    sent = "".join(f"%{byte:02x}" for byte in script.encode())
    pages = [
        f"/gallery/picket?part={sent}&q={sent}",
        f"/play?game={sent}",
        f"/{sent}",
        f"/devices?x={sent}",
        f"/go?to=/{sent}",
    ]
    answers = b"".join(instance.ask(page, f"User-Agent: {script}", cookie=cookie) for page in pages)

    for bad in (b"<script>alert", b'"onload=', b">49<", b'href="javascript:'):
        assert bad not in answers


def test_player_is_served_beside_slow_readers_and_idle_connections(instance, cookie):
    host = f"Host: {LAN}:{instance.port}\r\n"
    kinds = ["", "GET / HTTP/1.1\r\n", f"GET /font/noto-sans-jp.ttf HTTP/1.1\r\n{host}\r\n"]
    kinds += [f"POST /settings HTTP/1.1\r\n{host}Content-Length: 60000\r\n\r\nx"]
    kinds += [f"POST /settings HTTP/1.1\r\n{host}Content-Length: 9\r\nExpect: 100-continue\r\n\r\n"]
    held = [instance.connect(kinds[at % len(kinds)].encode()) for at in range(200)]
    found = [status(instance.ask("/devices", cookie=cookie)) for _ in range(5)]
    for each in held:
        each.close()

    assert found == [200] * 5


def test_streams_of_one_phone_leave_room_for_another_address(instance, cookie):
    head = f"GET /gallery/picket/live HTTP/1.1\r\nHost: {LAN}:{instance.port}\r\nCookie: {cookie}\r\n\r\n".encode()
    held, lines = [], []
    for _ in range(260):
        held.append(instance.connect(head))
        lines.append(held[-1].recv(15))
    link = next(each for each in reversed(instance.links) if "127.0.0.1" in each)
    here = f"127.0.0.1:{instance.port}"
    head = f"GET {link[link.index('/enter') :]} HTTP/1.1\r\nHost: {here}\r\nConnection: close\r\n\r\n".encode()
    answer = instance.say(head, "127.0.0.1", silence=WAIT)
    for each in held:
        each.close()

    assert lines == [b"HTTP/1.1 200 OK"] * MAX_KNOWN_PER_ADDRESS + [b"HTTP/1.1 503 Se"] * (260 - MAX_KNOWN_PER_ADDRESS)
    assert status(answer) == 303
