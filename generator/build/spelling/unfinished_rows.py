"""Warn of rows that look unfinished: cards that repeat another one, and texts that are blank on a few cards alone."""

from __future__ import annotations

from collections.abc import Iterator

from generator.model.game import Component, Game, Row
from generator.model.text import Text

_FEWEST = 10
"""Cards of a component from which on a blank text is unusual among them."""
_LARGEST_SHARE = 0.1
"""Share of cards with a blank text up to which it is told: in a column that many leave blank, it is meant."""


def unfinished_rows(game: Game) -> list[str]:
    """Return a warning for each picture without a maker, each repeated card, and each text left blank."""
    warnings = [*_uncredited(game)]
    for component in game.components:
        # By its source, as several pieces may be made of one row.
        rows = [*{piece.row.source: piece.row for piece in component.pieces}.values()]
        warnings += [*_repeated(component, rows), *_blank(rows)]
    return list(dict.fromkeys(warnings))


def _uncredited(game: Game) -> Iterator[str]:
    """Yield a warning for each picture in the credits whose maker is not written yet."""
    for entry in game.credits:
        if not entry.words:
            place = f"{entry.source} [{entry.file}]"
            yield f"{place}: this picture has no credit; write its maker and licence, or public domain"


def _repeated(component: Component, rows: list[Row]) -> Iterator[str]:
    """Yield a warning for each row with the same cells as an earlier row of the component."""
    changes = {piece.row.source: (piece.nudges, piece.crops) for piece in component.pieces}
    first: dict[str, Row] = {}
    for row in rows:
        cells = {name: value for name, value in row.cells.items() if name != "provenance"}
        # Rows without words differ by their ids alone, which templates may draw.
        if not any(isinstance(value, Text) and _is_filled(value) for value in cells.values()):
            continue
        earlier = first.setdefault(repr((cells, changes[row.source])), row)
        if earlier is not row:
            yield f"{row.source}: repeats {earlier.id!r} but for its id; the column copies prints a card more than once"


def _blank(rows: list[Row]) -> Iterator[str]:
    """Yield a warning for each blank text in a column that nearly all rows of a component fill."""
    if len(rows) < _FEWEST:
        return
    for column in rows[0].cells:
        texts = [(row, value) for row in rows if isinstance(value := row.cells.get(column), Text)]
        blank = [row for row, value in texts if not _is_filled(value)]
        if 0 < len(blank) <= _LARGEST_SHARE * len(rows):
            filled = len(texts) - len(blank)
            yield from (f"{row.source} [{column}]: blank here, and filled on {filled} other cards" for row in blank)


def _is_filled(text: Text) -> bool:
    """Whether a text has words in any language."""
    return any(words.strip() for _, words in text.by)
