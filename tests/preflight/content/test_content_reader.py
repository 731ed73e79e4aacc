"""What a content paints: where, how large and in which state, by hand-written operators."""

import pytest
from pikepdf import Array, Dictionary, Name

from generator.base.geometry import Rect
from generator.preflight.content import content_reader
from generator.preflight.content.colour_space import CMYK, GREY, RGB, SPOT
from generator.preflight.content.content_reader import ContentReader, TooMuchContentError
from generator.preflight.content.painted import GROUP, IMAGE, PATH, SHADING, TEXT
from tests.preflight.tiny_pdf import drawn_font, form, image, separation, tiny_pdf

LINE = "20 30 m 50 70 l S"


def box(rect):
    return tuple(round(number, 3) for number in (rect.x, rect.y, rect.width, rect.height))


# --- paths ---


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("20 30 40 50 re f", (20, 30, 40, 50)),
        ("60 80 -40 -50 re f", (20, 30, 40, 50)),
        ("20 30 m 60 30 l 60 80 l f", (20, 30, 40, 50)),
        ("20 30 m 20 80 60 80 60 30 c f", (20, 30, 40, 50)),
        ("20 30 m 60 80 60 30 v f", (20, 30, 40, 50)),
        ("20 30 m 20 80 60 30 y f", (20, 30, 40, 50)),
        ("2 0 0 2 10 10 cm 5 10 20 25 re f", (20, 30, 40, 50)),
        ("0 1 -1 0 60 30 cm 0 0 50 40 re f", (20, 30, 40, 50)),
        ("q 2 0 0 2 0 0 cm Q 20 30 40 50 re f", (20, 30, 40, 50)),
        ("20 30 m 60 30 l 4 w S", (18, 28, 44, 4)),
        ("20 30 m 60 30 l 4 w s", (18, 28, 44, 4)),
        ("20 30 40 50 re 4 w B", (18, 28, 44, 54)),
        ("2 0 0 2 0 0 cm 10 15 m 30 15 l 2 w S", (18, 28, 44, 4)),
        ("20 30 m 60 30 l -4 w S", (18, 28, 44, 4)),
        ("20 30 10 99 re W n 0 40 90 10 re f", (20, 40, 10, 10)),
        ("-50 -50 80 90 re f", (0, 0, 30, 40)),
    ],
)
def test_path_is_painted_where_it_is(stroke, content, expected):
    painted = stroke(content)

    assert (painted.kind, box(painted.bounds)) == (PATH, expected)


@pytest.mark.parametrize("content", ["20 30 40 50 re n", "f", "S", "20 30 9 9 re W n 90 90 9 9 re f", "-9 -9 5 5 re f"])
def test_nothing_is_painted(paint, content):
    assert paint(content) == []


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ("f", (True, False)),
        ("F", (True, False)),
        ("f*", (True, False)),
        ("S", (False, True)),
        ("s", (False, True)),
        ("B", (True, True)),
        ("b*", (True, True)),
    ],
)
def test_operator_fills_and_strokes(stroke, operator, expected):
    painted = stroke(f"20 30 m 60 30 l 60 80 l {operator}")

    assert (painted.is_filled, painted.is_stroked) == expected


def test_path_ends_with_what_paints_it(paint):
    first, second = paint("20 30 9 9 re f 60 70 m 80 70 l 1 w S")

    assert box(first.bounds) == (20, 30, 9, 9)
    assert box(second.bounds) == (59.5, 69.5, 21, 1)


def test_clip_is_that_of_the_state_that_is_restored(paint):
    inner, outer = paint("q 20 30 10 10 re W n 0 0 99 99 re f Q 0 0 99 99 re f")

    assert box(inner.bounds) == (20, 30, 10, 10)
    assert box(outer.bounds) == (0, 0, 99, 99)


# --- state ---


@pytest.mark.parametrize(
    ("content", "kind", "values"),
    [
        (LINE, GREY, (0,)),
        ("0.5 G " + LINE, GREY, (0.5,)),
        ("1 0 0 RG " + LINE, RGB, (1, 0, 0)),
        ("0 1 0 0.5 K " + LINE, CMYK, (0, 1, 0, 0.5)),
        ("/DeviceCMYK CS " + LINE, CMYK, (0, 0, 0, 1)),
        ("/DeviceRGB CS 0 1 0 SC " + LINE, RGB, (0, 1, 0)),
        ("/Ink CS " + LINE, SPOT, (1,)),
        ("/Ink CS 0.4 SCN " + LINE, SPOT, (0.4,)),
        ("0 1 0 0 k " + LINE, GREY, (0,)),
        ("q 0 1 0 0.5 K Q " + LINE, GREY, (0,)),
    ],
)
def test_line_has_the_colour_that_is_set(stroke, content, kind, values):
    colour = stroke(content, ColorSpace={"Ink": separation("Gold")}).state.stroke

    assert (colour.space.kind, colour.values) == (kind, values)


def test_colours_that_are_alike_are_one(paint):
    first, second, third = paint(f"0 0 0 1 K {LINE} 0 1 0 0 K {LINE} 0 0 0 1 K {LINE}")

    assert first.state.stroke is third.state.stroke
    assert first.state.stroke is not second.state.stroke
    assert first.style() == third.style() != second.style()


def test_graphics_state_sets_what_it_names(paint):
    state = Dictionary(LW=3, ca=0.5, CA=0.25, OP=True, op=False, BM=Name.Multiply)
    one, other = paint(f"/G gs {LINE} /H gs {LINE}", ExtGState={"G": state, "H": Dictionary(BM=[Name.Screen])})

    assert (one.state.line_width, one.state.fill_alpha, one.state.stroke_alpha, one.state.blend) == (
        3,
        0.5,
        0.25,
        "Multiply",
    )
    assert (one.state.fill_overprint, one.state.stroke_overprint) == (False, True)
    assert (other.state.line_width, other.state.blend) == (3, "Screen")


@pytest.mark.parametrize(("mask", "expected"), [(Name("/None"), False), (Dictionary(S=Name.Alpha), True)])
def test_soft_mask_is_known(stroke, mask, expected):
    assert stroke(f"/G gs {LINE}", ExtGState={"G": Dictionary(SMask=mask)}).state.has_mask == expected


def test_overprint_of_fills_follows_that_of_lines_where_it_is_not_named(stroke):
    assert stroke(f"/G gs {LINE}", ExtGState={"G": Dictionary(OP=True)}).state.fill_overprint


# --- text ---


def test_text_is_as_wide_as_its_letters(stroke):
    painted = stroke("BT /F 10 Tf 20 30 Td (aaa) Tj ET", Font={"F": drawn_font})

    assert (painted.kind, painted.size) == (TEXT, 10)
    assert box(painted.bounds) == (20, 27.5, 18, 10)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("2 Tc (aa) Tj", (20, 16)),
        ("50 Tz (aa) Tj", (20, 6)),
        ("50 Tz 2 Tc (aa) Tj", (20, 8)),
        ("50 Tz [(a) -500 (a)] TJ", (20, 8.5)),
        ("[(a) -500 (a)] TJ", (20, 17)),
        ("10 0 Td (a) Tj", (30, 6)),
        ("1 0 0 1 40 30 Tm (a) Tj", (40, 6)),
        ("2 0 0 2 20 30 Tm (a) Tj", (20, 12)),
    ],
)
def test_text_operators_move_and_stretch(stroke, content, expected):
    bounds = stroke(f"BT /F 10 Tf 20 30 Td {content} ET", Font={"F": drawn_font}).bounds

    assert (round(bounds.x, 3), round(bounds.width, 3)) == expected


@pytest.mark.parametrize(
    ("content", "size"),
    [
        ("(a) Tj", 10),
        ("2 0 0 2 20 30 Tm (a) Tj", 20),
        ("4 0 0 1 20 30 Tm (a) Tj", 20),
        ("1 0 0 -1 20 30 Tm (a) Tj", 10),
        ("/F -10 Tf (a) Tj", 10),
        ("50 Tz (a) Tj", 10),
    ],
)
def test_text_has_the_size_of_its_letters_on_the_page(stroke, reader, content, size):
    painted = stroke(f"3 0 0 3 0 0 cm BT /F 10 Tf 20 30 Td {content} ET", Font={"F": drawn_font})

    assert painted.size == pytest.approx(3 * size)
    assert [text[1] for text in reader.texts] == [painted.size]


@pytest.mark.parametrize("content", ["12 TL T* (a) Tj", "12 TL (a) '", "0 -12 TD (a) Tj", '12 TL 0 0 (a) "'])
def test_next_line_lies_below(stroke, content):
    assert round(stroke(f"BT /F 10 Tf 20 30 Td {content} ET", Font={"F": drawn_font}).bounds.y, 3) == 15.5


def test_text_goes_on_after_what_was_shown(paint):
    first, second = paint("BT /F 10 Tf 20 30 Td (aa) Tj (a) Tj ET", Font={"F": drawn_font})

    assert (round(first.bounds.right, 3), round(second.bounds.x, 3)) == (32, 32)


@pytest.mark.parametrize(
    ("mode", "expected"), [(0, (True, False)), (1, (False, True)), (2, (True, True)), (4, (True, False))]
)
def test_text_mode_fills_and_strokes(stroke, mode, expected):
    painted = stroke(f"BT /F 10 Tf {mode} Tr 20 30 Td (a) Tj ET", Font={"F": drawn_font})

    assert (painted.is_filled, painted.is_stroked) == expected


def test_invisible_text_is_not_painted(paint, reader):
    assert paint("BT /F 10 Tf 3 Tr 20 30 Td (a) Tj ET", Font={"F": drawn_font}) == []
    assert not reader.has_clipped


def test_text_that_is_clipped_away_is_known(paint, reader):
    assert paint("0 0 5 5 re W n BT /F 10 Tf 20 30 Td (a) Tj ET", Font={"F": drawn_font}) == []
    assert reader.has_clipped
    assert reader.texts == []


def test_text_without_a_font_is_painted(stroke):
    painted = stroke("BT /Lost 10 Tf 20 30 Td (aa) Tj ET")

    assert (painted.kind, painted.font) == (TEXT, None)


# --- pictures, forms, shadings, patterns ---


def test_picture_is_placed_by_the_matrix(stroke):
    painted = stroke("40 0 0 50 20 30 cm /I Do", XObject={"I": image(4, 5)})

    assert (painted.kind, box(painted.bounds)) == (IMAGE, (20, 30, 40, 50))
    assert (painted.image.width, painted.image.height, painted.image.bits, painted.image.space.kind) == (4, 5, 8, CMYK)


def test_stencil_has_the_colour_that_is_set(stroke):
    mask = image(8, 8, ImageMask=True, BitsPerComponent=1, ColorSpace=Name.DeviceGray, data=b"\xaa" * 8)
    painted = stroke("0 1 0 0 k 40 0 0 50 20 30 cm /I Do", XObject={"I": mask})

    assert painted.image.is_stencil
    assert painted.image.space is None


@pytest.mark.parametrize(
    "keys", ["/W 5 /H 5 /BPC 8 /CS /G", "/Width 5 /Height 5 /BitsPerComponent 8 /ColorSpace /DeviceGray"]
)
def test_inline_picture_has_short_keys_or_long_ones(stroke, keys):
    painted = stroke(f"40 0 0 50 20 30 cm BI {keys} ID " + "x" * 25 + " EI")

    assert (painted.kind, box(painted.bounds)) == (IMAGE, (20, 30, 40, 50))
    assert (painted.image.width, painted.image.bits, painted.image.space.kind) == (5, 8, GREY)


def test_form_draws_in_its_own_space_and_box(paint):
    drawn = form("0 0 99 99 re f", BBox=[0, 0, 20, 25], Matrix=[2, 0, 0, 2, 10, 10])
    (painted,) = paint("1 0 0 1 10 20 cm /X Do", XObject={"X": drawn})

    assert box(painted.bounds) == (20, 30, 40, 50)


def test_form_leaves_the_state_of_the_page_alone(paint):
    drawn = form("0 1 0 0 K 9 w 1 0 0 1 50 50 cm " + LINE)
    _, after = paint("/X Do " + LINE, XObject={"X": drawn})

    assert (after.state.line_width, after.state.stroke.space.kind) == (1, GREY)
    assert box(after.bounds) == (19.5, 29.5, 31, 41)


def test_transparency_group_is_painted_before_what_is_in_it(paint):
    drawn = form(LINE, Group=Dictionary(S=Name.Transparency))

    assert [painted.kind for painted in paint("/X Do", XObject={"X": drawn})] == [GROUP, PATH]


def test_form_that_is_drawn_twice_is_read_once(paint, reader):
    assert len(paint("/X Do /X Do", XObject={"X": form(LINE)})) == 2
    assert len(reader._contents) == 1


def test_shading_fills_the_clip(stroke):
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 9, 9])
    painted = stroke("20 30 40 50 re W n /S sh", Shading={"S": shading})

    assert (painted.kind, box(painted.bounds)) == (SHADING, (20, 30, 40, 50))


def test_tile_of_a_pattern_is_painted_once(paint):
    def tile(pdf):
        made = pdf.make_stream(b"0 1 0 0 k 0 0 5 5 re f")
        made.update(
            {"/PatternType": 1, "/PaintType": 1, "/TilingType": 1, "/BBox": [0, 0, 9, 9], "/XStep": 9, "/YStep": 9}
        )
        return made

    painted = paint("/Pattern cs /P scn 20 30 40 50 re f 20 30 40 50 re f", Pattern={"P": tile})

    assert [thing.state.fill.space.kind for thing in painted] == ["pattern", CMYK, "pattern"]


# --- bounds ---


@pytest.mark.parametrize(
    "content",
    ["1 l", "(x) w", "1 2 3 re", "/x gs", "/y Do", "1 foo", "/c cs", "1 2 3 4 5 cm", "BT (a) Tj 5 Tf ET"],
)
def test_operator_that_is_not_understood_is_left_out_and_counted(paint, reader, content):
    (painted,) = [thing for thing in paint(f"{content} n 20 30 40 50 re f") if thing.kind == PATH]

    assert box(painted.bounds) == (20, 30, 40, 50)
    assert reader.strange == 1


def test_unknown_operators_are_counted_but_where_they_may_be_unknown(paint, reader):
    list(paint("nan x m BX foo BX bar EX baz EX qux 2 J 1 i /a MP /b BMC EMC"))

    assert reader.strange == 4


def test_page_with_too_many_operators_is_left(paint, monkeypatch):
    monkeypatch.setattr(content_reader, "MOST_STEPS", 50)

    assert len(paint(f"{LINE} " * 5)) == 5
    with pytest.raises(TooMuchContentError):
        paint(f"{LINE} " * 50)


def test_states_that_wait_are_bounded(paint):
    many = content_reader.MOST_SAVED + 9

    assert len(paint("q " * many + "0.5 G " + "Q " * many + LINE)) == 1


def test_forms_in_forms_are_bounded():
    pdf = tiny_pdf("/F0 Do", art="", pages=1)
    forms = Dictionary()
    for level in range(content_reader.DEEPEST + 5):
        made = pdf.make_stream(f"/F{level + 1} Do {LINE}".encode())
        made.update({"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": Array([0, 0, 198, 270])})
        forms[f"/F{level}"] = made
    shared = pdf.make_indirect(forms)
    for made in forms.values():
        made.Resources = Dictionary(XObject=shared)
    page = pdf.pages[0]
    page.obj.Resources.XObject = shared
    reader = ContentReader()

    assert len([*reader.paint(page, reader.content(page), Rect(0, 0, 198, 270))]) == content_reader.DEEPEST


def test_end_of_a_content_without_an_operator_is_left_out(paint):
    assert len(paint(f"{LINE} 1 2 3")) == 1


# --- filters ---


@pytest.mark.parametrize(
    ("filters", "is_known"),
    [
        (None, True),
        (Name.FlateDecode, True),
        (Array([Name.ASCIIHexDecode, Name.FlateDecode]), True),
        (Name.Crypt, False),
        (Array([Name.FlateDecode, Name.Strange]), False),
    ],
)
@pytest.mark.parametrize("is_list", [True, False])
def test_filters_of_a_content_are_known_or_not(filters, is_known, is_list):
    pdf = tiny_pdf(pages=1)
    content = pdf.make_stream(b"")
    if filters is not None:
        content.Filter = filters
    pdf.pages[0].obj.Contents = Array([pdf.make_stream(b"q"), content]) if is_list else content

    assert content_reader.is_packed_as_known(pdf.pages[0]) is is_known


@pytest.mark.parametrize("content", [None, 3, Array([]), Array([Dictionary(), Name.Nothing])])
def test_content_that_is_no_stream_has_no_unknown_filter(content):
    pdf = tiny_pdf(pages=1)
    if content is None:
        del pdf.pages[0].obj["/Contents"]
    else:
        pdf.pages[0].obj.Contents = content

    assert content_reader.is_packed_as_known(pdf.pages[0])
