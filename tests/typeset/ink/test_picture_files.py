import io
import pickle

import pytest
from PIL import Image

from generator.base.geometry import Rect
from generator.typeset.ink import picture_files
from generator.typeset.ink.picture_files import PictureFiles
from generator.typeset.picture_compiler import PictureCompiler
from generator.typeset.svg.profile import SVG, TEMPLATE
from generator.typeset.svg.svg_tree import Element, SvgFindings

PLACE = 'width="10" height="10"'
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


def box(draw, svg):
    _, (part,) = draw(f'<image href="a.svg" {PLACE}/>', {"a.svg": svg.encode()}).ink.unpack()
    return part.box


def said(wrong, svg):
    return wrong(f'<image href="a.svg" {PLACE}/>', {"a.svg": svg.encode()})


@pytest.mark.parametrize(
    ("root", "view"),
    [
        ('viewBox="1 2 30 40"', Rect(1, 2, 30, 40)),
        ('viewBox="1 2 30 40" width="10mm" height="100%"', Rect(1, 2, 30, 40)),
        ('width="30" height="40px"', Rect(0, 0, 30, 40)),
        ('width="1in" height="2in"', Rect(0, 0, 96, 192)),
    ],
)
def test_where_a_picture_gets_its_size(draw, root, view):
    assert box(draw, f'<svg {XMLNS} {root}><rect width="9" height="9"/></svg>') == view


@pytest.mark.parametrize(
    ("root", "what"),
    [
        ("", "has no size; write viewBox='0 0 width height'"),
        ('width="30"', "has no size; write viewBox='0 0 width height'"),
        ('width="1e9" height="5"', "'1e+09' is over 1,000,000"),
        ('width="30" height="-5"', "height is '-5'; size must be between 1 mm and 2 m"),
        ('viewBox="0 0 0 0"', "viewBox '0 0 0 0' has no area; its width and height have to be above 0"),
    ],
)
def test_sizes_that_cannot_be(wrong, root, what):
    assert said(wrong, f"<svg {XMLNS} {root}/>") == [f"a.svg:1 [<svg>]: {what}"]


def test_faults_of_a_picture_are_told_once_for_each_face(wrong):
    svg = f'<svg {XMLNS} viewBox="0 0 9 9"><rect width="x"/></svg>'
    twice = f'<image href="a.svg" {PLACE}/>\n<image href="a.svg" y="9" {PLACE}/>'

    assert wrong(twice, {"a.svg": svg.encode()}) == ["a.svg:1 [<rect>]: width: 'x' is not a number"]


def test_pictures_are_found_once():
    asked = []
    pictures = PictureFiles(asked.append, lambda *_: (), PictureCompiler().compile)
    element = Element(TEMPLATE.form(f"{SVG}}}image", ()), (), 1)
    for _ in range(2):
        pictures.raster("a.png", element, SvgFindings("f", own_lines=False))

    assert asked == ["a.png"]


def test_text_in_a_picture_is_outlines_in_the_font_it_names(draw):
    def shown(family):
        svg = f'<svg {XMLNS} viewBox="0 0 9 9"><text y="8" font-size="9" font-family="{family}">K</text></svg>'
        face = draw(f'<image href="a.svg" {PLACE}/>', {"a.svg": svg.encode()})
        _, (part,) = face.ink.unpack()
        return part.ink[0].path, face.warnings

    named, other = shown("Cinzel"), shown("Arial")

    assert named[0] != other[0]
    assert named[1] == ()
    what = (
        "font 'Arial' is not in fonts.toml; the text is set in Alegreya Sans: add the font, or save the text as paths"
    )
    assert other == (shown("text")[0], (f"a.svg:1 [<text>]: {what}",))


def test_text_in_any_font_of_a_kind_is_a_warning_once(draw):
    text = '<text y="8" font-size="4" font-family="serif">K</text>\n'
    svg = f'<svg {XMLNS} viewBox="0 0 9 9">{text}{text}<text y="4" font-size="4">K</text></svg>'

    what = "'serif' is any font of a kind; the text is set in Alegreya Sans"
    assert draw(f'<image href="a.svg" {PLACE}/>', {"a.svg": svg.encode()}).warnings == (
        f"a.svg:1 [<text>]: {what}: name a font of fonts.toml, or save the text as paths",
    )


def test_files_of_inkscape_are_read(draw):
    svg = f"""<svg {XMLNS} viewBox="0 0 9 9" xmlns:inkscape="urn:inkscape" xmlns:sodipodi="urn:sodipodi">
      <sodipodi:namedview id="base"><inkscape:grid/></sodipodi:namedview><metadata><x/></metadata>
      <g inkscape:label="Layer 1"><path d="M 0 0 L 9 9 L 0 9 Z" sodipodi:nodetypes="ccc"/></g></svg>"""

    assert box(draw, svg) == Rect(0, 0, 9, 9)


def test_tiny_viewboxes_keep_their_detail(draw):
    svg = f'<svg {XMLNS} viewBox="0 0 1 1"><path d="M.123456.1L.2.3"/></svg>'
    _, (part,) = draw(f'<image href="a.svg" {PLACE}/>', {"a.svg": svg.encode()}).ink.unpack()

    assert part.ink[0].path == "M 0.123456 0.1 L 0.2 0.3"


def test_pictures_may_use_their_own_symbols(draw):
    svg = f'<svg {XMLNS} viewBox="0 0 9 9"><g id="a"><circle r="2"/></g><use href="#a" x="5"/></svg>'
    _, parts = draw(f'<image href="a.svg" {PLACE}/>', {"a.svg": svg.encode()}).ink.unpack()

    assert len(parts) == 2


def test_icons_are_for_templates(wrong):
    svg = f'<svg {XMLNS} viewBox="0 0 9 9"><use href="#icon-coin" width="1" height="1"/></svg>'

    assert said(wrong, svg) == ["a.svg:1 [<use>]: there is nothing to draw called '#icon-coin'"]


def test_picture_that_changes_while_it_is_read_is_a_fault():
    contents = [png((30, 30)), png((40, 40)), png((50, 50))]
    pictures = PictureFiles(lambda name: (name, contents.pop(0)), lambda *_: (), PictureCompiler().compile)
    element, findings = Element(TEMPLATE.form(f"{SVG}}}image", ()), (), 1), SvgFindings("f", own_lines=False)
    first, _ = (pictures.raster(name, element, findings) for name in ("a.png", "b.png"))

    assert pictures.encoded(first, None, element, findings) is None
    assert [str(fault) for fault in findings.faults] == ["a.png: was changed while it was read; build again"]


def test_contents_of_pictures_are_not_held():
    made = [png((300, 300)) for _ in range(9)]
    pictures = PictureFiles(lambda name: (name, made[int(name)]), lambda *_: (), PictureCompiler().compile)
    element, findings = Element(TEMPLATE.form(f"{SVG}}}image", ()), (), 1), SvgFindings("f", own_lines=False)
    for number in range(9):
        pictures.encoded(pictures.raster(str(number), element, findings), (3, 3), element, findings)

    assert len(pickle.dumps((pictures._files, pictures._rasters, pictures._last))) < 2 * len(made[0])


def png(size):
    stream = io.BytesIO()
    Image.effect_noise(size, 90).save(stream, "PNG")
    return stream.getvalue()


def test_drawings_of_a_large_deck_are_not_all_held(monkeypatch):
    monkeypatch.setattr(picture_files, "KEPT", 3)
    svg = f'<svg {XMLNS} viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'.encode()
    asked = []
    pictures = PictureFiles(lambda name: asked.append(name) or (name, svg), lambda *_: (), PictureCompiler().compile)
    element = Element(TEMPLATE.form(f"{SVG}}}image", ()), (), 1)

    for name in "abcabcda":
        pictures.drawing(f"{name}.svg", element, SvgFindings("f", own_lines=False))

    assert [name.removesuffix(".svg") for name in dict.fromkeys(asked)] == ["a", "b", "c", "d"]
    assert len(pictures._pictures) <= 3
