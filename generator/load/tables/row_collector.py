"""Collects the rows of a file below its headings, which may stand below a title or notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, dropwhile, islice

from generator.base.errors import Fault, Faults, fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.toml_document import LONGEST
from generator.load.headings.heading_words import common_headings, tidy_heading
from generator.load.tables.raw_table import BLANK, MOST_COLUMNS, MOST_ROWS, RawRow, RawTable, TableForm

Lines = Iterable[tuple[int, list[str]]]
"""Numbered lines of cells."""

MOST_HEAD = 40
"""Most filled lines that are searched for the headings."""


def collect_rows(where: str, lines: Lines, report: FaultReport, form: TableForm) -> RawTable:
    """Make a table of numbered lines of cells; empty lines and `#` comments are left out.

    Raises Faults for a file without rows, and for a wrong header.
    """
    header, below = split_header(lines, form)
    if header is None:
        message = (
            f"no headings in line {form.header}" if form.header else "file is empty; its first row names the columns"
        )
        raise fault(where, message, unreadable=True)
    top, titles = header
    names = column_names(where, top, titles, form)
    sound = (numbered for numbered in below if len(titles) < 2 or numbered[1] != titles)  # repeated for printing
    rows = [*_rows(where, _of_table(where, sound, titles, None if form.header else report), names, report, form)]
    if not rows and next(sound, None) is None and not report.has(where):
        raise fault(where, "has no rows below the header", line=top, unreadable=True)
    for number, name in enumerate(names, 1):
        if not name and "*" not in form.ignored and any(row.cells.get(f"{number}") for row in rows):
            report.add(Fault(where, f"column {number} has no name; name it or delete it", top))
    return RawTable(where, tuple(filter(None, names)), top, tuple(rows), form, places=tuple(names))


def _of_table(
    where: str, lines: Lines, titles: Sequence[str], report: FaultReport | None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines up to the headings of another table of the same sheet, with a note on these in the report."""
    for line, cells in lines:
        if is_next_header(titles, cells):
            # Where the line of the headings is given, the tables below are known too.
            if report:
                message = f"another table begins here, and is not read; a component reads it with header = {line}"
                report.note(Fault(where, message, line))
            return
        yield line, cells


def is_next_header(titles: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether a line below the headings `titles` holds the headings of another table.

    The first heading is the same, others differ, and most of them are common ones.

    >>> is_next_header(["Name", "HP", "Text"], ["Name", "Cost", "Text"]), is_next_header(["Name", "HP"], ["Name", "3"])
    (True, False)
    """
    # Only a line that begins as the headings do is looked at closely: a sheet may have 20,000 rows.
    if not cells[0] or cells[0] != titles[0] or len(titles) < 2:
        return False
    filled = [tidy_heading(cell) for cell in cells if cell]
    usual = {*map(tidy_heading, titles)}.union(*common_headings().values())
    return len({*filled}) == len(filled) > 1 and 2 * len(usual.intersection(filled)) > len(filled)


def _rows(where: str, lines: Lines, names: list[str], report: FaultReport, form: TableForm) -> Iterator[RawRow]:
    """Yield the rows that have a cell for each column; columns without a name are called by their numbers."""
    keys = [name or str(number) for number, name in enumerate(names, 1)]
    for number, (line, cells) in enumerate(lines):
        if number == MOST_ROWS:
            raise fault(where, f"more than {MOST_ROWS:,} rows", line=line, unreadable=True)
        if _is_sound(where, line, cells, names, report, form):
            yield RawRow(line, dict(zip(keys, cells, strict=False)))


def _is_sound(where: str, line: int, cells: list[str], names: list[str], report: FaultReport, form: TableForm) -> bool:
    """Whether a line has a cell for each column; empty ones beyond, with which spreadsheets fill up, do not count."""
    is_strict = "*" not in form.ignored  # else it does not matter which columns lack a cell
    if is_strict and (any(cells[len(names) :]) or len(cells) < len(names)):
        report.add(Fault(where, f"the row has {len(cells)} cells, the header has {len(names)}", line))
        return False
    # One sum for the row first: hardly any row has a cell that is too long.
    if sum(map(len, cells)) <= LONGEST:
        return True
    long = [name for name, cell in zip(names, cells, strict=False) if len(cell) > LONGEST]
    for name in long:
        report.add(Fault(where, f"cell longer than {LONGEST:,} characters", line, key=name))
    return not long


def split_header(lines: Lines, form: TableForm) -> tuple[tuple[int, list[str]] | None, Iterator[tuple[int, list[str]]]]:
    """Return the line of the headings, None if there is none, and the filled lines below it without comments."""
    filled: Iterator[tuple[int, list[str]]] = ((line, cells) for line, cells in _stripped(lines) if any(cells))
    if form.header:
        # Lines are compared by number, as empty ones were left out.
        filled = dropwhile(lambda line: line[0] < form.header, filled)
    head = [*islice(filled, 1 if form.header else MOST_HEAD)]
    index = 0 if form.header else _index(head, form)
    if index is None or index >= len(head) or (form.header and head[index][0] != form.header):
        return None, iter(())
    header = head[index]
    below = chain(head[index + 1 :], filled)
    if header[1][0].startswith("#"):  # a heading such as "# of cards": no line below is a comment for its sign
        return header, below
    return header, (line for line in below if not line[1][0].startswith("#"))


def _stripped(lines: Lines) -> Iterator[tuple[int, list[str]]]:
    """Return lines whose cells have no blanks around them."""
    return ((line, [cell.strip(BLANK) for cell in cells]) for line, cells in lines)


def _index(head: Sequence[tuple[int, list[str]]], form: TableForm) -> int | None:
    """Return the index of the first line that is no comment, or of a line with more of the expected headings."""
    plain = next((number for number, (_, cells) in enumerate(head) if not cells[0].startswith("#")), None)
    if not form.headings or not head:
        return plain
    matches = [_count_known(cells, form) for _, cells in head]
    most = matches.index(max(matches))
    # A single match may be chance, as when a title above the table is a common word.
    is_better = matches[most] > (1 if plain is None else max(matches[plain], 1))
    return most if is_better else plain


def known_headings(lines: Lines, form: TableForm) -> int:
    """Return how many of the expected headings (`form.headings`) stand in the line of the headings."""
    header, _ = split_header(lines, form)
    return _count_known(header[1], form) if header else 0


def _count_known(cells: list[str], form: TableForm) -> int:
    """Return how many of the expected headings (`form.headings`) are among the cells of a line."""
    # A line with more cells is refused: of five million, those beyond would be read for seconds.
    return len({*map(tidy_heading, cells[:MOST_COLUMNS])} & form.headings)


def column_names(where: str, line: int, cells: list[str], form: TableForm) -> list[str]:
    """Return a name for each column, empty for columns without one; the second `Text` is called `Text (2)`.

    Raises Faults for too many columns, and for a repeated heading that game.toml neither has a column for nor ignores.
    """
    width = max(number for number, text in enumerate(cells, 1) if text)
    if width > MOST_COLUMNS:
        raise fault(where, f"more than {MOST_COLUMNS} columns", line=line, unreadable=True)
    # Only where game.toml asks for it is a column called by its number.
    cells = [cell or _by_number(number, form) for number, cell in enumerate(cells[:width], 1)]
    names = [_numbered(cells[:number], name) for number, name in enumerate(cells)]
    pairs = zip(cells, names, strict=False)
    repeated = dict.fromkeys(cell for cell, name in pairs if name != cell and not _is_settled(cell, name, form))
    if repeated:
        raise Faults(Fault(where, _twice(name), line, unreadable=True) for name in repeated)
    return names


def _by_number(number: int, form: TableForm) -> str:
    """Return the name of a column without a heading, `column 1`, if game.toml expects it; else empty."""
    name = f"column {number}"
    return name if tidy_heading(name) in form.headings else ""


def _is_settled(heading: str, name: str, form: TableForm) -> bool:
    """Whether game.toml settles a heading that stands twice: `Text (2)` has a column, or it is ignored."""
    ignored = {*map(tidy_heading, form.ignored)}
    return "*" in form.ignored or tidy_heading(name) in form.headings | ignored or tidy_heading(heading) in ignored


def _twice(name: str) -> str:
    """Return the fault for a heading that stands twice."""
    return f"column {quote(name)} twice; rename one, or call the second {quote(name + ' (2)')} in from or ignore"


def _numbered(before: Sequence[str], name: str) -> str:
    """Return a heading, with its number if it stands in `before` already: `Text (2)`."""
    number = before.count(name) + 1
    return f"{name} ({number})" if name and number > 1 else name
