"""A whole small game to spoil in one place, and a way to write files."""

from pathlib import Path

import pytest

GAME = """\
format = 1
title = { en = "Trial", ja = "試験" }
about = { en = "For tests.", ja = "試験用。" }
designer = "A. Smith"
year = 2026
version = "1.0"
date = "2026-11-21"
languages = ["en", "ja"]

[expect]
raid = 3

[tables.suits]
rows = "suits.csv"
[tables.suits.columns]
name = { type = "words" }

[components.raid]
kind = "cards"
title = { en = "Raid", ja = "襲撃" }
trim = ["63mm", "88mm"]
rows = "raid.csv"
front = "raid.svg.j2"
[components.raid.columns]
suit = { type = "row", of = "suits" }
strength = { type = "number", min = 1, max = 5 }
text = { type = "words", rich = true }
"""
SUITS = """\
id,name.en,name.ja
swords,Swords,剣
cups,Cups,杯
"""
RAID = """\
id,copies,suit,strength,text.en,text.ja,provenance
scouts,2,swords,1,Two of them.,二人。,house
chief,1,cups,4,"He, himself.",頭領。,public strength=house
"""
FILES = {
    "game.toml": GAME,
    "suits.csv": SUITS,
    "raid.csv": RAID,
    "strings.en.toml": 'turn = "Turn"\n[foot]\npage = "Page {n}"\n',
    "strings.ja.toml": 'turn = "手番"\n[foot]\npage = "{n}頁"\n',
}


@pytest.fixture
def put(tmp_path, put_files):
    """Write files below a fresh folder called `trial`; gives the folder."""
    (tmp_path / "trial").mkdir()
    return lambda files: put_files(tmp_path / "trial", files)


@pytest.fixture
def game(put):
    """The small game's folder, with some files replaced or added."""
    return lambda changes=None: put(FILES | (changes or {}))


@pytest.fixture
def spoilt(game):
    """The small game's folder with one passage of one file replaced."""

    def spoil(name: str, old: str, new: str) -> Path:
        assert old in FILES[name]
        return game({name: FILES[name].replace(old, new, 1)})

    return spoil
