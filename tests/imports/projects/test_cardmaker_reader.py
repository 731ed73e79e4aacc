import pytest

from generator.base.errors import Faults
from generator.imports.projects.game_files import game_files
from generator.load.game_loader import load
from tests.imports.conftest import picture

LAYOUT = """\
<Layout width="750" height="1050" Name="Action Cards" defaultCount="3" dpi="300">
  <Element name="Hidden" type="Text" x="0" y="0" width="10" height="10" variable="x" enabled="false"/>
  <Element name="Cost" type="Text" x="30" y="30" width="300" height="60" variable="Cost: @[Cost] {{coins}}"
    font="Arial;24;1;0;1;0" horizontalalign="2" verticalalign="1" elementcolor="0x102030FF" enabled="true"/>
  <Element name="Rule" type="FormattedText" x="60" y="600" width="630" height="360" variable="&lt;b&gt;@[Text]&lt;/b&gt;"
    font="Times;18;0;0;0;0" elementcolor="0x000000FF" enabled="true"/>
  <Element name="Art" type="Graphic" x="75" y="150" width="600" height="400" variable="@[Art]" lockaspect="true"/>
  <Element name="Suit" type="Graphic" x="650" y="20" width="80" height="80" lockaspect="true"
    variable="#(switch;@[Suit];cups;icons/cup.png;swords;icons/sword.bmp)#"/>
  <Element name="Panel" type="Shape" x="0" y="0" width="750" height="120" variable="#roundedrect;0;-;-;30#"
    elementcolor="0xC0C0C080" borderthickness="3" bordercolor="0xFF0000FF"/>
  <Element name="Star" type="Shape" x="0" y="0" width="75" height="12" variable="#polygon;0;-;-#"/>
  <Reference RelativePath="data\\cards.csv" Default="true"/>
</Layout>
"""
CARDS = """\
Count,Title,Cost,Text,Art,Suit
2,High Templar,3,"Draw 2\\c then @[Coin]\\nand stop",art\\templar.PNG,cups
,Orc,1,Pay @[coin].,art/none.png,swords
"""
FILES = {
    "Deck.cmp": f'<?xml version="1.0"?><Project>{LAYOUT}</Project>',
    "data/cards.csv": CARDS,
    "data/cards_defines.csv": "Define,Value\nCoin,1 coin\n",
    "art/Templar.png": picture(),
    "icons/cup.png": picture(),
    "icons/sword.bmp": picture("BMP"),
}


def test_layout_becomes_a_deck_in_millimetres(project):
    (deck,) = project(FILES).decks

    assert (deck.id, deck.title, deck.width, deck.height) == ("action_cards", "Action Cards", 63.5, 88.9)
    assert [box.name for box in deck.boxes] == ["Panel", "Panel: border", "Suit", "Art", "Rule", "Cost"]
    cost = deck.boxes[-1]
    assert (cost.x, cost.y, cost.width, cost.height) == pytest.approx((2.54, 2.54, 25.4, 5.08))
    assert cost.content == (("Cost: ", False), ("cost", True), (" {{coins}}", False))
    assert cost.look[:6] == (pytest.approx(7.68), True, True, "right", "middle", "#102030")
    assert deck.boxes[0].look.opacity == pytest.approx(0x80 / 0xFF)


def test_rows_have_ids_copies_and_worked_out_values(project):
    (deck,) = project(FILES).decks

    assert [dict(row) for row in deck.rows] == [
        {
            "id": "high_templar",
            "copies": "2",
            "title": "High Templar",
            "cost": "3",
            "text": "Draw 2, then 1 coin\nand stop",
            "art": "art/templar.png",
            "suit": "cups",
            "suit_2": "art/cup.png",
            "rule": "Draw 2, then 1 coin\nand stop",
        },
        {
            "id": "orc",
            "copies": "1",
            "title": "Orc",
            "cost": "1",
            "text": "Pay 1 coin.",
            "art": "art/none.svg",
            "suit": "swords",
            "suit_2": "art/sword.bmp",
            "rule": "Pay 1 coin.",
        },
    ]


def test_what_is_lost_is_listed(project):
    assert project(FILES).lost == [
        "layout 'Action Cards', Star: the shape '#polygon;0;-;-#' is not taken over",
        "layout 'Action Cards', Rule: '<b>' and the like are left out",
        "fonts Arial, Times: all text is in the plain font; fonts.toml can add others",
        "picture 'art/none.png': no file 'art/none.png'; did you mean 'art/Templar.png'?",
    ]


def test_imported_game_is_sound_and_says_what_it_is(project, imported, sound):
    project(FILES)
    folder, lines = imported("Deck.cmp")
    sound(folder)

    assert lines[0] == "action_cards: 3 cards of 63.5 × 88.9 mm, 6 boxes"
    assert lines[1] == "Not taken over:"
    (part,) = load(folder).components
    assert [(piece.id, piece.copies) for piece in part.pieces] == [("high_templar", 2), ("orc", 1)]
    assert (folder / "art/sword.bmp").read_bytes().startswith(b"BM")


def test_layout_without_a_table_is_one_card(project):
    layout = LAYOUT.replace("<Reference", "<Nothing").replace("@[", "")
    (deck,) = project({"Deck.cmp": f"<Project>{layout}</Project>"}).decks

    assert [(row["id"], row["copies"]) for row in deck.rows] == [("card", "3")]


def test_counters_make_a_card_of_each_copy(project, imported, sound):
    text = '<Element name="{}" type="Text" x="10" y="10" width="200" height="60" variable="{}"/>'
    sub = '<Element name="Sub" type="SubLayout" x="0" y="0" width="9" height="9" variable="Other"/>'
    elements = text.format("Card", "No. ##5;2;3#") + text.format("Copy", "#sc;1;1;1# of ![deckindex]") + sub
    layout = LAYOUT.replace("<Reference", elements + "<Reference")
    read = project(FILES | {"Deck.cmp": f"<Project>{layout}</Project>"})

    assert [(row["id"], row["copies"], row["card"], row["copy"]) for row in read.decks[0].rows] == [
        ("high_templar", "1", "No. 005", "1 of 1"),
        ("high_templar_2", "1", "No. 007", "2 of 2"),
        ("orc", "1", "No. 009", "1 of 3"),
    ]
    assert read.boxes.whole - read.boxes.imported == 1  # the polygon: a sub-layout draws nothing itself
    sound(imported("Deck.cmp")[0])


def test_counters_of_a_layout_without_a_table_count_its_cards(project):
    element = '<Element name="Card" type="Text" x="10" y="10" width="200" height="60" variable="##1;1;2#"/>'
    layout = f'<Layout width="750" height="1050" Name="A" defaultCount="2" dpi="300">{element}</Layout>'

    assert [row["card"] for row in project({"Deck.cmp": f"<Project>{layout}</Project>"}).decks[0].rows] == ["01", "02"]


def test_tables_are_put_together_where_the_layout_says_so(project):
    layout = LAYOUT.replace("<Layout", '<Layout combineReferences="true"').replace(
        "</Layout>", '<Reference RelativePath="more.csv"/></Layout>'
    )
    more = "Count,Title,Cost!,Cost\n1,Orc,a,b\n"
    (deck,) = project(FILES | {"Deck.cmp": f"<Project>{layout}</Project>", "more.csv": more}).decks

    assert [(row["id"], row["cost"], row["cost_2"]) for row in deck.rows] == [
        ("high_templar", "3", ""),
        ("orc", "1", ""),
        ("orc_2", "b", "a"),
    ]


def test_layouts_beyond_what_a_game_needs_are_listed(project):
    empty = '<Layout width="100" height="100" Name="Empty"/>'
    found = project({"Deck.cmp": f"<Project>{empty * 53}</Project>"})

    assert (len(found.decks), found.lost) == (50, ["3 layouts after the first 50"])


@pytest.mark.parametrize("path", ["../cards.csv", "/etc/passwd", "missing.csv", "google;abc", ""])
def test_table_that_is_not_there_is_listed(project, path):
    lost = project({"Deck.cmp": f"<Project>{LAYOUT}</Project>".replace("data\\cards.csv", path)}).lost

    assert any(line.startswith(f"layout 'Action Cards', table '{path}': ") for line in lost)


def test_words_of_a_stranger_are_no_commands(project):
    hostile = "{{ lang }} {% x %} &lt;b&amp;' \\"
    layout = LAYOUT.replace("Cost: @[Cost] {{coins}}", hostile).replace('name="Cost"', 'name="a #} {{ b"')
    found = project(FILES | {"Deck.cmp": f"<Project>{layout}</Project>"})
    template = game_files(found, "x")["templates/action_cards.svg.j2"].decode()

    assert "{#" in template
    assert "{{ lang" not in template
    assert "{% x" not in template
    assert "{# a } &#123;" not in template
    assert template.count("{#") == template.count("#}")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("<Project/>", "no project of CardMaker; it has no layouts"),
        ("<Layout width='1' height='1'/>", "no project of CardMaker; it has no layouts"),
        ("", "not well-formed XML: no element found"),
        ("<Project>", "not well-formed XML: no element found"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><Project>&a;</Project>", "DOCTYPE is not allowed; delete it"),
        ("<?xml version='1.0' encoding='x-none'?><Project/>", "unknown encoding: x-none"),
        (b"\xff\xfe\x00", "not well-formed XML"),
    ],
)
def test_other_files_are_refused(project, content, what):
    with pytest.raises(Faults, match=what):
        project({"Deck.cmp": content})


def test_names_of_elements_and_layouts_are_words(project):
    text = '<Element name="Cost" type="Text" x="0" y="0" width="99" height="99" variable="![elementname] of ![layoutname]"/>'
    layout = f'<Layout width="750" height="1050" Name="Orcs" dpi="300">{text}</Layout>'
    read = project({"Deck.cmp": f'<?xml version="1.0"?><Project>{layout}</Project>'})

    assert read.decks[0].boxes[0].content == (("Cost of Orcs", False),)
