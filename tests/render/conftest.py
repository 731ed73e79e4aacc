"""A one-card game whose templates are given as text."""

import subprocess
import sys
from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.units import MM
from generator.model.game import Component, Game, Piece, Row
from generator.model.text import Text
from generator.render.template_renderer import TemplateRenderer
from generator.render.templates.lookups import NoCache
from generator.render.templates.theme import Theme

SWORDS = Row("swords", {"name": Text.of({"en": "Swords", "ja": "剣"}), "colour": "red"}, "suits.csv:2")
CUPS = Row("cups", {"name": Text.of({"en": "Cups", "ja": "杯"}), "colour": "blue"}, "suits.csv:3")
CELLS = {
    "name": Text.of({"en": "Wall & *ditch*", "ja": "壁"}),
    "text": Text.of({"en": "Pay **2** {stone}.", "ja": "**2**{stone}払う。"}),
    "strength": 3,
    "heavy": True,
    "weight": 2.5,
    "suit": SWORDS,
    "suits": (SWORDS, CUPS),
    "tags": ("old", "red"),
}
STRINGS = {"cost": Text.of({"en": "Costs {n} {coin}", "ja": "費用{n}{coin}"})}
THEME = Theme("colour", {"ink": "#332211"}, {"thin": 0.2}, {"fills": True})


class Table:
    """Renders texts as if they were a game's template files."""

    def __init__(self):
        self.keep = NoCache()
        card = Row("wall", dict(CELLS), "cards/orders.csv:7", rich=("text",))
        self.piece = Piece("wall", "F17", 2, card)
        self.component = Component(
            "orders", "cards", Text.of({"en": "Orders", "ja": "命令"}), Size(63 * MM, 88 * MM),
            3 * MM, 2 * MM, "rect", "order.svg.j2", "back.svg.j2", "orders", (self.piece,),
        )  # fmt: skip
        self.game = Game(
            "picket", Path(), Text.of({"en": "Picket", "ja": "見張り"}), Text.of({"en": "A game", "ja": "ゲーム"}),
            "Nobody", 2026, "1.0", "2026-11-21", ("en", "ja"), (self.component,), {}, STRINGS,
        )  # fmt: skip

    def renderer(self, files, keep=None, shared=None):
        def find(name):
            return (name, files[name].encode()) if name in files else None

        return TemplateRenderer(self.game, find, THEME, keep or self.keep, shared=shared or NoCache())

    def svg(self, template, language="en", side="front", **files):
        """The face that a template gives; other files by name, with `_` for `/` and without `.svg.j2`."""
        more = {f"{name.replace('_', '/')}.svg.j2": text for name, text in files.items()}
        renderer = self.renderer({"order.svg.j2": template, "back.svg.j2": template} | more)
        return renderer.svg(self.component, self.piece, side, language)

    def faults(self, template, **files):
        """What is wrong with a template, as shown."""
        with pytest.raises(Faults) as caught:
            self.svg(template, **files)
        return str(caught.value).replace(" [wall, cards/orders.csv:7]", "")


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def run_python():
    """What a piece of code prints in a fresh interpreter."""

    def run(code):
        root = Path(__file__).parents[2]
        done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    return run
