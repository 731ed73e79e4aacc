"""Running text of several pages: as it was written, as blocks, and as it stands on pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class MarkdownSource:
    """A text in Markdown, as typed."""

    where: str
    """The file as faults name it."""
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """What a booklet or a reference sheet is set from."""

    texts: tuple[tuple[str, MarkdownSource], ...]
    """Language and text."""
    across: int = 1
    """Columns of a page."""
    size: float = 9.0
    """Of running text, in points."""
    margin: float = 36.0
    """From the edge of the page to the text, in points."""

    def __getitem__(self, language: str) -> MarkdownSource:
        """The text in a language; KeyError where it has none."""
        return dict(self.texts)[language]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 2 or 3; texts are light markup."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class ListItem:
    """A paragraph of a list."""

    mark: str
    """`•`, `–` or `1.`; empty where the item goes on in another paragraph."""
    depth: int
    """0, or 1 in a list inside a list."""
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of cells under a head."""

    aligns: tuple[str, ...]
    """`left`, `center` or `right`, one a column."""
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    line: int


@dataclass(frozen=True, slots=True)
class BoxBlock:
    """Blocks on a ground of their own: an example."""

    blocks: tuple[Block, ...]
    line: int


_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{2,3}\Z")
"""Of a file's name."""


@dataclass(frozen=True, slots=True)
class FigureBlock:
    """A drawing with its caption."""

    name: str
    """Of the drawing or picture, as written: `.svg` may be left out."""
    caption: str
    width: float | None
    """Points; None for its own size."""
    line: int

    @property
    def file(self) -> str:
        """Its file, with the ending."""
        return self.name if _ENDING.search(self.name) else f"{self.name}.svg"


@dataclass(frozen=True, slots=True)
class ColumnBreak:
    """What follows begins a column."""

    line: int


Block: TypeAlias = "Heading | Paragraph | ListItem | TableBlock | BoxBlock | FigureBlock | ColumnBreak"

Outline: TypeAlias = "dict[str, int]"
"""How many there are of what translations of a text have in common."""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A text, read."""

    where: str
    title: str
    line: int
    """Of the title."""
    blocks: tuple[Block, ...]

    @property
    def outline(self) -> Outline:
        """How the text is built, what stands in boxes included."""
        blocks = [*_flat(self.blocks)]
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


def _flat(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks, each box followed by what stands in it."""
    for block in blocks:
        yield block
        if isinstance(block, BoxBlock):
            yield from _flat(block.blocks)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """Something on a page: a text with all that its setting depends on, or a shape; lengths in millimetres."""

    kind: str
    """`text`, `image`, or a shape: `box`, `band`, `stripe`, `rule`."""
    style: str
    """`title`, `h2`, `h3`, `body`, `item`, `mark`, `head`, `cell`, `caption`: what the template colours it by."""
    x: float
    y: float
    width: float
    height: float
    text: str = ""
    """Light markup; the file of an image."""
    role: str = "text"
    size: float = 0.0
    """Points."""
    leading: float = 1.0
    weight: str = "normal"
    align: str = "left"
