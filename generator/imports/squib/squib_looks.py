"""Places and looks on cards of Squib: lengths in pixels become millimetres of the trimmed card."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from generator.base.geometry import Rect
from generator.imports.foreign.project import INCH, CardGradient, ForeignBox, Look, on_card
from generator.imports.squib.squib_layout import DeckSize
from generator.imports.squib.squib_shapes import shape_path
from generator.typeset.svg.attribute_values import NAMES

_FONT_SIZE = 12.0
"""Points of Squib's font where none is named."""
_MOST_CORNERS = 360
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]*)?")
_POINT = r"\(\s*(-?\d+\.?\d*)\s*,\s*(-?\d+\.?\d*)\s*(?:,\s*(\d+\.?\d*)\s*)?\)\s*"
_STOP = r"(#?\w+)@(\d+\.?\d*)"
_GRADIENT = re.compile(rf"\s*{_POINT}{_POINT}((?:{_STOP}\s*)+)\Z")
_BLENDS = frozenset(
    ("multiply", "screen", "overlay", "darken", "lighten", "hard-light", "soft-light", "difference", "exclusion")
)
_CIRCLE = {"x": 0, "y": 0, "radius": 100}
Place = tuple[float, float, float, float]
Options = Mapping[str, Any]


class SquibLooks:
    """Finds places and looks on the cards of one deck."""

    def __init__(self, size: DeckSize, bleed: float, text_scale: float, font: str, colours: Mapping[str, str]) -> None:
        """Take the size and the bleed of a deck in pixels, its font, and colours named by the project.

        `text_scale` is the factor by which letters are drawn larger or smaller.
        """
        self.size, self.bleed = size, bleed
        self._text_scale, self._font, self._colours = text_scale, font, colours

    def mm(self, pixels: float) -> float:
        """Return pixels of the deck in millimetres, by its resolution."""
        return pixels * INCH / self.size.dpi

    def box_place(self, options: Options, picture: tuple[float, float] | None = None) -> Place | None:
        """Return left, top, width and height of a box in mm; None if they cannot be worked out, or are nothing.

        Without a size a picture has that of its file, `picture` in pixels; all else reaches to the edge of the card.
        """
        size = self.size
        x, y = size.length(options.get("x", 0), size.width), size.length(options.get("y", 0), size.height)
        if x is None or y is None:
            return None
        if picture is not None:
            width, height = self._picture_size(options, picture)
        else:
            width = size.length(options.get("width", "-"), size.width) or size.width - self.bleed - x
            height = size.length(options.get("height", "-"), size.height) or size.height - self.bleed - y
        if width <= 0 or height <= 0:
            return None
        return self.mm(x - self.bleed), self.mm(y - self.bleed), self.mm(width), self.mm(height)

    def is_outside(self, options: Options) -> bool:
        """Return whether a place is known, and lies beyond the right or the lower edge of the card."""
        size = self.size
        x, y = size.length(options.get("x", 0), size.width), size.length(options.get("y", 0), size.height)
        return x is not None and y is not None and (x >= size.width - self.bleed or y >= size.height - self.bleed)

    def on_card(self, box: ForeignBox) -> ForeignBox | None:
        """Return the part of a text's box within the trimmed card; None if nothing of it lies there."""
        return on_card(box, self.mm(self.size.width - 2 * self.bleed), self.mm(self.size.height - 2 * self.bleed))

    def _picture_size(self, options: Options, picture: tuple[float, float]) -> tuple[float, float]:
        """Return width and height of a picture in pixels: as the options say, or as its file has them."""
        size, (own_width, own_height) = self.size, picture
        width = size.length(options.get("width", "native"), size.width)
        height = size.length(options.get("height", "native"), size.height)
        if options.get("width") == "scale" and height and own_height:
            width = own_width * height / own_height
        if options.get("height") == "scale" and width and own_width:
            height = own_height * width / own_width
        return width or own_width or size.width, height or own_height or size.height

    def circle_place(self, options: Options) -> Place:
        """Return the square around a circle, in mm."""
        size = self.size
        x, y, radius = (size.length(options.get(key, usual), size.width) or 0.0 for key, usual in _CIRCLE.items())
        return (
            self.mm(x - radius - self.bleed),
            self.mm(y - radius - self.bleed),
            self.mm(2 * radius),
            self.mm(2 * radius),
        )

    def zone(self, options: Options, margin: str) -> dict[str, Any]:
        """Return options with the place of a cut zone or safe zone, a rectangle inside the card by `margin`."""
        inside = self.size.length(options.get("margin", margin), 0) or 0.0
        sizes = {"width": self.size.width - 2 * inside, "height": self.size.height - 2 * inside}
        return {**options, "x": inside, "y": inside, **sizes}

    def whole_card(self) -> Place:
        """Return the place of the card with its bleed, in mm."""
        edge = -self.mm(self.bleed)
        return edge, edge, self.mm(self.size.width), self.mm(self.size.height)

    def path_box(self, command: str, options: Options, name: str) -> ForeignBox:
        """Return the box of a line, polygon, curve or the like, called `name`."""

        def length(key: str, usual: float) -> float:
            """Return a length of the shape in pixels, by its name and Squib's default."""
            whole = self.size.height if key.startswith(("y", "cy", "height")) else self.size.width
            return self.size.length(options.get(key, usual), whole) or 0.0

        corners = int(float(options["n"])) if _NUMBER.fullmatch(str(options.get("n", ""))) else 5
        whole = (self.size.width, self.size.height)
        path = shape_path(command, length, min(corners, _MOST_CORNERS), _degrees(options.get("angle", 0)), whole)
        moved = [
            (sign, [(self.mm(x - self.bleed), self.mm(y - self.bleed)) for x, y in points]) for sign, points in path
        ]
        words = " ".join(f"{sign} {' '.join(f'{x:.2f} {y:.2f}' for x, y in points)}".strip() for sign, points in moved)
        frame = Rect.around([point for _, points in moved for point in points])
        # The points of the path are turned already.
        look = self.shape_look(options)._replace(turn=0.0)
        look = look._replace(fill="none") if command in {"line", "grid"} else look
        return ForeignBox(name, "path", frame.x, frame.y, width=frame.width, height=frame.height, look=look, path=words)

    def text_look(self, options: Options) -> Look:
        """Return the look of a text: its font, colour, line and alignment."""
        font = str(options.get("font") or self._font)
        size = re.search(r"(\d{1,3}(?:\.\d+)?)\s*\Z", str(options.get("font_size") or "") or font)
        points = float(size[1]) if size else _FONT_SIZE
        stroke = self.mm(self.size.length(options.get("stroke_width", 0), 0) or 0.0)
        return Look(
            size=points * self._text_scale,
            # Pango, which Squib draws text with, has weight and slant in the name of a font.
            bold=any(word in font.lower() for word in ("bold", "heavy", "black")),
            italic="italic" in font.lower() or "oblique" in font.lower(),
            align=_one_of(options.get("align"), ("left", "center", "right")),
            valign=_one_of(options.get("valign"), ("top", "middle", "bottom")),
            colour=self.colour(options.get("color")) or "#000000",
            stroke=(self.colour(options.get("stroke_color", "black")) or "none") if stroke else "none",
            stroke_width=stroke,
            turn=_degrees(options.get("angle", 0)),
            cornered=True,
        )

    def picture_look(self, options: Options) -> Look:
        """Return the look of a picture, stretched to its box."""
        alpha = options.get("alpha", 1)
        share = float(alpha) if isinstance(alpha, int | float) else 1.0
        # Squib's flip_vertical is a mirror that stands upright.
        mirrored = (_is_on(options.get("flip_vertical")), _is_on(options.get("flip_horizontal")))
        return Look(
            turn=_degrees(options.get("angle", 0)),
            cornered=True,
            stretched=True,
            opacity=min(max(share, 0.0), 1.0),
            mirrored=mirrored,
            blend=self.blend(options),
            tint=self.colour(options.get("mask") or ""),
        )

    def blend(self, options: Options) -> str:
        """Return the way in which a picture is blended, as CSS calls it; empty for a way that CSS lacks."""
        word = str(options.get("blend") or "").removeprefix(":").replace("_", "-")
        return word if word in _BLENDS else ""

    def part(
        self, options: Options, picture: tuple[float, float], place: Place, *, is_drawing: bool = False
    ) -> tuple[Place, Look] | None:
        """Return place (mm) and look of a cropped picture; None for a whole one.

        Lengths count in pixels of the picture; width and height of a drawing count on the card.
        """
        names = ("crop_x", "crop_y", "crop_width", "crop_height")
        x, y, width, height = (self.size.length(options.get(name, "native"), 0) for name in names)
        corner = self.size.length(options.get("crop_corner_x_radius") or options.get("crop_corner_radius"), 0) or 0.0
        if not any((x, y, width, height, corner)) or not all(picture) or not all(place[2:]):
            return None
        across, down = place[2] / picture[0], place[3] / picture[1]
        offset_x, offset_y = (x or 0.0) * across, (y or 0.0) * down
        part_width, part_height = (width or picture[0]) * across, (height or picture[1]) * down
        # Squib scales what it draws of a drawing, and crops it where it lies on the card.
        if is_drawing:
            part_width, part_height = self.mm(width or 0.0) or place[2], self.mm(height or 0.0) or place[3]
        part = (offset_x / place[2], offset_y / place[3], part_width / place[2], part_height / place[3])
        return (*place[:2], part_width, part_height), Look(part=part, radius=corner * across)

    def gradient(self, value: Any) -> CardGradient | None:
        """Return a gradient such as `(0,0)(0,100) #ccc@0.0 #111@1.0`; None for any other value."""
        match = _GRADIENT.match(str(value or ""))
        if not match:
            return None
        x, y, radius, to_x, to_y, to_radius = (float(number or 0) for number in match.groups()[:6])
        start, end = ((self.mm(left - self.bleed), self.mm(top - self.bleed)) for left, top in ((x, y), (to_x, to_y)))
        stops = []
        for colour, offset in re.findall(_STOP, match[7]):
            plain = self.colour(colour)
            stops.append((min(float(offset), 1.0), plain or "#000000", _share(colour) if plain else 0.0))
        is_radial = bool(match[3] and match[6])
        ends = (*start, self.mm(radius)), (*end, self.mm(to_radius))
        return CardGradient(*ends, tuple(sorted(stops, key=lambda stop: stop[0])), is_radial)

    def shape_look(self, options: Options) -> Look:
        """Return the look of a shape: its fill, line, corners and turn."""
        width = self.size.length(options.get("stroke_width", 2), 0) or 0.0
        radius = options.get("radius") if options.get("radius") is not None else options.get("x_radius", 0)
        dash = [self.mm(self.size.length(part, 0) or 0.0) for part in str(options.get("dash") or "").split()]
        return Look(
            fill=self.colour(options.get("fill_color")) or "none",
            stroke=self.colour(options.get("stroke_color", "black")) or "none",
            stroke_width=self.mm(width),
            radius=self.mm(self.size.length(radius, 0) or 0.0),
            turn=_degrees(options.get("angle", 0)),
            cornered=True,
            dash=" ".join(f"{length:.2f}" for length in dash),
        )

    def colour(self, value: Any) -> str:
        """Return a colour as SVG writes it; empty for a transparent colour, a gradient, or none."""
        text = str(value).strip().removeprefix(":")
        text = self._colours.get(text, text).lower()
        if digits := re.fullmatch(r"#?([0-9a-f]{6})([0-9a-f]{2})?|#?([0-9a-f]{3})([0-9a-f])?", text):
            is_clear = (digits[2] or digits[4] or "f").strip("0") == ""
            plain = digits[1] or "".join(digit * 2 for digit in digits[3])
            return "" if is_clear else f"#{plain}"
        name = text.replace("_", "").replace(" ", "")
        return name if name in NAMES else ""

    def is_lost_colour(self, value: Any) -> bool:
        """Return whether a colour is visible in Squib, and cannot be imported."""
        text = str(value).strip().lower()
        clear = text in {"", "none", "transparent"} or re.fullmatch(r"#?(?:[0-9a-f]{6}00|[0-9a-f]{3}0)", text)
        return not clear and not self.colour(value) and self.gradient(value) is None


def _is_on(value: Any) -> bool:
    """Return whether an option of a drawing call is true."""
    return str(value).lower() == "true"


def _share(colour: str) -> float:
    """Return the opacity of a colour, 0 to 1, from the last of its four or eight digits."""
    digits = colour.removeprefix("#")
    if not re.fullmatch("[0-9a-fA-F]{4}|[0-9a-fA-F]{8}", digits):
        return 1.0
    last = digits[3] * 2 if len(digits) == 4 else digits[6:]
    return round(int(last, 16) / 255, 3)


def _one_of(value: Any, words: tuple[str, ...]) -> str:
    """Return an option that is one of some words, or else the first of them."""
    plain = str(value).removeprefix(":").strip().lower()
    plain = "middle" if plain == "center" and "middle" in words else plain
    return plain if plain in words else words[0]


def _degrees(value: object) -> float:
    """Return the degrees of an angle in radians, or of a text such as `45deg`."""
    number = re.fullmatch(r"\s*([-+]?\d{0,4}(?:\.\d+)?(?:[eE][-+]?\d{1,3})?)\s*(deg)?\s*", str(value))
    if not number or not re.search(r"\d", number[1]):
        return 0.0
    return float(number[1]) if number[2] else math.degrees(float(number[1]))
