"""A page of another site tries to read and change the page on this computer: with and without the guard.

First a page of a few lines that has a socket too, then our own, with a game on the table.
"""

import socket
import threading
import time
from urllib.parse import quote_plus

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from generator.play.session_library import SessionRequest, live_session, open_play
from generator.web.app.app import create_app
from generator.web.app.services import Services
from generator.web.http.auth import Auth
from generator.web.http.guard import Guard
from generator.web.http.pass_folder import PassFolder

pytestmark = pytest.mark.browser
SECRET = "hidden deck"
LONG = 150_000
"""Milliseconds in which the first page of a game is drawn on a machine that is busy with other tests."""


class Server:
    """An application on a port of its own, in a thread."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.auth = Auth(self.port, PassFolder(None))
        self.hosts = frozenset({f"127.0.0.1:{self.port}"})

    def serve(self, application):
        how = {"ws": "websockets-sansio", "log_level": "critical", "lifespan": "off", "timeout_graceful_shutdown": 1}
        config = uvicorn.Config(application, **how)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))

    def __enter__(self):
        self.thread.start()
        while self.thread.is_alive() and not self.server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_):
        self.server.should_exit = True
        self.thread.join(60)


class Victim(Server):
    """A page with a secret and a state."""

    path = "/"
    secret = SECRET

    def __init__(self, *, guarded):
        super().__init__()
        self.changes = 0
        routes = [
            Route("/", self.page),
            Route("/change", self.change, methods=["POST"]),
            WebSocketRoute("/socket", self.line),
        ]
        bare = Starlette(routes=routes)
        self.serve(
            Guard(bare, self.auth, self.hosts, lambda status, _: PlainTextResponse(f"{status}\n", status))
            if guarded
            else bare
        )

    async def page(self, _request):
        return PlainTextResponse(SECRET)

    async def change(self, _request):
        self.changes += 1
        return PlainTextResponse("changed")

    async def line(self, websocket):
        await websocket.accept()
        await websocket.send_text(SECRET)
        await websocket.close()


class Table(Server):
    """Our own pages with a game, as they are or without their guard."""

    secret = "hidden-hand"
    path = f"/play/{secret}"

    def __init__(self, home, *, guarded):
        super().__init__()
        self.sessions = home / "sessions"
        self.services = Services([], home / "out", self.sessions)
        self.services.sessions.create("hadrians-wall", SessionRequest("full", self.secret))
        ours = create_app(self.services, self.auth, self.hosts)
        self.serve(ours if guarded else ours._app)

    @property
    def changes(self):
        """The number of the last event."""
        return (self.sessions / f"{self.secret}.jsonl").read_text("utf-8").count("\n") - 1

    @property
    def move(self):
        """What a form of the page sends to do the first thing that can be done."""
        with open_play(self.secret, self.sessions, writing=False) as play:
            first = live_session(play).visible.legal[0]
        return f"at={self.changes}&do={quote_plus(str(first))}"

    def __exit__(self, *_):
        super().__exit__()
        self.services.close()


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
    thread.join(60)


@pytest.fixture(params=[False, True], ids=["bare", "guarded"])
def victim(request):
    with Victim(guarded=request.param) as victim:
        victim.is_guarded = request.param
        yield victim


@pytest.fixture(scope="module", params=[False, True], ids=["bare", "guarded"])
def table(request, tmp_path_factory):
    with Table(tmp_path_factory.mktemp("table"), guarded=request.param) as table:
        table.is_guarded = request.param
        yield table


@pytest.fixture
def lure(windows, elsewhere):
    """Make a visitor who holds the cookie of a page, and has the attacker's page open."""
    page = windows.new_page()
    page.set_default_timeout(LONG)

    def go(address, script=""):
        """Come to an address; by a script of the page that is open, if there is one."""
        page.evaluate(script) if script else page.goto(address, wait_until="commit")
        page.wait_for_url(f"{address}**")

    def lure(victim):
        address = f"http://127.0.0.1:{victim.port}/"
        cookie = {"name": victim.auth.cookie_name, "value": victim.auth.issue(""), "url": address}
        windows.add_cookies([cookie | {"sameSite": "Strict", "httpOnly": True}])
        go(f"http://127.0.0.1:{victim.port}{victim.path}")
        assert victim.secret in page.content(), f"the honest visitor must get in and sees {page.title()}"
        go(f"http://evil.test:{elsewhere}/")
        return go, page.evaluate

    yield lure
    windows.clear_cookies()


@pytest.fixture
def lured(lure, victim):
    return lure(victim)


@pytest.fixture
def lured_from_table(lure, table):
    return lure(table)


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
    go, _ = lured
    address = f"http://127.0.0.1:{victim.port}/change"
    form = f"""(() => {{ const form = document.createElement('form'); form.method = 'post';
        form.action = '{address}'; document.body.append(form); form.submit() }})()"""
    go(address, form)

    assert victim.changes == int(not victim.is_guarded)


def test_foreign_socket_hears_the_secret(lured, victim):
    _, run = lured
    heard = run(f"""new Promise(done => {{ const line = new WebSocket('ws://127.0.0.1:{victim.port}/socket');
        line.onmessage = event => done(event.data); line.onclose = () => done('closed') }})""")

    assert heard == (SECRET if not victim.is_guarded else "closed")


# --- a game on the table ---

HEARS = """new Promise(done => {{ const line = new EventSource('{}');
    line.onmessage = event => {{ line.close(); done(event.data) }};
    line.onerror = () => {{ line.close(); done('closed') }} }})"""


def test_rebinding_reads_the_table(lured_from_table, table):
    go, run = lured_from_table
    go(f"http://rebind.test:{table.port}{table.path}")

    read = table.secret in run(f"fetch('{table.path}').then(answer => answer.text())")
    assert read == (not table.is_guarded)


def test_rebinding_moves(lured_from_table, table):
    go, run = lured_from_table
    go(f"http://rebind.test:{table.port}{table.path}")
    before = table.changes
    run(f"fetch('{table.path}', {{method: 'POST', body: new URLSearchParams('{table.move}')}}).then(() => 1, () => 0)")

    assert (table.changes > before) == (not table.is_guarded)


def test_rebinding_hears_of_moves(lured_from_table, table):
    go, run = lured_from_table
    go(f"http://rebind.test:{table.port}{table.path}")

    heard = run(HEARS.format(f"{table.path}/live"))
    assert heard == ("closed" if table.is_guarded else str(table.changes))


def test_foreign_page_never_reads_the_table(lured_from_table, table):
    _, run = lured_from_table
    address = f"http://127.0.0.1:{table.port}{table.path}"

    assert run(f"fetch('{address}', {{credentials: 'include'}}).then(a => a.text(), () => 'blocked')") == "blocked"
    assert run(HEARS.format(f"{address}/live")) == "closed"


def test_foreign_post_moves(lured_from_table, table):
    _, run = lured_from_table
    before = table.changes
    how = f"{{method: 'POST', mode: 'no-cors', body: new URLSearchParams('{table.move}')}}"
    run(f"fetch('http://127.0.0.1:{table.port}{table.path}', {how}).then(() => 1, () => 0)")

    assert (table.changes > before) == (not table.is_guarded)


def test_foreign_form_moves(lured_from_table, table):
    go, _ = lured_from_table
    before, address = table.changes, f"http://127.0.0.1:{table.port}{table.path}"
    form = f"""(() => {{ const form = document.createElement('form'); form.method = 'post'; form.action = '{address}';
        for (const [name, value] of new URLSearchParams('{table.move}')) {{
            const field = document.createElement('input'); field.name = name; field.value = value; form.append(field) }}
        document.body.append(form); form.submit() }})()"""
    go(address, form)

    assert (table.changes > before) == (not table.is_guarded)
