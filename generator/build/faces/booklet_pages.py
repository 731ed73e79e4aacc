"""Set the Markdown texts of booklets and reference sheets on pages, and cache them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Fault, Faults
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import replace
from generator.base.units import MM, parse_length
from generator.build.faces.labels import Labels
from generator.load.files.folder import SearchPath
from generator.load.markdown.plain_markdown import plain_manuscript
from generator.load.markdown.text_lengths import check_lengths
from generator.model.figure import FigureSize
from generator.model.game import Component, Game, PictureCredit, Piece, Row, Value
from generator.model.markup import guard
from generator.model.prose import Block, FigureBlock, Manuscript, MarkdownSource, Outline, PlacedBlock, Prose
from generator.typeset.flow.page_flow import FlowedPages, Page, set_pages
from generator.typeset.flow.shaped_texts import ShapedTexts
from generator.typeset.ink.raster import UnusablePictureError, read_header
from generator.typeset.svg.coordinate_systems import SMALLEST_BOX

if TYPE_CHECKING:
    from generator.build.faces.figures import Figures

TITLE_BOOKLET, TITLE_SHEET = 30 * MM, 15 * MM
"""Height of the title on the first page."""
FLOOR = 7.5
"""Smallest font size of a reference sheet, in points, used if it saves a page."""
SMALLER = 0.95
"""Smallest share of a booklet's font size, used if it saves a sheet or a nearly empty page."""
_LITTLE = 50.0
"""Height in millimetres: a last page with less on it is nearly empty."""
_CLOSE = 0.15
"""Points within which the largest size is found: every size tried sets the whole text again."""
DPI = 300
"""Resolution that gives a raster picture its size."""
_DASHES_ARE_A_RULE = "'---' is a thin line, as in all Markdown, and no longer ends a column; \
'<!-- column -->' does, '<!-- page -->' ends a page, and '***' is the line without this note"
MOST_SHEET = 2
"""Most pages of a reference sheet: its two sides."""

_LARGEST = 1e6
"""Width and height of a drawing's viewBox."""
_VIEW = re.compile(rb"<svg\b[^>]*?\bviewBox\s*=\s*[\"']([^\"']+)[\"']", re.DOTALL)
_WIDTH = re.compile(rb"<svg\b[^>]*?\swidth\s*=\s*[\"']([0-9.]+(?:mm|pt|in))[\"']", re.DOTALL)


Flowed = Callable[[float], FlowedPages]
"""Function that sets a text on pages at a font size."""


class BookletPages:
    """Pages of one game's texts, each a piece with the blocks on it."""

    def __init__(
        self,
        labels: Labels,
        search: SearchPath,
        cache: Cache,
        base: str,
        figures: Figures | None = None,
        *,
        credits: Mapping[str, tuple[PictureCredit, ...]] | None = None,
    ) -> None:
        """Take `base`, a digest of the program, the templates and the pictures, as a part of every cache key.

        `credits` are those that stand at the end of a text, by its component.
        """
        self._labels, self._search, self._cache, self._base = labels, search, cache, base
        self._figures, self._credits = figures, credits or {}
        self.warnings: list[str] = []
        self._first: dict[str, tuple[str, Outline]] = {}
        """Text of each component that was set first, with its structure: the other languages are compared with it."""
        self._texts: dict[tuple[str, str, str], tuple[Manuscript, ShapedTexts, list[Fault]]] = {}

    def pages(self, part: Component, language: str, size: Size) -> tuple[Piece, ...]:
        """Return the pages of a component's text in a language, for pages of a size in points.

        Raises Faults with all faults of the text.
        """
        prose = _prose(part)
        source = prose[language]
        figures = self._figures.digest if self._figures else ""
        titles = self._labels.messages(language).section("box")
        settings = source, language, size, part.trim, prose.across, prose.size, prose.margin, titles
        ending = [repr(self._ending(part, language))] if part.id in self._credits else []
        key = digest(self._base, figures, repr(settings), *ending)
        # The language stands last: entries of one text in all languages lie side by side.
        name = f"prose/{digest(source.where, part.id, repr(size))[:24]}-{language}"
        cached = self._cache.get(name)
        if cached is None or cached[0] != key:
            # Setting a text is tried at several sizes, so a cached one saves most of the time.
            cached = key, *self._set(part, prose, source, language, size)
            self._cache.put(name, cached)
        # Warned of in each build, also where the pages come from the cache.
        if cached[3]:
            self.warnings.append(str(Fault(source.where, _DASHES_ARE_A_RULE, cached[3][0])))
        pieces = tuple(self.with_figures(piece, language) for piece in cached[1])
        self._compare(part, source, cached[2])
        if part.is_reference and len(pieces) > MOST_SHEET:
            message = (
                f"takes {len(pieces)} pages; a reference sheet has two sides, shorten it or give it a smaller size"
            )
            self.warnings.append(f"{source.where}: {message}")
        return pieces

    def with_figures(self, page: Piece, language: str) -> Piece:
        """Return a page of text in which each figure has the references of the faces that it shows."""
        figures, blocks = self._figures, page.row.cells["blocks"]
        if figures is None or not isinstance(blocks, tuple):
            return page
        rows = tuple(_with_figure(row, figures, language) if isinstance(row, Row) else row for row in blocks)
        return replace(page, row=replace(page.row, cells={**page.row.cells, "blocks": rows}))

    def _compare(self, part: Component, source: MarkdownSource, outline: Outline) -> None:
        """Warn if a text has other numbers of headings, lists or pictures than the first language has.

        Something was then left out. `source` is the text with its file, `outline` its numbers.
        """
        where, first = self._first.setdefault(part.id, (source.where, outline))
        for name, count in outline.items():
            if count != first[name]:
                self.warnings.append(f"{source.where}: {name}: {count}, but {first[name]} in {where}")

    def _set(
        self, part: Component, prose: Prose, source: MarkdownSource, language: str, size: Size
    ) -> tuple[tuple[Piece, ...], Outline, tuple[int, ...]]:
        """Return the pages of a text, its numbers of headings, lists and so on, and its lines with `---`.

        Raises Faults.
        """
        text, shaped, faults = self._text(source, language)
        wrong = [*self._credit_faults(part, language)]
        # Set alone, or faults of the credits would be told of the file of the text too.
        whole = text if wrong else replace(text, blocks=(*text.blocks, *self._ending(part, language)))
        faults = [*faults, *wrong]

        def flowed(points: float) -> FlowedPages:
            """Return the text set on pages at a font size in points."""
            return set_pages(
                whole,
                replace(prose, size=points),
                shaped,
                size,
                head=TITLE_SHEET if part.trim is None else TITLE_BOOKLET,
                drawing=partial(self.figure_size, source.where),
            )

        if faults:
            # Faults of setting are told together with those of reading, so that one build shows all.
            raise Faults(_in_lines([*faults, *_faults_of(lambda: flowed(prose.size))]))
        floor = FLOOR if part.is_reference else prose.size * SMALLER
        # A booklet costs sheets of paper, a text on whole sheets leaves, a reference sheet pages.
        cost = _sheets if part.trim else _leaves if prose.full_pages else len
        pages = _largest(flowed, prose.size, floor, cost)
        letter = "s" if prose.full_pages else "p"
        ids = [f"{letter}{number:02}" for number in range(1, len(pages) + 1)]
        pieces = (_piece(ids, number, page, text.title, source.where) for number, page in enumerate(pages))
        return tuple(pieces), text.outline, text.dashed_rules

    def _text(self, source: MarkdownSource, language: str) -> tuple[Manuscript, ShapedTexts, list[Fault]]:
        """Return a parsed text with its shaped words and its faults.

        They are kept, as a booklet and its whole sheets share them.
        """
        key = source.where, source.text, language
        if key not in self._texts:
            shaped = ShapedTexts(source.where, language, self._labels.fonts, self._icons)
            text, faults = _read(source)
            self._texts[key] = text.with_titles(self._labels.messages(language).section("box")), shaped, faults
        return self._texts[key]

    def _ending(self, part: Component, language: str) -> tuple[Block, ...]:
        """Return the blocks behind the text of a component: the credits of pictures, if it prints them."""
        credits = self._credits.get(part.id)
        if not credits:
            return ()
        # Most games have no credits, and a build loads few modules.
        from generator.build.faces.credit_lines import credit_blocks

        return credit_blocks(credits, self._labels.messages(language))

    def _credit_faults(self, part: Component, language: str) -> Iterator[Fault]:
        """Yield the faults of credits that cannot be set, each at its line of their file."""
        for credit in self._credits.get(part.id, ()):
            where, _, line = credit.source.rpartition(":")
            texts = ShapedTexts(where, language, self._labels.fonts, ())
            for text in (credit.file, credit.words):
                yield from _faults_of(partial(texts.shaped, guard(text), int(line), "text", bold=False))

    @cached_property
    def _icons(self) -> list[str]:
        """Names of the icons that a text may use, from the folders `icons`."""
        return [name.removeprefix("icons/").removesuffix(".svg") for name in self._search.names("icons", ".svg")]

    def figure_size(self, where: str, block: FigureBlock) -> Size | FigureSize | None:
        """Return the size of a figure of faces, or else of a drawing or picture; None if there is no such file."""
        return (self._figures.size(block, where) if self._figures else None) or self._size_of(block.file)

    def _size_of(self, file: str) -> Size | None:
        """Return the size of a picture file: pixels count at DPI, a drawing has its stated width or its viewBox in mm.

        None for a file that is missing or has no size.
        """
        file_data = self._search.find(file)
        if file_data and not file.lower().endswith(".svg"):
            return _sharp(file_data[1])
        view = _VIEW.search(file_data[1]) if file_data else None
        if file_data is None or view is None:
            return None
        try:
            _, _, wide, high = map(float, view[1].replace(b",", b" ").split())
            stated = _WIDTH.search(file_data[1])
            width = parse_length(stated[1].decode("ascii")) if stated else wide * MM
            is_sound = SMALLEST_BOX <= wide <= _LARGEST and SMALLEST_BOX <= high <= _LARGEST and width > 0
            return Size(width, width * high / wide) if is_sound else None
        except ValueError:
            return None


def _sharp(pixels: bytes) -> Size:
    """Return the printed size of a raster picture at DPI.

    A damaged picture counts as 1 mm here, and the face that shows it reports the fault.
    """
    try:
        picture = read_header(pixels)
    except UnusablePictureError:
        return Size(MM, MM)
    return Size(picture.width * 72 / DPI, picture.height * 72 / DPI)


def _largest(flowed: Flowed, size: float, floor: float, cost: Callable[[FlowedPages], object]) -> FlowedPages:
    """Set a text at the largest size that costs no more than the smallest size does, by bisection."""
    best, low, high = flowed(size), min(floor, size), size
    if len(best) == 1:  # no smaller size could cost less
        return best
    smallest = flowed(low)
    least = cost(smallest)
    if cost(best) == least:
        return best
    best = smallest
    while high - low > _CLOSE:
        # Rounded to a hundredth of a point, so that the size is the same on every machine.
        middle = round((low + high) / 2, 2)
        tried = flowed(middle)
        if cost(tried) == least:
            low, best = middle, tried
        else:
            high = middle
    return best


def _sheets(pages: FlowedPages) -> tuple[int, bool]:
    """Return the cost of a booklet: its sheets of four pages, and whether the last page is nearly empty."""
    lowest = max((placed.y + placed.height for placed in pages.last), default=0.0)
    return -(-len(pages) // 4), len(pages) > 1 and lowest < _LITTLE


def _with_figure(row: Row, figures: Figures, language: str) -> Row:
    """Return the row of a block; a figure gets the cells that place its faces, marks and numbers."""
    if row.cells["kind"] != "figure":
        return row
    block = PlacedBlock(**{name: row.cells[name] for name in PlacedBlock.__match_args__})  # type: ignore[arg-type]
    return replace(row, cells={**row.cells, **figures.cells(block, language)})


def _leaves(pages: FlowedPages) -> tuple[int, bool]:
    """Return the cost of a text on whole sheets: its sheets of two pages, and whether the last page is nearly empty."""
    return -(-len(pages) // 2), _sheets(pages)[1]


def game_booklets(
    game: Game, labels: Labels, search: SearchPath, cache: Cache, drawing: str, base: str
) -> BookletPages:
    """Return the typesetter for the texts of a game, such as rulebooks, with figures of the game's faces.

    `drawing` is a digest of all that texts depend on, and `base` of all that the game's faces depend on.
    """
    from generator.build.faces.figures import Figures

    credits: Mapping[str, tuple[PictureCredit, ...]] = {}
    if game.credits:
        from generator.build.faces.credit_lines import booklet_credits

        credits = booklet_credits(game)
    return BookletPages(labels, search, cache, drawing, Figures(game, base), credits=credits)


def _faults_of(setting: Callable[[], object]) -> tuple[Fault, ...]:
    """Return the faults that setting a text raises."""
    try:
        setting()
    except Faults as error:
        return error.faults
    return ()


def _read(source: MarkdownSource) -> tuple[Manuscript, list[Fault]]:
    """Return the blocks of a text and its faults. Raises Faults for a text that would take long to parse."""
    check_lengths(source)
    if plain := plain_manuscript(source):
        return plain, []
    from generator.load.markdown_reader import read_markdown

    return read_markdown(source)


def _in_lines(faults: Iterable[Fault]) -> list[Fault]:
    """Return faults in the order of their lines, none twice."""
    return sorted(dict.fromkeys(faults), key=lambda fault: fault.line or 0)


def _prose(part: Component) -> Prose:
    """Return the text of a component. Raises TypeError for one without a text."""
    if part.prose is None:
        raise TypeError(f"{part.id} is set from no text")
    return part.prose


def _piece(ids: Sequence[str], index: int, page: Page, title: str, where: str) -> Piece:
    """Return a page as a piece; `ids` are the ids of all pages, `index` is this page's."""
    blocks = tuple(_rows(page, where))
    cells: dict[str, Value] = {"title": title, "number": index + 1, "pages": len(ids), "blocks": blocks}
    return Piece(ids[index], str(index + 1), 1, Row(ids[index], cells, where, ("title",)))


def _rows(page: Page, where: str) -> Iterator[Row]:
    """Yield the blocks of a page as rows for the template."""
    for number, block in enumerate(page, 1):
        cells: dict[str, Value] = {name: getattr(block, name) for name in block.__match_args__}
        yield Row(f"b{number:03}", cells, where, ("text",))
