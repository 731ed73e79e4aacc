"""Running text: its Markdown source, its blocks, and the blocks placed on pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class MarkdownSource:
    """A text in Markdown."""

    where: str
    """The file, for faults."""
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """The texts of a booklet or a reference sheet, and how they are set."""

    texts: tuple[tuple[str, MarkdownSource], ...]
    """Texts by language."""
    across: int = 1
    """Columns of a page."""
    size: float = 9.0
    """Font size of running text, in points."""
    margin: float = 36.0
    """From the edge of the page to the text, in points."""
    full_pages: bool = False
    """Whether it is the text of a booklet that is set on whole sheets of paper instead."""

    def __getitem__(self, language: str) -> MarkdownSource:
        """Return the text in a language; raises KeyError where there is none."""
        return dict(self.texts)[language]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 2 or 3, in light markup."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, in light markup."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class ListItem:
    """A paragraph of a list item."""

    mark: str
    """`•`, `–` or `1.`; empty for a further paragraph of the same item."""
    depth: int
    """0, or 1 in a list inside a list."""
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table with a head."""

    aligns: tuple[str, ...]
    """`left`, `center` or `right` for each column."""
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    line: int


@dataclass(frozen=True, slots=True)
class BoxBlock:
    """Blocks in a shaded box, such as an example."""

    blocks: tuple[Block, ...]
    line: int


_SUFFIX = r"\.[A-Za-z][A-Za-z0-9]{2,3}\Z"


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """A drawing with its caption."""

    name: str
    """The name of the drawing or picture, as written: `.svg` may be left out."""
    caption: str
    width: float | None
    """Points; None for its natural size."""
    line: int

    @property
    def file(self) -> str:
        return self.name if re.search(_SUFFIX, self.name) else f"{self.name}.svg"


@dataclass(frozen=True, slots=True)
class ColumnBreak:
    """A column break."""

    line: int


Block: TypeAlias = "Heading | Paragraph | ListItem | TableBlock | BoxBlock | FigureBlock | ColumnBreak"

Outline: TypeAlias = "dict[str, int]"
"""Numbers of headings, tables and so on, which are the same in all translations of a text."""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A text as blocks."""

    where: str
    title: str
    line: int
    """Of the title."""
    blocks: tuple[Block, ...]

    @property
    def outline(self) -> Outline:
        blocks = [*_flatten(self.blocks)]
        tables = [block for block in blocks if isinstance(block, TableBlock)]
        items = [block for block in blocks if isinstance(block, ListItem) and block.mark]
        return {
            "headings": sum(isinstance(block, Heading) for block in blocks),
            "tables": len(tables),
            "rows of tables": sum(len(table.rows) for table in tables),
            "items of lists": len(items),
            "figures": sum(isinstance(block, FigureBlock) for block in blocks),
            "boxes": sum(isinstance(block, BoxBlock) for block in blocks),
        }


def _flatten(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks, each box followed by its content."""
    for block in blocks:
        yield block
        if isinstance(block, BoxBlock):
            yield from _flatten(block.blocks)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A text, an image or a shape on a page, for the template of the page; lengths are in millimetres."""

    kind: str
    """`text`, `image`, `figure`, `number` in a circle, or a shape: `box`, `band`, `stripe`, `rule`."""
    style: str
    """`title`, `h2`, `h3`, `body`, `item`, `mark`, `head`, `cell` or `caption`; the template gives each its colour."""
    x: float
    y: float
    width: float
    height: float
    text: str = ""
    """Light markup, the file of an image, or the name of a figure."""
    role: str = "text"
    size: float = 0.0
    """Points."""
    leading: float = 1.0
    weight: str = "normal"
    align: str = "left"
