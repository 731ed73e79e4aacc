"""Carry out the steps of a filter. The element itself stays a drawing where it passes unchanged; the rest is pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple

from PIL import Image

from generator.base.geometry import Matrix
from generator.typeset.effects import filter_pixels as pixels
from generator.typeset.effects.filter_pixels import SoftPicture
from generator.typeset.effects.filter_steps import SOURCE, SOURCE_ALPHA, Step

DRAWING = "the drawing itself"
PixelBox = tuple[int, int, int, int]
"""Left, top, right, bottom."""
Layer = SoftPicture | str
"""Pixels, or DRAWING."""
Layers = tuple[Layer, ...]
"""Layers of a result, the first at the bottom."""


class Scale(NamedTuple):
    """The conversion of a filter's lengths to pixels: the element's matrix, without its move, and pixels to a unit."""

    matrix: Matrix
    pixels: float

    def lengths(self, across: float, down: float) -> tuple[float, float]:
        """Return two lengths, across and down in the element's coordinates, in pixels of the picture."""
        m = self.matrix
        if m.b == m.c == 0:
            return across * abs(m.a) * self.pixels, down * abs(m.d) * self.pixels
        if across == down:
            # A circle under a turn or skew is taken as a circle of the mean size: Pillow blurs along the pixel axes
            # only.
            both = across * m.mean_scale * self.pixels
            return both, both
        return (
            math.hypot(across * m.a, down * m.c) * self.pixels,
            math.hypot(across * m.b, down * m.d) * self.pixels,
        )

    def move(self, dx: float, dy: float) -> tuple[int, int]:
        """Return a shift in the element's coordinates as whole pixels."""
        m = self.matrix
        return round((m.a * dx + m.c * dy) * self.pixels), round((m.b * dx + m.d * dy) * self.pixels)


def reach(steps: Sequence[Step], scale: Scale) -> float:
    """Return the most pixels that the steps of a filter may paint beyond its element."""
    total = 0.0
    for step in steps:
        if step.name == "feGaussianBlur":
            # Beyond three deviations a blur has 0.3 % of its weight.
            total += 3 * max(scale.lengths(step.across, step.down))
        elif step.name == "feMorphology":
            total += max(scale.lengths(step.across, step.down))
        elif step.name in {"feOffset", "feDropShadow"}:
            total += max(map(abs, scale.move(step.across, step.down)))
        if step.name == "feDropShadow":
            total += 3 * max(scale.lengths(*step.numbers[0]))
    return total + 2


def filtered_layers(steps: Sequence[Step], source: Image.Image, scale: Scale, region: PixelBox | None = None) -> Layers:
    """Return the layers that a filter makes of an element, whose RGBA pixels are `source`; the first is at the bottom.

    Steps that fill the region of the filter end at the box `region`; None for all pixels. Raises ValueError for a step
    that cannot be carried out.
    """
    run = _Run(pixels.of_rgba(source), scale, region)
    for step in steps:
        run.take(step)
    return run.last


class _Run:
    """The results of the steps so far, by name."""

    def __init__(self, source: SoftPicture, scale: Scale, region: PixelBox | None) -> None:
        """Begin with the pixels of the element; `region` limits steps that fill it, None for no limit."""
        self._source, self._scale, self._region = source, scale, region
        # These two names a filter may take from the start, as they are no results of steps.
        self._results: dict[str, Layers] = {SOURCE: (DRAWING,), SOURCE_ALPHA: (pixels.source_alpha(source),)}
        self.last: Layers = (DRAWING,)

    def take(self, step: Step) -> None:
        """Carry out one step, and remember its layers under its result name."""
        self.last = _STEPS[step.name](self, step)
        if step.fills_region and self._region:
            self.last = tuple(self._within_region(layer) for layer in self.last)
        if step.result:
            self._results[step.result] = self.last

    def _within_region(self, layer: Layer) -> Layer:
        """Return a layer cut off at the region of the filter; the drawing itself stays as it is."""
        if isinstance(layer, str) or self._region is None:
            return layer
        return SoftPicture(layer.colour, pixels.cut_off(layer.alpha, self._region))

    def layers(self, step: Step, input_number: int = 0) -> Layers:
        """Return the layers that a step takes as its input of a number, 0 for `in`.

        Raises ValueError for an unknown name.
        """
        name = step.takes[input_number]
        # A filter may take only results of earlier steps (Filter Effects Module, 9.4).
        if name and name not in self._results:
            raise ValueError(f"{step.name} takes {name!r}, which no step before it makes")
        return self._results[name] if name else self.last

    def picture(self, step: Step, input_number: int = 0) -> SoftPicture:
        """Return an input of a step as one picture of pixels."""
        layers = self.layers(step, input_number)
        if not layers:
            return pixels.nothing(self._source.alpha.size)
        return pixels.over([layer if isinstance(layer, SoftPicture) else self._source for layer in layers])

    def blend(self, step: Step) -> Layers:
        """Return the layers of `feBlend` in mode normal: the second input below the first."""
        return self._laid(step, self.layers(step, 1) + self.layers(step))

    def merge(self, step: Step) -> Layers:
        """Return the layers of `feMerge`: its inputs above each other, the first at the bottom."""
        return self._laid(
            step, tuple(layer for input_number in range(len(step.takes)) for layer in self.layers(step, input_number))
        )

    def _laid(self, step: Step, layers: Layers) -> Layers:
        """Return layers laid on each other.

        They become one picture where soft ones lie on another colour and the step mixes colours as light.
        """
        pictures = [layer if isinstance(layer, SoftPicture) else self._source for layer in layers]
        # Layers stay drawings as long as no soft one would be mixed with another colour as light.
        if not step.is_linear or not any(
            isinstance(layer, SoftPicture) and pixels.mixes(pictures[:number], layer)
            for number, layer in enumerate(layers)
        ):
            return layers
        return (reduce(_over_as_light, pictures),)

    def flood(self, step: Step) -> Layers:
        """Return a layer of one colour for `feFlood`; none where it is transparent."""
        if not step.opacity:
            return ()
        return (pixels.flood(self._source.alpha.size, step.colour, step.opacity),)

    def offset(self, step: Step) -> Layers:
        """Return the input of `feOffset`, moved by whole pixels."""
        dx, dy = self._scale.move(step.across, step.down)
        return self.layers(step) if dx == dy == 0 else (pixels.offset(self.picture(step), dx, dy),)

    def blur(self, step: Step) -> Layers:
        """Return the input of `feGaussianBlur`, blurred; unchanged where the deviation is 0."""
        across, down = self._scale.lengths(step.across, step.down)
        if across == down == 0:
            return self.layers(step)
        return (_in_space(step, self.picture(step), lambda picture: pixels.blur(picture, across, down)),)

    def shadow(self, step: Step) -> Layers:
        """Return the layers of `feDropShadow`: the blurred and moved shape in one colour, below its input."""
        deviation = self._scale.lengths(*step.numbers[0])
        shape = pixels.offset(pixels.source_alpha(self.picture(step)), *self._scale.move(step.across, step.down))
        alpha = pixels.blur(shape, *deviation).alpha.point(lambda value: value * step.opacity)
        return (SoftPicture(step.colour, alpha), *self.layers(step))

    def composite(self, step: Step) -> Layers:
        """Return the result of `feComposite`: over, in, out, atop or arithmetic."""
        if step.operator == "over":
            return self.blend(step)
        one, two = self.picture(step), self.picture(step, 1)
        if step.operator == "arithmetic":
            return (_arithmetic(step, one, two),)
        if step.operator == "atop":
            return (pixels.atop(one, two),)
        if step.operator == "in":
            return (pixels.inside(one, two),)
        # A shadow that is cut out where its element stands reaches a pixel below it: no rim is left between the two.
        return (pixels.outside(one, pixels.spread(two, 1, 1, shrink=True) if two.is_plain else two),)

    def matrix(self, step: Step) -> Layers:
        """Return the input of `feColorMatrix` with its colours changed by the matrix."""
        return (_in_space(step, self.picture(step), lambda picture: pixels.colour_matrix(picture, step.numbers)),)

    def transfer(self, step: Step) -> Layers:
        """Return the input of `feComponentTransfer` with a curve applied to each channel."""
        return (_in_space(step, self.picture(step), lambda picture: pixels.recolour(picture, step.curves)),)

    def morphology(self, step: Step) -> Layers:
        """Return the input of `feMorphology`, with its opaque parts enlarged or shrunk."""
        across, down = (round(length) for length in self._scale.lengths(step.across, step.down))
        return (pixels.spread(self.picture(step), across, down, shrink=step.operator == "erode"),)


_LINEAR = (pixels.to_linear, pixels.to_linear, pixels.to_linear, None)
_SRGB = (pixels.to_srgb, pixels.to_srgb, pixels.to_srgb, None)
"""Curves that take red, green and blue to shares of light, and back; the opacity stays."""


def _over_as_light(below: SoftPicture, above: SoftPicture) -> SoftPicture:
    """Return one picture laid on another, with colours mixed as light where the upper one is half transparent."""
    plain = pixels.over([below, above])
    if not pixels.mixes([below], above):
        return plain
    linear = pixels.over([pixels.recolour(below, _LINEAR), pixels.recolour(above, _LINEAR)])
    return pixels.where_soft(above, pixels.recolour(linear, _SRGB), plain)


def _arithmetic(step: Step, one: SoftPicture, two: SoftPicture) -> SoftPicture:
    """Return two pictures combined by the four factors of a step, in the colour space of the step."""
    if not step.is_linear or (one.is_plain and one.colour == two.colour):
        return pixels.arithmetic(one, two, step.numbers[0])
    linear = [pixels.recolour(picture, _LINEAR) for picture in (one, two)]
    return pixels.recolour(pixels.arithmetic(linear[0], linear[1], step.numbers[0]), _SRGB)


def _in_space(step: Step, picture: SoftPicture, change: Callable[[SoftPicture], SoftPicture]) -> SoftPicture:
    """Return a picture changed in the colour space of a step, linear light or sRGB.

    A picture of one colour needs no conversion for a blur, which leaves its colour as it is.
    """
    if not step.is_linear or (picture.is_plain and step.name == "feGaussianBlur"):
        return change(picture)
    return pixels.recolour(change(pixels.recolour(picture, _LINEAR)), _SRGB)


_STEPS: dict[str, Callable[[_Run, Step], Layers]] = {
    "feBlend": _Run.blend,
    "feColorMatrix": _Run.matrix,
    "feComponentTransfer": _Run.transfer,
    "feComposite": _Run.composite,
    "feDropShadow": _Run.shadow,
    "feFlood": _Run.flood,
    "feGaussianBlur": _Run.blur,
    "feMerge": _Run.merge,
    "feMorphology": _Run.morphology,
    "feOffset": _Run.offset,
}
