import pytest

from generator.base.errors import Faults
from generator.exchange.imports.project import PLAIN_FONT
from generator.load.game_loader import load
from tests.exchange.imports.conftest import picture

LAYOUT = """\
frame: {x: 37.5, y: 37.5, width: 750, height: 1050, radius: 75, fill_color: '#0b3736', stroke_color: white}
title: {x: 112.5, y: 90, width: 600, height: 100, font: 'Arial Bold 24', align: center, valign: middle}
cost: {extends: title, y: += 150, color: blue}
art: {x: 75, y: 300, width: 675}
"""
SCRIPT = """\
require 'squib'
Squib::Deck.new(cards: 4, layout: 'layout.yml') do
  background color: 'black'
  data = csv file: 'cards.csv'
  rect layout: 'frame'
  text str: data['Name'], layout: 'title'
  text str: data['Cost'].map { |c| c + 1 }, layout: 'cost'
  text str: "#{1 + 1}", layout: 'cost'
  png file: data['Art'], layout: 'art'
  circle x: 100, y: 100, radius: 50, fill_color: '#ff000000', stroke_width: 3
  text str: 'Nowhere', layout: 'lost', x: 300, y: 600, width: 200, height: 40, font: 'Arial 8', angle: 0.5
end
"""
CARDS = "Name,Qty,Cost,Art\nHigh Templar,3,2,templar.png\nOrc,1,1,orc.png\n"
FILES = {"deck.rb": SCRIPT, "layout.yml": LAYOUT, "cards.csv": CARDS, "templar.png": picture()}


def test_script_becomes_a_deck_with_its_bleed(project):
    (deck,) = project(FILES).decks

    assert (deck.width, deck.height, deck.bleed) == pytest.approx((63.5, 88.9, 3.175))
    assert [(box.name, box.kind) for box in deck.boxes] == [
        ("background", "rect"),
        ("frame", "rect"),
        ("title", "text"),
        ("cost", "text"),
        ("cost", "text"),
        ("art", "picture"),
        ("line 10", "ellipse"),
        ("lost", "text"),
    ]
    frame, title = deck.boxes[1:3]
    assert frame[2:6] == pytest.approx((0, 0, 63.5, 88.9))
    assert frame.look.radius == pytest.approx(6.35)
    assert title.look[:6] == (24, True, False, "center", "middle", "#000000")
    assert deck.boxes[6].look.fill == "none"
    assert deck.boxes[7].look.turn == pytest.approx(28.6, abs=0.1)


def test_rows_are_counted_and_have_columns_for_what_must_be_worked_out(project):
    (deck,) = project(FILES).decks

    assert [dict(row) for row in deck.rows] == [
        {
            "id": "high_templar",
            "copies": "3",
            "name": "High Templar",
            "cost": "2",
            "art": "art/templar.png",
            "cost_2": "",
        },
        {"id": "orc", "copies": "1", "name": "Orc", "cost": "1", "art": "", "cost_2": ""},
    ]


def test_what_is_lost_is_listed(project):
    assert project(FILES).lost == [
        "line 7, text: column 'Cost' is taken as it is; the script changes its words",
        "line 8, text: its words must be worked out; write them into a column of the table",
        "line 11, text: no layout entry called 'lost'",
        "fonts: all text is in the plain font; fonts.toml can add others",
        "picture 'orc.png': no file 'orc.png'; it is one of 'templar.png'",
    ]


def test_imported_game_is_sound(project, imported, sound):
    project(FILES)
    folder, lines = imported("deck.rb")
    sound(folder)

    assert lines[0] == "deck: 4 cards of 63.5 × 88.9 mm, 8 boxes"
    assert load(folder).components[0].count == 4


def test_layout_finds_its_script_and_its_table(project):
    from_layout = project({"layout.yml": LAYOUT, **{name: FILES[name] for name in FILES if name != "layout.yml"}})

    assert [box.name for box in from_layout.decks[0].boxes][:2] == ["background", "frame"]


def test_layout_alone_draws_the_columns_of_its_names(project):
    (deck,) = project({"layout.yml": LAYOUT, "cards.csv": CARDS.replace("Name", "Title")}).decks

    assert [(box.name, box.kind) for box in deck.boxes] == [
        ("frame", "rect"),
        ("title", "text"),
        ("cost", "text"),
        ("art", "text"),
    ]


def test_project_without_a_table_is_one_card(project):
    found = project({"layout.yml": LAYOUT})

    assert [dict(row) for row in found.decks[0].rows] == [{"id": "card", "copies": "1"}]
    assert found.lost[0].startswith("table: none is named")


def test_script_is_read_without_a_layout_that_is_none(project):
    lost = project({"deck.rb": SCRIPT, "layout.yml": "\n", "cards.csv": CARDS}).lost

    assert lost[0].startswith("layout 'layout.yml': no layout of Squib")


def test_layout_that_is_none_is_refused(project):
    with pytest.raises(Faults, match="no layout of Squib"):
        project({"layout.yml": "\n"})


def test_other_scripts_are_refused(project):
    with pytest.raises(Faults, match=r"deck.rb: no script of Squib; it has no Squib::Deck.new"):
        project({"deck.rb": "puts 1\n"})


def test_first_decks_of_many_are_taken_over(project):
    found = project({"deck.rb": "Squib::Deck.new\n" * 60})

    assert len(found.decks) == 50
    assert found.lost[-2:] == ["the decks after the first 50", f"fonts: {PLAIN_FONT}"]
