"""A small game that uses a file of every kind, and builds of it: warm, and in a process that knows nothing."""

import io
import os
import pickle
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PIL import Image

from generator.base.errors import GeneratorError
from generator.base.file_memory import forget_files
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.build.warm.warm_builder import WarmBuilder
from generator.load.game_locations import GameFolder

GAME = """\
format = 1
title = { en = "Small" }
about = { en = "A game to change." }
designer = "Nobody"
year = 2026
version = "1"
date = "2026-11-21"
languages = ["en"]

[components.deck]
kind = "cards"
title = { en = "Deck" }
trim = ["40mm", "50mm"]
bleed = "2mm"
rows = "cards.csv"
front = "front.svg.j2"
[components.deck.columns]
name = { type = "words" }
"""

ROWS = """\
id,provenance,name.en
ant,house,An ant
bee,house,A bee
cow,house,A cow
"""

FRONT = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="44mm" height="54mm" viewBox="-2 -2 44 54">
<rect x="-2" y="-2" width="44" height="54" fill="#eeeeee"/>
<image href="art/{{ card.id }}.png" x="5" y="5" width="8" height="8"/>
<use href="#icon-dot" x="20" y="5" width="8" height="8"/>
{% include "line.svg.j2" %}
<text x="5" y="30" font-family="own" font-size="8pt">{{ card.name }}</text>
</svg>
"""

LINE = '<path d="M5 20 H35" stroke="#000000" stroke-width="1" fill="none"/>\n'
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="#aa0000"/></svg>\n'

FONTS = """\
[fonts.own]
file = "fonts/own.ttf"
licence = "SIL Open Font License 1.1"
[stacks.own]
any = ["own", "alegreya-sans"]
"""


def font(style):
    """The bytes of a font of an installed package."""
    spec = find_spec("fontpkg_alegreya_sans")
    return Path(spec.submodule_search_locations[0], f"files/AlegreyaSans-{style}.ttf").read_bytes()


def picture(shade):
    """A PNG file; those of all shades have one size."""
    data = io.BytesIO()
    Image.new("L", (8, 8), shade).save(data, "png", compress_level=0)
    return data.getvalue()


class SmallGame:
    """The small game in a folder, and builds of it."""

    font, picture = staticmethod(font), staticmethod(picture)

    def __init__(self, scratch):
        self.scratch, self.folder = scratch, scratch / "small"
        texts = {"game.toml": GAME, "cards.csv": ROWS, "templates/front.svg.j2": FRONT, "templates/line.svg.j2": LINE}
        files = {name: text.encode() for name, text in texts.items()}
        files |= {"templates/icons/dot.svg": DOT.encode(), "templates/fonts.toml": FONTS.encode()}
        files |= {f"templates/art/{name}.png": picture(60 * at) for at, name in enumerate(("ant", "bee", "cow"))}
        files["fonts/own.ttf"] = font("Regular")
        for name, data in files.items():
            self.write(name, data)

    def write(self, name, data):
        """Write a file of the game."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)

    def outcome(self, build_game, out="out"):
        """The files of a build with their bytes, its faults and its warnings."""
        out = self.scratch / out
        options = BuildOptions(papers=(find_paper("a4"),), out=out)
        try:
            result = build_game(GameFolder(self.folder, "small"), options)
        except GeneratorError as error:
            return {}, str(error), ()
        paths = [file.path for file in (*result.files, *result.face_lists)]
        files = {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}
        return files, "\n".join(map(str, result.faults)), result.warnings

    def fresh_outcome(self):
        """The outcome in a process that has kept nothing, with an empty cache and an empty output folder."""
        with TemporaryDirectory(dir=self.scratch) as scratch:
            return value_of_child(lambda: self._fresh(Path(scratch)))

    def _fresh(self, scratch):
        forget_files()
        os.environ["XDG_CACHE_HOME"] = str(scratch / "cache")
        return self.outcome(build, scratch.relative_to(self.scratch) / "out")


def value_of_child(work):
    """What a function returns in a forked process."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(pickle.dumps(work()))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    return pickle.loads(data)


@pytest.fixture
def small(tmp_path):
    return SmallGame(tmp_path)


@pytest.fixture
def warm(monkeypatch, tmp_path):
    """A builder with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield WarmBuilder()
    forget_files()


@pytest.fixture
def in_child():
    return value_of_child
