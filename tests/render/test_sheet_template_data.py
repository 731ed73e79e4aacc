"""What a template sees of a scoresheet: words in one language, places in millimetres."""

import pytest

from generator.base.geometry import Size
from generator.base.messages import Messages
from generator.base.records import replace
from generator.base.units import MM
from generator.model.formula import MarkedBoxes, StepTable
from generator.model.sheet import Area, Box, Need, Option, Price, Rank, Ranks, ScoreRow, Sheet, Track, Value
from generator.model.sheet_layout import Layout
from generator.model.text import Text
from generator.render.sheet_template_data import SheetTemplateData
from generator.render.templates.budget import TemplateError
from generator.render.templates.views import TemplateViews

WORDS = Messages({"sheet.box": "{track}, box {n} of {m}", "sheet.row_box": "{track}, row {row}, box {n} of {m}"})


def text(en, ja):
    return Text.of({"en": en, "ja": ja})


def box(id_, track, number, kind="mark", title=None, **more):
    plain = {"costs": (), "needs": (), "gains": (), "one_of": (), "start": 0, "least": 0, "most": 0, "options": ()}
    return Box(id_, kind, title, **(plain | more), tags=(), track=track, number=number, provenance="house")


def track(id_, title, *boxes, columns=0):
    return Track(id_, title, "row", ("sword",), boxes, columns=columns)


GUARD = track("guard", text("Wall *guard*", "守り"), *(box(f"guard_0{n}", "guard", n) for n in range(1, 6)))
GATE = track(
    "gate",
    text("Gate", "門"),
    box(
        "north", "gate", 1, "choice", text("North gate", "北門"),
        costs=(Price((("wood", 2),)),), needs=(Need("guard", 3),), options=(Option("shut", text("Shut", "閉")),),
    ),
)  # fmt: skip
MAP = track("map", text("Map", "地図"), *(box(f"map_0{n}", "map", n) for n in range(1, 6)), columns=2)
AREA = Area("all", text("All", "全部"), text("Pay {wood}", "{wood}を払う"), (GUARD, GATE, MAP))
LEVEL = Value("level", None, StepTable(MarkedBoxes(("guard_01",)), ((1, 1), (3, 2))), "")
SHEET = Sheet(
    "left", text("Left", "左"), "1", (AREA,), (LEVEL,), (ScoreRow("level", text("Level", "段"), minus=True),), (), (),
    Ranks("level", (Rank(0, text("Low", "低")),)), (),
)  # fmt: skip
PLACES = {b.id: (10 * n, 5, 4, 3) for n, b in enumerate(SHEET.boxes)}
LAYOUT = Layout(110, 40, {}, PLACES, {"level": (0, 20, 5, 5)}, {"head": (0, 0, 10, 2)}, {"guard": 3})


@pytest.fixture
def sheet():
    def drawn(language="en", layout=LAYOUT, words=WORDS, height=40, of=SHEET):
        views = TemplateViews(language, lambda _: views)
        return SheetTemplateData(of, layout, Size(220 * MM, height * MM), views, words).view().values

    return drawn


def labels(sheet, track):
    return [box.values["label"] for box in sheet["track"].values[track].values["boxes"]]


def test_places_are_millimetres_of_the_face(sheet):
    second = sheet()["box"].values["guard_02"].values

    assert [second[side] for side in ("x", "y", "width", "height")] == pytest.approx([20, 5, 8, 3])


def test_boxes_are_called_by_track_row_and_number(sheet):
    assert labels(sheet(), "guard") == [
        "Wall *guard*, row 1, box 1 of 3",
        "Wall *guard*, row 1, box 2 of 3",
        "Wall *guard*, row 1, box 3 of 3",
        "Wall *guard*, row 2, box 1 of 2",
        "Wall *guard*, row 2, box 2 of 2",
    ]
    assert labels(sheet(), "map")[4] == "Map, row 3, box 1 of 1"
    assert labels(sheet(layout=None, height=120), "guard")[2] == "Wall *guard*, box 3 of 5"


def test_box_with_a_title_is_called_by_it(sheet):
    assert labels(sheet("ja"), "gate") == ["北門"]


def test_labels_need_no_words_of_the_program(sheet):
    assert labels(sheet(words=Messages({})), "guard")[4] == "Wall *guard*, 2: 2 / 2"


def test_titles_are_guarded_and_notes_are_live(sheet):
    made = sheet()

    assert "*" not in made["track"].values["guard"].values["title"]
    assert made["area"].values["all"].values["note"] == "Pay {wood}"
    assert made["track"].values["guard"].values["note"] == ""


def test_box_tells_price_needs_and_options(sheet):
    north = sheet("ja")["box"].values["north"].values

    assert north["costs"] == ((("wood", 2),),)
    assert [need.values for need in north["needs"]] == [{"value": "guard", "least": 3}]
    assert [option.values for option in north["options"]] == [{"id": "shut", "title": "閉"}]


def test_titles_of_boxes_and_ranks_have_places(sheet):
    row = Track(
        "gate", text("Gate", "門"), "row", (), (box("a", "gate", 1, title=text("A", "甲")), box("b", "gate", 2))
    )
    areas = replace(AREA, tracks=(row,))
    made = sheet(of=replace(SHEET, areas=(areas,)), layout=None, height=120)

    first, second = (each.values for each in made["track"].values["gate"].values["boxes"])
    assert first["caption"].values["x"] + first["caption"].values["width"] < first["x"]
    assert second["caption"] == ""
    assert [rank.values["place"].values["height"] for rank in made["ranks"]] == [6]


def test_title_is_within_its_box_where_a_layout_has_no_spot(sheet):
    row = replace(GATE, boxes=(GATE.boxes[0], box("south", "gate", 2)))
    areas = replace(AREA, tracks=(row,))
    layout = replace(LAYOUT, boxes={**PLACES, "south": (90, 5, 4, 3)}, spots={"ranks": (0, 30, 40, 4)})
    made = sheet(of=replace(SHEET, areas=(areas,)), layout=layout)

    north = made["box"].values["north"].values
    assert north["x"] < north["caption"].values["x"] < north["x"] + north["width"]
    assert made["ranks"][0].values["place"].values["width"] == 80


def test_missing_spot_is_a_matter_of_the_layout(sheet):
    with pytest.raises(
        TemplateError, match=r"no spot called 'haed'; did you mean 'head'\?; give it .* in 'sheets/left\.layout"
    ):
        sheet()["spot"].compute("haed")


def test_area_without_a_frame_lies_around_its_boxes(sheet):
    area = sheet()["areas"][0].values

    assert [area[side] for side in ("x", "y", "width", "height")] == pytest.approx([0, 5, 208, 3])
    assert [each.values["id"] for each in area["tracks"]] == ["guard", "gate", "map"]


def test_values_spots_scores_ranks_and_steps_are_offered(sheet):
    made = sheet()

    assert (made["value"].values["level"].values["label"], made["value"].values["level"].values["width"]) == (
        "Level",
        10,
    )
    assert made["spot"].values["head"].values["width"] == 20
    assert [score.values for score in made["scores"]] == [
        {"value": "level", "title": "Level", "minus": True, "column": ""}
    ]
    assert [(rank.values["least"], rank.values["title"]) for rank in made["ranks"]] == [(0, "Low")]
    assert made["steps"].values == {"level": ((1, 1), (3, 2))}
