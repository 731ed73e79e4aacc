import pytest
from PIL import Image

from generator.typeset.effects import filter_pixels as pixels
from generator.typeset.effects.filter_pixels import SoftPicture

RED = (200, 20, 0)
IDENTITY = ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 0))


def dot(size=9, at=(4, 4), colour=RED, alpha=255):
    image = Image.new("L", (size, size))
    image.putpixel(at, alpha)
    return SoftPicture(colour, image)


def shown(picture):
    """Every pixel that is not transparent."""
    width, height = picture.alpha.size
    return {(x, y) for x in range(width) for y in range(height) if picture.alpha.getpixel((x, y))}


def test_one_colour_stays_exact_where_it_is_blurred():
    blurred = pixels.blur(dot(), 1.5, 1.5)

    assert blurred.colour == RED
    assert 0 < blurred.alpha.getpixel((4, 4)) < 60


def test_two_colours_are_blurred_together():
    both = pixels.over([dot(), dot(at=(5, 4), colour=(0, 0, 250))])
    blurred = pixels.blur(both, 1, 1)

    assert not blurred.is_plain
    assert blurred.pixels.getpixel((3, 4))[0] > blurred.pixels.getpixel((6, 4))[0]


def test_offset_moves():
    assert shown(pixels.offset(dot(), -2, 1)) == {(2, 5)}


def test_spread_reaches_as_far_as_it_says():
    assert shown(pixels.spread(dot(), 3, 1, shrink=False)) == {(x, y) for x in range(1, 8) for y in range(3, 6)}


def test_shrinking_takes_away_what_spreading_adds():
    spread = pixels.spread(dot(), 2, 2, shrink=False)

    assert shown(pixels.spread(spread, 2, 2, shrink=True)) == {(4, 4)}


def test_inside_and_outside_share_a_picture():
    wide = pixels.spread(dot(), 1, 0, shrink=False)

    assert shown(pixels.inside(wide, dot())) == {(4, 4)}
    assert shown(pixels.outside(wide, dot())) == {(3, 4), (5, 4)}


def test_arithmetic_takes_one_alpha_from_another():
    left = pixels.arithmetic(dot(), pixels.spread(dot(), 1, 0, shrink=False), (0, -1, 1, 0))

    assert (left.colour, shown(left)) == (RED, {(3, 4), (5, 4)})


def test_matrix_gives_a_shadow_its_colour():
    rows = ((0, 0, 0, 0, 0.2), (0, 0, 0, 0, 0), (0, 0, 0, 0, 1), (0, 0, 0, 0.5, 0))
    shadow = pixels.colour_matrix(dot(), rows)

    assert (shadow.colour, shadow.alpha.getpixel((4, 4))) == ((51, 0, 255), 128)


def test_identity_changes_nothing():
    assert pixels.colour_matrix(dot(), IDENTITY).rgba.tobytes() == dot().rgba.tobytes()


def test_colours_that_depend_on_opacity_are_refused():
    with pytest.raises(ValueError, match="feColorMatrix mixes colours with opacity"):
        pixels.colour_matrix(dot(), ((1, 0, 0, 1, 0), *IDENTITY[1:]))


def test_light_and_values_are_inverse():
    for value in (0.0, 0.01, 0.2, 0.5, 1.0):
        assert pixels.to_srgb(pixels.to_linear(value)) == pytest.approx(value)


@pytest.mark.parametrize("box", [(2, 5, 8, 9), (-3, 5, 8, 99), (2, -5, 99, 9), (3, 3, 3, 9)])
def test_opacity_ends_at_a_box(box):
    cut = pixels.cut_off(Image.new("L", (10, 12), 255), box)
    left, top, right, bottom = box

    assert shown(SoftPicture(RED, cut)) == {
        (x, y) for x in range(10) for y in range(12) if left <= x < right and top <= y < bottom
    }


BLUE = (0, 0, 250)


@pytest.mark.parametrize(
    ("below", "above", "is_mixed"),
    [
        ([dot()], dot(alpha=128), False),
        ([dot()], dot(colour=BLUE, alpha=128), True),
        ([dot()], dot(colour=BLUE), False),
        ([dot(at=(2, 2))], dot(colour=BLUE, alpha=128), False),
        ([dot(), dot(colour=BLUE)], dot(alpha=128), True),
        ([pixels.over([dot(), dot(at=(5, 4), colour=BLUE)])], dot(alpha=128), True),
        ([], dot(alpha=128), False),
    ],
)
def test_colours_mix_where_one_is_half_transparent_above_another(below, above, is_mixed):
    assert pixels.mixes(below, above) is is_mixed
