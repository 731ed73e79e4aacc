"""Repeats what a sheet gives once for each of its columns, such as players side by side.

A track that lists no boxes gets one for each column, `influence_p1`. Each value is computed for each column,
`total_p1`, and a name in its formula means the column's own value if there is one. So does a name in the needs of a
column's box, and in a bound of each column. `rivals(x)` is the most that another column has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from generator.base.records import replace
from generator.load.files.toml_table import TomlTable
from generator.load.keys.sheet_keys import MOST_COLUMNS
from generator.model.sheet import Box, Need, Option
from generator.model.text import Text

_NAME = re.compile(r"(?<![\w.])[a-z]\w*(?![\w.(])", re.ASCII)
"""A name that is no function and no part of a dotted name such as `cards.scout.strength`."""

_RIVALS = re.compile(r"\brivals\(\s*([a-z]\w*)\s*\)", re.ASCII)


def read_player_columns(top: TomlTable, languages: tuple[str, ...]) -> tuple[Option, ...]:
    """Read the columns of a sheet: the titles by id in its table `[columns]`, if it has one."""
    table = top.table("columns")
    for id_ in table.data:
        table.check_id(id_, id_)
    if top.has("columns") and not 1 <= len(table.data) <= MOST_COLUMNS:
        top.fault("columns", f"{len(table.data)} columns; a sheet has 1 to {MOST_COLUMNS}, or no such table")
    return tuple(Option(id_, table.phrase(id_, languages)) for id_ in table.data)[:MOST_COLUMNS]


def column_id(id_: str, column: Option) -> str:
    """Return the id of a box or value in the column of a player: `wall_p1`."""
    return f"{id_}_{column.id}"


def column_title(title: Text, column: Option) -> Text:
    """Return the title of a track or value for a player's column: the column's title is put behind it."""
    after = dict(column.title.by)
    return Text(tuple((language, f"{words} · {after.get(language, column.id)}") for language, words in title.by))


def column_needs(box: Box, columns: Sequence[Option], names: Collection[str]) -> Box:
    """Return the box with needs of its own column: `wall 3` is `wall_p1 3` for a box of the column `p1`."""
    column = next((option for option in columns if box.id == column_id(box.track, option)), None)
    if column is None or not (box.needs or box.when):
        return box

    def own(needs: Sequence[Need]) -> tuple[Need, ...]:
        """Return needs with the names of the box's column, where it has such names."""
        ids = [(column_id(need.value, column), need) for need in needs]
        return tuple(replace(need, value=id_) if id_ in names else need for id_, need in ids)

    return replace(box, needs=own(box.needs), when=own(box.when))


def column_formula(text: str, column: Option, columns: Sequence[Option], all_names: Collection[str]) -> str:
    """Return a formula in which names of values become the column's own names, if `all_names` has them.

    >>> one, two = Option("p1", Text(())), Option("p2", Text(()))
    >>> column_formula("coins + rivals(coins)", one, (one, two), ("coins_p1", "coins_p2"))
    'coins_p1 + best(coins_p2)'
    """

    def rivals(match: re.Match[str]) -> str:
        """Return the formula for `rivals(x)`: the most of the other columns, 0 without any."""
        names = [column_id(match[1], other) for other in columns if other.id != column.id]
        if not names:
            return "0"  # a single column has no rivals
        # A value that not every rival has stays as it is, and is then an unknown name.
        return f"best({', '.join(names)})" if set(names) <= set(all_names) else match[1]

    def name(match: re.Match[str]) -> str:
        """Return the column's own name for a name, or the name itself."""
        column_name = column_id(match[0], column)
        return column_name if column_name in all_names else match[0]

    return _NAME.sub(name, _RIVALS.sub(rivals, text))
