"""Columns of a sheet, such as players side by side: what is said once is made for each of them.

A track that names no boxes has one for each column, `influence_p1`; each value is reckoned for each column, `total_p1`,
and a name in its formula means that column's own where there is one. `rivals(x)` is the most that another column has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from generator.load.files.fault_report import quote
from generator.load.files.toml_table import ID, TomlTable
from generator.model.sheet import Option
from generator.model.text import Text

MOST = 12
"""Columns that a sheet has at most."""

_NAME = re.compile(r"(?<![\w.])[a-z]\w*(?![\w.(])", re.ASCII)
"""A name alone: no function, and no part of `cards.scout.strength`."""

_RIVALS = re.compile(r"\brivals\(\s*([a-z]\w*)\s*\)", re.ASCII)


def read_player_columns(top: TomlTable, languages: tuple[str, ...]) -> tuple[Option, ...]:
    """The columns of a sheet, `[columns]` with their titles by id; none where it has no such table."""
    table = top.table("columns")
    for id_ in [id_ for id_ in table.data if not ID.match(id_)]:
        table.fault(id_, f"{quote(id_)} is not an id; write it with a-z, 0-9 and _, a letter first")
    if top.has("columns") and not 2 <= len(table.data) <= MOST:
        top.fault("columns", f"{len(table.data)} columns; a sheet has 2 to {MOST}, or no such table")
    return tuple(Option(id_, table.phrase(id_, languages)) for id_ in table.data)[:MOST]


def column_id(id_: str, column: Option) -> str:
    """What a box or value is called in a column."""
    return f"{id_}_{column.id}"


def column_title(title: Text, column: Option) -> Text:
    """A title with its column's after it."""
    after = dict(column.title.by)
    return Text(tuple((language, f"{words} · {after.get(language, column.id)}") for language, words in title.by))


def column_formula(text: str, column: Option, others: Sequence[Option], known: Collection[str]) -> str:
    """A formula as one column means it; `known` are the names of the whole book."""

    def rivals(found: re.Match[str]) -> str:
        names = [column_id(found[1], other) for other in others if other.id != column.id]
        return f"best({', '.join(names)})" if set(names) <= set(known) else found[1]

    def name(found: re.Match[str]) -> str:
        mine = column_id(found[0], column)
        return mine if mine in known else found[0]

    return _NAME.sub(name, _RIVALS.sub(rivals, text))
