"""A visitor to the page who needs no browser: requests are handed to the application as a server would."""

import asyncio
import shutil
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote, urlencode

import pytest

from generator.base.memory.unused_memory import UnusedMemory
from generator.load.game_locations import sample
from generator.play.session_library import SessionRequest, live_session, start_solo
from generator.play.typed_line import run_line
from generator.solo.action import STOPPED
from generator.web.app.app import create_app
from generator.web.app.services import Services
from generator.web.http import guard
from generator.web.http.auth import Auth
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.pass_folder import PassFolder
from generator.web.rules import rules_text
from generator.web.sheets.sheet_view import SheetViews

HOST = "127.0.0.1:8475"


@pytest.fixture(scope="session")
def one_renderer():
    """The templates and words of the pages, which hold nothing of a server: they are read and compiled once for all tests."""
    return PageRenderer()


@pytest.fixture(scope="session")
def draw_once():
    """The sheets of a game in memory are drawn once for all tests."""
    drawn, draw = {}, SheetViews._draw

    def once(views, game, language):
        key = id(game), language
        if key not in drawn:
            drawn[key] = game, draw(views, game, language)
        return drawn[key][1]

    return once


@pytest.fixture(scope="session")
def parse_once():
    """A text of rules that is as it was is read once for all tests."""
    return lru_cache(maxsize=64)(rules_text.parse_markdown)


@pytest.fixture(scope="module", autouse=True)
def made_once(one_renderer, draw_once, parse_once):
    """What pages are made of is made once for all tests, and memory is not tidied up after each."""
    # By module: a wider scope lasts until the worker ends, and tests of other folders would meet it.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("generator.web.app.start_services.PageRenderer", lambda _: one_renderer)
        patch.setattr(SheetViews, "_draw", draw_once)
        patch.setattr(rules_text, "parse_markdown", parse_once)
        patch.setattr(UnusedMemory, "give_back", lambda _: False)
        yield


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Pages have the time of a busy machine; tests of the limit set their own."""
    monkeypatch.setattr(guard, "RESPONSE_TIMEOUT", 120)


async def asked(application, method, target, headers, body=b"", scheme="http"):
    """One request and its whole answer."""
    path, _, query = target.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": path,
        "raw_path": quote(path).encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
        "server": ("127.0.0.1", 8475),
        "client": ("127.0.0.1", 50000),
    }
    parts = [body[at : at + 30000] for at in range(0, len(body), 30000)] or [b""]
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    messages[-1]["more_body"] = False
    answer = SimpleNamespace(status=0, headers={}, cookies=[], body=b"")

    async def receive():
        if not messages:
            await asyncio.Event().wait()
        return messages.pop(0)

    async def send(message):
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            pairs = [(name.decode(), value.decode("latin-1")) for name, value in message["headers"]]
            answer.headers = dict(pairs)
            answer.cookies = [value for name, value in pairs if name == "set-cookie"]
        else:
            answer.body += message.get("body", b"")

    await application(scope, receive, send)
    answer.text = answer.body.decode("utf-8", "replace")
    return answer


class Visitor:
    """Somebody with the cookie, and with other headers where a test wants some."""

    scheme = "http"

    def __init__(self, application, auth):
        self.app = application
        self.cookies = {auth.cookie_name: auth.issue("")}

    def headers(self, more):
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return [("host", HOST), *([("cookie", cookie)] if cookie else []), *more]

    async def ask(self, method, target, *more, body=b""):
        return await asked(self.app, method, target, self.headers(more), body, self.scheme)

    def get(self, target, *more):
        return asyncio.run(self.ask("GET", target, *more))

    def post(self, target, fields=(), *more):
        return asyncio.run(self.sent(target, fields, *more))

    def send(self, data, name, set_id=""):
        """Send a file of which a game is to be made, or one more picture of a set."""
        return self.put(f"/new/upload?{urlencode({'name': name} | ({'set': set_id} if set_id else {}))}", data)

    def put(self, target, data):
        """Send a file to an address."""
        return asyncio.run(self.ask("POST", target, ("content-type", "application/octet-stream"), body=data))

    async def sent(self, target, fields=(), *more):
        kind = ("content-type", "application/x-www-form-urlencoded")
        return await self.ask("POST", target, kind, *more, body=urlencode(fields, doseq=True).encode())


@pytest.fixture(scope="session")
def home(tmp_path_factory, shared_cache):
    """A home of its own, so that nobody's cache and printers are touched."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared_cache))
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        yield folder


@pytest.fixture
def auth():
    return Auth(8475, PassFolder(None))


@pytest.fixture
def game(tmp_path):
    """A game of one's own: the sample under another name."""
    return Path(shutil.copytree(sample(), tmp_path / "mine"))


@pytest.fixture
def services(home, game, tmp_path):
    services = Services([str(game)], tmp_path / "out", tmp_path / "sessions")
    yield services
    services.close()


@pytest.fixture
def visitor(services, auth):
    return Visitor(create_app(services, auth, frozenset({HOST})), auth)


@pytest.fixture
def visit():
    """Make a visitor of any application."""
    return Visitor


@pytest.fixture
def ended(services):
    """Play a game to its end, stopping as soon as it may be stopped; its name."""

    def play(name, kind="full", lines=1000, **wish):
        with start_solo("hadrians-wall", SessionRequest(kind, name, **wish), services.sessions.folder) as play:
            table = live_session(play)
            list(table.start())
            while not table.visible.over and (lines := lines - 1):
                legal = table.visible.legal or ("0 0 0",)
                list(run_line(table, "stop" if STOPPED in legal else str(legal[0])))
                assert not table.error
            return table

    return play
