"""A small game with every effect, a QR code and numbered copies: as PDF, PNG and SVG, in two themes, and from the cache."""

import hashlib

import pikepdf
import pytest

GAME = """
format = 1
title = { en = "Effects" }
about = { en = "A card and a tile." }
designer = "You"
year = 2026
version = "1"
date = "2026-11-23"
languages = ["en"]

[components.card]
kind = "cards"
title = { en = "Cards" }
trim = ["63mm", "88mm"]
numbered = true
rows = "card.csv"
front = "card.svg.j2"
columns = { name.type = "words" }
"""
TEMPLATE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp"
 width="69mm" height="94mm" viewBox="-3 -3 69 94">
<defs>
<filter id="shadow" x="-50%" y="-50%" width="200%" height="200%"><feDropShadow dx="1" dy="1" stdDeviation="1"/></filter>
<pattern id="dots" width="2" height="2" patternUnits="userSpaceOnUse"><circle cx="1" cy="1" r="0.4"/></pattern>
<mask id="half"><rect width="63" height="44" fill="#fff"/></mask>
<path id="arc" d="M8 22 A30 30 0 0 1 55 22"/>
</defs>
<rect x="4" y="24" width="20" height="10" fill="url(#dots)"/>
<rect x="30" y="40" width="20" height="10" mask="url(#half)" style="mix-blend-mode:multiply"/>
<text font-family="title" font-size="12pt" text-anchor="middle"><textPath href="#arc" startOffset="50%">{{ card.name }}</textPath></text>
<circle id="sun" cx="50" cy="60" r="8" fill="#fff" stroke="#000" stroke-width="0.3" filter="url(#shadow)"/>
<text pnp:rect="6 50 51 20" pnp:around="#sun" font-family="text" font-size="8pt">The lamp is lit at dusk and burns until the tide turns.</text>
{{ draw.qr("https://example.org/" ~ card.id, 6, 71, 14) }}
<text x="57" y="84" font-family="text" font-size="7pt" text-anchor="end">{{ card.serial }} / {{ component.count }}</text>
</svg>
"""


@pytest.fixture
def game(desk, put_files):
    rows = "id,copies,name.en,provenance\nlamp,3,Lamplighter,house\n"
    return put_files(desk / "effects", {"game.toml": GAME, "card.csv": rows, "templates/card.svg.j2": TEMPLATE})


def digests(folder):
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.suffix in {".pdf", ".png", ".svg"}
    }


def pictures(folder):
    """How many pictures of pixels with a soft mask are in the PDF of the cards."""
    with pikepdf.open(next(folder.rglob("card-*.pdf"))) as pdf:
        return sum(1 for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/SMask" in each)


def test_effects_are_printed_in_every_form_and_from_the_cache(vallum, game, desk):
    how = ("build", str(game), "--paper", "a4", "--svg", "--png", "100")
    first, again = vallum(*how, "--out", str(desk / "a")), vallum(*how, "--out", str(desk / "b"))

    assert (first.code, first.err, again.code) == (0, "", 0)
    assert digests(desk / "a") == digests(desk / "b")
    assert len([name for name in digests(desk / "a") if name.endswith(".png")]) == 3
    assert pictures(desk / "a") == 1  # the shadow, the same on three cards


def test_a_theme_without_greys_has_no_shadow(vallum, game, desk):
    assert vallum("build", str(game), "--paper", "a4", "--theme", "mono", "--out", str(desk / "a")).code == 0
    assert pictures(desk / "a") == 0
