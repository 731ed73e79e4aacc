import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from tests.exchange.imports.conftest import picture

SCRIPT = """\
; TEXT = 1, "not this", 0, 0, 1, 1
UNIT = MM
CARDSIZE = 63.5, 88.9
LINK = "data\\cards.csv"
LINKMULTI = Copies
[all]=1-{(Name)}
RECTANGLE = 1-{(Name)}, 0, 0, 100%, 10, #FF0000, #00FF00, 0.5
FONT = Arial, 24, B, #0000ff
TEXT = 1-{(Name)}, "[Name], the [Kind]\\13\\{x}", 5%, 0, 75%, 15%, center, wwcenter
TEXTFONT = "", [Cost], 50, 70, 40, 40, right, bottom, 0, 100, Arial, 12, I, [colour]
IMAGE = 1-{(Name)}, [Art], 5, 20, 50, 30, 0, PT
IMAGE = 1-{(Name)}, [Art].png, 5, 20, 50, 30
TEXT = 2, "for one", 0, 0, 10, 10
TEXT = 1-5, [Missing], 0, [y], 10, 10
FOR = a,1,3
NEXT = 1
"""
CARDS = "Name,Kind,Cost,Art,Copies\nTown,place,3,town.png,2\nGoblin,foe,1,,\n"
FILES = {"deck.nde": SCRIPT, "data/cards.csv": CARDS, "town.png": picture()}


def test_plain_boxes_are_read_in_millimetres(project):
    (deck,) = project(FILES).decks
    ground, name, cost, art = deck.boxes

    assert (deck.width, deck.height) == (63.5, 88.9)
    assert ground[:6] == ("rectangle line 7", "rect", 0, 0, 63.5, 10)
    assert (ground.look.fill, ground.look.stroke, ground.look.stroke_width) == ("#00ff00", "#ff0000", 0.5)
    assert name[2:6] == pytest.approx((3.175, 0, 47.625, 13.335))
    assert name.content == (("name", True), (", the ", False), ("kind", True), ("\n{x}", False))
    assert name.look[:6] == (24, True, False, "center", "middle", "#0000ff")
    assert cost[2:6] == pytest.approx((50, 70, 13.5, 18.9))
    assert cost.look[:6] == (12, False, True, "right", "bottom", "#0000ff")
    assert (art.kind, art.content, art.look.stretched) == ("picture", (("art", True),), False)


def test_table_is_taken_over(project):
    assert [dict(row) for row in project(FILES).decks[0].rows] == [
        {"id": "town", "copies": "2", "name": "Town", "kind": "place", "cost": "3", "art": "art/town.png"},
        {"id": "goblin", "copies": "1", "name": "Goblin", "kind": "foe", "cost": "1", "art": ""},
    ]


def test_what_is_lost_is_listed(project):
    assert project(FILES).lost == [
        "line 12, IMAGE: its file must be worked out; write it into a column of the table",
        "line 13, TEXT: it is for some cards only, 2",
        "line 14, TEXT: its place must be worked out",
        "commands that are not taken over: FOR (1), NEXT (1)",
        "fonts: all text is in the plain font; fonts.toml can add others",
    ]


def test_imported_game_is_sound(project, imported, sound):
    project(FILES)
    folder, lines = imported("deck.nde")
    sound(folder)

    assert lines[0] == "cards: 3 cards of 63.5 × 88.9 mm, 4 boxes"
    assert load(folder).components[0].count == 3


def test_table_without_boxes_is_shown_column_by_column(project, imported, sound):
    project(FILES | {"deck.nde": "LINK = data/cards.csv\n"})
    folder, _ = imported("deck.nde")
    sound(folder)

    template = (folder / "templates/cards.svg.j2").read_text()
    assert [name for name in ("name", "kind", "cost", "art") if f"{{{{ card.{name} }}}}" in template] == [
        "name",
        "kind",
        "cost",
        "art",
    ]


def test_other_text_is_refused(project):
    with pytest.raises(Faults, match=r"deck.txt: no script of nanDECK with a line LINK = table.csv"):
        project({"deck.txt": "Dear reader,\n"})
