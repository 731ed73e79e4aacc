"""Work grows with the number of cards, and not with its square."""

import csv
import sys

import pytest

from generator.base.records import FEW
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.load.game_locations import GameFolder

GAME = """\
format = 1
title = { en = "Large" }
about = { en = "A large deck." }
designer = "Nobody"
year = 2026
version = "1"
date = "2026-11-21"
languages = ["en"]
[components.deck]
kind = "cards"
title = { en = "Deck" }
trim = ["63mm", "88mm"]
bleed = "0mm"
rows = "cards.csv"
front = "front.svg.j2"
back = "back.svg.j2"
[components.deck.columns]
title = { type = "words" }
"""
SHEET = """\
title = {{ en = "Boxes" }}
version = "1"
[areas.all]
title = {{ en = "All" }}
kind = "mark"
order = "row"
provenance = "house"
boxes = [
{boxes}
]
[values.total]
title = {{ en = "Total" }}
is = "sum(all)"
"""
PAD = """\
[components.pad]
kind = "sheets"
title = { en = "Pad" }
trim = "page"
bleed = "0mm"
sheets = ["boxes"]
"""
BOARD = """\
[components.board]
kind = "boards"
title = { en = "Board" }
trim = ["180mm", "180mm"]
bleed = "0mm"
rows = "board.csv"
front = "board.svg.j2"
[components.board.columns]
cells = { type = "number" }
"""
CELLS = """\
<svg xmlns="http://www.w3.org/2000/svg" width="180mm" height="180mm" viewBox="0 0 180 180">
{% for at in range(card.cells) %}
<g transform="translate({{ at % 17 * 10 }} {{ at // 17 * 10 }})">
<rect width="9" height="9" fill="#ffeedd" stroke="#000000" stroke-width="0.3"/>
<text x="1" y="5" font-family="text" font-size="7pt">{{ at }}</text></g>
{% endfor %}</svg>
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{}</svg>'
WORDS = '<text x="6" y="10" font-family="text" font-size="9pt">{{ card.title }} of {{ component.count }}</text>'
FEWEST = 40


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def deck(tmp_path, put_files):
    """Write a game of so many cards, the first of them with some words; returns its folder."""

    def write(count, first="One"):
        front, back = SVG.format(WORDS), SVG.format('<circle cx="30" cy="40" r="9"/>')
        files = {"game.toml": GAME, "templates/front.svg.j2": front, "templates/back.svg.j2": back}
        folder = put_files(tmp_path / f"deck-{count}", files)
        with (folder / "cards.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(("id", "provenance", "title.en"))
            rows.writerows((f"c{at}", "house", first if at == 1 else f"Card {at}") for at in range(1, count + 1))
        return folder

    return write


@pytest.fixture
def built(tmp_path):
    """Build a game from its folder."""

    def order(folder):
        options = BuildOptions(papers=(find_paper("a4"),), out=tmp_path / "out", jobs=1)
        result = build(GameFolder(folder, folder.name), options)
        assert not result.faults, result.faults
        return result.files

    return order


def head(part):
    """A game.toml with another component than the deck."""
    return GAME.partition("[components")[0] + part


def steps(work):
    """How many lines of Python and rounds of loops some work takes."""
    counted = 0

    def count(frame, event, _):
        nonlocal counted
        counted += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return counted


def growth(work):
    """How much the steps for some cards grow when their number doubles, leaving out what all builds have in common."""
    few, some, many = (work(FEWEST * times) for times in (1, 2, 4))
    return (many - some) / (some - few)


def test_deck_grows_in_proportion_to_its_cards(deck, built):
    built(deck(2 * FEW))  # imports the libraries, and compiles what makes the records of cards

    cold = growth(lambda count: steps(lambda: built(deck(count))))
    changed = growth(lambda count: steps(lambda: built(deck(count, "Another"))))

    # 2 where the work is in proportion, 4 where all of it grows with the square.
    assert 1.9 < cold < 2.2
    assert 1.9 < changed < 2.2


def test_sheet_grows_in_proportion_to_its_boxes(built, tmp_path, put_files):
    def write(count):
        boxes = (f'  {{ id = "b{at}", title = {{ en = "{at}" }} }},' for at in range(count))
        sheet = SHEET.format(boxes="\n".join(boxes))
        return put_files(tmp_path / f"pad-{count}", {"game.toml": head(PAD), "sheets/boxes.toml": sheet})

    built(write(2 * FEW))  # from so many boxes on, their records are made by compiled functions

    assert growth(lambda count: steps(lambda: built(write(count)))) < 2.2


def test_board_grows_in_proportion_to_its_cells(built, tmp_path, put_files):
    def write(count):
        rows = f"id,provenance,cells\nboard,house,{count}\n"
        files = {"game.toml": head(BOARD), "templates/board.svg.j2": CELLS, "board.csv": rows}
        return put_files(tmp_path / f"board-{count}", files)

    built(write(2 * FEW))  # as above: what is compiled for many is no work of the board

    assert growth(lambda count: steps(lambda: built(write(count)))) < 2.1
