"""Filters, masks and blend modes on faces."""

from functools import partial

import pytest

from generator.base.units import MM
from generator.build.faces.face_renderer import ink_painter
from generator.model.face import Composite, Group, Shape
from generator.model.face import Image as Pixels

SQUARE = '<rect id="r" x="2" y="2" width="10" height="10" fill="#ff0000" {}/>'
SHADOW = '<filter id="f" x="-1" y="-1" width="3" height="3"><feDropShadow dx="1" dy="1" stdDeviation="0.5"/></filter>'
BLUR = '<filter id="f" {}><feGaussianBlur stdDeviation="1"/></filter>'


@pytest.fixture
def face(draw, fonts):
    return lambda body, *, has_shades=True: draw(body, paint=ink_painter(fonts) if has_shades else None)


@pytest.fixture
def wrong_with_paint(wrong, fonts):
    return partial(wrong, paint=ink_painter(fonts))


@pytest.fixture
def ink(face):
    return lambda body, **how: face(body, **how).ink.unpack()[0]


def kinds(ink):
    return [type(item) for item in ink]


def test_blend_mode_makes_a_composite(ink):
    (item,) = ink(SQUARE.format('style="mix-blend-mode: multiply"'))

    assert (item.blend, item.mask, kinds(item.ink)) == ("multiply", (), [Group])


def test_shadow_lies_below_the_drawing(ink):
    (item,) = ink(SHADOW + SQUARE.format('filter="url(#f)"'))

    assert kinds(item.ink) == [Pixels, Group]


def test_shadow_is_300_dpi(face):
    (item,), (raster,) = face(SHADOW + SQUARE.format('filter="url(#f)"')).ink.unpack()

    assert raster.width / item.ink[0].rect.width == pytest.approx(300 / 72)
    assert 11 * MM < item.ink[0].rect.width < 14 * MM


def test_without_a_painter_the_drawing_is_alone(ink):
    (item,) = ink(SHADOW + SQUARE.format('filter="url(#f)"'), has_shades=False)

    assert kinds(item.ink) == [Group]


def test_shadow_ends_at_the_region_of_its_filter_with_a_warning(face):
    narrow = face(BLUR.format('x="0" y="0" width="1" height="1"') + SQUARE.format('filter="url(#f)"'))
    wide = face(BLUR.format('x="-1" y="-1" width="3" height="3"') + SQUARE.format('filter="url(#f)"'))

    assert narrow.ink.unpack()[0][0].ink[0].clip is not None
    assert "[rect#r]: a shadow or glow is cut off at the edge of its filter; write x='-50%'" in narrow.warnings[0]
    assert (kinds(wide.ink.unpack()[0][0].ink), wide.warnings) == ([Pixels], ())


def test_filter_comes_before_opacity(ink):
    (item,) = ink(SHADOW + SQUARE.format('opacity="0.5" filter="url(#f)"'))

    assert item.ink[0].opacity == 0.5
    assert kinds(item.ink[0].ink) == [Pixels, Group]


def test_mask_is_cut_off_at_its_region(ink):
    mask = '<mask id="m"><rect width="20" height="30" fill="#fff"/></mask>'
    (item,) = ink(mask + SQUARE.format('mask="url(#m)"'))

    assert isinstance(item, Composite)
    assert not item.mask_by_alpha
    assert item.mask[0].clip is not None


def test_masks_may_go_by_opacity(ink):
    mask = '<mask id="m" style="mask-type:alpha"><rect width="20" height="30"/></mask>'

    assert ink(mask + SQUARE.format('mask="url(#m)"'))[0].mask_by_alpha


def test_what_fades_or_is_clipped_is_apart(ink):
    (item,) = ink('<g opacity="0.5">' + SQUARE.format('style="mix-blend-mode:screen"') + "</g>")

    assert kinds(item.ink) == [Composite]
    assert item.ink[0].blend == "normal"


def test_pattern_fills_with_tiles(ink):
    tile = (
        '<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><circle cx="1" cy="1" r="0.5"/></pattern>'
    )
    (item,) = ink(tile + '<rect width="10" height="10" fill="url(#p)"/>')

    assert item.ink[0].clip is not None
    assert len(item.ink[0].ink[0].ink) == 1  # all tiles are one part


def test_ground_of_a_pattern_is_drawn_once(ink):
    tile = '<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="2" height="2" fill="#ccc"/></pattern>'
    (item,) = ink(tile + '<rect width="10" height="10" fill="url(#p)"/>')

    assert kinds(item.ink[0].ink[0].ink) == [Shape]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('<rect {} filter="url(#g)"/>' + SHADOW, "filter: there is no filter '#g'; it is one of 'f'"),
        ('<rect {} mask="url(#g)"/>', "mask: there is no mask '#g'"),
        ('<mask id="m"><rect {0} mask="url(#m)"/></mask><rect {0} mask="url(#m)"/>', "mask: '#m' refers to itself"),
        ('<mask id="m"><text>a</text></mask><rect {} mask="url(#m)"/>', "mask: '#m' holds text, which nobody could search for or read out; use shapes"),
        ('<rect {} style="mix-blend-mode:hue"/>', "mix-blend-mode: viewers differ in what they draw with 'hue'; use overlay, or colour the drawing itself"),
        ('<filter id="f"><feOffset in="a"/></filter><rect {} filter="url(#f)"/>', "feOffset takes 'a', which no step before it makes"),
        ('<pattern id="p" width="1" height="1" href="#p"><rect width="9" height="9"/></pattern><rect {} fill="url(#p)"/>', "pattern '#p' refers to itself"),
        ('<pattern id="p" width="0.001" height="0.001"><circle r="1"/></pattern><rect {} fill="url(#p)"/>', "pattern '#p' repeats 1,000,000 times; make its tile larger"),
        ('<pattern id="p" width="1" height="1"><rect width="9" height="9"/></pattern><rect {} stroke="url(#p)"/>', "stroke takes no pattern; draw the outline as a filled path"),
        ('<pattern id="p" width="1" height="1"><text>a</text></pattern><rect {} fill="url(#p)"/>', "pattern '#p' holds text; write it on the face itself"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_a_fault(wrong_with_paint, body, what):
    assert any(fault.endswith(f": {what}") for fault in wrong_with_paint(body.format('width="9" height="9"')))


def test_filters_and_patterns_end_soon(wrong_with_paint):
    many = wrong_with_paint(SHADOW + SQUARE.format('filter="url(#f)"').replace('id="r"', "") * 310)
    tile = '<pattern id="{}" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="{}"/></pattern>'
    nested = wrong_with_paint(
        tile.format("p", "url(#q)") + tile.format("q", "red") + '<rect width="9" height="9" fill="url(#p)"/>'
    )

    assert "the filters of this drawing take too long; put one filter on a group" in many[0]
    assert "pattern '#q' stands in another pattern; draw its tiles there" in nested[0]


@pytest.mark.parametrize("value", ["1e6", "99999 0"])
def test_huge_blur_is_drawn_at_once(ink, value):
    blur = f'<filter id="f" x="-9" y="-9" width="19" height="19"><feGaussianBlur stdDeviation="{value}"/></filter>'

    assert len(ink(blur + SQUARE.format('filter="url(#f)"'))) <= 1
