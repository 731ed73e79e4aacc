"""The pages of booklets and reference sheets: their Markdown read, set, and kept until it changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import replace
from generator.base.units import MM, parse_length
from generator.build.faces.labels import Labels
from generator.load.files.folder import SearchPath
from generator.load.markdown_reader import parse_markdown
from generator.model.game import Component, Piece, Row, Value
from generator.model.prose import MarkdownSource, Outline, PlacedBlock, Prose
from generator.typeset.ink.raster import UnusablePicture, raster

if TYPE_CHECKING:
    from generator.typeset.flow.page_flow import Page

TITLE_BOOKLET, TITLE_SHEET = 30 * MM, 15 * MM
"""What the first page leaves for the title."""
FLOOR = 7.5
"""Points to which a reference sheet is made smaller where that spares a page."""
SMALLER = 0.95
"""Part of its size to which a booklet is made smaller where that spares a sheet, or a page with next to nothing."""
_LITTLE = 50.0
"""Millimetres from the head of a page: where nothing stands below, there is next to nothing on it."""
_STEPS = 4
"""Halvings by which the size is found: to about a tenth of a point."""
DPI = 300
"""At which a picture of pixels has its own size."""
MOST_SHEET = 2
"""Pages of a reference sheet: more than its two sides are no sheet."""

_VIEW = re.compile(rb"<svg\b[^>]*?\bviewBox\s*=\s*[\"']([^\"']+)[\"']", re.DOTALL)
_WIDTH = re.compile(rb"<svg\b[^>]*?\swidth\s*=\s*[\"']([0-9.]+(?:mm|pt|in))[\"']", re.DOTALL)


Flowed = Callable[[float], "tuple[Page, ...]"]
"""A text on pages, at a size."""


class BookletPages:
    """Texts of one game turned into pages, each a piece with everything that stands on it."""

    def __init__(self, labels: Labels, search: SearchPath, cache: Cache, base: str) -> None:
        """`base` is a digest of program, templates and drawings: what pages depend on besides their texts."""
        self._labels, self._search, self._cache, self._base = labels, search, cache, base
        self.warnings: list[str] = []
        self._first: dict[str, tuple[str, Outline]] = {}
        """Of each component the text that was set first, and how it is built: the other languages are held to it."""

    def pages(self, part: Component, language: str, size: Size) -> tuple[Piece, ...]:
        """The pages of a component in a language, on pages of a size in points.

        Raises Faults with everything that is wrong in the text.
        """
        prose = _prose(part)
        source = prose[language]
        key = digest(self._base, repr((source, language, size, part.trim, prose.across, prose.size, prose.margin)))
        name = f"prose/{digest(source.where, part.id, repr(size))[:24]}-{language}"
        kept = self._cache.get(name)
        if kept is None or kept[0] != key:
            kept = key, *self._set(part, prose, source, language, size)
            self._cache.put(name, kept)
        pieces: tuple[Piece, ...] = kept[1]
        self._compare(part, source, kept[2])
        if part.trim is None and len(pieces) > MOST_SHEET:
            what = f"takes {len(pieces)} pages; a reference sheet has two sides, shorten it or give it a smaller size"
            self.warnings.append(f"{source.where}: {what}")
        return pieces

    def _compare(self, part: Component, source: MarkdownSource, outline: Outline) -> None:
        """Warn of a text that is built otherwise than that of another language: something was left out of one."""
        where, first = self._first.setdefault(part.id, (source.where, outline))
        for name, count in outline.items():
            if count != first[name]:
                self.warnings.append(f"{source.where}: {name}: {count}, but {first[name]} in {where}")

    def _set(
        self, part: Component, prose: Prose, source: MarkdownSource, language: str, size: Size
    ) -> tuple[tuple[Piece, ...], Outline]:
        """The pages of a text, and how the text is built."""
        from generator.typeset.flow.page_flow import set_pages

        text = parse_markdown(source)

        def flowed(points: float) -> tuple[Page, ...]:
            return set_pages(
                text,
                replace(prose, size=points),
                language,
                size,
                self._labels.fonts,
                head=TITLE_SHEET if part.trim is None else TITLE_BOOKLET,
                drawing=self._size_of,
                icons=self._icons,
            )

        made = (
            _largest(flowed, prose.size, prose.size * SMALLER, _sheets)
            if part.trim
            else _largest(flowed, prose.size, FLOOR, len)
        )
        pieces = (_piece(page, number, len(made), text.title, source.where) for number, page in enumerate(made, 1))
        return tuple(pieces), text.outline

    @cached_property
    def _icons(self) -> list[str]:
        return [name.removeprefix("icons/").removesuffix(".svg") for name in self._search.names("icons", ".svg")]

    def _size_of(self, file: str) -> Size | None:
        """A picture's own size: as its pixels are sharp, or of a drawing its width and its viewBox, else in mm."""
        found = self._search.find(file)
        if found and not file.lower().endswith(".svg"):
            return _sharp(found[1])
        view = _VIEW.search(found[1]) if found else None
        if found is None or view is None:
            return None
        try:
            _, _, wide, high = map(float, view[1].replace(b",", b" ").split())
            stated = _WIDTH.search(found[1])
            width = parse_length(stated[1].decode("ascii")) if stated else wide * MM
            return Size(width, width * high / wide) if wide > 0 and high > 0 and width > 0 else None
        except ValueError:
            return None


def _sharp(pixels: bytes) -> Size:
    """The size at which a picture has DPI; of one that cannot be used a token size: its face tells what is wrong."""
    try:
        picture, _ = raster(pixels)
    except UnusablePicture:
        return Size(MM, MM)
    return Size(picture.width * 72 / DPI, picture.height * 72 / DPI)


def _largest(flowed: Flowed, size: float, floor: float, cost: Callable[[Sequence[Page]], object]) -> tuple[Page, ...]:
    """A text at the largest size that costs no more than the smallest does."""
    best, low, high = flowed(size), min(floor, size), size
    smallest = flowed(low)
    if cost(best) == cost(smallest):
        return best
    best = smallest
    for _ in range(_STEPS):
        middle = round((low + high) / 2, 2)
        tried = flowed(middle)
        if cost(tried) == cost(smallest):
            low, best = middle, tried
        else:
            high = middle
    return best


def _sheets(pages: Sequence[Page]) -> tuple[int, bool]:
    """What a booklet costs: the sheets it is stapled of, and whether next to nothing stands on the last page."""
    lowest = max((placed.y + placed.height for placed in pages[-1].placed), default=0.0)
    return -(-len(pages) // 4), len(pages) > 1 and lowest < _LITTLE


def _prose(part: Component) -> Prose:
    if part.prose is None:
        raise TypeError(f"{part.id} is set from no text")
    return part.prose


def _piece(page: Page, number: int, pages: int, title: str, where: str) -> Piece:
    blocks = tuple(_rows(page.placed, where))
    cells: dict[str, Value] = {"title": title, "number": number, "pages": pages, "blocks": blocks}
    row = Row(f"p{number:02}", cells, where, ("title",))
    return Piece(row.id, str(number), 1, row)


def _rows(placed: tuple[PlacedBlock, ...], where: str) -> Iterator[Row]:
    for number, each in enumerate(placed, 1):
        cells: dict[str, Value] = {name: getattr(each, name) for name in each.__match_args__}
        yield Row(f"b{number:03}", cells, where, ("text",))
