"""The deck that every program prints: 187 cards of 63 x 88 mm with a common back, the same for all of them.

Each card has a frame of ten shapes, an art file of its own with 25 paths, a bold title, a cost in a circle, a type
line, three icons by reference and about 200 characters of rules. Nine on a sheet of A4, crop marks, 42 pages.
"""

from __future__ import annotations

import csv
import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

CARDS = 187
ON_SHEET, PAGES = 9, 42
WIDTH, HEIGHT = 63, 88
BLEED = 3
ICONS = ("anvil", "crown", "grain", "stone", "tower", "wheel")
KINDS = ("Builder", "Governor", "Merchant", "Scout", "Soldier")
NOUNS = (
    "aqueduct", "arch", "bath", "bridge", "column", "court", "dome", "ford", "forge", "forum", "gate", "hall",
    "harbour", "mill", "mine", "road", "shrine", "wall",
)  # fmt: skip
ADJECTIVES = (
    "broad", "cold", "dark", "eastern", "far", "grey", "high", "hollow", "lost", "narrow", "old", "quiet",
    "red", "stony", "tall", "upper", "western", "white",
)  # fmt: skip
CLAUSES = (
    "Take one stone from the pool and lay it beside this card",
    "Every neighbour may pay a coin to do the same",
    "Discard a card of the same kind to draw two others",
    "If the wall is higher than five, score another point",
    "Turn this card over at the end of the night",
    "Move a soldier to the gate and leave him there until spring",
    "You may build once more this round without paying grain",
)
TEXT_WIDTH = 54.0
"""Millimetres between the margins of the rules."""
TEXT_SIZE = 8.0
"""Points."""


@dataclass(frozen=True, slots=True)
class Card:
    """What one card says."""

    id: str
    title: str
    cost: int
    kind: str
    icons: tuple[str, str, str]
    text: str


def cards(count: int = CARDS) -> list[Card]:
    """The deck, the same every time; a longer one goes on with titles that have a number."""
    chance = Random("187 cards")
    titles = [f"{adjective} {noun}".capitalize() for adjective in ADJECTIVES for noun in NOUNS]
    chance.shuffle(titles)
    rounds = -(-count // len(titles))
    titles += [f"{title} {number}" for number in range(2, rounds + 1) for title in titles]
    return [_card(number, titles[number], chance) for number in range(count)]


def _card(number: int, title: str, chance: Random) -> Card:
    clauses = chance.sample(CLAUSES, 4)
    text = ". ".join(clauses)[:198].rsplit(" ", 1)[0] + "."
    return Card(f"c{number + 1:03}", title, chance.randint(0, 9), chance.choice(KINDS), _three(chance), text)


def _three(chance: Random) -> tuple[str, str, str]:
    first, second, third = chance.sample(ICONS, 3)
    return first, second, third


def art(number: int) -> str:
    """The paths of one picture, 51 x 34 mm: 25 flat shapes of six curves each."""
    chance = Random(f"art {number}")
    return "\n".join(_blot(chance) for _ in range(25))


def _blot(chance: Random) -> str:
    cx, cy, r = chance.uniform(6, 45), chance.uniform(6, 28), chance.uniform(2, 6)
    curves = [" ".join(f"{_near(chance, cx, r)},{_near(chance, cy, r)}" for _ in range(3)) for _ in range(6)]
    colour = f"#{chance.randrange(1 << 24):06x}"
    return f'<path fill="{colour}" d="M{cx:.2f},{cy:.2f} {" ".join("C" + curve for curve in curves)} Z"/>'


def _near(chance: Random, centre: float, r: float) -> str:
    return f"{chance.uniform(centre - r, centre + r):.2f}"


ART = '<svg xmlns="http://www.w3.org/2000/svg" width="51mm" height="34mm" viewBox="0 0 51 34">\n{paths}\n</svg>\n'
ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">\n{paths}\n</svg>\n'


def icon(name: str) -> str:
    """The paths of one icon, 24 units square."""
    sides = ICONS.index(name) + 3
    return "\n".join(
        (
            f'<path fill="#e0c890" d="M2 2H22V22H2Z M{sides} {sides}V{24 - sides}H{24 - sides}V{sides}Z"/>',
            f'<circle cx="12" cy="12" r="{sides}" fill="#7a3020"/>',
            f'<path fill="#332211" d="M12 {12 - sides}L{12 + sides} 12L12 {12 + sides}L{12 - sides} 12Z"/>',
        )
    )


FRAME = """\
<rect x="{left}" y="{left}" width="{width}" height="{height}" fill="#5b4636"/>
<rect x="2.5" y="2.5" width="58" height="83" rx="2" fill="#f4ead8"/>
<rect x="4" y="4" width="55" height="9" rx="1" fill="#d9c7a3"/>
<rect x="6" y="15" width="51" height="34" fill="#ffffff"/>
<rect x="4" y="51" width="55" height="6" fill="#d9c7a3"/>
<rect x="4" y="59" width="55" height="24" fill="none" stroke="#5b4636" stroke-width="0.3"/>
<path d="M4 58 H59" stroke="#5b4636" stroke-width="0.4" fill="none"/>
<path d="M4 50 L59 50" stroke="#a08050" stroke-width="0.3" fill="none"/>
<circle cx="54" cy="8.5" r="4" fill="#7a3020" stroke="#332211" stroke-width="0.4"/>
<path d="M6 83 C20 86 43 86 57 83" stroke="#a08050" stroke-width="0.5" fill="none"/>"""

BACK = """\
<rect x="{left}" y="{left}" width="{width}" height="{height}" fill="#5b4636"/>
<rect x="5" y="5" width="53" height="78" rx="2" fill="none" stroke="#d9c7a3" stroke-width="1"/>
<circle cx="31.5" cy="44" r="18" fill="#7a3020" stroke="#d9c7a3" stroke-width="0.8"/>
<path d="M31.5 28 L37 40 L50 44 L37 48 L31.5 60 L26 48 L13 44 L26 40 Z" fill="#d9c7a3"/>"""


def frame(drawing: str, bleed: float) -> str:
    """A frame or back whose ground reaches `bleed` beyond the trim."""
    return drawing.format(left=-bleed, width=WIDTH + 2 * bleed, height=HEIGHT + 2 * bleed)


def vallum_game(folder: Path, count: int = CARDS) -> None:
    """The deck as a game's folder for Vallum."""
    (folder / "templates" / "art").mkdir(parents=True)
    (folder / "templates" / "icons").mkdir()
    for name in ICONS:
        (folder / "templates" / "icons" / f"{name}.svg").write_text(ICON.format(paths=icon(name)))
    for number, card in enumerate(cards(count)):
        (folder / "templates" / "art" / f"{card.id}.svg").write_text(ART.format(paths=art(number)))
    (folder / "game.toml").write_text(ABOUT + MANIFEST.format(count=count))
    write_rows(folder, cards(count))
    (folder / "templates" / "front.svg.j2").write_text(_svg(frame(FRAME, BLEED) + FRONT))
    (folder / "templates" / "back.svg.j2").write_text(_svg(frame(BACK, BLEED)))


def write_rows(folder: Path, rows: list[Card]) -> None:
    """The rows of the game's only component."""
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(("id", "provenance", "title.en", "cost", "type", "icons", "text.en"))
        for row in rows:
            table.writerow((row.id, "house", row.title, row.cost, row.kind, " ".join(row.icons), row.text))


def _svg(inside: str) -> str:
    size = f'width="{WIDTH + 2 * BLEED}mm" height="{HEIGHT + 2 * BLEED}mm"'
    view = f'viewBox="{-BLEED} {-BLEED} {WIDTH + 2 * BLEED} {HEIGHT + 2 * BLEED}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" {size} {view}>\n{inside}\n</svg>\n'


FRONT = """
<text x="6" y="10.2" font-family="text" font-weight="bold" font-size="12pt" fill="#332211">{{ card.title }}</text>
<text x="54" y="10" font-family="text" font-weight="bold" font-size="13pt" fill="#ffffff" text-anchor="middle">\
{{ card.cost }}</text>
<image href="art/{{ card.id }}.svg" x="6" y="15" width="51" height="34"/>
<text x="6" y="55.2" font-family="text" font-size="8pt" fill="#332211">{{ card.type }}</text>
{% for icon in card.icons %}
<use href="#icon-{{ icon }}" x="{{ 41 + 6 * loop.index0 }}" y="51.7" width="4.6" height="4.6"/>
{% endfor %}
<text id="text" pnp:rect="5 60.5 54 22" font-family="text" font-size="8pt" fill="#332211">{{ card.text }}</text>"""

ABOUT = """\
format = 1
title = { en = "Bench" }
about = { en = "A deck to measure with." }
designer = "Nobody"
year = 2026
version = "1"
date = "2026-11-21"
languages = ["en"]

"""
MANIFEST = """\
[expect]
deck = {count}

[components.deck]
kind = "cards"
title = {{ en = "Deck" }}
trim = ["63mm", "88mm"]
bleed = "3mm"
rows = "cards.csv"
front = "front.svg.j2"
back = "back.svg.j2"
[components.deck.columns]
title = {{ type = "words" }}
cost = {{ type = "number" }}
type = {{ type = "text" }}
icons = {{ type = "list", of = "word" }}
text = {{ type = "words" }}
"""


def rival_input(folder: Path, count: int = CARDS) -> None:
    """The same for the others: rows as JSON with the rules' line breaks, drawings as files, fonts in a folder."""
    for name in ("art", "icons", "fonts"):
        (folder / name).mkdir(parents=True)
    for weight in ("Regular", "Bold"):
        shutil.copy(font(weight), folder / "fonts")
    for name in ICONS:
        (folder / "icons" / f"{name}.svg").write_text(ICON.format(paths=icon(name)))
    for number, card in enumerate(cards(count)):
        (folder / "art" / f"{card.id}.svg").write_text(ART.format(paths=art(number)))
    write_cards(folder, cards(count))
    (folder / "frame.svg").write_text(frame(FRAME, 0))
    (folder / "back.svg").write_text(frame(BACK, 0))
    (folder / "fonts.conf").write_text(FONTS.format(folder=folder / "fonts"))
    shutil.copy(Path(__file__).parent / "rivals" / "deck.typ", folder)


FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def font(weight: str) -> Path:
    """The file of a weight of Alegreya Sans, from the package that we depend on."""
    import fontpkg_alegreya_sans

    return Path(fontpkg_alegreya_sans.__file__).parent / "files" / f"AlegreyaSans-{weight}.ttf"


def broken(text: str) -> list[str]:
    """Greedy line breaks, worked out beforehand for programs that have none of their own."""
    from PIL import ImageFont

    measure = ImageFont.truetype(font("Regular"), 100).getlength
    width = TEXT_WIDTH / 25.4 * 72 / TEXT_SIZE * 100
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if measure(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def write_cards(folder: Path, some: list[Card]) -> None:
    """The rows as JSON, for the others."""
    rows = [asdict(card) | {"lines": broken(card.text)} for card in some]
    (folder / "cards.json").write_text(json.dumps(rows))
