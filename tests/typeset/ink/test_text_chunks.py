import pytest

from generator.base.geometry import Rect
from generator.typeset.ink.compiler import Compiler, Dialect
from generator.typeset.ink.picture_files import PictureFiles
from generator.typeset.ink.text_chunks import anchored_chunks, check_text, text_pieces
from generator.typeset.picture_compiler import PictureCompiler
from generator.typeset.svg.attribute_values import TEMPLATE_UNITS
from generator.typeset.svg.profile import TEMPLATE
from generator.typeset.svg.style import INITIAL
from generator.typeset.svg.svg_tree import SvgFindings, read_svg


@pytest.fixture
def pieces():
    def found(text):
        findings = SvgFindings("f", own_lines=False)
        document = read_svg(f'<svg xmlns="http://www.w3.org/2000/svg">{text}</svg>', TEMPLATE, findings)
        pictures = PictureFiles(lambda _: None, lambda *_: (), PictureCompiler().compile)
        compiler = Compiler(document, Dialect(TEMPLATE), findings, pictures, Rect(0, 0, 9, 9), {})
        (element,) = document.root.elements()
        return text_pieces(compiler, element, compiler.style(element, INITIAL))

    return found


def shown(chunks):
    return [[(part.x, part.y, part.dx, part.dy, "".join(s.text for s in part.spans)) for part in c] for c in chunks]


def test_characters_come_in_reading_order(pieces):
    found = pieces("<text>a<tspan>b<tspan>c</tspan>d</tspan>e</text>")

    assert [piece.text for piece in found] == ["a", "b", "c", "d", "e"]


def test_space_between_spans_is_kept(pieces):
    found = pieces("<text>\n<tspan>a</tspan> <tspan>b</tspan>\n</text>")

    assert [piece.text for piece in found] == ["\n", "a", " ", "b"]


def test_space_looks_like_what_follows(pieces):
    blank, word = pieces('<text>\n<tspan font-size="3">a</tspan></text>')

    assert blank.style is word.style


def test_nothing_but_space_is_nothing(pieces):
    assert pieces("<text> <tspan>\n</tspan></text>") == []


def test_hidden_spans_are_left_out(pieces):
    assert [piece.text for piece in pieces('<text>a<tspan display="none">b</tspan></text>')] == ["a"]


def test_nested_starts_place_the_first_piece(pieces):
    found = pieces('<text x="1" y="2"><tspan y="3" dx="4"><tspan dx="5">a</tspan>b</tspan></text>')

    assert shown(anchored_chunks(found, TEMPLATE_UNITS)) == [[(1, 3, 9, 0, "ab")]]


def test_places_start_chunks_and_shifts_start_stretches(pieces):
    found = pieces('<text>a<tspan dy="1">b</tspan><tspan x="5">c</tspan><tspan letter-spacing="1">d</tspan></text>')

    assert shown(anchored_chunks(found, TEMPLATE_UNITS)) == [
        [(0, 0, 0, 0, "a"), (None, None, 0, 1, "b")],
        [(5, None, 0, 0, "c"), (None, None, 0, 0, "d")],
    ]


def test_spans_say_what_differs(pieces):
    found = pieces('<text font-size="4">a<tspan font-size="2" font-style="italic" fill="red">b</tspan></text>')
    ((stretch,),) = anchored_chunks(found, TEMPLATE_UNITS)
    one, two = stretch.spans

    assert (one.italic, one.scale, one.colour) == (None, 1, "")
    assert (two.italic, two.bold, two.scale, two.colour) == (True, False, 0.5, "#ff0000")


def test_everything_wrong_is_said_once(pieces):
    found = pieces('<text stroke="url(#a)" font-family="x">a<tspan font-family="x">b</tspan></text>')
    with pytest.raises(ValueError, match="stroke") as caught:
        check_text(found, ["text"])

    assert caught.value.args == (
        "text takes a plain colour as stroke, not a gradient",
        "text needs font-size",
        "font-family 'x' is not a role in fonts.toml; it is one of 'text'",
    )
