"""The two scoresheets of Hadrian's Wall on paper: every box in its place, large enough, and with all its words."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from generator.base.cache import Cache
from generator.base.geometry import Rect
from generator.base.units import MM
from generator.build.faces.face_jobs import face_jobs
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.load.game_loader import load
from generator.model.face import Group, Shape
from generator.model.sheet import Book

FOLDER = Path(__file__).parents[2] / "data" / "hadrians-wall"
TEMPLATES = FOLDER.parents[1] / "templates"
PAPERS = ("a4", "letter", "a3")
LANGUAGES = ("en", "ja")
SMALLEST = 5.5 * MM
SCORES = ("renown", "piety", "valour", "discipline", "path_points", "penalty", "total")
RANKS = ("rank_1", "rank_2", "rank_3", "rank_4", "rank_5")
"""Beside the table of ranks: marked by the form, not by a pencil, so they may be smaller and are not in the layout."""


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture(scope="module")
def book(game):
    return Book.of(game.sheets.values())


@pytest.fixture(scope="module")
def draw(game, thorough):
    """The faces of both sheets in a theme by sheet, paper and language, each drawn once; A3 only with `--thorough`."""
    drawn = {}

    def faces(theme="colour", papers=PAPERS if thorough else PAPERS[:2]):
        for paper in papers:
            if (theme, paper) not in drawn:
                options = BuildOptions(papers=(find_paper(paper),), languages=LANGUAGES, only=("sheets",), theme=theme)
                renderer = FaceRenderer(game, "hadrians-wall", theme, Cache(None), "test")
                jobs = face_jobs(game, options, InputDigests("everything", "drawing"))
                drawn[theme, paper] = {(job.piece.id, job.paper, job.language): renderer.draw(job)[0] for job in jobs}
        return {key: face for paper in papers for key, face in drawn[theme, paper].items()}

    return faces


def test_both_sheets_fit_every_paper_and_language(draw):
    faces = draw("colour", PAPERS)

    assert len(faces) == 2 * len(PAPERS) * len(LANGUAGES)
    assert [face.warnings for face in faces.values()] == [()] * len(faces)


@pytest.mark.parametrize("theme", ["ink-saver", "mono"])
def test_both_sheets_are_drawn_in_every_theme(draw, theme):
    faces = draw(theme, ("letter",))

    assert [face.warnings for face in faces.values()] == [()] * 4
    assert [face.fields for face in faces.values()] == [draw("colour", ("letter",))[key].fields for key in faces]


def fills(ink):
    """The colours of all fills."""
    for each in ink:
        if isinstance(each, Group):
            yield from fills(each.ink)
        elif isinstance(each, Shape) and isinstance(each.fill, str):
            yield each.fill


def inks(colour):
    """How much cyan, magenta and yellow a colour takes."""
    return sum(255 - part for part in bytes.fromhex(colour.removeprefix("#")))


def test_what_a_citizen_opens_has_the_citizens_hue(draw):
    colours = tomllib.loads((TEMPLATES / "hadrians-wall/themes/colour.toml").read_text("utf-8"))["colour"]
    paper = tomllib.loads((TEMPLATES / "themes/colour.toml").read_text("utf-8"))["colour"]["paper"]
    citizens = ("trader", "performer", "priest", "apparitor", "patrician")
    hues = {name: colours[name] for citizen in citizens for name in (f"{citizen}_field", f"{citizen}_pale")}
    seen = {
        theme: Counter(fills(draw(theme, ("a4",))["right", "a4", "en"].ink.unpack()[0])) for theme in ("colour", "mono")
    }

    assert len(set(hues.values())) == 10
    for name, colour in hues.items():
        # A hue takes no more ink than the ground that it replaces.
        assert inks(colour) <= inks(colours["wall"] if name.endswith("_field") else paper), name
        assert seen["colour"][colour] >= 1, name
        assert seen["mono"][colour] == 0, name


def test_citizens_stand_on_pale_grounds_in_ink_saver(draw):
    colours = tomllib.loads((TEMPLATES / "hadrians-wall/themes/ink-saver.toml").read_text("utf-8"))["colour"]
    grounds = [colours[f"{citizen}_field"] for citizen in ("trader", "performer", "priest", "apparitor", "patrician")]
    seen = Counter(fills(draw("ink-saver", ("a4",))["right", "a4", "en"].ink.unpack()[0]))

    assert len(set(grounds)) == 5
    assert all(0 < inks(ground) < 0.08 * 3 * 255 for ground in grounds)
    assert all(seen[ground] >= 2 for ground in grounds)  # the track, and the titles of what it opens


def test_fields_are_the_boxes_and_the_score(draw, game):
    for (sheet, *_), face in draw().items():
        expected = {box.id: box.kind for box in game.sheets[sheet].boxes}
        expected |= dict.fromkeys(SCORES + RANKS, "sum") if sheet == "left" else {}

        assert {field.id: field.kind for field in face.fields} == expected
        assert len(face.fields) == len(expected)


def test_marks_leave_what_a_box_gives_in_view(draw, book):
    """On the screen a cross or a year stands beside the icons of its box, in a part large enough for it."""
    for (*_, language), face in draw().items():
        fields = {field.id: field for field in face.fields}
        inside = [box for box in book.boxes.values() if box.id in fields and gives_inside(box)]

        assert len(inside) > 40, language
        assert [box.id for box in inside if not fields[box.id].free] == []
        assert min(min(fields[box.id].free.width, fields[box.id].free.height) for box in inside) > 3.4 * MM


def gives_inside(box):
    """Buildings give beside their circle, goods beside their hexagon."""
    return box.kind in {"mark", "year"} and not box.title and (box.gains or box.one_of)


def test_boxes_are_large_enough_and_apart(draw):
    for face in draw().values():
        page = Rect(0, 0, face.trim.width, face.trim.height)
        rects = [field.rect for field in face.fields]

        boxes = [field.rect for field in face.fields if field.id not in RANKS]

        assert min(min(rect.width, rect.height) for rect in boxes) >= SMALLEST
        assert all(page.contains(rect) for rect in rects)
        assert not any(one.overlaps(other, slack=0.01) for at, one in enumerate(rects) for other in rects[:at])


def test_box_of_the_form_is_the_box_of_the_layout(draw, game):
    for (sheet, *_), face in draw().items():
        layout = game.layouts[sheet]
        wide, high = face.trim.width / layout.columns, face.trim.height / layout.rows
        places = {**layout.boxes, **layout.values}
        for field in [field for field in face.fields if field.id not in RANKS]:
            x, y, width, height = places[field.id]
            expected = (x * wide, y * high, width * wide, height * high)
            found = (field.rect.x, field.rect.y, field.rect.width, field.rect.height)

            assert found == pytest.approx(expected, abs=0.01)


def test_no_two_boxes_are_called_alike(draw):
    for language in LANGUAGES:
        labels = [field.label for sheet in ("left", "right") for field in draw()[sheet, "a4", language].fields]
        sums = [field.label for field in draw()["left", "a4", language].fields if field.kind == "sum"]

        assert len(set(labels)) == len(labels)
        assert len(sums) == len(SCORES + RANKS)


def test_boxes_are_called_in_the_language_of_the_sheet(draw):
    english, japanese = ({f.id: f.label for f in draw()["left", "a4", language].fields} for language in LANGUAGES)

    assert english["wall_guard_03"] == "Wall guard, section 1, box 3 of 6"
    assert japanese["wall_guard_03"] == "長城の守り 第1区 6枠中3番"
    assert english["disdain_07"] == "Disdain, row 2, box 2 of 5"
    assert english["medium_granary"] == "Medium granary"
    assert english["wall_guard_18"] == "Wall guard, section 3, box 6 of 6"
    assert (english["penalty"], japanese["penalty"]) == ("Points lost to disdain", "軽蔑による失点")


def test_paths_are_tabbed_to_after_the_name(game):
    assert [box.id for box in game.sheets["left"].boxes][:8] == [
        "name",
        *(f"path_{n}" for n in range(1, 7)),
        "cohort_left_01",
    ]


def test_halves_of_what_is_circled_can_be_touched(game, draw):
    for (sheet, *_), face in draw().items():
        twice = {box.id for box in game.sheets[sheet].boxes if box.kind == "mark2"}
        rects = [field.rect for field in face.fields if field.id in twice]

        assert min(rect.width / 2 for rect in rects) >= 4.9 * MM
        assert min(rect.height for rect in rects) >= 6 * MM


def test_notes_of_the_left_sheet_are_large_enough(draw):
    notes = ("note_granaries", "note_hotel", "note_workshop", "note_road", "note_disdain", "word_path_1", "legend")
    for (sheet, *_), face in draw().items():
        used = {fit.element: fit.used for fit in face.fits}

        assert sheet == "right" or min(used[note] for note in notes) >= 7.5 - 0.001


def test_points_lost_stand_clear_of_the_rings(draw, runs, game):
    layout = game.layouts["left"]
    for (sheet, *_), face in draw().items():
        if sheet == "left":
            left, top, width, height = layout.spots["penalties"]
            cell = face.trim.width / layout.columns
            table = Rect(left * cell, top * face.trim.height / layout.rows, width * cell, height * 99)
            lost = [rect for text, rect in runs(face) if text.startswith("−") and rect.x > table.x and rect.y > table.y]
            across = table.width / 3
            ring = (1.05 + 0.92) * min(cell, face.trim.height / layout.rows)

            assert len(lost) == 9
            assert all((rect.x - table.x) % across >= ring for rect in lost)


def test_signs_of_the_left_sheet_are_told(game):
    for language in LANGUAGES:
        legend = game.strings["sheet.legend"][language]

        assert all(f"{{{sign}}}" in legend for sign in ("attack", "deck", "production", "infrastructure"))
        assert "{any_non_soldier}" in legend


def test_key_names_every_item_on_both_sheets(draw, runs, game):
    for (_, _, language), face in draw().items():
        words = {text for text, _ in runs(face)}

        assert {row.cells["name"][language] for row in game.tables["items"]} <= words


def test_names_of_buildings_stand_clear_of_their_frames(draw, runs, game):
    areas = [area for area in game.sheets["left"].areas if area.id in {"hotel", "workshop", "road"}]
    layout, seen = game.layouts["left"], 0
    for (sheet, _, language), face in draw().items():
        places = dict(runs(face)) if sheet == "left" else {}
        cell = face.trim.width / layout.columns
        for area in areas if places else []:
            left, _, width, _ = layout.areas[area.id]
            names = [places.get(box.title[language]) for track in area.tracks for box in track.boxes]
            assert all(name.x > left * cell + 0.4 * MM for name in names if name)
            assert all(name.right < (left + width) * cell - 0.4 * MM for name in names if name)
            seen += sum(name is not None for name in names)

    assert seen > 20


def test_player_boards_have_a_place_for_all_that_production_gives(game, runs):
    options = BuildOptions(papers=(find_paper("a4"),), languages=("en",), only=("player_boards",))
    renderer = FaceRenderer(game, "hadrians-wall", "colour", Cache(None), "test")
    job, *_ = face_jobs(game, options, InputDigests("everything", "drawing"))
    words = [text for text, _ in runs(renderer.draw(job)[0])]
    (production,) = [track for track in game.sheets["left"].tracks if track.id == "production"]

    assert words.count(str(len(production.boxes))) >= len(game.tables["items"])


def test_letters_lie_on_no_other_letters(draw, overlapping_letters):
    for key in (
        ("left", "letter", "en"),
        ("left", "letter", "ja"),
        ("right", "letter", "en"),
        ("right", "letter", "ja"),
    ):
        assert overlapping_letters(draw()[key]) == []


def test_text_is_large_enough_to_read(draw):
    for (_, size, _), face in draw().items():
        assert min(fit.used for fit in face.fits) >= (8 if size == "a3" else 6) - 0.001
        assert min(fit.used for fit in face.fits if fit.element.startswith(("label_", "title_"))) >= 8


def test_wall_and_cippi_stand_over_the_fort_they_hang_on(game):
    boxes = game.layouts["left"].boxes
    for box in game.sheets["left"].boxes:
        forts = [need.value for need in box.needs if need.value.startswith("fort_")]
        for below in map(boxes.__getitem__, forts):
            x, y, width, height = boxes[box.id]

            assert below[0] <= x
            assert x + width <= below[0] + below[2]
            assert y + height < below[1]


def test_columns_of_the_wall_lie_between_the_gates(game):
    layout = game.layouts["left"]
    ends = [0, layout.spots["gate_center"][0], layout.spots["gate_right"][0], layout.columns]
    for box in game.sheets["left"].boxes:
        if box.section:
            at = ("left", "center", "right").index(box.section)
            x, _, width, _ = layout.boxes[box.id]

            assert ends[at] < x
            assert x + width <= ends[at + 1]


def test_tracks_read_from_left_to_right(game):
    for id_, layout in game.layouts.items():
        for track in game.sheets[id_].tracks:
            lefts = [layout.boxes[box.id][:2] for box in track.boxes]
            rows = {y: [x for x, top in lefts if top == y] for _, y in lefts}
            if track.order == "row":
                assert all(row == sorted(row) for row in rows.values())


def test_tables_on_the_sheet_are_those_of_the_rules(draw, runs, book):
    words = [text for text, _ in runs(draw()["left", "a4", "en"])]

    assert [text for text in words if text.startswith("−") and text[1:].isdigit()] == [
        f"−{gives}" for _, gives in book.values["penalty"].formula.table
    ]
    assert {"0+", "40+", "50+", "60+", "70+"} <= set(words)
