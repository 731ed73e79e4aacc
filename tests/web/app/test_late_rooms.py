"""Rooms that are loaded after the start page."""

import asyncio
import subprocess
import sys
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from generator.web.app.late_rooms import LateRooms


def page(text):
    async def answer(_request):
        return PlainTextResponse(text)

    return answer


@pytest.fixture
def site():
    """An application with a start page and, loaded late, one room; `loaded` grows each time that rooms are loaded."""
    loaded = []

    def pages():
        loaded.append("rooms")
        return [SimpleNamespace(routes=lambda: [Route("/play", page("play"))])]

    async def get(path):
        sent = []

        async def send(message):
            sent.append(message)

        async def receive():
            return {"type": "http.request", "body": b""}

        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": []}
        await rooms(scope, receive, send)
        return sent[0]["status"]

    rooms = LateRooms(Starlette(routes=[Route("/", page("start")), Route("/enter", page("enter"))]), pages)
    return SimpleNamespace(get=get, loaded=loaded, rooms=rooms)


def test_start_page_loads_no_room(site):
    assert asyncio.run(site.get("/")) == 200
    assert site.loaded == []


def test_rooms_are_loaded_once_for_all_that_ask_at_once(site):
    async def ask():
        return await asyncio.gather(*map(site.get, ("/play", "/nowhere", "/play", "/play/nowhere")))

    assert asyncio.run(ask()) == [200, 404, 200, 404]
    assert site.loaded == ["rooms"]


def test_rooms_are_loaded_after_the_start_page_and_not_before(site):
    async def visit():
        loading = asyncio.create_task(site.rooms.load_early())
        await site.get("/enter")
        before = [*site.loaded]
        await site.get("/")
        await loading
        return before

    assert asyncio.run(visit()) == []
    assert site.loaded == ["rooms"]


def test_server_loads_no_room_before_it_listens():
    program = (
        "import sys, generator.web.app.server as s; print(*(n for n in sys.modules if n.startswith('generator.web')))"
    )
    names = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()

    assert "generator.web.app.start_page" in names
    assert not [name for name in names if name.endswith("_pages") or "room" in name.rpartition(".")[2] != "late_rooms"]
