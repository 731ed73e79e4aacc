import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from generator.base.errors import Faults, UsageError
from generator.base.geometry import Rect
from generator.base.units import MM
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords
from generator.impose.press_sheets import PlannedSheets, impose, split_sides
from generator.impose.sheet_plan import plan_sheets
from generator.model.face import Group, Shape

HOW = st.builds(
    ImpositionOptions,
    backs=st.sampled_from(["duplex", "fold", "none"]),
    flip=st.sampled_from(["long", "short"]),
    marks=st.sampled_from(["corners", "lines", "none"]),
    bleed=st.sampled_from([None, 0.0, 4.0]),
    gap=st.sampled_from([0.0, 3.0, 17.1, 40.0]),
    skip=st.integers(0, 1),
)
SIZES = st.tuples(st.floats(20, 120), st.floats(20, 120), st.integers(1, 30))
RUNS = st.lists(SIZES, min_size=1, max_size=3)
PAPERS = st.tuples(st.sampled_from(["a4", "letter"]), st.sampled_from([3.0, 5.0, 10.0]))


@pytest.fixture(scope="session")
def pressed(printed, paper, slug, set_text):
    """Imposes pieces given by letters: the sheets."""

    def press(letters, name="a4", width=63, height=88, **options):
        return impose(printed(letters, width, height), paper(name), ImpositionOptions(**options), slug, set_text).sheets

    return press


@pytest.fixture(scope="session")
def pressed_run(printed, paper, slug, set_text):
    """Imposes a run of random sizes on a random paper: the pieces, the sheets, and whether any lie both ways."""

    def press(run, where, options):
        pieces = [
            PieceToPrint(f"{index}/{piece.id}", piece.front, piece.back)
            for index, (width, height, count) in enumerate(run)
            for piece in printed("ab" * count, width, height)[:count]
        ]
        try:
            imposed = impose(pieces, paper(*where), options, slug, set_text)
        except UsageError:
            reject()
        # The name of a layout that turns some pieces has two parts, `3x1+2x3`.
        return pieces, imposed.sheets, any("+" in grid for grid in imposed.grids)

    return press


def test_backs_land_behind_their_fronts(pressed, picture):
    recto, verso = pressed("abcdefgh")

    assert picture(recto) == "a b c\nd e f\ng h ."
    assert picture(verso) == "C B A\nF E D\n. H G"


def test_short_edge_turns_the_sheet_head_down(pressed, picture):
    recto, verso = pressed("abcdefgh", flip="short")

    assert picture(recto) == "a b c\nd e f\ng h ."
    assert picture(verso) == "G H .\nD E F\nA B C"


def test_long_edge_of_a_landscape_sheet_is_its_head(pressed, picture):
    recto, verso = pressed("abcdefgh", width=57, height=92)

    assert recto.size.width > recto.size.height
    assert picture(recto) == "a b c d e\nf g h . ."
    assert picture(verso) == "F G H . .\nA B C D E"


def test_short_edge_of_a_landscape_sheet_is_its_side(pressed, picture):
    _, verso = pressed("abcdefgh", width=57, height=92, flip="short")

    assert picture(verso) == "E D C B A\n. . H G F"


def test_sheets_come_in_printing_order(pressed):
    sheets = pressed("a" * 19)

    assert [(sheet.side, sheet.number) for sheet in sheets] == [
        (side, number) for number in (1, 2, 3) for side in ("recto", "verso")
    ]


def test_piece_without_back_leaves_its_place_empty(pressed, picture):
    _, verso = pressed("abCde")

    assert picture(verso).splitlines()[0] == "B A"
    assert len(verso.placed) == 4


def test_sheet_without_any_back_still_has_a_verso(pressed):
    sheets = pressed("abcdefghi" + "XYZ")

    assert [len(sheet.placed) for sheet in sheets] == [9, 9, 3, 0]


@pytest.mark.parametrize("options", [{"backs": "duplex"}, {"backs": "fold"}])
def test_no_backs_at_all_means_no_versos(pressed, options):
    sheets = pressed("ABC", **options)

    assert [sheet.side for sheet in sheets] == ["recto"]
    assert sheets[0].size.height > sheets[0].size.width


def test_fronts_only_when_no_backs_are_asked_for(pressed, picture):
    (sheet,) = pressed("abc", backs="none")

    assert picture(sheet) == "a b c"


def test_skipped_slots_stay_empty_on_both_sides(pressed, picture):
    first, behind, *_ = pressed("abcdefgh", skip=4)

    assert picture(first) == ". a b\nc d e"
    assert picture(behind) == "B A .\nE D C"


def test_later_sheets_are_not_skipped(pressed):
    sheets = pressed("a" * 10, skip=3)

    assert [len(sheet.placed) for sheet in sheets] == [6, 6, 4, 4]


def test_fold_puts_backs_beside_their_fronts(pressed, picture):
    first, second = pressed("abcdef", backs="fold")

    assert picture(first) == "a b B A\nc d D C"
    assert picture(second) == "e f F E"


def test_level_fold_turns_backs_upside_down(pressed, picture):
    (sheet,) = pressed("abcd", width=95, height=65, backs="fold")

    assert picture(sheet) == "a b\nc d\nC D\nA B"
    assert [placed.matrix.d for placed in sheet.placed] == [1.0] * 4 + [-1.0] * 4


def test_slug_tells_the_sheets_apart(pressed, texts):
    sheets = pressed("a" * 10)

    assert [text for sheet in sheets for text in texts(sheet) if "Picket" in text] == [
        f"Picket · Raid cards · version 1.0 · sheet {number} of 2 · a4-63x88-3x3 · en" for number in (1, 1, 2, 2)
    ]


def test_register_letters_lie_on_each_other(pressed, boxes, texts):
    recto, verso = pressed("abc", flip="short")
    frame, behind = next(boxes(recto.marks[1:2])), next(boxes(verso.marks[1:2]))

    assert (texts(recto)[0], texts(verso)[0]) == ("R", "V")
    assert frame.x == pytest.approx(behind.x, abs=0.001)
    assert frame.y == pytest.approx(verso.size.height - behind.bottom, abs=0.001)


def test_notes_for_hand_duplex_stand_on_every_sheet(printed, paper, set_text, texts):
    slug = SlugWords("Picket", "Raid", "1.0", "{} of {}".format, "en", "print these first", "then these")
    rectos, versos = split_sides(impose(printed("a" * 10), paper("letter"), ImpositionOptions(), slug, set_text).sheets)

    assert all("print these first" in texts(sheet) and "then these" not in texts(sheet) for sheet in rectos)
    assert all("then these" in texts(sheet) and "print these first" not in texts(sheet) for sheet in versos)


def test_sides_keep_the_order_or_turn_it(pressed):
    sheets = pressed("a" * 19)

    rectos, versos = split_sides(sheets)
    assert [sheet.number for sheet in rectos] == [sheet.number for sheet in versos] == [1, 2, 3]
    assert {sheet.side for sheet in versos} == {"verso"}
    assert [sheet.number for sheet in split_sides(sheets, backwards=True)[1]] == [3, 2, 1]


def test_result_tells_grid_and_flip_edge(printed, paper, slug, set_text):
    imposed = impose(printed("abc"), paper("letter"), ImpositionOptions(flip="short"), slug, set_text)

    assert imposed.grids == ("letter-63x88-3x3",)
    assert imposed.duplex == "short"
    assert imposed.warnings == ()
    assert impose(printed("ABC"), paper("letter"), ImpositionOptions(), slug, set_text).duplex is None


def test_missing_room_is_a_warning(printed, paper, slug, set_text):
    imposed = impose(printed("a", 210, 297), paper("a4", 0), ImpositionOptions(), slug, set_text)

    assert "a4-210x297-1x1 has no room for the scale bar" in imposed.warnings


def test_nothing_to_print_is_no_sheets(paper, slug, set_text):
    assert impose([], paper("a4"), ImpositionOptions(), slug, set_text).sheets == ()


def test_backs_of_another_size_are_all_named(face, printed, paper, slug, set_text):
    pieces = [PieceToPrint(f"deck/{name}#1", face(name), face(name, 60, 90)) for name in "ab"] + printed("c")

    with pytest.raises(Faults) as caught:
        impose(pieces, paper("a4"), ImpositionOptions(), slug, set_text)

    assert [str(fault) for fault in caught.value.faults] == [
        f"deck/{name}: the back is '60x90' mm, the front '63x88' mm; give both one trim" for name in "ab"
    ]


def test_landscape_boards_are_numbered_after_the_upright(printed, paper, slug, set_text):
    boards = printed("a", 270, 190) + printed("BC", 190, 270)
    sheets = impose(boards, paper("a4"), ImpositionOptions(), slug, set_text).sheets

    assert [(sheet.number, sheet.side, len(sheet.placed)) for sheet in sheets] == [
        (1, "recto", 1),
        (1, "verso", 0),
        (2, "recto", 1),
        (2, "verso", 0),
        (3, "recto", 1),
        (3, "verso", 1),
    ]


@given(RUNS, PAPERS, HOW)
def test_every_piece_is_printed_once(pressed_run, run, where, options):
    pieces, sheets, _ = pressed_run(run, where, options)
    folded = options.backs == "fold"

    fronts = [placed.piece for sheet in sheets for placed in sheet.placed if sheet.side == "recto"]
    backs = [placed.piece for sheet in sheets for placed in sheet.placed if sheet.side == "verso"]
    assert sorted(fronts) == sorted(piece.id for piece in pieces for _ in range(1 + folded))
    assert sorted(backs) == (sorted(piece.id for piece in pieces) if options.backs == "duplex" else [])


@given(RUNS, PAPERS, HOW)
def test_trims_keep_apart_and_inside(pressed_run, run, where, options):
    _, sheets, both_ways = pressed_run(run, where, options)

    for sheet in sheets:
        printable = Rect(0, 0, sheet.size.width, sheet.size.height).expand(-where[1] * MM)
        for at, one in enumerate(sheet.placed):
            assert printable.contains(one.trim)
            # Only sheets whose pieces lie both ways let their bleed into the margin, by 2 mm at most.
            assert printable.expand(2 * MM if both_ways else 0).contains(one.clip)
            assert one.clip.contains(one.trim)
            assert not any(one.clip.overlaps(other.trim) for other in sheet.placed[at + 1 :])


@given(RUNS, PAPERS, HOW)
def test_versos_mirror_rectos(pressed_run, flipping, run, where, options):
    _, sheets, _ = pressed_run(run, where, options)

    for recto, verso in zip(sheets[::2], sheets[1::2], strict=True) if options.backs == "duplex" else ():
        flip = flipping(recto.size, options.flip)
        for front, back in zip(recto.placed, verso.placed, strict=True):
            behind = flip.bounding_box(front.trim)
            assert front.piece == back.piece
            assert behind.contains(back.trim)
            assert back.trim.contains(behind)
            assert flip.bounding_box(front.clip).contains(back.clip)
            head = flip.apply(*front.matrix.apply(front.face.trim.width / 2, 0))
            assert back.matrix.apply(back.face.trim.width / 2, 0) == pytest.approx(head, abs=1e-6)


@given(RUNS, PAPERS, HOW)
def test_marks_keep_out_of_all_art_and_on_the_paper(pressed_run, boxes, run, where, options):
    _, sheets, both_ways = pressed_run(run, where, options)

    for sheet in sheets:
        whole = Rect(0, 0, sheet.size.width, sheet.size.height)
        # Where pieces lie both ways, ticks stand in their corners.
        clips = [] if both_ways else [placed.clip for placed in sheet.placed]
        for box in boxes(sheet.marks):
            assert whole.contains(box)
            assert not any(clip.overlaps(box) for clip in clips)


@given(RUNS, PAPERS, HOW)
def test_folded_backs_lie_behind_their_fronts(pressed_run, run, where, options):
    if options.backs != "fold":
        return
    _, sheets, _ = pressed_run(run, where, options)

    for sheet in sheets:
        half = len(sheet.placed) // 2
        for front, back in zip(sheet.placed[:half], sheet.placed[half:], strict=True):
            over = sheet.size.width - front.trim.right - back.trim.x
            under = sheet.size.height - front.trim.bottom - back.trim.y
            assert front.piece == back.piece
            assert min(abs(over) + abs(front.trim.y - back.trim.y), abs(under) + abs(front.trim.x - back.trim.x)) < 1e-6
            assert back.matrix.a == back.matrix.d == (1.0 if abs(over) < 1e-6 and abs(under) > 1e-6 else back.matrix.d)


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
