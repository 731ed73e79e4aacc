"""Find the colours of a drawing that its theme does not name, and so could not change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.base.records import dataclass
from generator.model.face import Composite, Group, Ink, LinearGradient, Paint, Part, RadialGradient, Raster, Shape, Use
from generator.typeset.ink.compiler import Compiler
from generator.typeset.svg.attribute_values import colour
from generator.typeset.svg.profile import PICTURE_FOLDERS
from generator.typeset.svg.svg_tree import Element, SvgFindings

BLACK_AND_WHITE = frozenset({"#000000", "#ffffff"})
"""Colours that every theme has."""

_ATTRIBUTES = ("fill", "stroke", "stop-color", "flood-color", "color", "pnp:tone")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours that a theme gives to templates."""

    theme: str
    colours: frozenset[str]
    """The colours as `#rrggbb` in lower case."""
    has_shades: bool = True
    """Whether pictures may have colours and greys of their own."""

    def lacks(self, colour_: str) -> bool:
        """Return whether the theme does not have a colour, which may be black or white."""
        return colour_ not in self.colours and colour_ not in BLACK_AND_WHITE


def check_colours(compiler: Compiler, palette: Palette, findings: SvgFindings) -> None:
    """Warn of each colour that the theme lacks, at the first place where a drawing has it."""
    check = _ColourCheck(compiler, palette, findings)
    check.warn_of_attributes()
    if not palette.has_shades:
        check.warn_of_pictures()


class _ColourCheck:
    """Checks one drawing after it was compiled."""

    def __init__(self, compiler: Compiler, palette: Palette, findings: SvgFindings) -> None:
        """Take a compiled drawing and the colours of its theme."""
        self._compiler, self._palette, self._findings = compiler, palette, findings
        self._theme = palette.theme
        self._elements = list(_all_elements(compiler.document.root))
        self._literal: set[str] = set()
        """Colours found in attributes."""

    def warn_of_attributes(self) -> None:
        """Warn of each colour in attributes that the theme lacks, at its first place."""
        places: dict[str, list[tuple[Element, str]]] = {}
        for element in self._elements:
            for name, value in _colours(element):
                if self._palette.lacks(value):
                    places.setdefault(value, []).append((element, name))
        for value, uses in places.items():
            element, name = uses[0]
            more = f", here and in {len(uses) - 1} more places," if len(uses) > 1 else ""
            warning = f"{name} {value}{more} is no colour of theme {self._theme!r} and stays as it is"
            self._findings.warn(element, f"{warning}; write {{{{ theme.colour.ink }}}} or another of its colours")
        # Colours that were warned of already are not told again for each picture.
        self._literal = set(places)

    def warn_of_pictures(self) -> None:
        """Warn of pictures that are not black and white; icons in words are pictures too."""
        for element in self._elements:
            name = _picture_name(self._compiler, element)
            if not name or self._is_black_and_white(name, element):
                continue
            if element.name == "use":
                self._findings.warn(
                    element,
                    f"icon {name!r} has colours of its own, which theme {self._theme!r} leaves as they are; "
                    "draw it with currentColor and without a fill",
                )
            else:
                warning = f"picture has colours of its own, and theme {self._theme!r} leaves it as it is"
                self._findings.warn(element, f"{warning}; show another one where theme.shades is false")
        for text in self._compiler.extras.texts:
            icons = [self._compiler.extras.parts.get(item.part) for item in text.ink if isinstance(item, Use)]
            if any(self._lacks_colours(icon.ink) for icon in icons if isinstance(icon, Part)):
                warning = f"an icon in the text has colours of its own, and theme {self._theme!r} leaves it as it is"
                self._findings.warn(text.element, f"{warning}; draw it with currentColor and without a fill")

    def _is_black_and_white(self, name: str, element: Element) -> bool:
        """Return whether a picture has only colours that the theme has too; true for one that cannot be read."""
        # Faults of pictures were told when they were drawn.
        unused = SvgFindings("", own_lines=True)
        if name.startswith("data:"):
            return False
        # A picture of pixels has no list of colours: only one of one bit is surely black and white.
        if not name.lower().endswith(".svg"):
            raster = self._compiler.pictures.raster(name, element, unused)
            return raster is None or raster.file is None or raster.file.is_black_and_white
        picture = self._compiler.pictures.drawing(name, element, unused)
        return picture is None or not any(self._has_own_colours(part) for part in picture.parts)

    def _has_own_colours(self, part: Part | Raster) -> bool:
        """Return whether a part of a picture has colours that the theme lacks.

        A picture of pixels with more than one bit has them.
        """
        return self._lacks_colours(part.ink) if isinstance(part, Part) else part.pixels.bits > 1

    def _lacks_colours(self, ink: Iterable[Ink]) -> bool:
        """Return whether the theme lacks a colour of some ink that no attribute of the drawing has."""
        return any(self._palette.lacks(value) and value not in self._literal for value in _ink_colours(ink))


def _all_elements(element: Element) -> Iterator[Element]:
    """Yield every element except masks, which are not printed, and mosaics, in hues about the theme's colours."""
    if element.name == "mask" or element.get("pnp:mosaic"):
        return
    yield element
    for child in element.elements():
        yield from _all_elements(child)


def _colours(element: Element) -> Iterator[tuple[str, str]]:
    """Yield each attribute of an element that is a colour, and the colour; other values are faults elsewhere."""
    for name in _ATTRIBUTES:
        value = element.get(name)
        if value:
            yield from _parsed(name, value)
    for icon in (element.get("pnp:tones") or "").split(";"):
        for value in icon.split()[1:]:
            yield from _parsed("pnp:tones", value)


def _parsed(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield an attribute and its colour as `#rrggbb`; nothing for a value that is no colour."""
    try:
        yield name, colour(value)
    except ValueError:  # none, currentColor, a gradient
        return


def _picture_name(compiler: Compiler, element: Element) -> str:
    """Return the file that an element shows, as PictureFiles knows it, or a `data:` URL; '' where it shows none."""
    href = element.get("href") or ""
    if element.name == "image":
        return "" if href.startswith("piece:") else href
    if element.name != "use" or href[1:] in compiler.document.ids:
        return ""
    folders = (
        f"{folder}/{href[1:].removeprefix(prefix)}.svg"
        for prefix, folder in PICTURE_FOLDERS.items()
        if href[1:].startswith(prefix)
    )
    return next(folders, "")


def _ink_colours(ink: Iterable[Ink]) -> Iterator[str]:
    """Yield the colours of all shapes in ink."""
    for item in ink:
        if isinstance(item, Group | Composite):
            yield from _ink_colours(item.ink)
        elif isinstance(item, Shape):
            for paint in (item.fill, item.stroke.paint if item.stroke else None):
                yield from _paint_colours(paint)


def _paint_colours(paint: Paint | None) -> Iterator[str]:
    """Yield the colours of a paint, which for a gradient are the colours of its stops."""
    if isinstance(paint, LinearGradient | RadialGradient):
        yield from (stop_colour for _, stop_colour, _ in paint.stops)
    elif paint is not None:
        yield paint
