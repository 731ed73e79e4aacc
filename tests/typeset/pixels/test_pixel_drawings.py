"""Drawings as pixels: which are, how fine they are, and what is said."""

import base64
import io
from types import SimpleNamespace

import pytest
from PIL import Image

from generator.base.cache import Cache
from generator.base.geometry import Rect
from generator.base.system.process_limits import ProcessLimits
from generator.model.face import Raster
from generator.model.game import PixelChoice
from generator.typeset.pixels import pixel_drawings
from generator.typeset.pixels.resvg_process import ResvgOrder, draw_with_resvg
from generator.typeset.svg.style import INITIAL

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
REFUSED = f'<svg {XMLNS} viewBox="0 0 20 10"><rect width="20" height="10" filter="url(#gone)"/></svg>'.encode()
PLAIN = f'<svg {XMLNS} viewBox="0 0 20 10"><rect width="10" height="10" fill="red"/></svg>'.encode()
SHOWN = '<image href="art/fox.svg" width="20" height="20"/>'
REASON = "filter: there is no filter '#gone', and viewers differ in what they draw"
ALL = PixelChoice(refused=True)


def rasters(face):
    return [part for part in face.ink.unpack()[1] if isinstance(part, Raster)]


def sizes(face):
    return [(part.width, part.height) for part in rasters(face)]


def test_refused_drawing_names_the_line_that_draws_it_as_pixels(wrong):
    line = 'it can be drawn as pixels: write below [pictures] in game.toml: "art/fox.svg" = "as pixels"'

    first, *_, last = wrong(SHOWN, {"art/fox.svg": REFUSED}, pixels=PixelChoice())

    assert (first, last) == (f"art/fox.svg:1 [<rect>]: {REASON}", f"art/fox.svg: {line}")


def test_file_that_is_no_drawing_is_not_told_of_pixels(wrong):
    (said,) = wrong(SHOWN, {"art/fox.svg": b"<svg"}, pixels=ALL)

    assert "pixels" not in said


@pytest.mark.parametrize("choice", [ALL, PixelChoice(names=("art/fox.svg",)), PixelChoice(names=("art/f*",))])
def test_refused_drawing_is_drawn_as_pixels_with_a_warning(draw, choice):
    face = draw(SHOWN, {"art/fox.svg": REFUSED}, pixels=choice)

    assert sizes(face) == [(472, 236)]  # 20 mm at the 600 dpi of a build without a finest resolution
    assert face.warnings == (f"art/fox.svg: is drawn as pixels at 600 dpi: {REASON}",)


@pytest.mark.parametrize(
    ("choice", "count"),
    [(ALL, 0), (PixelChoice(names=("art/hen.svg",)), 0), (PixelChoice(names=("art/*.svg",)), 1)],
)
def test_sound_drawing_is_drawn_as_pixels_where_it_is_named(draw, choice, count):
    face = draw(SHOWN, {"art/fox.svg": PLAIN}, pixels=choice)

    assert len(rasters(face)) == count
    assert face.warnings == ("art/fox.svg: is drawn as pixels at 600 dpi",) * count


def test_every_place_has_pixels_of_its_own(draw):
    body = f'{SHOWN}<g transform="scale(.5)">{SHOWN}</g><image href="art/fox.svg" width="20" height="20"/>'

    face = draw(body, {"art/fox.svg": REFUSED}, pixels=ALL)

    assert sorted(sizes(face)) == [(236, 118), (472, 236)]


def test_icon_is_drawn_in_its_colour(draw):
    path = '<path d="M0 0h10v10h-10z" fill="currentColor" style="rotate: 20deg"/>'
    icon = f'<svg {XMLNS} viewBox="0 0 10 10">{path}</svg>'
    face = draw('<text pnp:rect="0 0 20 20" font-size="4" fill="#ff0000">{fox}</text>',
                {"icons/fox.svg": icon.encode()}, pixels=ALL)  # fmt: skip

    assert sizes(face) == [(1024, 1024)]
    assert "is drawn as pixels, 1024 on its longer side: style: viewers differ" in face.warnings[0]
    (raster,) = rasters(face)
    assert raster.digest != draw_icon_digest(draw, icon)


def draw_icon_digest(draw, icon):
    face = draw('<text pnp:rect="0 0 20 20" font-size="4" fill="#00ff00">{fox}</text>',
                {"icons/fox.svg": icon.encode()}, pixels=ALL)  # fmt: skip
    (raster,) = rasters(face)
    return raster.digest


def test_pixels_are_drawn_once_for_all_builds(draw, tmp_path, monkeypatch):
    def made():
        return draw(SHOWN, {"art/fox.svg": REFUSED}, pixels=ALL, cache=Cache(tmp_path))

    first = made()
    monkeypatch.setattr(pixel_drawings, "ask_child", None)

    assert rasters(made()) == rasters(first)


def test_pixels_of_a_large_place_are_fewer(draw, monkeypatch):
    monkeypatch.setattr(pixel_drawings, "MOST_PIXELS", 5000)

    face = draw(SHOWN, {"art/fox.svg": REFUSED}, pixels=ALL)

    assert sizes(face) == [(100, 50)]
    assert face.warnings[0].startswith("art/fox.svg: is drawn as pixels at 127 dpi")


def test_other_files_are_not_read(draw, tmp_path):
    Image.new("RGB", (9, 9), "red").save(tmp_path / "a.png")
    href = (tmp_path / "a.png").as_uri().removeprefix("file://")
    linked = f'<svg {XMLNS} viewBox="0 0 9 9"><image width="9" height="9" href="{href}"/></svg>'.encode()

    face = draw(SHOWN, {"art/fox.svg": linked}, pixels=ALL)

    (raster,) = rasters(face)
    assert raster.alpha is not None  # nothing is drawn
    assert face.warnings[1] == f"art/fox.svg: line 1: href {href[:40]!r} leads out of the picture and is left out"


@pytest.mark.limited_child
def test_drawing_that_takes_too_long_is_a_fault(wrong, monkeypatch):
    monkeypatch.setattr(pixel_drawings, "_LIMITS", ProcessLimits(1 << 30, 1, 0, 64, 0.0))

    assert wrong(SHOWN, {"art/fox.svg": REFUSED}, pixels=ALL)[-1] == (
        "art/fox.svg: cannot be drawn as pixels within 30 s and 1 GiB; save it as PNG"
    )


def test_missing_library_is_said_with_its_command(wrong, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda *_: None)

    (said,) = wrong(SHOWN, {"art/fox.svg": REFUSED}, pixels=ALL)

    assert said.startswith("art/fox.svg: is drawn as pixels by resvg; install it with: ")
    assert "[pixels]" in said


def test_text_is_set_in_the_fonts_of_the_program(draw):
    def words(family):
        svg = f'<svg {XMLNS} viewBox="0 0 60 20"><text y="15" font-size="15" font-family="{family}">fox</text></svg>'
        return rasters(draw(SHOWN, {"art/fox.svg": svg.encode()}, pixels=PixelChoice(names=("*",))))[0].digest

    assert words("Cinzel") != words("Alegreya Sans")
    assert words("Alegreya Sans") == words("No Such Font")


def test_resvg_says_why_it_cannot_draw():
    messages = []

    draw_with_resvg(ResvgOrder("<svg", "", ()), messages.append)

    assert "fault" in messages[0]


def test_resvg_draws_a_picture_of_the_size_that_is_asked_for():
    messages = []
    source = pixel_drawings.read_pixel_source(REFUSED)

    draw_with_resvg(ResvgOrder(source.svg(30, 15, INITIAL), "", ()), messages.append)

    assert source.box == Rect(0, 0, 20, 10)
    assert Image.open(io.BytesIO(base64.b64decode(messages[0]["png"]))).size == (30, 15)


@pytest.mark.parametrize(("stored", "is_stored"), [(None, True), ([], True), ([True], True), ([True, False], False)])
def test_pictures_are_drawn_again_whose_pixels_are_lost(stored, is_stored, monkeypatch):
    monkeypatch.setattr(pixel_drawings, "Raster", SimpleNamespace)
    parts = [SimpleNamespace(is_stored=each) for each in stored or ()]
    picture = None if stored is None else SimpleNamespace(parts=parts)

    assert pixel_drawings._is_stored(SimpleNamespace(picture=picture)) is is_stored
