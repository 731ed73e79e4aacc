import pytest

from generator.base.geometry import Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import SlugWords
from generator.impose.layout.mirror import Mirror
from generator.impose.marks.slug_items import SlugArea, SlugPlace, SlugPlacer, break_text, scale_bar
from generator.model.face import GlyphRun

PAPER, PRINTABLE = Rect(0, 0, 200, 300), Rect(10, 10, 180, 280)

SHEET, REACHED = Rect(0, 0, 600, 800), Rect(14, 14, 572, 772)
WORDS = {1: ("Picket", "Raid cards", "sheet 1 of 2"), 2: ("Picket", "Raid cards", "sheet 2 of 2")}


def waste(*taken, beyond=False):
    return SlugArea(PAPER, PRINTABLE, taken, beyond=beyond)


def test_foot_comes_first():
    assert waste().take(50, 6) == SlugPlace(Rect(10, 284, 50, 6), turned=False)


def test_last_place_is_at_the_far_end():
    assert waste().take(50, 6, last=True).rect == Rect(140, 284, 50, 6)


def test_places_do_not_overlap():
    edge = waste()

    rects = [edge.take(80, 6).rect for _ in range(8)]

    assert not any(a.overlaps(b) for a in rects for b in rects if a is not b)


def test_full_foot_and_head_leave_the_sides():
    place = waste(Rect(40, 10, 120, 280)).take(100, 6)

    assert place.turned
    assert place.rect == Rect(184, 190, 6, 100)


def test_marks_are_kept_clear_of():
    marks = [Rect(x, 284, 0, 6) for x in (60, 130)]

    place = waste(*marks).take(55, 6, ("foot",))

    assert place.rect.x > 60
    assert place.rect.right < 130


def test_no_room_is_no_place():
    assert waste(PRINTABLE).take(50, 6) is None


def test_unprintable_strip_is_the_last_resort():
    place = waste(PRINTABLE, beyond=True).take(50, 6)

    assert place.rect.y > PRINTABLE.bottom
    assert PAPER.contains(place.rect)
    assert waste(PRINTABLE, beyond=True).take(50, 12) is None


def test_places_given_back_are_free_again():
    edge = waste()
    first = edge.take(50, 6)
    edge.give_back(1)

    assert edge.take(50, 6) == first


def test_side_places_read_upwards():
    matrix = SlugPlace(Rect(20, 100, 6, 80), turned=True).matrix

    assert matrix.apply(0, 0) == (20, 180)
    assert matrix.apply(80, 0) == (20, 100)
    assert matrix.apply(0, 6) == (26, 180)


def test_places_behind_are_mirrored_and_read_alike():
    place = SlugPlace(Rect(20, 100, 6, 80), turned=True).mirrored(Mirror(Size(200, 300), vertical=True))

    assert place == SlugPlace(Rect(174, 100, 6, 80), turned=True)


@pytest.mark.parametrize("edge", ["foot", "head", "left", "right"])
def test_every_edge_lies_inside_the_printable_area(edge):
    rect = waste().take(50, 6, (edge,)).rect

    assert PRINTABLE.contains(rect)


def place_slug(set_text, taken=(), *, two_sided=True, slug=None, words=WORDS):
    slug = slug or SlugWords("Picket", "Raid cards", "1.0", "{} of {}".format)
    return SlugPlacer(SlugArea(SHEET, REACHED, taken), set_text).place(slug, words, two_sided=two_sided)


@pytest.mark.parametrize("flat", [False, True])
def test_bar_is_50_mm_and_2_inches_long(set_text, boxes, flat):
    (cells, frames, *_), length, _ = scale_bar(set_text, flat=flat)

    filled = list(boxes([cells]))
    rows = sorted({round(box.y, 3) for box in filled})
    ends = [max(box.right for box in boxes([frames]) if abs(box.y - y) < 0.5) for y in rows]
    assert [round(box.width / MM, 2) for box in filled] == [10, 10, 10, 12.7, 12.7]
    assert ends == pytest.approx([50 * MM, 144], abs=0.25)
    assert length > 144


def test_bar_is_labelled_in_both_units(set_text):
    ink, _, _ = scale_bar(set_text)

    assert [run.text for run in ink[2:]] == ["50 mm", "2 in"]


def test_bar_is_flatter_in_the_last_resort(set_text):
    narrow = Rect(0, 0, 600, 800).expand(-7)

    items = SlugPlacer(SlugArea(SHEET, narrow, [narrow], beyond=True), set_text).place(
        SlugWords("Picket", "Raid cards", "1.0", "{} of {}".format), WORDS, two_sided=False
    )

    assert items.missing == ()
    assert items.placed[0].place.rect.height < 1.5 * MM


def test_nothing_is_missing_on_an_empty_sheet(set_text):
    items = place_slug(set_text)

    assert items.missing == ()
    assert len(items.taken) == 3


def test_everything_keeps_its_place_apart(set_text):
    slug = SlugWords("Picket", "Raid cards", "1.0", "{} of {}".format, front_note="turn the stack", back_note="done")
    taken = place_slug(set_text, slug=slug).taken

    assert len(taken) == 5
    assert not any(a.overlaps(b) for a in taken for b in taken if a is not b)


def cells(step):
    """Thin walls across the printable area, so that no place is longer than a step."""
    upright = [Rect(x, 14, 0.4, 772) for x in range(14, 600, step)]
    return upright + [Rect(14, y, 572, 0.4) for y in range(14, 800, step)]


def texts_of(items):
    """The items that hold nothing but text."""
    return [
        item
        for item in items.placed
        if all(isinstance(ink, GlyphRun) for ink in (*item.recto.get(1, ()), *item.verso.get(1, ())))
    ]


def lines_of(line):
    """The words of a line of items on sheet 2, by baseline."""
    rows = {}
    for run in line.recto[2]:
        rows.setdefault(run.y, []).append(run.text)
    return ["".join(rows[y]) for y in sorted(rows)]


def test_long_slug_takes_two_lines(set_text):
    items = place_slug(set_text, cells(80))

    assert [lines_of(line) for line in texts_of(items)] == [["Picket", "Raid cards · sheet 2 of 2"]]
    assert items.missing == ("scale bar",)


def test_slug_in_a_shallow_edge_comes_apart(set_text):
    items = place_slug(set_text, [*cells(80), REACHED.expand(-7)])

    assert [lines_of(line) for line in texts_of(items)] == [
        ["Picket"],
        ["Raid cards · sheet 2 of 2"],
    ]


def test_long_notes_stand_in_lines_together(set_text):
    note = "print these first, turn the stack over, then the others"
    slug = SlugWords("Picket", "Raid cards", "1.0", "{} of {}".format, front_note=note)

    items = place_slug(set_text, cells(90), slug=slug)

    assert lines_of(texts_of(items)[1]) == [
        "print these first, turn the",
        "stack over, then the others",
    ]


@pytest.mark.parametrize(
    ("text", "count", "lines"),
    [
        ("one two three", 1, ["one two three"]),
        ("one two three", 2, ["one", "two three"]),
        ("one two", 3, ["one", "two"]),
        ("紙を裏返し、裏面を印刷する", 2, ["紙を裏返し、", "裏面を印刷する"]),
        ("裏返して印刷", 2, ["裏返し", "て印刷"]),
    ],
)
def test_sentences_break_between_words(text, count, lines):
    assert break_text(text, count) == lines


def test_notes_stand_on_their_own_side(set_text):
    slug = SlugWords(
        "Picket", "Raid cards", "1.0", "{} of {}".format, front_note="fronts first", back_note="then backs"
    )
    lines = texts_of(place_slug(set_text, slug=slug))

    assert [[run.text for run in line.recto.get(1, ())] for line in lines[1:]] == [["fronts first"], []]
    assert [[run.text for run in line.verso.get(1, ())] for line in lines[1:]] == [[], ["then backs"]]


def test_full_sheet_misses_everything(set_text):
    slug = SlugWords("Picket", "Raid cards", "1.0", "{} of {}".format, front_note="fronts")

    assert place_slug(set_text, [SHEET], slug=slug).missing == (
        "register letters",
        "scale bar",
        "slug line",
        "note 'fronts'",
    )


def test_label_without_glyphs_leaves_the_bar(boxes):
    items = place_slug(lambda *_: ())

    assert items.missing == ()
    assert len(items.recto_ink(1)) == 2


def test_one_sided_sheet_has_no_letters(set_text):
    items = place_slug(set_text, two_sided=False)
    assert len(items.placed) - len(texts_of(items)) == 1
