import pickle
import re

import pytest

from generator.base.geometry import Size
from generator.base.units import MM
from generator.model.face import Drawing, Shape
from generator.typeset.face_size import FaceSize
from generator.typeset.ink.shown_faces import PREFIX, ShownFace

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="26mm" height="36mm" viewBox="-3 -3 26 36"'
CARD = """<rect x="-3" y="-3" width="26" height="36" fill="#abc" pnp:layer="bleed"/>
<g opacity="0.5"><circle cx="5" cy="5" r="3"/></g><use href="#icon-coin" x="1" y="1" width="5" height="5"/>
<text x="10" y="20" font-size="9pt" text-anchor="middle">Forum</text>"""
FILES = {
    "icons/coin.svg": b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle r="9"/></svg>',
}


def test_face_carries_what_it_was_given(draw):
    face = draw(CARD, FILES, key="abc")

    assert (face.key, face.trim, face.bleed) == ("abc", Size(20 * MM, 30 * MM), 3 * MM)


def test_equal_drawings_are_equal_faces(draw):
    one, two = draw(CARD, FILES), draw(CARD, FILES)

    assert one == two
    assert hash(one) == hash(two)
    assert one != draw(CARD.replace("#abc", "#abd"), FILES)


def test_history_leaves_no_trace(typesetter, draw):
    setter = typesetter(FILES)
    head = f"<svg {HEAD}>\n"
    how = {"where": "card.svg.j2", "language": "en", "size": FaceSize(Size(20 * MM, 30 * MM), 3 * MM), "key": "k"}
    setter.face(f"{head}{CARD.replace('#abc', 'red')}</svg>", **how)

    assert setter.face(f"{head}{CARD}</svg>", **how) == draw(CARD, FILES)


def test_faces_survive_packing(draw):
    face = draw(CARD, FILES)
    again = pickle.loads(pickle.dumps(face))

    assert again == face
    assert isinstance(again.ink, Drawing)
    assert again.ink.packed == face.ink.packed


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('width="26mm"', 'width="20mm"', "width is '20mm'; it should be '26mm', the trim and the bleed on both sides"),
        ('height="36mm"', "", "height is missing; it should be '36mm', the trim and the bleed on both sides"),
        (
            'height="36mm"',
            'height="36px"',
            "height: '36px' is not a length; write a bare number or one in mm, cm, in, pt",
        ),
        (
            '"-3 -3 26 36"',
            '"0 0 26 36"',
            "viewBox is '0 0 26 36'; it should be '-3 -3 26 36': millimetres, the origin at the corner of the trim",
        ),
        ('viewBox="-3 -3 26 36"', "", "viewBox is missing; it should be '-3 -3 26 36': millimetres"),
        ('"-3 -3 26 36"', '"-3 -3 26"', "viewBox is '-3 -3 26'; it should be '-3 -3 26 36'"),
        ('"-3 -3 26 36"', '"a"', "viewBox: 'a' is not a list of numbers"),
    ],
)
def test_size_has_to_be_that_of_the_face(wrong, old, new, what):
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="26mm" height="36mm" viewBox="-3 -3 26 36">'.replace(old, new)
    (said,) = wrong("", head=head)

    assert re.match(re.escape(f"card.svg.j2 [<svg> line 1 of its SVG]: {what}"), said)


def test_size_may_be_off_by_a_hair(draw):
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="26.005mm" height="3.6cm" viewBox="-3 -3.001 26 36">'

    assert draw("", head=head).ink.unpack()[0] == ()


def test_faults_of_drawing_and_pictures_come_together(wrong):
    files = {"icons/coin.svg": FILES["icons/coin.svg"].replace(b'"9"', b'"x"')}
    said = wrong(f'<rect rx="x"/><blink/>{CARD}', files)

    assert said == [
        "card.svg.j2 [<blink> line 2 of its SVG]: <blink> is not supported; did you mean 'line'?",
        "card.svg.j2 [<rect> line 2 of its SVG]: rx: 'x' is not a number",
        "icons/coin.svg:1 [<circle>]: r: 'x' is not a number",
    ]


def test_a_drawing_beyond_the_subset_is_tidied(draw):
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" '
        'pnp:drawing="yes" width="26mm" height="36mm" viewBox="-3 -3 26 36">'
    )
    box = '<defs><rect id="r" x="2" y="2" width="16" height="9"/></defs>'
    text = '<text pnp:box="#r" style="font-size:3px">Fox</text>'
    face = draw(f'{box}<rect id="a" width="4" height="3" fill="rgba(255 0 0 / 100%)"/><g id="a"/>{text}', head=head)

    ink = str(face.ink.unpack()[0])
    assert "'#ff0000'" in ink
    assert "GlyphRun" in ink  # what fills a box stays text


def test_a_drawing_of_another_program_is_read_with_its_notes_and_css(draw):
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" xmlns:i="http://inkscape.org/inkscape" '
        'width="26mm" height="36mm" viewBox="-3 -3 26 36" pnp:drawing="yes">'
    )
    face = draw('<style>.a {fill: #f00}</style><rect i:label="Field" class="a" width="4px" height="3pt"/>', head=head)

    (group,) = face.ink.unpack()[0]
    assert group.ink == (Shape("M 0 0 L 4 0 L 4 4 L 0 4 Z", "#ff0000"),)


@pytest.mark.parametrize(("family", "warned"), [("sans-serif", True), ("", False), ("text", False), ("Cinzel", False)])
def test_name_for_any_font_is_warned_of_once(draw, family, warned):
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" '
        'width="26mm" height="36mm" viewBox="-3 -3 26 36" pnp:drawing="yes">'
    )
    name = f'font-family="{family}"' if family else ""
    texts = [f'<text x="2" y="{y}" pnp:box="lines 1" font-size="3" {name}>Fox</text>' for y in (9, 19)]

    warnings = draw("".join(texts), head=head).warnings

    assert [warning.partition("]: ")[2] for warning in warnings] == warned * [
        "'sans-serif' is any font of a kind; the text is set in Alegreya Sans: "
        "name a font of fonts.toml, or save the text as paths"
    ]


def test_faces_are_drawn_on_a_face_where_they_can_be_found(typesetter, draw):
    shown, asked = ShownFace(draw(CARD, FILES, key="shown"), "M 0 0 L 9 0 L 9 9 Z"), []
    svg = f'<svg {HEAD}><image href="{PREFIX}raid:scouts" width="10" height="15"/></svg>'
    how = {"where": "card.svg.j2", "language": "en", "size": FaceSize(Size(20 * MM, 30 * MM), 3 * MM), "key": "k"}
    face = typesetter(FILES).face(svg, **how, find_face=lambda name: asked.append(name) or shown)

    assert asked == ["raid:scouts"]
    assert "shown" in [part.key for part in face.ink.unpack()[1]]
