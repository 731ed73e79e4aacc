"""Mosaic: ground laid in rows of small stones, with joints between them, in hues of one colour.

A row is a line as wide as a stone, and its stones are the dashes of that line: a ground of thousands of stones is a few
dozen lines for the file, and for whatever draws it. Stones of one hue are drawn together, so that they are dashes with
long gaps, which those of the other hues fill.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from random import Random

from markupsafe import Markup, escape

from generator.base.geometry import Point
from generator.base.units import decimal

STONE = 0.7
"""Width of a row with its joint, in millimetres of the printed piece."""
JOINT = 0.1
"""Width of the joints."""
STONES = 29
"""Stones until the lengths and hues of a row come again; every row begins elsewhere."""
MOST_DASHES = 16
"""Most stones of one hue before they come again: PDFium, as in Chrome, reads 32 numbers of a dash pattern."""
_SHORTEST, _LONGEST = 0.82, 1.36  # length of a stone in widths of a row
_SHARES = (0.5, 0.27, 0.23)  # of the stones in the colour itself, the lighter and the warmer hue
_FLATTEST = 0.17  # how far a row may leave the course of its points

_COLOUR_LENGTH, BLACK = 7, "#000000"
_STARTS = 4  # places along the stones at which level rows begin, in turn
_BRIGHTEST = 38  # how much lighter, of 255, the stones of a dark colour may be, or they would be specks
_WARMER = (-7, -17, -25)  # the warmer hue beside its colour, in red, green and blue
_PALE = 24  # how far from white, of 255, a colour has its hues at their full distance
_CALM = 0.5  # share of the distance between hues that the stones of a ground without figures keep
_CONTRAST = 20  # by how much, of 255, its joints are lighter or darker than its stones at most
_JOINTS = 0.24  # of a ground are joints
_LIFT = 4  # how much lighter, of 255, its stones are: larger ones hide more of light joints, and would take more ink


def hues(colour: str, spread: float = 1.0) -> tuple[str, str, str]:
    """Return three hues for the stones of a colour: itself a little darker, lighter, and warmer.

    Their mean is about as dark as the colour. `spread` is how far they lie apart. A colour that is not `#rrggbb` stays.

    >>> hues("#b491c2")
    ('#b28bc2', '#cfb7d8', '#ad80a9')
    """
    # A theme of black and white alone has no hues between them.
    if len(colour) != _COLOUR_LENGTH or colour == BLACK:
        return colour, colour, colour
    red, green, blue = bytes.fromhex(colour[1:])
    mean = (red + green + blue) / 3
    # Beside white the hues of a colour lie closer, or white grounds would take ink.
    spread *= min(1.0, (255 - mean) / _PALE)
    # Joints of a dark ground are darker still: its stones make up for them.
    lift = 8 * max(0.0, 1 - mean / 128)
    fuller = [value + (value - mean) * 0.12 * spread + (lift - 3) * spread for value in (red, green, blue)]
    lighter = [value + min((255 - value) * 0.36, _BRIGHTEST) * spread for value in (red, green, blue)]
    turned = [value + (lift + cast) * spread for value, cast in zip((red, green, blue), _WARMER, strict=True)]
    return _hex(fuller), _hex(lighter), _hex(turned)


def calm(colour: str, grout: str) -> tuple[tuple[str, str, str], str]:
    """Return three hues for the stones of a ground without figures, and one for its joints, that do not flicker.

    All lie close about the colour that the full hues, with joints of `grout`, have from afar, and take no more ink.
    """
    stones = hues(colour)
    if len(set(stones)) == 1 or len(grout) != _COLOUR_LENGTH:
        return stones, grout
    means = [sum(map(operator.mul, _SHARES, values)) for values in zip(*map(_values, stones), strict=True)]
    distances = [joint - mean for mean, joint in zip(means, _values(grout), strict=True)]
    share = min(1.0, 3 * _CONTRAST / max(1.0, abs(sum(distances))))
    # By as much as the joints come nearer, the stones go to meet them, so that their mean stays.
    middles = [mean + distance * (1 - share) * _JOINTS + _LIFT for mean, distance in zip(means, distances, strict=True)]
    first, second, third = (
        _hex(
            [middle + (value - mean) * _CALM for middle, value, mean in zip(middles, _values(hue), means, strict=True)]
        )
        for hue in stones
    )
    joints = _hex([middle + distance * share for middle, distance in zip(middles, distances, strict=True)])
    return (first, second, third), joints


def between(near: str, far: str, share: float) -> str:
    """Return the colour at a share of the way from one colour to another; of others than `#rrggbb` the first."""
    if len(near) != _COLOUR_LENGTH or len(far) != _COLOUR_LENGTH:
        return near
    pairs = zip(bytes.fromhex(near[1:]), bytes.fromhex(far[1:]), strict=True)
    return _hex([a + (b - a) * share for a, b in pairs])


def _values(colour: str) -> bytes:
    """Return red, green and blue of `#rrggbb`."""
    return bytes.fromhex(colour[1:])


def _hex(values: Iterable[float]) -> str:
    """Return `#rrggbb` for three numbers, corners within 0 to 255."""
    return "#" + bytes([min(255, max(0, round(value))) for value in values]).hex()


class Mosaic:
    """The stones of one picture; equal seeds give equal stones. `stone` is the width of a row in units of its lines."""

    def __init__(self, seed: str, stone: float = STONE) -> None:
        """Choose lengths and hues of the stones by the seed."""
        # Python promises equal numbers in all its versions for random() alone, not for choices().
        self._random = Random(seed).random  # noqa: S311  ornament, not secrets
        self.stone, self._joint = stone, stone * JOINT / STONE
        lengths = [(_SHORTEST + (_LONGEST - _SHORTEST) * self._random()) * stone for _ in range(STONES)]
        kinds = [self._kind() for _ in range(STONES)]
        # Each hue needs a stone, or its line would be solid.
        kinds[: len(_SHARES)] = range(len(_SHARES))
        kinds = _limited(kinds)
        self._period = sum(lengths) + STONES * self._joint
        self._dashes = [self._pattern(lengths, kinds, kind) for kind in range(len(_SHARES))]

    def _kind(self) -> int:
        """Return the hue of the next stone, by its place among the three."""
        number = self._random()
        return next((kind for kind, share in enumerate(accumulate(_SHARES)) if number < share), 0)

    def _pattern(self, lengths: Sequence[float], kinds: Sequence[int], kind: int) -> tuple[str, float]:
        """Return the dashes at the stones of one hue, and the place of the first along a row."""
        dashes: list[float] = []
        start, place = 0.0, 0.0
        for length, other in zip(lengths, kinds, strict=True):
            if other != kind:
                place += length + self._joint
                continue
            if dashes:
                dashes.append(place)
            else:
                start = place
            dashes.append(length)
            place = self._joint
        dashes.append(place + start)
        return " ".join(map(decimal, dashes)), start

    def stagger(self) -> float:
        """Return how far before its ground a row begins, so that joints of neighbouring rows do not meet."""
        return self._random() * self._period

    def band(self, rows: str, colour: str) -> str:
        """Return the SVG of a ground below rows alone, given as a path, wider by half a joint on either side."""
        width = decimal(self.stone)
        return f'<path d="{rows}" fill="none" stroke="{escape(colour)}" stroke-width="{width}" stroke-linecap="butt"/>'

    def draw(self, rows: str, colours: Sequence[str], shift: float = 0.0) -> str:
        """Return the SVG of rows, given as a path, in three hues. Between them the ground below is seen.

        `shift` is how far along its stones each row begins.
        """
        if not rows:
            return ""
        width = decimal(self.stone - self._joint)
        return "".join(
            f'<path d="{rows}" fill="none" stroke="{escape(colour)}" stroke-width="{width}" stroke-linecap="butt" '
            f'stroke-dasharray="{dashes}" stroke-dashoffset="{decimal(shift - start)}"/>'
            for colour, (dashes, start) in zip(colours, self._dashes, strict=True)
        )


def _limited(kinds: Sequence[int]) -> list[int]:
    """Return the hues of stones with no more of each than MOST_DASHES; those beyond it take the rarest hue."""
    counts, limited = [0] * len(_SHARES), list[int]()
    for number, kind in enumerate(kinds):
        rest = kinds[number:]
        is_full = counts[kind] == MOST_DASHES
        hue = min(range(len(_SHARES)), key=lambda hue: counts[hue] + rest.count(hue)) if is_full else kind
        limited.append(hue)
        counts[hue] += 1
    return limited


def row_path(points: Sequence[Point]) -> str:
    """Return a line, whose points go from left to right, as a path of as few of them as its course needs.

    >>> row_path([(0, 1), (1, 1), (2, 1.01), (3, 1), (3.5, 4)])
    'M0 1L3 1 3.5 4'
    """
    corners, before = [points[0]], points[0]
    (x, y), low, high = before, -math.inf, math.inf
    for point in points:
        run = point[0] - x
        if run > 0:
            # The slopes that pass every point since the last one corners, a little above or below it.
            if not low <= (point[1] - y) / run <= high:
                corners.append(before)
                x, y = before
                run = point[0] - x
                low, high = -math.inf, math.inf
            # Tangents from the last corner to a circle round the point, which has to lie to the right of that corner.
            room = _FLATTEST if run > 2 * _FLATTEST else run / 2
            rise, wide = point[1] - y, run * run - room * room
            spread = room * math.sqrt(wide + rise * rise)
            lowest, highest = (run * rise - spread) / wide, (run * rise + spread) / wide
            low, high = lowest if lowest > low else low, highest if highest < high else high
        before = point
    corners.append(points[-1])
    first, *further = (f"{round(x, 1):g} {round(y, 2):g}" for x, y in corners)
    return f"M{first}L{' '.join(further)}"


def tesserae(
    width: float,
    height: float,
    x: float = 0,
    y: float = 0,
    *,
    colour: str,
    grout: str,
    stone: float = STONE,
    radius: float = 0,
) -> Markup:
    """A rectangle of mosaic in hues of a colour, on a ground of `grout`.

    Its rows lie level, or with a `radius` in circles about its middle from that radius on. Its stones are `stone` wide.
    """
    # As many whole rows as there is room for: level ones need no clip.
    high = height / max(1, round(height / stone)) if not radius else stone
    laid = Mosaic(f"{width} {height} {x} {y} {radius} {stone}", high)
    stones, joints = calm(colour, grout)
    box = f'<rect width="{decimal(width)}" height="{decimal(height)}"'
    ground = f'{box} fill="{escape(joints)}" stroke="none"/>'
    if radius:
        name = f"mosaic-{decimal(x)}-{decimal(y)}".replace(".", "_")
        rows = laid.draw("".join(_rings(laid, width, height, radius)), stones)
        ground = f'<clipPath id="{name}">{box}/></clipPath><g clip-path="url(#{name})">{ground}{rows}</g>'
    else:
        ground += "".join(laid.draw(rows, stones, laid.stagger()) for rows in _level_rows(width, height, high))
    return Markup(f'<g pnp:mosaic="yes" transform="translate({decimal(x)} {decimal(y)})">{ground}</g>')  # noqa: S704  drawn by us


def _level_rows(width: float, height: float, stone: float) -> Iterator[str]:
    """Yield level rows of a rectangle as paths, each of every fourth row, so that neighbours begin differently."""
    count = round(height / stone)
    for first in range(min(_STARTS, count)):
        rows = range(first, count, _STARTS)
        yield "".join(f"M0 {decimal((row + 0.5) * stone)}H{decimal(width)}" for row in rows)


def _rings(laid: Mosaic, width: float, height: float, radius: float) -> Iterator[str]:
    """Yield rows in circles about the middle of a rectangle, from a radius to its corners."""
    x, y = width / 2, height / 2
    far = math.hypot(x, y)
    while radius < far + laid.stone:
        turn = laid.stagger()
        ax, ay = radius * math.cos(turn), radius * math.sin(turn)
        r = decimal(radius)
        yield (
            f"M{decimal(x + ax)} {decimal(y + ay)}A{r} {r} 0 1 1 {decimal(x - ax)} {decimal(y - ay)}"
            f"A{r} {r} 0 1 1 {decimal(x + ax)} {decimal(y + ay)}"
        )
        radius += laid.stone
