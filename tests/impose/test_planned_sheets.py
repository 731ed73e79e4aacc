import pytest

from generator.base.geometry import Rect
from generator.impose.imposition_inputs import ImpositionOptions
from generator.impose.planned_sheets import PlannedSheets
from generator.impose.sheet_plan import plan_sheets
from generator.model.face import Group, Shape


def run(pieces, paper, slug, set_text, *, flip="long", **options):
    options = ImpositionOptions(flip=flip or "long", **options)
    (plan,) = plan_sheets(pieces, paper, options, folded=options.backs == "fold")
    found = PlannedSheets(plan, options, flip)
    words = {number: slug.parts(number, len(plan.sheets), plan.grid) for number in range(1, len(plan.sheets) + 1)}
    found.place_slug(slug, words, set_text)
    return found


def test_full_sheets_share_their_cutting_marks(printed, paper, slug, set_text):
    sheets = list(run(printed("a" * 27), paper("a4"), slug, set_text).sheets())

    rectos = [sheet.marks[0] for sheet in sheets if sheet.side == "recto"]
    assert rectos[0] is rectos[1] is rectos[2]


def test_partial_sheets_keep_the_slug_in_place(printed, paper, slug, set_text):
    first, _, last, _ = run(printed("a" * 10), paper("letter"), slug, set_text).sheets()

    assert [mark.matrix for mark in first.marks if isinstance(mark, Group)] == [
        mark.matrix for mark in last.marks if isinstance(mark, Group)
    ]


def test_round_pieces_are_outlined_on_the_front_only(printed, paper, slug, set_text):
    chips = printed("abc", 25, 25, cut="M 0 0 L 70 0 L 70 70 Z")
    recto, verso = run(chips, paper("a4"), slug, set_text).sheets()

    def outlined(sheet):
        return [mark.matrix for mark in sheet.marks if isinstance(mark, Group) and "70 70" in str(mark.ink)]

    assert outlined(recto) == [placed.matrix for placed in recto.placed]
    assert outlined(verso) == []


def test_no_marks_means_neither_crops_nor_outlines(printed, paper, slug, set_text):
    pieces = printed("a") + printed("b", 25, 25, cut="M 0 0 L 70 0 L 70 70 Z")
    recto, _ = run(pieces, paper("a4"), slug, set_text, marks="none").sheets()

    assert not any(isinstance(mark, Shape) for mark in recto.marks)
    assert not any("70 70" in str(mark) for mark in recto.marks)


def test_full_page_has_no_crop_marks(printed, paper, slug, set_text):
    found = run(printed("a", 200, 287), paper("a4"), slug, set_text)

    assert not any(isinstance(mark, Shape) for sheet in found.sheets() for mark in sheet.marks)
    assert list(found.missing) == []


@pytest.mark.parametrize("name", ["a4", "letter"])
@pytest.mark.parametrize(("width", "height"), [(63, 88), (63.5, 88.9), (57.15, 88.9), (70, 120), (31.75, 44.45)])
def test_slug_of_common_sizes_can_be_printed(printed, paper, slug, set_text, width, height, name):
    found = run(printed("a", width, height), paper(name), slug, set_text)

    ((items, _),) = found.fitted.values()
    assert items.missing == ()
    assert all(found.plan.paper.printable.contains(rect) for rect in items.taken)


def test_three_rows_on_letter_leave_the_slug_to_the_sides(printed, paper, slug, set_text):
    found = run(printed("a"), paper("letter"), slug, set_text)

    ((items, _),) = found.fitted.values()
    assert all(line.place.turned for line in items.placed)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_slug_lies_behind_itself(printed, paper, slug, set_text, boxes, flipping, flip):
    found = run(printed("a"), paper("letter"), slug, set_text, flip=flip)
    _, verso = found.sheets()

    ((items, _),) = found.fitted.values()
    through = flipping(verso.size, flip)
    for place, group in zip(items.taken, verso.marks[-3:], strict=True):
        assert all(through.bounding_box(place).contains(box, slack=1.0) for box in boxes([group]))


def test_full_paper_has_no_room_for_the_scale_bar(printed, paper, slug, set_text):
    found = run(printed("a", 210, 297), paper("a4", 0), slug, set_text)

    assert "scale bar" in found.missing


def test_fold_line_crosses_the_paper_in_its_middle(printed, paper, slug, set_text, boxes):
    (sheet,) = run(printed("abcd"), paper("a4"), slug, set_text, flip=None, backs="fold").sheets()

    lines = [mark for mark in sheet.marks if isinstance(mark, Shape) and mark.stroke.dash]
    around = list(boxes(lines))
    assert [box.centre[0] for box in around] == pytest.approx([sheet.size.width / 2], abs=1e-3)
    assert around[0].height > 0.99 * sheet.size.height


def test_fold_line_keeps_out_of_bleeds_that_touch_it(printed, paper, slug, set_text, boxes):
    (sheet,) = run(printed("a", 97, 130), paper("a4"), slug, set_text, flip=None, backs="fold").sheets()

    lines = [mark for mark in sheet.marks if isinstance(mark, Shape) and mark.stroke.dash]
    clips = [placed.clip for placed in sheet.placed]
    assert list(boxes(lines))
    assert not any(clip.overlaps(Rect(box.x, box.y, 0.4, box.height)) for clip in clips for box in boxes(lines))
