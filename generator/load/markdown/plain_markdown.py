"""Markdown of the plainest kind, such as that of print plans, read without the parser of the whole language.

That parser has as many modules as it takes to draw a small deck. Both return the same blocks; a text with a line that
may be anything else than the five kinds of blocks read here is left to the parser.
"""

from __future__ import annotations

import re

from generator.base.errors import HandledError
from generator.load.markdown.text_lengths import MAX_PARAGRAPH
from generator.model import prose

_HEADING = re.compile(r"(#{1,4}) ([^#]+)")
_ITEM = re.compile(r"(1\.|-) (.+)")
_FIGURE = re.compile(r"!\[([^\[\]!]+)\]\(([a-z0-9_/-]+)\)")
_ALIGNS = re.compile(r"\|(?:-{2,}:?\|)+")
_CELL_END = re.compile(r"(?<!\\)\|")
_FIRST = re.compile(r"\*{0,2}[^\W_]|\{|[(“„«「『（【〈《]")
"""Beginning of words that begin no other block."""
_NUMBERED = re.compile(r"\d+[.)](?:\s|$)")
_WORD = re.compile(r"[^\W_]")
_UNREAD = re.compile(
    r"[\x00-\x1f\x7f\u2028\u2029\x85`<>\[\]^|~#]"
    r"|&(?! )"  # the name of a character
    r"|\\"
    r"|(?<![^\W_])_|_(?![^\W_])"  # inside a word it is an ordinary sign
    r"|[{}]"
)
"""Signs of Markdown and of light markup that may mean more than themselves."""
_ESCAPED = re.compile(r"\\[_\[\]~`&|]")
_ICON = re.compile(r"\{[a-z0-9][a-z0-9_-]*\}")
_STARS = re.compile(r"\*+")
_BESIDE = " .,:;!?()（）「」『』：、。，"
"""Characters beside italic and bold words that begin or end in a sign (CommonMark 0.31, 6.2)."""
_MOST_COLUMNS = 8
_BULLET = "•"


class _UnreadError(HandledError):
    """A line that may mean more than is read here."""


def plain_manuscript(source: prose.MarkdownSource) -> prose.Manuscript | None:
    r"""Return the blocks of a text; None for one that needs the parser.

    >>> text = plain_manuscript(prose.MarkdownSource("", "# Rules\n\n- Turn a **card**.", is_rendered=True))
    >>> text.title, text.blocks
    ('Rules', (ListItem(mark='•', depth=0, text='Turn a **card**.', line=3),))
    """
    # Signs of other dialects, which are faults in texts that people write, are not looked for here.
    if not source.is_rendered:
        return None
    reader = _PlainReader(source.text.split("\n"))
    try:
        return prose.Manuscript(source.where, reader.title(), 1, tuple(reader.blocks()))
    except _UnreadError:
        return None


class _PlainReader:
    """Reads blocks line by line."""

    def __init__(self, lines: list[str]) -> None:
        """Take the lines of a text."""
        self._lines = lines
        self._blocks: list[prose.Block] = []
        self._above = ""
        """Kind of the line above: `heading`, `words`, `table`, a sign of items, or empty."""

    def title(self) -> str:
        """Return the title in the first line. Raises _UnreadError for a text that begins otherwise."""
        heading = _HEADING.fullmatch(self._lines[0])
        # An item or paragraph may follow the title without an empty line.
        self._above = "heading"
        if not heading or heading[1] != "#":
            raise _UnreadError
        return _words(heading[2])

    def blocks(self) -> list[prose.Block]:
        """Return the blocks below the title. Raises _UnreadError."""
        for number, line in enumerate(self._lines[1:], 2):
            if len(line) > MAX_PARAGRAPH:
                raise _UnreadError
            self._above = self._read(number, line) if line else ""
        return self._blocks

    def _read(self, number: int, line: str) -> str:
        """Add a line to the blocks, and return the kind of the line, such as `heading`."""
        if line.startswith("|"):
            return self._read_row(number, line)
        item = _ITEM.fullmatch(line)
        # Beside words and tables, a line without an empty one between may continue them.
        if self._above not in {"", "heading", item[1] if item else ""}:
            raise _UnreadError
        if item:
            self._blocks.append(prose.ListItem(self._mark(item[1]), 0, _words(item[2]), number))
            return item[1]
        heading, figure = _HEADING.fullmatch(line), _FIGURE.fullmatch(line)
        if heading and heading[1] != "#":
            self._blocks.append(prose.Heading(len(heading[1]), _words(heading[2]), number))
            return "heading"
        if figure:
            self._blocks.append(prose.FigureBlock(figure[2], _text(figure[1]), None, number))
        else:
            self._blocks.append(prose.Paragraph(_words(line), number))
        return "words"

    def _mark(self, sign: str) -> str:
        """Return the mark of an item. Numbers go on behind empty lines; each item is written with a 1."""
        if sign == "-":
            return _BULLET
        last = self._blocks[-1] if self._blocks else None
        goes_on = isinstance(last, prose.ListItem) and last.mark != _BULLET
        return f"{int(last.mark[:-1]) + 1}." if goes_on and isinstance(last, prose.ListItem) else "1."

    def _read_row(self, number: int, line: str) -> str:
        """Read a line of a table, its head or a row, and return `table`. Raises _UnreadError for a line of no table."""
        if self._above == "table":
            self._add_row(number, line)
        elif self._above in {"", "heading"} and _ALIGNS.fullmatch(below := "".join(self._lines[number : number + 1])):
            aligns = tuple("right" if dashes.endswith(":") else "left" for dashes in below[1:-1].split("|"))
            if len(aligns) > _MOST_COLUMNS:
                raise _UnreadError
            self._blocks.append(prose.TableBlock(aligns, _cells(line, len(aligns)), (), number))
        else:
            raise _UnreadError
        return "table"

    def _add_row(self, number: int, line: str) -> None:
        """Add a row to the table at the end of the blocks; the second line of a table is none."""
        table = self._blocks[-1]
        if isinstance(table, prose.TableBlock) and number > table.line + 1:
            rows = (*table.rows, _cells(line, len(table.aligns)))
            self._blocks[-1] = prose.TableBlock(table.aligns, table.head, rows, table.line)


def _cells(line: str, count: int) -> tuple[str, ...]:
    """Return the cells of a row. Raises _UnreadError for another number of them."""
    cells = _CELL_END.split(line)
    if len(cells) != count + 2 or cells[-1]:
        raise _UnreadError
    return tuple(_text(cell.strip(" ")) for cell in cells[1:-1])


def _words(text: str) -> str:
    """Return text that stands at the beginning of a block as light markup. Raises _UnreadError."""
    if not _FIRST.match(text) or _NUMBERED.match(text) or not _WORD.search(text):
        raise _UnreadError
    return _text(text)


def _text(text: str) -> str:
    """Return running text as light markup. Raises _UnreadError for signs that may mean more than themselves."""
    if text != text.strip() or _UNREAD.search(_ICON.sub("", _ESCAPED.sub("", text))):
        raise _UnreadError
    _check_stars(text)
    return _ESCAPED.sub(lambda sign: sign[0][1], text)


def _check_stars(text: str) -> None:
    """Raise _UnreadError unless all asterisks stand in pairs around italic or bold words.

    One pair must not stand inside another.
    """
    opened = ""
    for run in _STARS.finditer(text):
        before, after = text[: run.start()][-1:], text[run.end() :][:1]
        # On the inner side a word, or a sign that has a space or another sign on its other side.
        inner, outer = (before, after) if opened else (after, before)
        is_sound = inner.isalnum() or (inner and not inner.isspace() and outer in _BESIDE)
        if not is_sound or run[0] != (opened or run[0][:2]):
            raise _UnreadError
        opened = "" if opened else run[0]
    if opened:
        raise _UnreadError
