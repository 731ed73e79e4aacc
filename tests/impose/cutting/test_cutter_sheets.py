from itertools import pairwise

import pytest

from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM, to_mm
from generator.impose.cutting.cutter_grid import cutter_grid
from generator.impose.cutting.cutter_sheets import CutterSetup, impose_between_marks, impose_on_template
from generator.impose.cutting.registration_marks import FOUR, THREE, registration_marks
from generator.impose.imposition_inputs import ImpositionOptions, SlugWords
from generator.model.cutting.cutter import RegistrationMarks
from generator.model.paper import Paper
from tests.impose.conftest import SIZES, boxes_of, lettered, words_in_mm

MARKS = RegistrationMarks(10 * MM, 1 * MM, 5 * MM, 5 * MM, 20 * MM, 1.5 * MM)
A4 = Paper("a4", SIZES["a4"], 5 * MM)
SLUG = SlugWords("Picket", "Deck with a long name", "version 1", "sheet {} of {}".format, "en")
OPTIONS = ImpositionOptions(gap=None, marks="none")


def between(letters, width, height, count=THREE, **shape):
    setup = CutterSetup(MARKS, count, 1.25 * MM)
    return impose_between_marks(lettered(letters, width, height, **shape), A4, setup, OPTIONS, SLUG, words_in_mm)


def on_template(letters, count=THREE):
    size, card = Size(297 * MM, 210 * MM), Size(63 * MM, 88 * MM)
    grid, setup = cutter_grid(size, card, MARKS, 1.25 * MM, 300), CutterSetup(MARKS, count, 1.25 * MM)
    return impose_on_template(lettered(letters), "a4-standard-v5", grid, setup, OPTIONS, SLUG, words_in_mm)


def nearest(sheets):
    """The least distance of anything printed on a recto from the marks, in mm, edge to edge."""
    distances = []
    for sheet in sheets.imposed.sheets:
        if sheet.side == "recto":
            marks = registration_marks(sheet.size, MARKS, sheets.arm, THREE)
            own = [box.expand(MARKS.thickness / 2) for box in boxes_of(arms(marks))]
            slug = list(boxes_of(ink for ink in sheet.marks if ink not in marks))
            printed = [*(placed.clip for placed in sheet.placed), *slug]
            distances += [apart(one, other) for one in own for other in printed]
    return to_mm(min(distances))


def arms(marks):
    """The marks with every arm as a line of its own: the box around an angle is mostly empty."""
    square, angles = marks
    points = [part.split(" L ") for part in angles.path.removeprefix("M ").split(" M ")]
    lines = [f"M {one} L {other}" for three in points for one, other in pairwise(three)]
    return (square, *(replace(angles, path=line, stroke=None) for line in lines))


def apart(one, other):
    across = max(one.x - other.right, other.x - one.right, 0)
    down = max(one.y - other.bottom, other.y - one.bottom, 0)
    return (across**2 + down**2) ** 0.5


@pytest.mark.parametrize(
    "sheets",
    [
        between("abcdefghij", 59, 92),
        between("abc", 194, 130),
        between("abcdefgh" * 6, 20, 20, cut="M 0 0 Z"),
        between("ab", 120, 250),
        between("a", 370, 250),
    ],
    ids=["cards", "boards", "tokens", "large", "tiles"],
)
def test_nothing_is_printed_near_a_mark(sheets):
    assert nearest(sheets) >= 1.499


def test_template_leaves_as_much_around_its_marks_as_it_was_published_with():
    assert nearest(on_template("abcdefghij")) >= 1.0


def test_cards_of_a_template_bleed_by_half_of_the_gap():
    sheet = on_template("ab").imposed.sheets[0]

    assert {round(to_mm(placed.trim.x - placed.clip.x), 3) for placed in sheet.placed} == {0.625}


@pytest.mark.parametrize(("count", "shapes"), [(THREE, 2), (FOUR, 1)])
def test_only_rectos_have_marks(count, shapes):
    bare = on_template("a", count)
    recto, verso = bare.imposed.sheets

    marks = registration_marks(recto.size, MARKS, bare.arm, count)
    assert recto.marks[-shapes:] == marks
    assert not any(ink in verso.marks for ink in marks)


def test_arms_are_as_long_as_the_pieces_allow():
    assert to_mm(between("a", 194, 130).arm) == 20
    assert to_mm(between("a", 170, 275).arm) == pytest.approx(5.5)  # to 1.5 mm before the bleed, at 17 mm


def test_piece_that_fits_between_one_pair_of_marks_is_not_divided():
    wide, high = between("a", 185, 260), between("a", 170, 275)

    sides = [[sheet.side for sheet in sheets.imposed.sheets] for sheets in (wide, high)]
    assert sides == [["recto", "verso"]] * 2  # tiles have no backs
