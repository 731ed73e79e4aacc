"""Boards larger than the paper, from the command line."""

import pytest

BOARD = """
[components.map]
kind = "boards"
title = { en = "Map", ja = "地図" }
trim = ["430mm", "300mm"]
rows = "cards/map.csv"
front = "map.svg.j2"
"""
DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 436 306" width="436mm" height="306mm"/>'
A4 = "--paper", "a4"


@pytest.fixture
def board(my_game):
    """A game of one's own with a large board beside its cards."""
    game = my_game / "game.toml"
    text = game.read_text(encoding="utf-8").replace("\nwatch = 1\n", "\nwatch = 1\nmap = 1\n")
    game.write_text(text + BOARD, encoding="utf-8")
    (my_game / "cards" / "map.csv").write_text("id,provenance\nnorth,house\n", encoding="utf-8")
    (my_game / "templates" / "map.svg.j2").write_text(DRAWN, encoding="utf-8")
    return my_game


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 4), ("letter", 4), ("a3", 2), ("full", 1)])
def test_one_board_on_as_many_sheets_as_it_takes(vallum, board, paper, sheets):
    said = vallum("build", board, "--only", "map", "--paper", paper, "--json")

    (made,) = said.json["files"]
    assert said.code == 0
    assert (made["pieces"], made["pages"], made["sheets"]) == (1, sheets, sheets)


def test_tiles_are_named_and_told_how_to_join(vallum, board, pages):
    english, japanese = (
        pages(vallum("build", board, "--only", "map", *A4, "--lang", lang, "--json").files[0]) for lang in ("en", "ja")
    )

    assert [name for name, text in zip(("A1", "B1", "A2", "B2"), english.texts, strict=True) if name in text] == [
        "A1",
        "B1",
        "A2",
        "B2",
    ]
    assert any(line.endswith("Map") for line in english.texts[0].splitlines())
    assert any(line.endswith("地図") for line in japanese.texts[0].splitlines())
    assert "glue here" in english.texts[0]
    assert "のりしろ" in japanese.texts[0]


@pytest.mark.parametrize("overlap", ["3.9mm", "26mm"])
def test_overlap_has_room_for_glue(vallum, board, overlap):
    said = vallum("build", board, "--overlap", overlap)

    assert said.code == 2
    assert f"--overlap: '{overlap}' is out of range" in said.err


def test_full_size_leaves_cards_out_and_says_so(vallum, board):
    said = vallum("build", board, "--only", "raid,map", "--paper", "full", "--json")

    assert [file.rpartition("/")[2] for file in said.files] == ["map-full-en.pdf"]
    assert said.json["warnings"] == ["raid fits on common paper and is not printed at full size; add --paper a4"]


def test_sheets_that_fill_the_paper_have_no_full_size(vallum, my_game):
    said = vallum("build", my_game, "--only", "score", "--paper", "full", "--json")

    assert (said.code, said.files) == (0, [])
    assert said.json["warnings"] == ["score fits on common paper and is not printed at full size; add --paper a4"]
