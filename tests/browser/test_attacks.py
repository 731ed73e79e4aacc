"""A page of another site tries to read and change the page on this computer: with and without the guard."""

import socket
import threading
import time

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from generator.web.door import Door
from generator.web.guard import Guard

pytestmark = pytest.mark.browser
SECRET = "hidden deck"


class Victim:
    """A page with a secret and a state, on a port of its own."""

    def __init__(self, *, guarded):
        self.changes = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.door = Door(self.port, b"secret")
        routes = [
            Route("/", self.page),
            Route("/change", self.change, methods=["POST"]),
            WebSocketRoute("/socket", self.line),
        ]
        bare = Starlette(routes=routes)
        self.app = Guard(bare, self.door, frozenset({f"127.0.0.1:{self.port}"})) if guarded else bare
        config = uvicorn.Config(self.app, ws="websockets-sansio", log_level="critical", lifespan="off")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))

    async def page(self, _request):
        return PlainTextResponse(SECRET)

    async def change(self, _request):
        self.changes += 1
        return PlainTextResponse("changed")

    async def line(self, websocket):
        await websocket.accept()
        await websocket.send_text(SECRET)
        await websocket.close()

    def __enter__(self):
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self.thread.join(20)


@pytest.fixture(scope="module")
def elsewhere():
    """The attacker's own site, an empty page."""

    async def page(_request):
        return HTMLResponse("<!doctype html><title>evil</title><body>")

    config = uvicorn.Config(Starlette(routes=[Route("/", page)]), log_level="critical", lifespan="off")
    server, listening = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(20)


@pytest.fixture(params=[False, True], ids=["bare", "guarded"])
def victim(request):
    with Victim(guarded=request.param) as victim:
        victim.is_guarded = request.param
        yield victim


@pytest.fixture
def lured(chromium, elsewhere, victim):
    """A visitor who holds the cookie, and has the attacker's page open."""
    page = chromium.call("Target.createTarget", {"url": "about:blank"})["targetId"]
    session = chromium.attached(page)

    def go(address):
        chromium.call("Page.navigate", {"url": address}, sessionId=session)
        for _ in range(200):
            if chromium.run(f"document.readyState === 'complete' && location.href.startsWith('{address}')", session):
                return
            time.sleep(0.02)

    def run(script):
        return chromium.run(script, session)

    cookie = {"name": victim.door.cookie, "value": victim.door.pass_, "url": f"http://127.0.0.1:{victim.port}/"}
    chromium.call("Network.setCookie", cookie | {"sameSite": "Strict", "httpOnly": True}, sessionId=session)
    go(f"http://127.0.0.1:{victim.port}/")
    assert SECRET in run("document.body.innerText"), "the honest visitor must get in"
    go(f"http://evil.test:{elsewhere}/")
    yield go, run
    chromium.call("Target.closeTarget", {"targetId": page})


def test_rebinding_reads_the_page(lured, victim):
    go, run = lured
    go(f"http://rebind.test:{victim.port}/")

    read = SECRET in run("fetch('/').then(answer => answer.text())")
    assert read == (not victim.is_guarded)


def test_foreign_fetch_never_reads(lured, victim):
    _, run = lured

    assert run(f"fetch('http://127.0.0.1:{victim.port}/').then(a => a.text(), () => 'blocked')") == "blocked"


def test_foreign_post_changes_the_state(lured, victim):
    _, run = lured
    run(f"fetch('http://127.0.0.1:{victim.port}/change', {{method: 'POST', mode: 'no-cors'}}).then(() => 1, () => 0)")

    assert victim.changes == int(not victim.is_guarded)


def test_foreign_form_changes_the_state(lured, victim):
    _, run = lured
    run(f"""(() => {{ const form = document.createElement('form'); form.method = 'post';
        form.action = 'http://127.0.0.1:{victim.port}/change'; document.body.append(form); form.submit() }})()""")
    time.sleep(1)

    assert victim.changes == int(not victim.is_guarded)


def test_foreign_socket_hears_the_secret(lured, victim):
    _, run = lured
    heard = run(f"""new Promise(done => {{ const line = new WebSocket('ws://127.0.0.1:{victim.port}/socket');
        line.onmessage = event => done(event.data); line.onclose = () => done('closed') }})""")

    assert heard == (SECRET if not victim.is_guarded else "closed")
