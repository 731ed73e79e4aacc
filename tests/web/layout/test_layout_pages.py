"""The layout page: boxes are moved, typed, added and removed, and templates change by exactly that."""

import html
import io
import re
import shutil
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from PIL import Image

from generator.base.geometry import Rect
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.layout_edits.layout_trial import LayoutTrial
from generator.load.game_locations import starters
from generator.web.layout.face_layouts import FaceLayouts
from generator.web.previews.face_previews import InterruptedDrawingError

PAGE = "/gallery/mine/layout"
TEMPLATE = "templates/raid.svg.j2"
TABLE = "cards/raid.csv"


class LayoutEditor:
    """A reader of the layout page, who sends its forms as a browser does."""

    def __init__(self, visitor, folder, card):
        self.visitor, self.folder, self.query = visitor, folder, f"part=raid&card={card}&language=en"

    def of(self, part):
        """The same for a card of another component."""
        self.query = self.query.replace("part=raid", f"part={part}")
        return self

    def page(self):
        return self.visitor.get(f"{PAGE}?{self.query}")

    def box(self, name):
        """The number of a box by its name in the list."""
        found = re.search(
            rf'<details id="box-(\d+)"[^>]*>\n<summary><strong>{re.escape(name)}</strong>', self.page().text
        )
        return found[1]

    def send(self, do, box="", state="", **fields):
        state = state or re.search(r'name="state" value="([^"]+)"', self.page().text)[1]
        form = {"state": state, "do": do} | ({"box": box} if box else {}) | fields
        return self.visitor.post(f"{PAGE}/edit?{self.query}", form)

    def turn(self, do):
        return self.visitor.post(f"{PAGE}/history?{self.query}", {"do": do})

    def read(self, file=TEMPLATE):
        return (self.folder / file).read_text("utf-8")


@pytest.fixture
def layout(visitor, game):
    return LayoutEditor(visitor, game, "scouts")


def test_a_box_is_moved_by_one_line_of_its_template(layout):
    before = layout.read()

    assert layout.send("move", layout.box("suit"), dx="1.5", dy="-2").status == 303
    assert layout.read() == before.replace('pnp:rect="20 5 38 6"', 'pnp:rect="21.5 3 38 6"')
    assert layout.turn("undo").status == 303
    assert layout.read() == before
    assert layout.turn("redo").status == 303
    assert 'pnp:rect="21.5 3 38 6"' in layout.read()


def test_a_script_that_has_the_page_gets_the_changed_box_alone(layout):
    page, box = layout.page().text, layout.box("suit")
    state = re.search(r'name="state" value="([^"]+)"', page)[1]
    form = {"state": state, "do": "move", "box": box, "dx": "1.5", "dy": "-2"}
    answer = layout.visitor.post(f"{PAGE}/edit?{layout.query}&bare=1", form)

    assert answer.status == 200
    assert "data-some" in answer.text
    assert re.findall(r'<li id="of-box-(\d+)"', answer.text) == [box]
    assert "pnp:rect=&#34;21.5 3 38 6&#34;" in answer.text
    assert f'<li id="of-box-{box}"' in page
    now = re.search(r'data-state="([^"]+)"', answer.text)[1]
    assert now != state
    assert now == re.search(r'data-state="([^"]+)"', layout.page().text)[1]


def test_marks_of_all_cards_are_drawn_once_for_an_edit_that_is_tried_and_saved(layout, services, monkeypatch):
    drawn, draw = [], FaceRenderer.typeset_drawing

    def counted(renderer, job, svg):
        drawn.append(job.piece.id)
        return draw(renderer, job, svg)

    monkeypatch.setattr(FaceRenderer, "typeset_drawing", counted)
    state = re.search(r'name="state" value="([^"]+)"', layout.page().text)[1]
    form = {"state": state, "do": "move", "box": layout.box("suit"), "dx": "1.5", "dy": "-2"}
    tried = layout.visitor.post(f"{PAGE}/try?{layout.query}", form)
    assert len(set(drawn)) > 5
    layout.visitor.post(f"{PAGE}/edit?{layout.query}", form)
    layout.page()
    drawn.clear()

    assert layout.visitor.get(f"{PAGE}/fit?{layout.query}").text == tried.text
    assert drawn == []


def test_marks_of_all_cards_wait_for_an_edit(layout, services, monkeypatch):
    asked, give_way = [], services.previews.give_way

    def once(*_):
        asked.append(1)
        if len(asked) == 2:
            raise InterruptedDrawingError
        give_way()

    monkeypatch.setattr(services.previews, "give_way", once)

    assert layout.visitor.get(f"{PAGE}/fit?{layout.query}").status == 200
    assert len(asked) > 3


@pytest.mark.parametrize(
    ("places", "others"),
    [((10, 30), "It also changes: dot30."), ((10, 20, 30, 40, 50), "changes: dot20, dot30, dot40 (and 1 more).")],
)
def test_what_would_move_too_is_asked_first(layout, places, others):
    dots = "".join(f"{{{{ dot({x}) }}}}" for x in places)
    (layout.folder / TEMPLATE).write_text(
        layout.read()
        .replace(
            "{% call svg(face) %}",
            '{% macro dot(x) %}<circle id="dot{{ x }}" cx="{{ x }}" cy="{{ 80 }}" r="2"/>{% endmacro %}\n'
            "{% call svg(face) %}",
        )
        .replace("{% endcall %}", f'{{% if card.id == "scouts" %}}{dots}{{% endif %}}\n{{% endcall %}}'),
        "utf-8",
    )
    before, box = layout.read(), layout.box("dot10")

    asked = layout.send("move", box, dw="1", dh="1")
    assert asked.status == 409
    assert others in asked.text
    assert layout.read() == before
    assert layout.send("move", box, dw="1", dh="1", reach="all").status == 303
    assert 'r="2.5"' in layout.read()


PAIR = (
    '{% macro pair(x) %}<circle id="near" cx="{{ x }}" cy="{{ 80 }}" r="2"/>'
    '{% if card.id == "climber" %}<rect id="far" x="{{ x }}" y="70" width="2" height="2"/>{% endif %}{% endmacro %}'
)
"""A macro whose argument places a second shape, on one card alone."""


def test_what_would_move_on_other_cards_is_asked_first(layout):
    text = layout.read().replace("{% call svg(face) %}", f"{PAIR}\n{{% call svg(face) %}}")
    (layout.folder / TEMPLATE).write_text(text.replace("{% endcall %}", "{{ pair(10) }}\n{% endcall %}"), "utf-8")
    before, box = layout.read(), layout.box("near")

    asked = layout.send("move", box, dx="2")
    assert asked.status == 409
    assert "R4: far" in asked.text
    assert layout.read() == before
    assert layout.send("move", box, dx="2", reach="alone").status == 303
    assert "{{ pair(10) }}" in layout.read()
    layout.turn("undo")
    assert layout.send("move", box, dx="2", reach="all").status == 303
    assert "{{ pair(12) }}" in layout.read()


def test_a_box_is_moved_on_one_card_by_a_column_of_its_table(layout):
    template, table = layout.read(), layout.read(TABLE)

    assert layout.send("move", layout.box("suit"), dx="1.5", dy="-2", reach="card").status == 303
    head, *rows = layout.read(TABLE).splitlines()
    cells = {row.split(",", 1)[0]: row for row in rows}
    assert head == table.splitlines()[0] + ",at.suit"
    assert cells["scouts"].endswith(",1.5 -2")
    assert [row for row in rows if not row.startswith("scouts")] == [
        f"{row}," for row in table.splitlines()[1:] if not row.startswith("scouts")
    ]
    # The second step is added to the first, and one back empties the cell.
    assert layout.send("move", layout.box("suit"), dx="0.5", dw="3", reach="card").status == 303
    assert "2 -2 3" in layout.read(TABLE)
    assert layout.send("move", layout.box("suit"), dx="-2", dy="2", dw="-3", reach="card").status == 303
    assert layout.read(TABLE) == "\n".join(
        [f"{table.splitlines()[0]},at.suit", *(f"{r}," for r in table.splitlines()[1:]), ""]
    )
    for _ in range(3):
        layout.turn("undo")
    assert layout.read(TABLE) == table
    assert layout.read() == template


PICTURE = '<image id="art" href="pictures/wall.svg" x="5" y="30" width="20" height="20"/>'


@pytest.fixture
def pictured(layout):
    """The layout of a card with a picture."""
    folder = layout.folder / "templates/pictures"
    folder.mkdir(exist_ok=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>'
    (folder / "wall.svg").write_text(drawing, "utf-8")
    (layout.folder / TEMPLATE).write_text(
        layout.read().replace("{% endcall %}", f"{PICTURE}\n{{% endcall %}}"), "utf-8"
    )
    return layout


def test_a_picture_is_cropped_on_one_card_or_on_all(pictured):
    template, table = pictured.read(), pictured.read(TABLE)
    part = {"across": "30", "down": "20", "zoom": "1.5"}

    assert pictured.send("crop", pictured.box("art"), reach="card", **part).status == 303
    assert pictured.read(TABLE).splitlines()[0] == f"{table.splitlines()[0]},crop.art"
    assert [row[-9:] for row in pictured.read(TABLE).splitlines() if row.startswith("scouts")] == ["30 20 1.5"]
    assert 'name="zoom" value="1.5"' in pictured.page().text
    pictured.turn("undo")
    assert pictured.read(TABLE) == table
    assert pictured.send("crop", pictured.box("art"), **part).status == 303
    assert pictured.read() == template.replace('height="20"/>\n', 'height="20" pnp:focus="30 20 1.5"/>\n')


def test_a_crop_of_no_picture_or_of_no_part_is_refused(pictured):
    part = {"across": "30", "down": "20", "zoom": "1.5"}

    assert pictured.send("crop", pictured.box("suit"), reach="card", **part).status == 422
    assert pictured.send("crop", pictured.box("art"), **part | {"across": "300"}).status == 400


def test_a_card_with_a_box_of_its_own_is_asked_about_like_others(layout):
    text = layout.read().replace("{% call svg(face) %}", f"{PAIR}\n{{% call svg(face) %}}")
    (layout.folder / TEMPLATE).write_text(text.replace("{% endcall %}", "{{ pair(10) }}\n{% endcall %}"), "utf-8")

    asked = layout.send("move", layout.box("near"), dx="2")
    assert 'name="reach" value="card"' in asked.text
    before = layout.read()
    assert layout.send("move", layout.box("near"), dx="2", reach="card").status == 303
    assert layout.read() == before
    assert "at.near" in layout.read(TABLE).splitlines()[0]


def test_a_box_without_an_id_is_not_moved_on_one_card(layout):
    table = layout.read(TABLE)

    refused = layout.send("move", layout.box("circle"), dx="2", reach="card")
    assert refused.status == 422
    assert "It needs an id of its own" in refused.text
    assert layout.read(TABLE) == table


def test_two_boxes_of_one_id_are_not_moved_on_one_card(layout):
    text = layout.read().replace("{% endcall %}", '<circle id="suit" cx="5" cy="5" r="2"/>{% endcall %}')
    (layout.folder / TEMPLATE).write_text(text, "utf-8")

    assert layout.send("move", layout.box("suit"), dx="2", reach="card").status == 422


def test_a_template_of_two_components_is_told(layout):
    settings = layout.folder / "game.toml"
    text = settings.read_text("utf-8")
    (layout.folder / "templates/dot.svg.j2").write_text(
        '{% macro dot(face) %}<circle id="dot" cx="{{ face.width / 2 }}" cy="6" r="1"/>{% endmacro %}', "utf-8"
    )
    fronts = re.findall(r'^front = "([^"]+\.j2)"', text, re.MULTILINE)
    for name in set(fronts):
        template = layout.folder / "templates" / name
        if template.is_file() and "{% endcall %}" in template.read_text("utf-8"):
            drawn = '{% from "dot.svg.j2" import dot %}' + template.read_text("utf-8")
            template.write_text(drawn.replace("{% endcall %}", "{{ dot(face) }}{% endcall %}"), "utf-8")
    asked = layout.send("set", layout.box("dot"), name="fill", value="#ff0000")

    assert asked.status == 409
    assert ": dot" in asked.text.partition('id="notice"')[2].partition("</p>")[0]


def test_an_edit_of_an_older_state_is_not_saved(layout):
    assert layout.send("move", layout.box("suit"), state="0" * 32, dx="1").status == 409
    assert 'pnp:rect="20 5 38 6"' in layout.read()


def test_boxes_are_added_and_removed(layout):
    before = layout.read()

    assert layout.send("add", kind="column", value="name", id="again").status == 303
    assert '<text id="again"' in layout.read()
    assert layout.send("remove", layout.box("again")).status == 303
    assert layout.read().rstrip() == before.rstrip()


@pytest.fixture
def columns(layout):
    """The layout of a card with a column of each kind: an optional row, lists, yes and no, and an optional number."""
    columns = "\n".join(
        (
            'foe = { type = "row", of = "suits", optional = true }',
            'foes = { type = "list", of = "suits", optional = true }',
            'night = { type = "yes" }',
            'loot = { type = "number", optional = true }',
        )
    )
    settings = layout.folder / "game.toml"
    suit = 'suit = { type = "row", of = "suits" }'
    settings.write_text(settings.read_text("utf-8").replace(suit, f"{columns}\n{suit}", 1), "utf-8")
    head, *rows = layout.read(TABLE).splitlines()
    cells = ["torches,swords torches,yes,3"] + [",,no,"] * (len(rows) - 1)
    rows = [f"{row},{cell}" for row, cell in zip(rows, cells, strict=True)]
    (layout.folder / TABLE).write_text("\n".join([f"{head},foe,foes,night,loot", *rows, ""]), "utf-8")
    return layout


@pytest.mark.parametrize(
    ("column", "expression"),
    [
        ("name", "card.name"),
        ("suit", "card.suit.name"),
        ("foe", "card.foe.name if card.foe"),
        ("foes", 'card.foes|join(", ", attribute="name")'),
        ("night", '"night" if card.night'),
        ("loot", "card.loot"),
    ],
)
def test_a_column_of_any_kind_is_dropped_onto_a_card(columns, column, expression):
    assert columns.send("add", kind="column", value=column, id="again").status == 303
    assert f"{{{{ {expression} }}}}</text>" in columns.read()
    columns.query = columns.query.replace("scouts", "war_chief")
    assert columns.page().status == 200


@pytest.mark.parametrize("cells", [["pictures/wall.svg"], ["pictures/wall.svg", ""]])
def test_a_column_of_pictures_is_dropped_as_a_picture_on_the_cards_that_have_one(pictured, cells):
    settings = pictured.folder / "game.toml"
    suit = 'suit = { type = "row", of = "suits" }'
    column = 'photo = { type = "text", default = "" }'
    settings.write_text(settings.read_text("utf-8").replace(suit, f"{column}\n{suit}", 1), "utf-8")
    head, *rows = pictured.read(TABLE).splitlines()
    rows = [f"{row},{cells[0] if row.startswith('scouts') else cells[-1]}" for row in rows]
    (pictured.folder / TABLE).write_text("\n".join([f"{head},photo", *rows, ""]), "utf-8")

    assert pictured.send("add", kind="column", value="photo", id="photo").status == 303
    [line] = (line for line in pictured.read().splitlines() if 'id="photo"' in line)
    assert "<image " in line
    assert line.startswith("{% if card.photo %}") == (len(cells) == 2)
    pictured.query = pictured.query.replace("scouts", "war_chief")
    assert 'id="notice"' not in pictured.page().text
    pictured.query = pictured.query.replace("war_chief", "scouts")
    assert pictured.send("remove", pictured.box("photo")).status == 303


def test_a_second_box_called_picture_stands_for_no_file(layout):
    for _ in range(2):
        assert layout.send("add", kind="text", value="One", id="picture").status == 303
    assert 'id="picture_2"' in layout.read()


def test_a_layout_has_the_name_of_its_card_and_leads_to_its_neighbours_and_its_back(layout):
    page = layout.page().text

    assert re.search(r"<h1>Layout: (\D+)</h1>", page)
    ways = re.findall(r'href="([^"]*/layout[^"]*)"[^>]*>(?:← )?(Previous|Next|Back)', page)
    assert "Next" in {word for _, word in ways}
    assert all(layout.visitor.get(html.unescape(to)).status == 200 for to, _ in ways)
    assert ("Back" in {word for _, word in ways}) == (
        layout.visitor.get(f"{PAGE}?{layout.query}&side=back").status == 200
    )


def test_the_title_of_a_row_is_printed_in_the_language_of_the_card(layout):
    layout.query = layout.query.replace("en", "ja")
    layout.send("add", kind="column", value="suit", id="again")
    assert "<strong>again</strong>" in layout.page().text
    printed = re.search(
        r'<details id="box-\d+"[^>]*>\n<summary><strong>again</strong>.*?</details>', layout.page().text, re.S
    )
    assert "<option selected>suit</option>" in printed[0]

    assert layout.send("where", layout.box("again"), name="suit", value="剣").status == 303
    assert '{% if card.suit.id == "swords" %}' in layout.read()


def test_a_new_box_whose_name_is_taken_gets_a_number(layout):
    answer = layout.send("add", kind="column", value="name", id="suit")

    assert answer.status == 303
    assert '<text id="suit_2"' in layout.read()


def test_a_box_dropped_near_the_edge_ends_before_it(layout):
    assert layout.send("add", kind="column", value="name", id="again", x="49", y="6").status == 303

    assert 'id="again" pnp:rect="49 6 11 8"' in layout.read()


def placed(layout, id_):
    """Left, top, width and height of a box, as the template says them."""
    return [float(side) for side in re.search(rf'id="{id_}"[^>]* pnp:rect="([^"]+)"', layout.read())[1].split()]


def test_boxes_that_are_added_find_free_room_and_lie_on_no_other(layout):
    (layout.folder / TEMPLATE).write_text(
        '{% from "shared/card.svg.j2" import svg, ground %}\n{% call svg(face) %}\n{{ ground(face, "#ffffff") }}\n'
        '<rect id="frame" x="3" y="3" width="57" height="82" fill="none" stroke="#222222"/>\n'
        '<rect id="sign" x="10" y="30" width="43" height="30" fill="#dddddd"/>\n{% endcall %}\n',
        "utf-8",
    )
    others = [Rect(10, 30, 43, 30)]
    for number in range(4):
        assert layout.send("add", kind="rect", id=f"new{number}").status == 303
        box = Rect(*placed(layout, f"new{number}"))
        assert Rect(3, 3, 57, 82).contains(box)
        assert not [other for other in others if other.overlaps(box)]
        others.append(box)


def test_boxes_without_free_room_are_placed_aside_of_each_other(layout):
    for number in range(4):
        assert layout.send("add", kind="circle", id=f"sign{number}").status == 303
    places = [tuple(placed(layout, f"sign{number}")[:2]) for number in range(4)]

    assert len({*places}) == 4
    assert all(3 <= x <= 60 and 3 <= y <= 85 for x, y in places)


def png(width, height):
    data = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(data, "PNG")
    return data.getvalue()


def sent_picture(layout, data, name):
    return layout.visitor.put(f"{PAGE}/picture?{urlencode({'name': name})}", data)


def test_a_picture_is_brought_onto_the_layout_page_and_stands_on_all_cards(layout):
    answer = sent_picture(layout, png(40, 20), "fox one.png")

    assert (answer.status, answer.text) == (200, "art/fox one.png")
    assert (layout.folder / "art/fox one.png").read_bytes() == png(40, 20)
    assert '"art/fox one.png" = ""' in layout.read("credits.toml")
    assert '<option value="art/fox one.png">' in layout.page().text
    assert layout.send("add", kind="file", value=answer.text, id="fox").status == 303
    assert '<image id="fox"' in layout.read()
    _, _, width, height = placed(layout, "fox")
    assert width == pytest.approx(2 * height, abs=0.15)
    assert 'id="notice"' not in layout.page().text


@pytest.fixture
def placed_fox(layout):
    """A card on which a picture was put that was just brought."""
    sent_picture(layout, png(40, 20), "fox.png")
    assert layout.send("add", kind="file", value="art/fox.png", id="fox").status == 303
    return layout


def test_a_picture_goes_and_comes_back_with_its_edit(placed_fox):
    files = sorted(path.name for path in placed_fox.folder.rglob("*"))
    makers = placed_fox.read("credits.toml")
    placed_fox.turn("undo")

    assert not (placed_fox.folder / "art").exists()
    assert not (placed_fox.folder / "credits.toml").exists()
    assert '<image id="fox"' not in placed_fox.read()
    placed_fox.turn("redo")
    assert sorted(path.name for path in placed_fox.folder.rglob("*")) == files
    assert (placed_fox.folder / "art/fox.png").read_bytes() == png(40, 20)
    assert placed_fox.read("credits.toml") == makers
    assert '<image id="fox"' in placed_fox.read()
    placed_fox.turn("undo")
    assert not (placed_fox.folder / "art").exists()


@pytest.mark.parametrize("user", ["template", "table", "maker", "content", "workbook"])
def test_a_picture_that_something_else_is_about_stays(placed_fox, user):
    folder = placed_fox.folder
    match user:
        case "template":
            assert placed_fox.send("add", kind="file", value="art/fox.png", id="vixen").status == 303
            placed_fox.turn("undo")
            (folder / "templates/other.svg.j2").write_text('<image href="../art/fox.png"/>', "utf-8")
        case "table":
            (folder / "cards/names.csv").write_text("id,photo\none,fox\n", "utf-8")
        case "maker":
            (folder / "credits.toml").write_text('[pictures]\n"art/fox.png" = "A. Smith"\n', "utf-8")
        case "content":
            (folder / "art/fox.png").write_bytes(png(30, 20))
        case "workbook":
            (folder / "cards/names.xlsx").write_bytes(b"PK")
    placed_fox.turn("undo")

    assert (folder / "art/fox.png").exists()
    assert '<image id="fox"' not in placed_fox.read()
    assert '"art/fox.png"' in placed_fox.read("credits.toml")


def test_a_picture_that_was_there_before_its_edit_stays(layout):
    (layout.folder / "art").mkdir()
    (layout.folder / "art/fox.png").write_bytes(png(40, 20))
    sent_picture(layout, png(40, 20), "fox.png")
    assert layout.send("add", kind="file", value="art/fox.png", id="fox").status == 303
    layout.turn("undo")

    assert (layout.folder / "art/fox.png").exists()


def test_credits_of_other_pictures_stay_where_one_is_taken_back(layout):
    makers = '# Ours.\n[pictures]\n"art/owl.png" = "B. Jones"\n'
    (layout.folder / "credits.toml").write_text(makers, "utf-8")
    sent_picture(layout, png(40, 20), "fox.png")
    layout.send("add", kind="file", value="art/fox.png", id="fox")
    layout.turn("undo")

    assert layout.read("credits.toml") == makers


@pytest.mark.parametrize(("x", "y", "corner"), [("30", "40", [20, 35]), ("2", "87", [0, 78])])
def test_a_picture_is_held_in_its_middle_where_it_is_dropped(layout, x, y, corner):
    sent_picture(layout, png(20, 10), "fox.png")
    layout.send("add", kind="file", value="art/fox.png", id="fox", x=x, y=y)
    left, top, width, height = placed(layout, "fox")

    assert [left, top] == pytest.approx(
        [max(0, float(x) - width / 2), min(float(y) - height / 2, 88 - height)], abs=0.1
    )


def test_a_picture_for_a_drawing_is_named_from_its_folder(drawn):
    sent_picture(drawn, png(20, 20), "owl{%.png")
    answer = drawn.send("add", kind="file", value="art/owl{%.png", id="owl")

    assert answer.status == 303, answer.text
    text = drawn.read("templates/raid.svg")
    assert 'id="owl"' in text
    assert 'href="../art/owl&#123;%.png"' in text
    assert "<strong>owl</strong>" in drawn.page().text


@pytest.fixture
def empty(layout):
    """White cards with a column for pictures, in which no card has one."""
    starter = starters()["empty"]
    for name in ("game.toml", "templates/card.svg.j2", "cards/deck.csv"):
        shutil.copy(starter / name, layout.folder / name)
    return LayoutEditor(layout.visitor, layout.folder, "card_2").of("deck")


def test_a_picture_is_shown_on_one_card_by_its_column(empty):
    table = empty.read("cards/deck.csv")
    assert '<option value="picture">on this card (column picture)</option>' in empty.page().text
    sent_picture(empty, png(40, 20), "fox.png")
    answer = empty.send("fill", name="picture", value="art/fox.png")

    assert answer.status == 303, answer.text
    assert empty.read("cards/deck.csv") == table.replace("カード2,,", "カード2,art/fox.png,")
    assert "<strong>picture</strong>" in empty.page().text
    empty.turn("undo")
    assert empty.read("cards/deck.csv") == table
    assert not (empty.folder / "art/fox.png").exists()


@pytest.mark.parametrize("first", ["", "art/fox.png"])
def test_a_column_without_a_picture_for_this_card_is_not_added(empty, first):
    table = empty.folder / "cards/deck.csv"
    sent_picture(empty, png(40, 20), "fox.png")
    table.write_text(table.read_text("utf-8").replace("カード1,,", f"カード1,{first},"), "utf-8")
    before = empty.read("templates/card.svg.j2")
    answer = empty.send("add", kind="column", value="picture", id="picture")

    assert answer.status == 422
    assert "Drop one onto the card first." in answer.text
    assert empty.read("templates/card.svg.j2") == before


def test_a_picture_in_a_column_that_no_template_draws_is_refused(empty):
    table = empty.read("cards/deck.csv")
    template = empty.folder / "templates/card.svg.j2"
    template.write_text(template.read_text("utf-8").replace('href="{{ card.picture }}"', 'href="art/a.png"'), "utf-8")
    sent_picture(empty, png(40, 20), "fox.png")
    answer = empty.send("fill", name="picture", value="art/fox.png")

    assert answer.status == 422
    assert "Let it stand on all cards." in answer.text
    assert empty.read("cards/deck.csv") == table


@pytest.mark.parametrize(
    ("name", "data", "status", "words"),
    [("a.txt", b"text", 415, "a.txt: no picture of a known kind"), ("a.png", b"text", 415, "a.png: no picture")],
)
def test_what_is_no_picture_is_refused_in_a_sentence(layout, name, data, status, words):
    answer = sent_picture(layout, data, name)

    assert answer.status == status
    assert words in answer.text
    assert not (layout.folder / "art").exists()


def test_another_picture_of_the_same_name_is_refused(layout):
    sent_picture(layout, png(20, 10), "fox.png")

    assert sent_picture(layout, png(10, 10), "fox.png").status == 409
    assert sent_picture(layout, png(20, 10), "fox.png").status == 200


def test_a_file_that_is_not_there_is_a_fault_and_not_saved(layout):
    before = layout.read()
    answer = layout.send("add", kind="file", value="art/none.png", id="none")

    assert answer.status == 422
    assert "art/none.png" in answer.text
    assert layout.read() == before


def test_only_this_computer_brings_pictures(layout, monkeypatch):
    monkeypatch.setattr("generator.web.editing.cell_picture_pages.is_away", lambda _: True)
    assert sent_picture(layout, png(2, 2), "fox.png").status == 403
    monkeypatch.undo()
    url = f"/gallery/hadrians-wall/layout/picture?{urlencode({'name': 'fox.png'})}"
    assert layout.visitor.put(url, png(2, 2)).status == 403
    assert not (layout.folder / "art").exists()


def test_the_choice_follows_a_box_that_is_drawn_later(layout):
    for kind in ("rect", "circle"):
        layout.send("add", kind=kind, id=f"new_{kind}")
    before = layout.box("new_rect")
    answer = layout.send("above", before)

    assert answer.status == 303
    after = layout.box("new_rect")
    assert int(after) == int(before) + 1
    assert parse_qs(urlsplit(answer.headers["location"]).query)["box"] == [after]
    assert parse_qs(urlsplit(layout.send("below", after).headers["location"]).query)["box"] == [before]


def test_the_choice_follows_a_box_without_an_id(layout):
    (layout.folder / TEMPLATE).write_text(
        layout.read().replace(
            "{% endcall %}",
            '<circle cx="20" cy="70" r="3"/>\n<rect x="30" y="66" width="6" height="6"/>\n{% endcall %}',
        ),
        "utf-8",
    )
    box = layout.box("circle 3")
    answer = layout.send("above", box)

    assert parse_qs(urlsplit(answer.headers["location"]).query)["box"] == [layout.box("circle 3")]
    assert layout.box("circle 3") != box


def test_state_is_kept_before_a_box_is_removed(layout, services):
    folder = services.games.folders["mine"].folder
    assert layout.send("move", layout.box("suit"), dx="1", dy="0").status == 303
    before = [state.name for state in services.kept_states.states(folder)]

    assert layout.send("remove", layout.box("suit")).status == 303
    kept = [state for state in services.kept_states.states(folder) if state.name not in before]
    assert [state.reason for state in kept][-1:] == ["before"]


def test_several_boxes_move_at_once(layout):
    boxes = [layout.box("suit"), layout.box("text")]

    assert layout.send("move", boxes, dx=["1", "2"], dy="0").status == 303
    assert 'pnp:rect="21 5 38 6"' in layout.read()
    assert 'prose("text", card.text, 10, 70' in layout.read()
    assert layout.turn("undo").status == 303
    assert 'pnp:rect="20 5 38 6"' in layout.read()


def test_layout_and_earlier_states_are_linked_where_games_are_changed(layout):
    gallery, tables = (layout.visitor.get(f"/gallery/mine{place}").text for place in ("?part=raid", "/tables"))

    assert f'id="to-layout" href="{PAGE}?part=raid' in gallery
    assert 'href="/own/mine/states"' in tables
    assert 'href="/own/picket"' in layout.visitor.get("/gallery/picket/layout").text
    assert "to-layout" not in layout.visitor.get("/gallery/picket").text


def test_a_faulty_text_is_shown_and_not_saved(layout):
    before = layout.read()
    state = re.search(r'name="state" value="([^"]+)"', layout.page().text)[1]
    form = {"state": state, "path": TEMPLATE, "text": before.replace("{% endcall %}", "")}

    answer = layout.visitor.post(f"{PAGE}/text?{layout.query}", form)

    assert answer.status == 422
    assert "raid.svg.j2" in html.unescape(answer.text)
    assert layout.read() == before


def test_shipped_games_are_only_shown(layout):
    page = layout.visitor.get("/gallery/picket/layout?part=raid&card=scouts")
    answer = layout.visitor.post("/gallery/picket/layout/edit?part=raid&card=scouts", {"do": "remove", "box": "3"})

    assert page.status == 200
    assert "This game came with Vallum" in page.text
    assert answer.status == 403


@pytest.mark.parametrize("fields", [{"box": "x"}, {"box": "999999"}, {"box": "1", "dx": "far"}, {"do": "fly"}])
def test_foreign_forms_are_refused(layout, fields):
    assert layout.send(**({"do": "move"} | fields)).status == 400


MAP = """
[tables.spots]
rows = "spots.csv"
columns = { x = { type = "number", decimals = true, max = 90 }, y = { type = "number", decimals = true } }

[components.map]
kind = "boards"
title = { en = "Map", ja = "地図" }
trim = ["100mm", "100mm"]
bleed = "3mm"
rows = "map.toml"
front = "map.svg.j2"
columns = { spots = { type = "list", of = "spots" } }
"""
SPOTS = "id,x,y\nfort,20,30.5\ninn,60,30.5\n"


@pytest.fixture
def board(visitor, game):
    """The layout of a board on which a table places spots, beside the cards."""
    config = (game / "game.toml").read_text("utf-8")
    (game / "game.toml").write_text(f"{config}\n{MAP}", "utf-8")
    (game / "spots.csv").write_text(SPOTS, "utf-8")
    row = '[[row]]\nid = "{0}"\nlabel = "M{1}"\nspots = ["fort", "inn"]\n'
    (game / "map.toml").write_text(row.format("coast", 1), "utf-8")
    (game / "templates/map.svg.j2").write_text(
        '{% from "shared/card.svg.j2" import svg, ground %}\n{% call svg(face) %}\n{{ ground(face, "#dce9f0") }}\n'
        '{% for at in card.spots %}<circle cx="{{ at.x }}" cy="{{ at.y }}" r="2"/>{% endfor %}\n{% endcall %}\n',
        "utf-8",
    )
    editor = LayoutEditor(visitor, game, "coast")
    editor.query = "part=map&card=coast&language=en"
    editor.row = row
    return editor


def test_what_a_row_places_moves_by_its_cells(board):
    box, before = board.box("spots: inn"), board.read("templates/map.svg.j2")
    assert "columns x, y" in board.page().text

    assert board.send("move", box, dx="1.5", dy="-2").status == 303
    assert board.read("spots.csv") == "id,x,y\nfort,20,30.5\ninn,61.5,28.5\n"
    assert board.read("templates/map.svg.j2") == before
    assert board.turn("undo").status == 303
    assert board.read("spots.csv") == SPOTS
    # Several rows of one file in one edit.
    both = [board.box("spots: fort"), box]
    assert board.send("move", both, dx=["1", "-1"], dy="0.5").status == 303
    assert board.read("spots.csv") == "id,x,y\nfort,21,31\ninn,59,31\n"


def test_a_place_that_a_column_does_not_allow_is_told_and_not_saved(board):
    answer = board.send("move", board.box("spots: inn"), dx="40")
    assert answer.status == 422
    assert "spots.csv" in answer.text
    assert board.read("spots.csv") == SPOTS


def test_a_row_of_whole_numbers_moves_by_whole_millimetres(board):
    config = board.read("game.toml")
    (board.folder / "game.toml").write_text(config.replace("decimals = true, max = 90", "max = 90"), "utf-8")
    assert board.send("move", board.box("spots: inn"), dx="1.6", dy="2").status == 303
    assert board.read("spots.csv") == "id,x,y\nfort,20,30.5\ninn,62,32.5\n"


def test_a_row_that_places_something_on_another_board_is_asked_about(board):
    rows = board.row.format("coast", 1) + board.row.format("isle", 2)
    (board.folder / "map.toml").write_text(rows, "utf-8")
    box = board.box("spots: inn")
    asked = board.send("move", box, dx="1")
    assert asked.status == 409
    assert "M2" in asked.text
    assert 'value="all"' in asked.text
    # A row has one place on all boards.
    assert (
        'name="reach" value="card">Only' not in re.search(r'<div id="notes".*?<p id="said"', asked.text, re.DOTALL)[0]
    )
    assert board.read("spots.csv") == SPOTS
    assert board.send("move", box, dx="1", reach="all").status == 303
    assert "inn,61,30.5" in board.read("spots.csv")


def test_a_row_of_an_older_state_is_not_moved(board):
    page, box = board.page().text, board.box("spots: inn")
    state = re.search(r'name="state" value="([^"]+)"', page)[1]
    (board.folder / "spots.csv").write_text("id,x,y\ninn,60,30.5\nfort,20,30.5\n", "utf-8")
    assert board.send("move", box, state, dx="1").status == 409
    assert "inn,60,30.5" in board.read("spots.csv")


def test_a_row_of_a_table_that_is_no_text_says_why_it_stays(board):
    config = board.read("game.toml").replace('rows = "spots.csv"', 'rows = "spots.toml"')
    (board.folder / "game.toml").write_text(config, "utf-8")
    rows = "".join(f'[[row]]\nid = "{id_}"\nx = {x}\ny = 30.5\n' for id_, x in (("fort", 20), ("inn", 60)))
    (board.folder / "spots.toml").write_text(rows, "utf-8")
    assert "Only cells of .csv and .tsv files" in board.page().text


@pytest.mark.parametrize("do", ["set", "remove", "above"])
def test_a_row_has_a_place_and_no_look(board, do):
    assert board.send(do, board.box("spots: inn"), name="fill", value="red").status == 422
    assert board.send("move", "9999", dx="1").status == 400


DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
  <rect id="ground" width="63" height="88" fill="#ffffff"/>
  <rect id="frame" x="8" y="10" width="40" height="20" fill="#c9a227"/>
  <text id="typed" x="8" y="60" font-size="4px">{{ card.name }}</text>
</svg>
"""


@pytest.fixture
def drawn(layout):
    """The same deck, whose template is a drawing."""
    settings = layout.folder / "game.toml"
    text = settings.read_text("utf-8")
    settings.write_text(text.replace('front = "raid.svg.j2"', 'front = "raid.svg"', 1), "utf-8")
    (layout.folder / "templates/raid.svg").write_text(DRAWN, "utf-8")
    return layout


def test_other_cards_of_a_drawing_are_rendered_once_for_an_edit(drawn, monkeypatch):
    rendered, elements_by = [], LayoutTrial.elements_by

    def counted(trial, renderer, job):
        rendered.append(job.piece.id)
        return elements_by(trial, renderer, job)

    monkeypatch.setattr(LayoutTrial, "elements_by", counted)
    assert drawn.send("move", drawn.box("frame"), dx="1").status == 303
    first, _ = len(rendered), rendered.clear()
    assert drawn.send("move", drawn.box("frame"), dx="1").status == 303

    # All other cards were rendered before and behind the first edit; of the second one only what comes behind it is new.
    assert 0 < len(rendered) <= first / 2 + 1
    assert 'x="10"' in drawn.read("templates/raid.svg")


def test_template_that_was_saved_while_a_face_was_drawn_is_read_again(layout, monkeypatch):
    template, render = layout.folder / TEMPLATE, FaceLayouts.changed_trial
    before = template.read_bytes()

    def render_while_saved(*arguments):
        template.write_bytes(b"<svg/>")
        try:
            return render(*arguments)
        finally:
            template.write_bytes(before)

    with monkeypatch.context() as patch:
        patch.setattr(FaceLayouts, "changed_trial", render_while_saved)
        assert 'id="box-0"' not in layout.page().text

    assert 'id="box-0"' in layout.page().text
