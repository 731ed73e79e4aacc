"""Pages below a path of a site: every address that a page has lies below it too."""

import re

import pytest

from generator.web.app.app import create_app
from generator.web.http.base_path import BasePath, with_base
from generator.web.http.page_renderer import PageRenderer

BASE = "/press"
PAGES = [
    "/",
    "/play",
    "/gallery",
    "/gallery/mine",
    "/gallery/mine/tables",
    "/print",
    "/print/mine",
    "/print/mine/export",
]
PAGES += ["/rules/mine", "/puzzles", "/statistics", "/verify", "/deleted", "/nowhere"]
ADDRESS = re.compile(r'\s([a-z:-]+)="(/[^"]*)"')
NO_LINKS = {"value", "d", "points", "data-key"}


@pytest.fixture
def below(services, auth, visit, monkeypatch):
    """A visitor of pages below a path; `/` of other pages answers nothing."""
    monkeypatch.setattr(services.pages, "_base", BASE)
    return visit(BasePath(create_app(services, auth, frozenset({"127.0.0.1:8475"})), BASE), auth)


@pytest.mark.parametrize("page", PAGES)
def test_every_address_of_a_page_lies_below_the_path(below, page):
    answer = below.get(BASE + page)
    addresses = [address for name, address in ADDRESS.findall(answer.text) if name not in NO_LINKS]

    assert answer.status == (404 if page == "/nowhere" else 200)
    assert len(addresses) > 8
    assert [address for address in addresses if not address.startswith(f"{BASE}/")] == []
    assert [address for address in addresses if address.startswith(f"{BASE}{BASE}/")] == []


def test_play_stays_below_the_path(below):
    begun = below.post(f"{BASE}/play", {"game": "hadrians-wall", "mode": "paper", "difficulty": "easy"})
    table = below.get(begun.headers["location"])

    assert begun.headers["location"].startswith(f"{BASE}/play/")
    assert f'action="{BASE}/play/' in table.text
    assert f'href="{BASE}/play/art/' in table.text or f'src="{BASE}/play/art/' in table.text
    assert f'data-live="{BASE}/play/' in table.text
    assert not re.search(r'(?:href|src|action)="/(?!press/)', table.text)


def test_settings_lead_back_below_the_path(below):
    answer = below.post(f"{BASE}/settings", {"lang": "ja", "back": "/gallery?zoom=true"})

    assert (answer.status, answer.headers["location"]) == (303, f"{BASE}/gallery?zoom=true")


def test_slash_too_many_leads_below_the_path(below):
    answer = below.get(f"{BASE}/play/")

    assert (answer.status, answer.headers["location"]) == (307, f"{BASE}/play")


@pytest.mark.parametrize("path", ["/", "/press", "/pressed/gallery", "/gallery"])
def test_nothing_lies_beside_the_path(below, path):
    assert below.get(path).status == 404


def test_without_a_path_pages_are_as_they_are():
    assert with_base('<a href="/gallery">', "") == '<a href="/gallery">'
    assert PageRenderer()._base == ""
