"""Sheets with several tables, and what stands in them besides cards, as `vallum new --table` takes them."""

import pytest

import generator
from generator.imports.decks.table_deck import TableFile, deck_of_table, file_of_path
from generator.load.game_loader import load
from generator.load.new_game import write_game

BELOW = "HEROES,,\nName,HP,Ability\nAda,10,Reroll.\nBo,12,Run.\n,,\nITEMS,,\nName,Cost,Effect\nRope,2,Climb.\n"
BESIDE = "Name,Cost,Text,,Suit,Cards\nAsh,1,Gain wood.,,Red,3\nElm,2,Gain two.,,,\nYew,3,Gain a bow.,,,\nTotal,,,,,3\n"
PICTURE = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>"


@pytest.fixture
def game(tmp_path):
    """The game that is made of a sheet, and the remarks on it."""

    def made(sheet):
        deck = deck_of_table(TableFile("cards.csv", sheet.encode(), "cards.csv"), "Cards")
        write_game(tmp_path / "game", deck.files)
        return load(tmp_path / "game", prefix="game"), deck.remarks

    return made


def test_tables_below_one_another_are_decks_of_their_own(game):
    made, remarks = game(BELOW)

    assert [(part.id, [piece.row.id for piece in part.pieces]) for part in made.components] == [
        ("heroes", ["ada", "bo"]),
        ("items", ["rope"]),
    ]
    assert [remark for remark in remarks if "rows" in remark] == [
        "heroes: 2 rows, below line 2",
        "items: 1 rows, below line 7",
    ]


def test_table_beside_the_cards_is_left_out(game):
    made, remarks = game(BESIDE)

    assert [piece.row.id for piece in made.components[0].pieces] == ["ash", "elm", "yew"]
    assert remarks[-2:] == ("  Suit: left out", "  Cards: left out")


@pytest.mark.parametrize(
    "sheet",
    [
        "Name,Text,,Cost,Kind\nAsh,Gain.,,1,Tree\nElm,Lose.,,2,Tree\n",  # an empty column for looks
        "Name,Text,,Kind\nAsh,Gain.,,Tree\nElm,Lose.,,\n",
    ],
)
def test_empty_column_alone_makes_no_other_table(game, sheet):
    _, remarks = game(sheet)

    assert not [remark for remark in remarks if "left out" in remark]


def test_names_need_no_heading(game):
    made, remarks = game(",Attack,Speed\nKnight,3,1\nScout,1,5\n")

    assert [piece.row.id for piece in made.components[0].pieces] == ["knight", "scout"]
    assert "  column 1: the title" in remarks


def test_addresses_are_no_words_for_a_card(game):
    _, remarks = game("Name,Rules,Text\nFox,https://x.org/1,Run.\nOwl,https://x.org/2,Fly.\n")

    assert remarks[-1] == "  Rules: left out"


@pytest.mark.parametrize("cell", ["fox.svg (https://x.org/a_1)", "art\\fox.svg", "C:\\Foxes\\fox.svg", "fox"])
def test_pictures_are_those_that_cells_of_other_programs_mean(tmp_path, cell):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "fox.svg").write_bytes(PICTURE)
    (tmp_path / "cards.csv").write_text(f"Name,Art,Text\nThe Fox,{cell},Takes.\n")

    made = deck_of_table(file_of_path(tmp_path / "cards.csv"), "Foxes")
    write_game(tmp_path / "game", made.files)

    assert made.files["art/fox.svg"] == PICTURE
    assert "stroke-dasharray" not in generator.load(tmp_path / "game").face("deck:the_fox").svg()


def test_answers_stand_on_the_backs(game):
    made, _ = game("Question,Answer,Kind\nWho sat?,Fox,Past\nWho ran?,Hare,Past\n")
    cards = generator.load(made.folder)

    assert "Fox" not in cards.face("deck:who_sat").svg()
    assert "Fox" in cards.face("deck:who_sat", "back").svg()


def test_emoji_of_headings_are_not_printed(game):
    made, _ = game("🃏 Name,❤️ Health,⚔️ Attack\nGoblin,3,1\nTroll,9,4\n")

    assert "Attack" in generator.load(made.folder).face("deck:goblin").svg()


def test_pictures_called_as_the_cards_need_no_column(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "fox.svg").write_bytes(PICTURE)
    (tmp_path / "art" / "hare.svg").write_bytes(PICTURE)
    (tmp_path / "cards.csv").write_text("Name,Text\nFox,Takes.\nHare,Runs away.\n")

    made = deck_of_table(file_of_path(tmp_path / "cards.csv"), "Foxes")

    assert "  Name: a picture; 2 taken along: art/Fox.svg, art/Hare.svg" in made.remarks


def test_long_file_of_numbers_is_no_list(game):
    rows = "".join(f"{number},{number % 7}\n" for number in range(500))

    made, _ = game(f"health,attack\n{rows}")

    assert made.components[0].count == 500


def test_further_sentences_and_long_headings_have_room(game):
    sentence = "Every player who has no card of this kind draws two of them and then gives one to a neighbour."
    heading = "Estimated points of a good action"
    rows = "".join(
        f"{name},{text},{text} So do all,2,3,4,5,6\n" for name, text in [("Fox", sentence), ("Owl", sentence)]
    )

    made, remarks = game(f"Name,First,Second,{heading},Costs,Speed,Strength,Luck\n{rows}")
    drawing = generator.load(made.folder).face("deck:fox")

    assert "  First: a line" in remarks or "  Second: a line" in remarks
    assert drawing.warnings == ()
