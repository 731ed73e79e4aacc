"""Colour spaces of PDF (ISO 32000-1, 8.6), as far as a press asks: which inks a colour takes, and how much of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.base.errors import HandledError
from generator.base.records import dataclass, replace
from generator.preflight.content.pdf_values import MISREAD, is_array, is_stream, name_text

GREY, RGB, CMYK, LAB, SPOT, PATTERN = "grey", "RGB", "CMYK", "Lab", "spot", "pattern"
ALL, NONE = "All", "None"
"""The registration colour, which is on every plate, and the colour that is on none."""

_PROCESS = {"Cyan", "Magenta", "Yellow", "Black"}
_DEEPEST = 6
"""Spaces in spaces: a pattern on an indexed DeviceN with an ICC alternate has four."""
_PLATES = 4
_NAMED = {
    **dict.fromkeys(("/DeviceGray", "/G", "/CalGray"), (GREY, 1)),
    **dict.fromkeys(("/DeviceRGB", "/RGB", "/CalRGB"), (RGB, 3)),
    **dict.fromkeys(("/DeviceCMYK", "/CMYK", "/CalCMYK"), (CMYK, 4)),
    "/Lab": (LAB, 3),
    "/Pattern": (PATTERN, 0),
}
_DEFAULTS = {
    **dict.fromkeys(("/DeviceGray", "/G"), "/DefaultGray"),
    **dict.fromkeys(("/DeviceRGB", "/RGB"), "/DefaultRGB"),
    **dict.fromkeys(("/DeviceCMYK", "/CMYK"), "/DefaultCMYK"),
}
"""The resources that stand for the colours of a device (ISO 32000-1, 8.6.5.6)."""
_BY_COMPONENTS = {1: GREY, 3: RGB, 4: CMYK}


class StrangeValueError(HandledError, ValueError):
    """A value of a file that PDF does not have, or that is not looked into."""


@dataclass(frozen=True, slots=True)
class ColourSpace:
    """A colour space."""

    kind: str
    """GREY, RGB, CMYK, LAB, SPOT or PATTERN; of an indexed one, that of its palette."""
    components: int
    inks: tuple[str, ...] = ()
    """Names of the inks of a Separation or DeviceN space."""
    has_profile: bool = False
    """Whether an ICC profile says what the colours look like."""
    palette: bytes | None = None
    """Colours of an indexed space, `components` bytes each."""
    alternate: ColourSpace | None = None
    """Substitute for the inks of a Separation or DeviceN space on a device without them."""

    @property
    def spots(self) -> tuple[str, ...]:
        """Return the names of the inks other than cyan, magenta, yellow and black."""
        return tuple(ink for ink in self.inks if ink not in _PROCESS | {ALL, NONE})

    def ink(self, values: Sequence[float]) -> float | None:
        """Return the ink that a colour takes, in per cent; None where the press decides that, as for RGB.

        `values` are the components of the colour, 0 to 1.
        """
        if self.kind == GREY:
            return 100 * (1 - values[0]) if values else 100.0
        if self.kind == CMYK and not self.inks:
            return 100 * sum(values)
        if not self.inks:
            return None
        plates = {ALL: _PLATES, NONE: 0}
        return 100 * sum(plates.get(ink, 1) * tint for ink, tint in zip(self.inks, values, strict=False))


@dataclass(frozen=True, slots=True, eq=False)
class Colour:
    """A colour that is set for filling or stroking; it is equal to itself only."""

    space: ColourSpace
    values: tuple[float, ...]
    pattern: Any = None
    """The pattern that is painted instead, a dictionary or stream of the file."""

    @property
    def ink(self) -> float | None:
        """Return per cent of ink; None where it is not known."""
        return None if self.pattern is not None else self.space.ink(self.values)

    @property
    def is_white(self) -> bool:
        """Return whether nothing is printed where the colour is painted."""
        if self.pattern is not None:
            return False
        if self.space.kind == RGB:
            return len(self.values) == 3 and min(self.values) >= 1
        return self.ink == 0


DEVICE_GREY, DEVICE_RGB, DEVICE_CMYK = ColourSpace(GREY, 1), ColourSpace(RGB, 3), ColourSpace(CMYK, 4)
_DEVICES = {space.kind: space for space in (DEVICE_GREY, DEVICE_RGB, DEVICE_CMYK)}
BLACK = Colour(DEVICE_GREY, (0.0,))


def first_colour(space: ColourSpace) -> Colour:
    """Return the colour that a space begins with: black, or full tints of its inks."""
    if space.inks:
        return Colour(space, (1.0,) * space.components)
    # All tints at 0 are black in grey and in RGB, but white in CMYK (ISO 32000-1, table 74).
    values = {CMYK: (0.0, 0.0, 0.0, 1.0)}.get(space.kind, (0.0,) * space.components)
    return Colour(space, values)


def read_colour_space(value: Any, named: Any = None, depth: int = 0) -> ColourSpace:
    """Return a colour space of a file; `named` are the `/ColorSpace` resources of the page.

    `depth` counts spaces inside each other. Raises StrangeValueError for a value that is no colour space.
    """
    if depth > _DEEPEST:
        raise StrangeValueError
    if not is_array(value):
        name = str(value)
        if name in _DEFAULTS:
            return _of_device(name, named)
        if named is not None and name in named:
            return read_colour_space(named[name], named, depth + 1)
        if name not in _NAMED:
            raise StrangeValueError
        return ColourSpace(*_NAMED[name])
    if not len(value):
        raise StrangeValueError
    return _of_array(str(value[0]), value, named, depth)


def _of_device(name: str, named: Any) -> ColourSpace:
    """Return the space of a device, or its replacement in the resources."""
    # DefaultGray, DefaultRGB and DefaultCMYK replace the device spaces (ISO 32000-1, 8.6.5.6).
    device = _DEVICES[_NAMED[name][0]]
    if named is None or _DEFAULTS[name] not in named:
        return device
    try:
        # Read without the resources: a default that names its own device would lead back here.
        default = read_colour_space(named[_DEFAULTS[name]])
    except MISREAD:
        return device
    # A default has as many components as the device that it stands for (ISO 32000-1, 8.6.5.6).
    return default if default.components == device.components else device


def _of_array(kind: str, value: Any, named: Any, depth: int) -> ColourSpace:
    """Return the space of an array, such as one with a profile, a palette, inks or a pattern.

    Raises StrangeValueError for an unknown kind.
    """
    if kind == "/ICCBased":
        components = int(value[1].N)
        # A profile of three channels may be one of Lab, which its substitute tells.
        alternate = value[1].get("/Alternate")
        if alternate is not None and str(alternate) == "/Lab":
            return ColourSpace(LAB, components, has_profile=True)
        return ColourSpace(_BY_COMPONENTS[components], components, has_profile=True)
    if kind in {"/Indexed", "/I"}:
        base = read_colour_space(value[1], named, depth + 1)
        return replace(base, palette=_palette(value[3]))
    if kind in {"/Separation", "/DeviceN"}:
        names = list(value[1]) if kind == "/DeviceN" else [value[1]]
        inks = tuple(map(name_text, names))
        # Cyan, magenta, yellow and black by their names go onto the plates of the press.
        kind = CMYK if set(inks) <= _PROCESS else SPOT
        return ColourSpace(kind, len(inks), inks, alternate=_alternate(value, named, depth))
    if kind == "/Pattern" and len(value) > 1:
        base = read_colour_space(value[1], named, depth + 1)
        return ColourSpace(PATTERN, base.components, base.inks, base.has_profile)
    if kind in _NAMED:
        space, components = _NAMED[kind]
        return ColourSpace(space, components, has_profile=kind.startswith("/Cal"))
    raise StrangeValueError


def _alternate(value: Any, named: Any, depth: int) -> ColourSpace | None:
    """Return the space that replaces inks on a device without them; None where it cannot be read."""
    try:
        return read_colour_space(value[2], named, depth + 1)
    except (StrangeValueError, *MISREAD):
        return None


def _palette(value: Any) -> bytes:
    """Return the bytes of a palette, from a stream or a string."""
    return bytes(value.read_bytes()) if is_stream(value) else bytes(value)
