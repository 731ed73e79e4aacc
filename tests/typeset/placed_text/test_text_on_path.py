"""Words along a path, against resvg: the mean difference in the worst square of 2 mm comes to 19 of 255, and to 105
where the words stand half a millimetre further.
"""

import io

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageStat

from generator.base.units import MM
from generator.model.face import GlyphRun
from generator.typeset.placed_text.path_track import PathTrack
from generator.typeset.placed_text.text_on_path import bent, room
from generator.write.svg.document import svg

from ..conftest import HEAD

ARC = '<path id="a" d="M4 20 A7 7 0 0 1 16 20" fill="none"/>'
TEXT = '<text font-family="text" font-size="8pt" text-anchor="middle">{}</text>'
RUN = GlyphRun("f", 10, 2, 0, (1, 2, 3), (0, 5, 9), ("a", "b", ""), 12)


def on(words, start="50%", href="#a", more=""):
    return ARC + TEXT.format(f'<textPath href="{href}" startOffset="{start}">{words}</textPath>{more}')


def test_each_letter_stands_at_its_own_middle():
    first, second = bent([RUN], 14, PathTrack.of("M 0 0 L 100 0"), "start", 10)

    assert (first.matrix.e, first.ink[0].x, first.ink[0].width) == pytest.approx((10 + 2 + 2.5, -2.5, 5))
    assert second.matrix.e == pytest.approx(10 + 2 + 8.5)
    assert (second.ink[0].glyphs, second.ink[0].offsets) == ((2, 3), (0, 4))


def test_letters_turn_with_the_path():
    (letter, _) = bent([RUN], 14, PathTrack.of("M 0 0 L 0 100"), "start", 0)

    assert (letter.matrix.a, letter.matrix.b) == pytest.approx((0, 1))


@pytest.mark.parametrize(("anchor", "offset", "longest"), [("start", 30, 70), ("middle", 30, 60), ("end", 30, 30)])
def test_room_depends_on_the_anchor(anchor, offset, longest):
    assert room(PathTrack.of("M 0 0 L 100 0"), anchor, offset) == longest


def test_words_that_do_not_fit_are_a_fault(wrong):
    (fault,) = wrong(on("The Venerable Lamplighter of the Causeway again"))

    assert fault.startswith("card.svg.j2 [<text> line 2 of its SVG]: the text is ")
    assert "mm longer than its path at 8 pt, its smallest size; shorten it or lengthen the path" in fault


def test_words_may_shrink(draw):
    text = on("The Venerable Lamps").replace("<text ", '<text pnp:fit="shrink 4pt" ')
    (fit,) = draw(text).fits

    assert 4 <= fit.used < fit.asked == 8


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (on("a", href="#b"), "textPath: there is no path '#b'; it is one of '#a'"),
        (on("a", more="b"), "textPath takes plain words, and is alone in its <text>; write a <text> for each"),
        (on("a", start="x"), "startOffset: 'x' is not a number"),
        (on("a", more="<tspan>b</tspan>"), "textPath takes plain words, and is alone in its <text>; write a <text> for each"),
    ],
)  # fmt: skip
def test_what_cannot_be_set_is_a_fault(wrong, body, what):
    assert wrong(body)[0].endswith(f": {what}")


def test_words_look_as_resvg_draws_them(draw, fonts):
    wanted = picture(
        f"{HEAD}{on('Lamplighter')}</svg>".replace('"text" font-size="8pt"', '"Alegreya Sans" font-size="2.8222"'),
        [fonts["alegreya-sans"].path],
    )
    ours, moved = (picture(svg(draw(on("Lamplighter", start)), fonts)) for start in ("50%", "52.5%"))

    assert difference(wanted, ours) < 25
    assert difference(wanted, moved) > 75


def picture(source, files=()):
    data = resvg_py.svg_to_bytes(
        svg_string=source, background="#fff", width=520, height=720, dpi=96, skip_system_fonts=True, font_files=[*files]
    )
    return Image.open(io.BytesIO(bytes(data))).convert("RGB")


def difference(one, other):
    square = round(2 * MM / 72 * 508)
    apart = ImageChops.difference(one, other)
    return max(
        sum(ImageStat.Stat(apart.crop((x, y, x + square, y + square))).mean) / 3
        for x in range(0, apart.width, square)
        for y in range(0, apart.height, square)
    )
