"""Games in words, without building them."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from generator.base.messages import Messages
from generator.build.text_pages.text_page import text_page
from generator.load.game_loader import load
from generator.load.game_locations import data_root

WORDS = Path(__file__).parents[3] / "templates/words"


@pytest.fixture(scope="session")
def page():
    """The page of a shipped game in a language; other games are found by their folder."""

    @cache
    def made(game, language):
        loaded = load(game if isinstance(game, Path) else data_root() / game)
        words = Messages.read([(f"{language}.toml", (WORDS / f"{language}.toml").read_bytes())])
        return text_page(loaded, loaded.components, language, words)

    return made


class _Reader(HTMLParser):
    """Collects the words of a page and how its elements are nested."""

    def __init__(self):
        super().__init__()
        self.words, self.tags, self.open = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open and "title" not in self.open:
            self.words.append(data)


@pytest.fixture
def read_html():
    """Read a page: its words without spaces, and its tags with their attributes. Elements must be closed in order."""

    def read(data):
        reader = _Reader()
        reader.feed(data.decode())
        reader.close()
        assert reader.open == []
        return re.sub(r"\s+", "", "".join(reader.words)), reader.tags

    return read
