import base64
import json

import pytest

from generator.base.errors import Faults
from tests.imports.conftest import picture

HTML = """<div class="card">
  <div class="header">{{card.name}}</div>
  <img class="art" src="{{index assets card.image}}"/>
  <div class="text">{{#if card.cost}}Cost: <b>{{card.cost}}</b>{{/if}}<br>{{{compileImages card.flavour-text width=20}}}</div>
  <img class="mark" src="{{assets.icons.star}}"/>
</div>"""
CSS = """/* a remark { } */
.card { width: 750px; height: 1050px; border: 30px solid hsl(0, 0%, 10%); display: flex; flex-direction: column }
.card .header { height: 150px; font-size: 80px; font-weight: 600; color: Maroon; text-align: center }
.card .art { height: 400px }
.mark { position: absolute; right: 0; bottom: 0; width: 75px; height: 75px }
.other .text { color: #ffffff }"""


def database(*, html=HTML, css=CSS):
    png = {"type": "image/png", "data": base64.b64encode(picture()).decode()}
    tables = {
        "decks": [{"id": 1, "name": "Village"}, {"id": 2, "name": "Empty"}],
        "cardAttributes": [
            {"id": 2, "deckId": 1, "name": "Flavour Text", "type": "text", "order": 3},
            {"id": 1, "deckId": 1, "name": "Cost", "type": "numeric", "order": 1},
            {"id": 3, "deckId": 1, "name": "Image", "type": "text", "order": 2},
            {"id": 4, "deckId": 9, "name": "Strange", "type": "text"},
        ],
        "cards": [
            {"id": 1, "deckId": 1, "name": "Fox", "count": 2, "frontCardTemplateId": 7, "backCardTemplateId": 7}
            | {"cost": 3, "image": "Red Fox", "flavour-text": "Eats {{hen 2}} at night"},
            {"id": 2, "deckId": 1, "name": "Hen", "count": 1, "frontCardTemplateId": 7, "cost": None, "image": "gone"},
        ],
        "cardTemplates": [{"id": 7, "deckId": 1, "name": "Front", "html": html, "css": css}],
        "assets": [
            {"id": 1, "name": "red-fox", "path": "", "file": png, "$types": {"file": "blob2"}},
            {"id": 2, "name": "star", "path": "icons", "file": png},
        ],
    }
    rows = [{"tableName": name, "inbound": True, "rows": rows} for name, rows in tables.items()]
    data = {"databaseName": "cider-db", "databaseVersion": 10, "tables": [], "data": rows}
    return json.dumps({"formatName": "dexie", "formatVersion": 1, "data": data})


def test_cards_are_rows(project):
    (deck,) = project({"database.json": database()}).decks

    assert deck.title == "Village"
    assert [{**row} for row in deck.rows] == [
        {
            "id": "fox",
            "copies": "2",
            "name": "Fox",
            "cost": "3",
            "image": "art/red_fox.png",
            "flavour_text": "Eats hen at night",
            "words": "Cost: 3\nEats hen at night",
        },
        {"id": "hen", "copies": "1", "name": "Hen", "cost": "", "image": "art/gone.svg", "flavour_text": ""}
        | {"words": ""},
    ]


def test_boxes_have_the_sizes_of_the_css(project):
    (deck,) = project({"database.json": database()}).decks
    ground, name, art, text, mark = deck.boxes

    assert (deck.width, deck.height) == pytest.approx((63.5, 88.9))
    assert (ground.kind, ground.look.stroke, ground.look.stroke_width) == ("rect", "#1a1a1a", pytest.approx(2.54))
    assert name[2:6] == pytest.approx((2.54, 2.54, 58.42, 12.7))
    assert (name.look.size, name.look.bold, name.look.align, name.look.colour) == (19.2, True, "center", "#800000")
    assert (art.content, art.y, art.height) == (
        (("image", True),),
        pytest.approx(15.24),
        pytest.approx(33.8667, abs=1e-3),
    )
    assert text.content == (("words", True),)
    assert (text.y + text.height, text.look.colour) == (pytest.approx(86.36), "#000000")
    assert mark[2:6] == pytest.approx((54.61, 80.01, 6.35, 6.35))
    assert mark.content == (("art/icons_star.png", False),)


def test_what_is_lost_is_listed(project):
    read = project({"database.json": database()})

    assert read.lost == [
        "deck 'Village': pictures inside texts (hen); their names are there",
        "deck 'Village': its backs are of several templates, and not taken over",
        "fonts: all text is in the plain font; fonts.toml can add others",
        "picture 'gone.png': no file 'gone.png'",
    ]
    assert [str(count) for count in (read.boxes, read.tables, read.pictures_named)] == ["5 of 5", "1 of 1", "2 of 3"]


def test_imported_game_is_sound(project, imported, sound):
    project({"database.json": database()})
    folder, lines = imported("database.json")
    sound(folder)

    assert lines[0] == "village: 3 cards of 63.5 × 88.9 mm, 5 boxes"


def test_boxes_without_a_size_are_as_high_as_their_words(project):
    html = '<div class="card"><p>{{card.name}}</p><p>{{upper card.cost}}!</p><div style="display:flex"><i>a</i><i>b</i></div></div>'
    read = project({"database.json": database(html=html, css=".card {width: 900px; height: 900px}")})
    boxes = read.decks[0].boxes

    # A line of 50 pixels, with its share of the room between paragraphs, at 300 dots per inch.
    assert [box[2:6] for box in boxes[:2]] == [pytest.approx((0, 10.16 * row, 76.2, 10.16)) for row in (0, 1)]
    assert boxes[2].y + boxes[2].height == pytest.approx(76.2)
    assert boxes[1].content == (("!", False),)
    assert [line for line in read.lost if "Front" in line] == [
        "template 'Front': places that a browser works out, which are near (4)",
        "template 'Front': the value 'upper card.cost' is not taken over (1)",
    ]


FOLDER = {
    "decks/red-foxes/cards.csv": "Name,Count,Front Template,Back Template,Hue,Card ID\nFox,2,Front Side,Back,10,7\nHen,1,Front Side,Back,200,8\n",
    "decks/red-foxes/attributes.csv": "Name,Description,Type,Options\nHue,,text,\nCard ID,,text,\n",
    "decks/red-foxes/front-side.html": """<link rel="x"/><div class="card"><div class="head">{{card.name}}</div>
        <div class="art"></div><div class="foot">No. {{#padZeros card.card-id 3}}{{/padZeros}}</div></div>""",
    "decks/red-foxes/front-side.css": """.card { width: 825px; height: 1125px; display: flex; flex-direction: column }
        .head { font-size: 50px; padding: 10px 40px 12px; padding-top: 30px; background: radial-gradient(hsl({{card.hue}}, 50%, 40%), hsl({{card.hue}}, 50%, 60%)) }
        .art { flex: 1; height: 90px; background-image: url({{index assets card.name}}) }
        .foot { height: calc(100px + 5px); color: hsl({{card.hue}}, 100%, 50%) }""",
    "decks/red-foxes/back.html": '<div class="card"></div>',
    "decks/red-foxes/back.css": ".card { width: 825px; height: 1125px; background-color: #123456 }",
}


def test_folder_that_cider_saves_comes_over(project, imported, sound):
    read = project({"": b""} | FOLDER | {"assets/fox.png": picture(), "assets/hen.png": picture()})
    (deck,) = read.decks

    assert (deck.title, len(deck.back)) == ("Red Foxes", 1)
    assert [row["copies"] for row in deck.rows] == ["2", "1"]
    assert [row["name"] for row in deck.rows] == ["Fox", "Hen"]
    assert [row["name_picture"] for row in deck.rows] == ["art/fox.png", "art/hen.png"]
    ground, head, art, foot = deck.boxes
    gradient = ground.gradients["fill"]
    assert [[row[column] for column in gradient.columns] for row in deck.rows] == [
        ["#994433", "#cc7766"],
        ["#337799", "#66aacc"],
    ]
    assert deck.rows[1][foot.colours["colour"]] == "#00aaff"
    assert foot.content == (("No. ", False), ("card_id_2", True))
    assert deck.rows[1]["card_id_2"] == "008"
    pixel = 25.4 / 300
    assert (head.y, art.y, foot.y) == tuple(pytest.approx(pixel * place) for place in (30, 102, 1020))
    assert (head.x, head.width) == (pytest.approx(pixel * 40), pytest.approx(pixel * 745))
    assert (read.boxes.imported, read.tables.imported, read.pictures_named.imported) == (5, 1, 2)
    sound(imported("")[0])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "no JSON"),
        ("[1]", "neither a database of Cider nor cards of rpg-cards"),
        ('{"formatName": "dexie", "data": []}', "a database of Cider without cards"),
        ('{"formatName": "dexie", "data": {"data": [{"tableName": "cards", "rows": 3}, 4]}}', "without cards"),
    ],
)
def test_other_json_is_refused(project, text, why):
    with pytest.raises(Faults, match=why):
        project({"database.json": text})


@pytest.mark.parametrize(
    ("rule", "covers", "stretched"),
    [
        ("background-image: url({{index assets card.image}}); background-size: cover", True, False),
        ("background: url('{{index assets card.image}}') center / 100% 100%", False, True),
    ],
)
def test_picture_in_css_is_a_box(project, imported, sound, rule, covers, stretched):
    css = f".card {{ width: 750px; height: 1050px; {rule} }}"
    read = project({"database.json": database(html='<div class="card"></div>', css=css)})
    (box,) = read.decks[0].boxes

    assert (box.kind, box.content) == ("picture", (("image", True),))
    assert (box.look.covers, box.look.stretched) == (covers, stretched)
    assert str(read.boxes) == "1 of 1"
    sound(imported("database.json")[0])


def test_pictures_may_be_buffers(project):
    whole = json.loads(database())
    (assets,) = (table for table in whole["data"]["data"] if table["tableName"] == "assets")
    assets["rows"] = [{**row, "file": 0, "buffer": row["file"]["data"], "type": "image/png"} for row in assets["rows"]]

    assert str(project({"database.json": json.dumps(whole)}).pictures_named) == "2 of 3"


def with_back(css):
    """A database in which both cards have a back of its own template."""
    whole = json.loads(database())
    tables = {table["tableName"]: table["rows"] for table in whole["data"]["data"]}
    back = {"id": 8, "deckId": 1, "name": "Back", "html": '<div class="card"><p>{{card.name}}</p></div>', "css": css}
    tables["cardTemplates"].append(back)
    for card in tables["cards"]:
        card["backCardTemplateId"] = 8
    return json.dumps(whole)


def test_one_back_of_all_cards_comes_over(project, imported, sound):
    read = project({"database.json": with_back(".card { width: 750px; height: 1050px }")})
    (box,) = read.decks[0].back

    assert box.content == (("name", True),)
    assert str(read.boxes) == "6 of 6"
    folder, _ = imported("database.json")
    assert 'back = "village-back.svg.j2"' in (folder / "game.toml").read_text()
    sound(folder)


def test_back_of_another_size_is_told(project):
    read = project({"database.json": with_back(".card { width: 300px; height: 1050px }")})

    assert "deck 'Village': its back has another size, and is not taken over" in read.lost
    assert not read.decks[0].back


def test_pictures_whose_file_cannot_be_known_are_boxes_that_are_lost(project):
    read = project({"database.json": database(html=HTML.replace("assets.icons.star", "somewhere"))})

    assert str(read.boxes) == "4 of 5"


def test_import_of_a_font_hides_no_rule_and_a_border_may_lie_outside_of_the_card(project):
    css = """@import url('https://fonts.example/css?family=A:wght@0;1');
        .card { width: calc(825px - 160px); height: calc(1125px - 160px); border: 80px solid red }"""
    (deck,) = project({"database.json": database(html='<div class="card">{{card.name}}</div>', css=css)}).decks
    ground, name = deck.boxes

    assert (deck.width, deck.height) == pytest.approx((69.85, 95.25))
    assert ground.look.stroke == "#ff0000"
    assert name[2:6] == pytest.approx((6.7733, 6.7733, 56.3033, 81.7033), abs=1e-3)


@pytest.mark.parametrize(
    ("css", "place"),
    [
        ("", (0, 0, 300)),
        (".a { width: 100px }", (0, 0, 100)),
        (".a { width: 50%; margin: 0 auto }", (75, 0, 150)),
        (".card { display: flex; flex-direction: column; align-items: flex-end } .a { width: 100px }", (200, 0, 100)),
        (".a { width: 100px; position: relative; right: -20px; top: 10px }", (20, 10, 100)),
    ],
)
def test_width_of_a_block_and_its_relative_place_count(project, css, place):
    html = '<div class="card"><div class="a">{{card.name}}</div><div class="b">{{card.cost}}</div></div>'
    css = f".card {{ width: 300px; height: 300px }} .a {{ height: 90px }} .b {{ height: 90px }} {css}"
    (deck,) = project({"database.json": database(html=html, css=css)}).decks
    first, second = deck.boxes

    assert (first.x, first.y, first.width) == pytest.approx([25.4 / 300 * pixels for pixels in place])
    assert second.y == pytest.approx(25.4 / 300 * 90)


def test_corners_are_round_and_an_element_without_a_value_is_not_drawn(project, imported, sound):
    html = '<div class="card"><div class="cost">{{card.cost}}</div></div>'
    css = """.card { width: 300px; height: 300px; border-radius: 9px; background: white }
        .cost { {{renderif card.cost}} width: 90px; height: 90px; border-radius: 50%; background: red }"""
    read = project({"database.json": database(html=html, css=css)})
    (deck,) = read.decks
    card, ground, words = deck.boxes

    assert (card.look.radius, ground.look.radius) == (0, pytest.approx(45 * 25.4 / 300))
    assert [[row[box.when] for row in deck.rows] for box in (ground, words)] == [["yes", ""], ["yes", ""]]
    assert not [line for line in read.lost if "helpers" in line]
    sound(imported("database.json")[0])


def test_elements_in_a_condition_are_drawn_on_its_cards(project, imported, sound):
    html = """<div class="card">{{#if (gt card.cost 2)}}<div class="dear">{{card.cost}}</div>{{else}}
        <div class="cheap">free</div>{{/if}}<div class="name">{{card.name}}</div></div>"""
    read = project({"database.json": database(html=html, css=".card { width: 750px; height: 1050px }")})
    (deck,) = read.decks

    drawn = {box.name: [row["name"] for row in deck.rows if not box.when or row[box.when]] for box in deck.boxes}
    assert drawn == {"dear": ["Fox"], "cheap": ["Hen"], "name": ["Fox", "Hen"]}
    sound(imported("database.json")[0])
