"""Running text: its Markdown source, its blocks, and the blocks placed on pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from generator.base.records import dataclass


@dataclass(frozen=True, slots=True)
class MarkdownSource:
    """A text in Markdown."""

    where: str
    """The file, for faults."""
    text: str
    is_rendered: bool = False
    """Whether a template wrote it, with names and texts of a game in it: signs of other dialects are no faults then."""


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
    """Distance from the edge of the page to the text, in points."""
    full_pages: bool = False
    """Whether it is the text of a booklet that is set on whole sheets of paper instead."""

    def __getitem__(self, language: str) -> MarkdownSource:
        """Return the text in a language; raises KeyError where there is none."""
        return dict(self.texts)[language]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 2 to 4, in light markup."""

    level: int
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, in light markup."""

    text: str
    line: int


TO_DO, DONE = "☐", "☑"
"""Marks of tasks: an empty box and a ticked one."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """A paragraph of a list item."""

    mark: str
    """Sign before the paragraph: `•`, `–`, `1.`, TO_DO or DONE; empty for a further paragraph of the same item."""
    depth: int
    """0, or 1 in a list inside a list."""
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Term:
    """A term in a list of definitions, in light markup."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Definition:
    """A paragraph that defines the term before it, in light markup."""

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


BOX_KINDS = ("note", "tip", "important", "warning", "caution", "danger", "info", "example")
"""Kinds of boxes that are titled with the word for their kind."""


@dataclass(frozen=True, slots=True)
class BoxBlock:
    """Blocks in a shaded box, such as an example."""

    blocks: tuple[Block, ...]
    line: int
    kind: str = ""
    """Kind that becomes the title, one of BOX_KINDS; empty if `blocks` begin with a title."""

    def with_title(self, titles: Mapping[str, str]) -> BoxBlock:
        """Return the shaded box with a title as its first paragraph: the word in `titles` for its kind."""
        if not self.kind:
            return self
        return BoxBlock((Paragraph(f"**{titles[self.kind]}**", self.line), *self.blocks), self.line)


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
        """File name of the drawing or picture; a name without an ending is an SVG file."""
        return self.name if re.search(_SUFFIX, self.name) else f"{self.name}.svg"


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin line across the column."""

    sign: str
    """Character that the rule is written with in Markdown; empty for the rule above the footnotes."""
    line: int


@dataclass(frozen=True, slots=True)
class ColumnBreak:
    """A column break."""

    line: int


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A page break."""

    line: int


Block: TypeAlias = (
    "Heading | Paragraph | ListItem | Term | Definition | TableBlock | BoxBlock | FigureBlock | Rule | ColumnBreak"
    " | PageBreak"
)


def list_kind(block: Block) -> str:
    """Return the kind of list that a block is a part of, `list` or `definitions`; empty for other blocks."""
    return "list" if isinstance(block, ListItem) else "definitions" if isinstance(block, Term | Definition) else ""


Outline: TypeAlias = "dict[str, int]"
"""Counts of headings, tables and so on, which must agree in all translations of a text."""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """A text as blocks."""

    where: str
    title: str
    line: int
    """Line of the title in the file."""
    blocks: tuple[Block, ...]

    def with_titles(self, titles: Mapping[str, str]) -> Manuscript:
        """Return the text with titles added to its shaded boxes; `titles` has a word for each kind of box."""
        blocks = tuple(block.with_title(titles) if isinstance(block, BoxBlock) else block for block in self.blocks)
        return Manuscript(self.where, self.title, self.line, blocks)

    @property
    def dashed_rules(self) -> tuple[int, ...]:
        """Lines of the rules outside of boxes that are written with dashes, which once were column breaks."""
        # Rules in boxes never ended a column.
        rules = (block for block in self.blocks if isinstance(block, Rule))
        return tuple(rule.line for rule in rules if rule.sign == "-")

    @property
    def outline(self) -> Outline:
        """Numbers of headings, tables, rows, items, figures and boxes, with the content of boxes."""
        blocks = [*_flatten(self.blocks)]
        tables = [block for block in blocks if isinstance(block, TableBlock)]
        # A further paragraph of an item has no mark and is no item of its own.
        items = [block for block in blocks if isinstance(block, Term) or (isinstance(block, ListItem) and block.mark)]
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
        # The content of a box counts as well, or a translation could lose it unnoticed.
        if isinstance(block, BoxBlock):
            yield from _flatten(block.blocks)


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """A text, an image or a shape on a page, for the template of the page; lengths are in millimetres."""

    kind: str
    """`text`, `image`, `figure`, `number` in a circle, `tick` box, or a shape: `box`, `band`, `stripe`, `rule`."""
    style: str
    """`title`, `h2` to `h4`, `body`, `term`, `item`, `mark`, `head`, `cell` or `caption`; the template colours them."""
    x: float
    y: float
    width: float
    height: float
    text: str = ""
    """Light markup; for an image its file, for a figure its name."""
    role: str = "text"
    size: float = 0.0
    """Points."""
    leading: float = 1.0
    weight: str = "normal"
    align: str = "left"
