"""Figures of the rules are laid out of faces of the game; what cannot be shown is a fault with its line."""

import math
import shutil
from dataclasses import replace
from types import SimpleNamespace

import pytest

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.geometry import Rect
from generator.base.units import to_mm
from generator.build.adapted_game import adapt_game
from generator.build.card_formats import find_card_size
from generator.build.faces.booklet_pages import BookletPages
from generator.build.faces.face_jobs import about_component, about_piece, face_job
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.faces.figures import RADIUS, Figures, spread
from generator.build.faces.labels import Labels
from generator.build.options import BuildOptions
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_loader import load
from generator.load.game_locations import sample, templates_root
from generator.model.face import Group, Use
from generator.model.figure import FigureFace
from generator.model.prose import FigureBlock, MarkdownSource, PlacedBlock


@pytest.fixture
def figures(tmp_path):
    """Make the figures of the sample game from a text in TOML."""

    def made(text):
        folder = tmp_path / "picket"
        shutil.copytree(sample(), folder, dirs_exist_ok=True)
        (folder / "rules/figures.toml").write_text(text, "utf-8")
        return Figures(load(folder), "base")

    return made


def size(figures, name="f", width=None):
    return figures.size(FigureBlock(name, "", width, 7), "rules.en.md")


def cells(figures, name="f", scale=1.0):
    """What is drawn of a figure on a page at a scale, its corner at (20, 30)."""
    taken = size(figures, name)
    wide, high = taken.width * scale + taken.beside, max(taken.height * scale, taken.least_height) + taken.above
    return figures.cells(PlacedBlock("figure", "figure", 20, 30, to_mm(wide), to_mm(high), name), "en")


def millimetres(taken):
    return tuple(round(to_mm(length), 2) for length in (taken.width, taken.height, taken.beside, taken.above))


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ('show = "raid/scouts"', (63, 88, 0, 0)),
        ('show = ["raid/scouts", "raid/climber"]', (129, 88, 0, 0)),
        ('show = ["raid/scouts", "raid/climber"]\ngap = 10', (136, 88, 0, 0)),
        ('show = "raid/scouts"\nturn = 90', (88, 63, 0, 0)),
        ('show = "watch"\ncrop = [5, 5, 10, 4]', (10, 4, 0, 0)),
        ('show = "raid/scouts"\nnumbers = { 1 = [5, 5] }', (63, 88, 7, 0)),
        ('show = "raid/scouts"\nnumbers = { 1 = [5, 5], 2 = [60, 5] }', (63, 88, 14, 0)),
        ('show = "raid/scouts"\nnumbers = { 1 = { point = [5, 5], side = "top" } }', (63, 88, 0, 7)),
        ('faces = [{ show = "watch", at = [5, 5] }, { show = "watch", at = [30, 15], scale = 2 }]', (65, 50, 0, 0)),
    ],
)
def test_figure_is_as_large_as_its_faces(figures, text, taken):
    assert millimetres(size(figures(f"[f]\n{text}"))) == taken


def test_single_face_needs_no_file(figures):
    made = figures('[f]\nshow = "watch"')

    assert millimetres(size(made, "raid/scouts")) == (63, 88, 0, 0)
    assert size(made, "art/drawing") is None


def test_face_is_named_with_the_key_of_its_job(figures):
    made = figures('[f]\nshow = "raid/scouts/back"')
    (face,) = cells(made)["faces"]

    assert face.cells["href"].startswith("piece:raid/scouts/back/")
    other = replace(made._game, components=tuple(replace(part, corner=9.0) for part in made._game.components))
    assert cells(Figures(other, "base"))["faces"][0].cells["href"] != face.cells["href"]


def test_faces_stand_where_the_figure_says(figures):
    text = 'faces = [{ show = "raid/scouts", at = [0, 0] }, { show = "watch", at = [70, 10], turn = 90, scale = 2 }]'
    card, token = cells(figures(f"[f]\n{text}"), scale=0.5)["faces"]

    assert card.cells["matrix"] == "0.5 0 0 0.5 20 30"
    assert [round(float(each), 3) for each in token.cells["matrix"].split()] == [0, 1, -1, 0, 75, 35]


def test_cards_printed_at_another_size_are_shown_as_the_game_has_them():
    game = adapt_game(load(sample()), BuildOptions(size=find_card_size("mini")))
    job = Figures(game, "base").job(FigureFace("raid/scouts", 1), "x")

    assert millimetres(size(Figures(game, "base"), "raid/scouts")) == (63, 88, 0, 0)
    assert job.key == Figures(load(sample()), "base").job(FigureFace("raid/scouts", 1), "x").key


BOXES = """[f]
show = "score"
marks = ["nights[2:3]"]
values = { night_1 = 7 }
numbers = { 1 = "night_1", 2 = "night_5" }
"""


def test_boxes_of_a_sheet_are_written_in_where_they_are_printed(figures, tmp_path):
    made = figures(BOXES)
    part = made._game.component("score")
    renderer = FaceRenderer(made._game, "mine", "colour", Cache(tmp_path), "same")
    job = made.job(made._game.figures["f"].faces[0], "x")
    printed = {field.id: field.rect for field in renderer.draw(job)[0].fields}
    marks = {mark.cells["text"]: mark.cells for mark in cells(made)["faces"][0].cells["marks"]}

    assert part.sheets
    assert sorted(marks) == ["", "7"]
    for name, rect in made.boxes(job).items():
        assert [rect.x, rect.y, rect.width, rect.height] == pytest.approx(
            [to_mm(getattr(printed[name], side)) for side in ("x", "y", "width", "height")], abs=0.3
        )


def test_line_to_a_box_ends_at_its_edge(figures):
    first, last = cells(figures(BOXES))["numbers"]
    boxes = figures(BOXES).boxes(figures(BOXES).job(figures(BOXES)._game.figures["f"].faces[0], "x"))

    assert first.cells["to_x"] == pytest.approx(20 + 7 + boxes["night_1"].x, abs=0.02)
    assert last.cells["to_x"] == pytest.approx(20 + 7 + boxes["night_5"].right, abs=0.02)


def test_numbers_cover_neither_the_drawing_nor_each_other(figures):
    points = ", ".join(f"{n} = [{3 * n}, {20 + n}]" for n in range(1, 21))
    numbers = [row.cells for row in cells(figures(f'[f]\nshow = "raid/scouts"\nnumbers = {{ {points} }}'))["numbers"]]

    drawing = Rect(27, 30, 63, 88)
    assert len(numbers) == 20
    for number in numbers:
        circle = Rect(number["x"], number["y"], 0, 0).expand(RADIUS)
        assert not circle.overlaps(drawing)
        assert all(
            math.dist((number["x"], number["y"]), (other["x"], other["y"])) > 2 * RADIUS
            for other in numbers
            if other is not number
        )


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.2])
def test_number_with_a_place_of_its_own_never_covers_its_point(figures, scale):
    text = 'show = "raid/scouts"\nnumbers = { 1 = { point = [30, 40], at = [30, 45] } }'
    (number,) = (row.cells for row in cells(figures(f"[f]\n{text}"), scale=scale)["numbers"])

    assert (number["x"], number["to_x"]) == (20 + 30 * scale, 20 + 30 * scale)
    assert number["y"] - number["to_y"] == pytest.approx(max(5 * scale, RADIUS + 0.9), abs=0.01)


def test_many_numbers_make_a_small_figure_higher(figures):
    points = ", ".join(f"{n} = [2, {n}]" for n in range(1, 10))
    taken = size(figures(f'[f]\nshow = "watch"\nnumbers = {{ {points} }}'))

    assert to_mm(taken.least_height) == pytest.approx(45)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [([], []), ([1], [2]), ([9, 9], [6.5, 11.5]), ([19, 19, 19], [8, 13, 18]), ([3, 4, 18], [2, 7, 18])],
)
def test_places_move_apart_as_little_as_they_must(wanted, found):
    assert spread(wanted, 5, 2, 18) == found


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ('show = "rade/scouts"', 2, "no component 'rade' to show; did you mean 'raid'?"),
        ('show = "raid/scuots"', 2, "no piece 'scuots' in 'raid'; did you mean 'scouts'?"),
        ('show = "raid"', 2, "'raid' names no face; write it like 'raid/scouts' or 'raid/scouts/back'"),
        ('show = "score/nights/back"', 2, "'score' has no back to show; leave out '/back'"),
        ('show = "rules"', 2, "no component 'rules' to show"),
        ('show = "watch"\ncrop = [5, 5, 20, 4]', 2, "crop [5, 5, 20, 4] is not on 'watch', which is 20 × 20 mm"),
        (
            'show = "watch"\nnumbers = { 1 = [25, 5] }',
            3,
            "number 1 points to [25, 5], which is not on 'watch', which is 20 × 20 mm",
        ),
        ('show = "score"\nmarks = ["nihgt_1"]', 2, "no box 'nihgt_1' on 'score'; did you mean 'night_1'?"),
        ('show = "score"\nnumbers = { 1 = "night_9" }', 3, "no box 'night_9' on 'score'; did you mean 'night_5'?"),
        ('show = "watch"\nnumbers = { 1 = "night_9" }', 3, "no box 'night_9' on 'watch'"),
        (
            'faces = [{ show = "watch", at = [0, 0] }]\nnumbers = { 1 = [25, 5] }',
            3,
            "number 1 points to [25, 5], outside the figure",
        ),
        (
            'faces = [{ show = "watch", at = [0, 0] }]\nnumbers = { 1 = "night_1" }',
            3,
            "'night_1' is a box of no face; write the number into the face",
        ),
        (
            'show = "watch"\nnumbers = { 1 = { point = [5, 5], at = [6, 5] } }',
            3,
            "number 1 at [6, 5] stands outside the figure or on what it points to; move it",
        ),
    ],
)
def test_what_cannot_be_shown_is_a_fault_with_its_line(figures, text, line, what):
    with pytest.raises(Faults) as caught:
        size(figures(f"[f]\n{text}"))

    (fault,) = caught.value.faults
    assert (fault.where.rpartition("/")[2], fault.line) == ("figures.toml", line)
    assert fault.what.startswith(what)


def test_unknown_face_in_a_text_is_a_fault_of_the_text(figures):
    with pytest.raises(Faults, match=r"rules\.en\.md:7: no piece 'scuots' in 'raid'"):
        size(figures('[f]\nshow = "watch"'), "raid/scuots")


TEXT = '# Rules\n\n![One](raid/scouts "30mm")\n\n![Two](raid/scouts "40mm")\n'


def test_shown_face_is_the_printed_one_and_compiled_once(tmp_path):
    game = load(sample())
    made = Figures(game, "base")
    rules = game.component("rules")
    part = replace(rules, prose=replace(rules.prose, texts=(("en", MarkdownSource("rules.en.md", TEXT)),)))
    search = SearchPath((Folder(templates_root(), "templates"),))
    (page,) = BookletPages(Labels(search, Cache(None)), search, Cache(None), "x", made).pages(part, "en", part.trim)
    renderer = FaceRenderer(game, "mine", "colour", Cache(tmp_path), "same")

    printed, forms, _ = renderer.draw(made.job(FigureFace("raid/scouts", 1), "x", "en"))
    shown, on_page, _ = renderer.draw(
        face_job(part, page, (about_component("base", part), about_piece(page)), "front", "en", ("", part.trim))
    )

    assert [form for form in on_page if form.key == printed.key] == [forms[0]]
    assert [use.part for use in uses(shown.ink.unpack()[0])].count(printed.key) == 2


def uses(inks):
    for ink in inks:
        if isinstance(ink, Group):
            yield from uses(ink.ink)
        elif isinstance(ink, Use):
            yield ink


@pytest.mark.parametrize(
    ("box", "is_above"),
    [
        (SimpleNamespace(id="wall_1", title=None, gains=("stone",), one_of=()), True),
        (SimpleNamespace(id="wall_1", title=None, gains=(), one_of=("stone",)), True),
        (SimpleNamespace(id="wall_1", title="Wall", gains=("stone",), one_of=()), False),
        (SimpleNamespace(id="wall_1", title=None, gains=(), one_of=()), False),
        (SimpleNamespace(id="wall_2", title=None, gains=("stone",), one_of=()), False),
    ],
)
def test_box_that_shows_its_gain_is_marked_above_it(box, is_above):
    game, job = (
        SimpleNamespace(sheets={"wall": SimpleNamespace(boxes=[box])}),
        SimpleNamespace(piece=SimpleNamespace(id="wall")),
    )
    free = Figures.free_part(SimpleNamespace(_game=game), job, "wall_1", Rect(1, 2, 30, 40))

    assert (free.x, free.y, free.width) == (1, 2, 30)
    assert (free.height < 40) == is_above
