"""Other sites, foreign names, endless requests: each is turned away, and would not be without the guard."""

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from generator.web.http import guard
from generator.web.http.guard import HEADERS, Guard

HOST = "127.0.0.1:8475"
OURS = f"http://{HOST}"


async def secret(request):
    return PlainTextResponse(f"secret {len(await request.body())}")


async def slow(request):
    await asyncio.Event().wait()


async def socket(websocket):
    await websocket.accept()
    await websocket.send_text("secret")
    await websocket.close()


@pytest.fixture
def bare():
    both = ["GET", "POST"]
    return Starlette(routes=[Route("/", secret, methods=both), Route("/slow", slow), WebSocketRoute("/socket", socket)])


@pytest.fixture
def guarded(bare, auth):
    return Guard(bare, auth, frozenset({HOST}), lambda status, _: PlainTextResponse(f"{status}\n", status))


ATTACKS = [
    ("rebinding", "GET", [("host", "evil.test:8475")], 421),
    ("another port", "GET", [("host", "127.0.0.1:1")], 421),
    ("no host", "GET", [], 421),
    ("two hosts", "GET", [("host", HOST), ("host", "evil.test")], 421),
    ("cross-site post", "POST", [("host", HOST), ("sec-fetch-site", "cross-site")], 403),
    ("another port's post", "POST", [("host", HOST), ("sec-fetch-site", "same-site")], 403),
    ("foreign origin", "POST", [("host", HOST), ("origin", "http://evil.test")], 403),
    ("no origin", "POST", [("host", HOST), ("origin", "null")], 403),
    ("long", "POST", [("host", HOST), ("content-length", "65537")], 413),
    ("odd length", "POST", [("host", HOST), ("content-length", "x")], 413),
]


@pytest.mark.parametrize(
    ("method", "headers", "status"), [each[1:] for each in ATTACKS], ids=[each[0] for each in ATTACKS]
)
def test_attack_is_turned_away(visit, bare, guarded, auth, method, headers, status):
    def outcome(application):
        visitor = visit(application, auth)
        cookie = ("cookie", f"{auth.cookie_name}={auth.issue('')}")
        visitor.headers = lambda _: [*headers, cookie]
        return asyncio.run(visitor.ask(method, "/"))

    assert outcome(bare).text.startswith("secret"), "the attack must work where nobody guards"
    assert outcome(guarded).status == status
    assert "secret" not in outcome(guarded).text


@pytest.mark.parametrize(
    "more", [[], [("origin", OURS)], [("sec-fetch-site", "same-origin")], [("sec-fetch-site", "none")]]
)
def test_own_form_passes(visit, guarded, auth, more):
    assert visit(guarded, auth).post("/", {"a": "1"}, *more).text == "secret 3"


@pytest.mark.parametrize("value", ["", "x", "é"])
def test_wrong_cookie_is_refused(visit, guarded, auth, value):
    visitor = visit(guarded, auth)
    visitor.cookies = {auth.cookie_name: value}

    assert visitor.get("/").status == 403


def test_every_answer_has_the_headers(visit, guarded, auth):
    visitor = visit(guarded, auth)

    answers = [visitor.get("/"), visitor.get("/nowhere"), visitor.post("/", {}, ("origin", "http://evil.test"))]
    assert [answer.status for answer in answers] == [200, 404, 403]
    for answer in answers:
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_policy_allows_nothing_unsafe():
    policy = HEADERS["content-security-policy"]

    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_endless_body_is_cut_short(visit, guarded, auth):
    assert asyncio.run(visit(guarded, auth).ask("POST", "/", body=b"x" * 90000)).status == 413


def test_slow_answer_is_given_up(visit, guarded, auth, monkeypatch):
    monkeypatch.setattr(guard, "RESPONSE_TIMEOUT", 0.05)

    assert visit(guarded, auth).get("/slow").status == 503


@pytest.mark.parametrize(
    ("target", "link"),
    [
        ("/gallery/mine?part=raid&zoom=large", "/gallery/mine?part=raid&amp;zoom=large"),
        ("/gallery/é%3F", "/gallery/%C3%A9%253F"),
        ("//evil.test/", "/"),
        ("/\\evil.test/", "/%5Cevil.test/"),
    ],
)
def test_page_that_was_not_ready_in_time_is_one_click_away(visitor, monkeypatch, target, link):
    monkeypatch.setattr(guard, "RESPONSE_TIMEOUT", 0)
    page = visitor.get(target)

    assert page.status == 503
    assert f'<a class="button main" href="{link}">Try again</a>' in page.text


@pytest.mark.parametrize(
    ("sender", "link"),
    [(f"{OURS}/gallery/mine/layout?part=raid", "/gallery/mine/layout?part=raid"), ("http://evil.test/trap", "/")],
)
def test_form_that_was_not_taken_in_time_leads_back_to_its_page(visitor, monkeypatch, sender, link):
    monkeypatch.setattr(guard, "RESPONSE_TIMEOUT", 0)
    page = visitor.post("/gallery/mine/layout/edit", {"do": "add"}, ("referer", sender))

    assert page.status == 503
    assert f'<a class="button main" href="{link}">Try again</a>' in page.text


@pytest.mark.parametrize(("size", "passes"), [(1, False), (60_000, True)])
def test_upload_has_a_least_speed(auth, monkeypatch, size, passes):
    """After the first piece nothing comes for longer than an answer may take: 60 kB have earned that time, one byte has not."""
    monkeypatch.setattr(guard, "RESPONSE_TIMEOUT", 0.05)
    monkeypatch.setattr(guard, "LEAST_SPEED", 1000)
    sent, pieces = (
        [],
        iter([{"type": "http.request", "body": b"x" * size, "more_body": True}, {"type": "http.request"}]),
    )

    async def store(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        await PlainTextResponse("stored")(scope, receive, send)

    async def receive():
        piece, now = next(pieces), asyncio.get_running_loop().time
        end = now() + 0.5
        while not piece.get("more_body") and now() < end:
            await asyncio.sleep(0)
        return piece

    async def send(message):
        sent.append(message)

    cookie = f"{auth.cookie_name}={auth.issue('')}"
    headers = [(b"host", HOST.encode()), (b"cookie", cookie.encode())]
    scope = {"type": "http", "method": "POST", "path": "/new/upload", "query_string": b"", "headers": headers}
    application = Guard(store, auth, frozenset({HOST}), lambda status, _: PlainTextResponse("slow", status))
    asyncio.run(application(scope, receive, send))

    assert sent[0]["status"] == (200 if passes else 503)


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ([("host", HOST), ("origin", OURS)], True),
        ([("host", HOST), ("origin", "http://evil.test")], False),
        ([("host", "evil.test:8475"), ("origin", "http://evil.test:8475")], False),
        ([("host", HOST), ("sec-fetch-site", "cross-site")], False),
    ],
)
def test_socket_of_another_site_is_closed(bare, guarded, auth, headers, passes):
    def said(application):
        sent = []
        pairs = [*headers, ("cookie", f"{auth.cookie_name}={auth.issue('')}")]
        scope = {"type": "websocket", "path": "/socket", "query_string": b"", "root_path": "", "subprotocols": []}
        scope["headers"] = [(name.encode(), value.encode()) for name, value in pairs]

        async def receive():
            return {"type": "websocket.connect"}

        async def send(message):
            sent.append(message)

        asyncio.run(application(scope, receive, send))
        return any(message.get("text") == "secret" for message in sent)

    assert said(bare)
    assert said(guarded) == passes


def test_stranger_who_asks_too_often_is_told_so_and_a_guest_is_not(visit, guarded, auth, monkeypatch):
    monkeypatch.setattr(guarded._requests, "count", lambda _: False)
    stranger, guest = visit(guarded, auth), visit(guarded, auth)
    stranger.cookies.clear()

    assert asyncio.run(stranger.ask("GET", "/")).status == 429
    assert asyncio.run(guest.ask("GET", "/")).status == 200
