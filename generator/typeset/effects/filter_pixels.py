"""The steps of filters on pixels, with Pillow (Filter Effects Module, 9).

A picture has one colour and a varying opacity, as a shadow has, or a colour for each pixel. One colour stays exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

from PIL import Image, ImageChops, ImageFilter, ImageMath

from generator.base.records import dataclass
from generator.typeset.effects.filter_steps import Curve

Colour = tuple[int, int, int]
PixelSize = tuple[int, int]

BLACK: Colour = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class SoftPicture:
    """One colour, or RGB pixels, and the opacity of each pixel."""

    colour: Colour | Image.Image
    alpha: Image.Image

    @property
    def is_plain(self) -> bool:
        """Return whether all pixels have one colour, and only the opacity varies."""
        return isinstance(self.colour, tuple)

    @property
    def pixels(self) -> Image.Image:
        """Return the colour of each pixel as an RGB picture."""
        colour = self.colour
        return Image.new("RGB", self.alpha.size, colour) if isinstance(colour, tuple) else colour

    @property
    def rgba(self) -> Image.Image:
        """Return the pixels with their opacity as an RGBA picture."""
        return Image.merge("RGBA", (*self.pixels.split(), self.alpha))


def of_rgba(image: Image.Image) -> SoftPicture:
    """Return the pixels of an RGBA picture as one colour if all seen ones have it; transparent ones do not count."""
    alpha = image.getchannel("A")
    colours = image.convert("RGB")
    opaque = _shown(alpha)
    if not opaque.getbbox():
        return SoftPicture(BLACK, alpha)
    lows, highs = zip(*(_range(band, opaque) for band in colours.split()), strict=True)
    # One colour is kept as three numbers: later steps then work on the opacity alone.
    return SoftPicture(lows if lows == highs else colours, alpha)


def _shown(alpha: Image.Image) -> Image.Image:
    """Return a mask that is 255 where an opacity is above 0."""
    return alpha.point(lambda value: 255 if value else 0)


def _on_black(picture: SoftPicture) -> SoftPicture:
    """Return a picture whose transparent pixels are black, for steps that make such pixels visible."""
    # SVG takes transparent pixels for transparent black.
    black = Image.new("RGB", picture.alpha.size)
    return SoftPicture(Image.composite(picture.pixels, black, _shown(picture.alpha)), picture.alpha)


def _range(band: Image.Image, mask: Image.Image) -> tuple[int, int]:
    """Return the lowest and the highest value of a channel where a mask is set."""
    counts = band.histogram(mask)
    used = [value for value, count in enumerate(counts) if count]
    return used[0], used[-1]


def nothing(size: PixelSize) -> SoftPicture:
    """Return a picture of a size in pixels that is transparent everywhere."""
    return flood(size, BLACK, 0.0)


def flood(size: PixelSize, colour: Colour, opacity: float) -> SoftPicture:
    """Return a picture of a size in pixels with one colour and one opacity from 0 to 1 everywhere."""
    return SoftPicture(colour, Image.new("L", size, round(255 * opacity)))


def cut_off(alpha: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    """Return an opacity that is 0 outside a box of left, top, right and bottom in pixels."""
    inside = Image.new("L", alpha.size)
    x, top = max(box[0], 0), max(box[1], 0)
    inside.paste(alpha.crop((x, top, min(box[2], alpha.width), min(box[3], alpha.height))), (x, top))
    return inside


def source_alpha(picture: SoftPicture) -> SoftPicture:
    """Return the shape of a picture in black: its opacity without its colours (SourceAlpha in SVG)."""
    return SoftPicture(BLACK, picture.alpha)


def blur(picture: SoftPicture, across: float, down: float) -> SoftPicture:
    """Return a picture blurred by standard deviations in pixels."""
    soften = ImageFilter.GaussianBlur((across, down))
    if picture.is_plain:
        return SoftPicture(picture.colour, picture.alpha.filter(soften))
    return of_rgba(picture.rgba.convert("RGBa").filter(soften).convert("RGBA"))


def offset(picture: SoftPicture, dx: int, dy: int) -> SoftPicture:
    """Return a picture moved by whole pixels."""
    colour = picture.colour
    return SoftPicture(colour if isinstance(colour, tuple) else _moved(colour, dx, dy), _moved(picture.alpha, dx, dy))


def _moved(image: Image.Image, dx: int, dy: int) -> Image.Image:
    """Return a picture moved by whole pixels; new pixels at its edges are 0."""
    moved = Image.new(image.mode, image.size)
    moved.paste(image, (dx, dy))
    return moved


def spread(picture: SoftPicture, across: int, down: int, *, shrink: bool) -> SoftPicture:
    """Return a picture whose opaque parts reach some pixels farther to all sides, or less far to `shrink` them.

    Raises ValueError for a picture of several colours.
    """
    if not picture.is_plain:
        raise ValueError("feMorphology takes SourceAlpha or one colour")
    choose = ImageChops.darker if shrink else ImageChops.lighter
    alpha = _reach(picture.alpha, across, lambda image, reach: _both_ways(image, reach, 0, choose))
    return SoftPicture(picture.colour, _reach(alpha, down, lambda image, reach: _both_ways(image, 0, reach, choose)))


def _reach(image: Image.Image, radius: int, step: Callable[[Image.Image, int], Image.Image]) -> Image.Image:
    """Apply a step until it has reached `radius` pixels far, each time about twice as far as before.

    That takes some log2(radius) steps. `step` takes a picture and how many pixels far it shall reach.
    """
    done = 0
    while done < radius:
        # Twice the covered width plus one at most: more would leave gaps.
        reach = min(radius - done, 2 * done + 1)
        image, done = step(image, reach), done + reach
    return image


def _both_ways(
    image: Image.Image, dx: int, dy: int, choose: Callable[[Image.Image, Image.Image], Image.Image]
) -> Image.Image:
    """Combine a picture with two copies of it, moved by (dx, dy) and by the opposite."""
    # Both directions at once: the reach then grows evenly to all sides.
    return choose(choose(image, _moved(image, dx, dy)), _moved(image, -dx, -dy))


def over(pictures: Iterable[SoftPicture]) -> SoftPicture:
    """Return pictures laid on each other, the first at the bottom."""
    return reduce(_over, pictures)


def _over(below: SoftPicture, above: SoftPicture) -> SoftPicture:
    """Return one picture laid on another; of one colour where both have the same."""
    if not below.alpha.getbbox():
        return above
    if above.is_plain and above.colour == below.colour:
        # What both let through is multiplied, as `screen` does.
        return SoftPicture(above.colour, ImageChops.screen(above.alpha, below.alpha))
    return of_rgba(Image.alpha_composite(below.rgba, above.rgba))


def mixes(below: Sequence[SoftPicture], above: SoftPicture) -> bool:
    """Return whether a picture is half transparent anywhere above a picture of another colour."""
    other_colours = [other for other in below if not (other.is_plain and other.colour == above.colour)]
    soft = _soft(above)
    return any(ImageChops.multiply(soft, _shown(other.alpha)).getbbox() for other in other_colours)


def where_soft(picture: SoftPicture, soft: SoftPicture, hard: SoftPicture) -> SoftPicture:
    """Return `soft` where `picture` is half transparent, and `hard` where it is opaque or transparent."""
    return of_rgba(Image.composite(soft.rgba, hard.rgba, _soft(picture)))


def _soft(picture: SoftPicture) -> Image.Image:
    """Return a mask that is 255 where a picture is half transparent."""
    return picture.alpha.point(lambda value: 255 if 0 < value < 255 else 0)


def inside(picture: SoftPicture, other: SoftPicture) -> SoftPicture:
    """Return the part of a picture that lies where another one is opaque (operator `in` of feComposite)."""
    return SoftPicture(picture.colour, ImageChops.multiply(picture.alpha, other.alpha))


def outside(picture: SoftPicture, other: SoftPicture) -> SoftPicture:
    """Return the part of a picture that lies where another one is transparent (operator `out` of feComposite)."""
    return SoftPicture(picture.colour, ImageChops.multiply(picture.alpha, ImageChops.invert(other.alpha)))


def atop(one: SoftPicture, two: SoftPicture) -> SoftPicture:
    """Return `one` laid over `two`, without the parts of `one` that lie outside `two`."""
    colours = Image.composite(one.rgba.convert("RGB"), two.rgba.convert("RGB"), one.alpha)
    # The lower picture keeps its outline: the upper one only colours it.
    colours.putalpha(two.alpha)
    return of_rgba(colours)


def arithmetic(one: SoftPicture, two: SoftPicture, k: Sequence[float]) -> SoftPicture:
    """Return two pictures combined by k1·one·two + k2·one + k3·two + k4, as `feComposite` does.

    Colours are multiplied by their opacity; `k` has the four factors.
    """
    # With k4 a colour appears where nothing was drawn, so that one would not stay one.
    if one.is_plain and one.colour == two.colour and not k[3]:
        return SoftPicture(one.colour, _combined(one.alpha, two.alpha, k))
    pairs = zip(one.rgba.convert("RGBa").split(), two.rgba.convert("RGBa").split(), strict=True)
    *colours, alpha = [_combined(first, second, k) for first, second in pairs]
    # A colour that is multiplied by its opacity cannot be above it.
    merged = [ImageChops.darker(band, alpha) for band in colours]
    return of_rgba(Image.merge("RGBa", (*merged, alpha)).convert("RGBA"))


def _combined(one: Image.Image, two: Image.Image, k: Sequence[float]) -> Image.Image:
    """Return one channel of the arithmetic composite: k1·one·two + k2·one + k3·two + k4, for values from 0 to 255."""

    def value(bands: dict[str, Any]) -> Any:
        """Return the formula for the two channels `a` and `b`."""
        a, b = bands["a"], bands["b"]
        return a * b * (k[0] / 255) + a * k[1] + b * k[2] + 255 * k[3] + 0.5  # `convert` cuts off what is behind 0

    image: Image.Image = ImageMath.lambda_eval(value, a=one.convert("F"), b=two.convert("F"))
    return image.convert("L")


def recolour(picture: SoftPicture, curves: Sequence[Curve | None]) -> SoftPicture:
    """Return a picture with a curve applied to red, green, blue and opacity each; None leaves a channel as it is."""
    # A table of 256 values is exact, for a channel has no more.
    tables = [_table(curve) for curve in curves]
    if tables[3][0]:
        picture = _on_black(picture)
    alpha = picture.alpha.point(tables[3])
    colour = picture.colour
    if isinstance(colour, tuple):
        return SoftPicture((tables[0][colour[0]], tables[1][colour[1]], tables[2][colour[2]]), alpha)
    return SoftPicture(colour.point(tables[0] + tables[1] + tables[2]), alpha)


def _table(curve: Curve | None) -> list[int]:
    """Return the 256 values of a curve for values from 0 to 255; None for a channel that stays as it is."""
    if curve is None:
        return list(range(256))
    return [round(255 * min(1.0, max(0.0, curve(value / 255)))) for value in range(256)]


def colour_matrix(picture: SoftPicture, rows: Sequence[Sequence[float]]) -> SoftPicture:
    """Return a picture changed by a matrix of 4 rows of 5 numbers, as `feColorMatrix` has it.

    Raises ValueError where a colour depends on the opacity, or the opacity on both: no program writes that for shadows.
    """
    # Colours and opacity are kept apart, so that neither is computed from both.
    if any(row[3] for row in rows[:3]) or (rows[3][3] and any(rows[3][:3])):
        raise ValueError("feColorMatrix mixes colours with opacity; write one after the other")
    if any(rows[3][:3]) or rows[3][4] > 0:
        picture = _on_black(picture)
    alpha = picture.alpha
    if any(rows[3][:3]):
        alpha = picture.pixels.convert("L", (*rows[3][:3], 255 * rows[3][4]))
    else:
        alpha = alpha.point(_table(lambda value: value * rows[3][3] + rows[3][4]))
    colour = picture.colour
    if isinstance(colour, tuple):
        return SoftPicture(_mixed(colour, rows), alpha)
    # Only the last column counts: all pixels get one colour.
    if not any(value for row in rows[:3] for value in row[:3]):
        return SoftPicture(_mixed(BLACK, rows), alpha)
    twelve = [value for row in rows[:3] for value in (*row[:3], 255 * row[4])]
    return SoftPicture(colour.convert("RGB", tuple(twelve)), alpha)


def _mixed(colour: Colour, rows: Sequence[Sequence[float]]) -> Colour:
    """Return one colour changed by the first three rows of a colour matrix, limited to 0 to 255."""
    red, green, blue = (
        round(min(255.0, max(0.0, sum(a * b for a, b in zip(row[:3], colour, strict=True)) + 255 * row[4])))
        for row in rows[:3]
    )
    return red, green, blue


def to_linear(value: float) -> float:
    """Return the amount of light, from 0 to 1, of a channel of sRGB from 0 to 1."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def to_srgb(value: float) -> float:
    """Return the channel of sRGB, from 0 to 1, for an amount of light from 0 to 1."""
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055
