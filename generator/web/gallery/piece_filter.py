"""Which pieces of a component the gallery shows, and in which order: search, values of columns, sorting."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from starlette.datastructures import QueryParams

from generator.base.records import dataclass
from generator.model.game import Component, Piece
from generator.model.text import Text
from generator.web.gallery.column_values import ShownColumn
from generator.web.previews.face_previews import FacePreview

IS = "is."
"""Prefix of the fields with values of columns: `is.suit=cups`."""
ONLY = ("", "faulty", "tight", "changed")
"""Kinds of faces: all, with faults, with texts that shrank or do not fit, changed since the start."""
RANGE = "…"
"""Sign between the ends of a range of numbers."""
LONGEST = 200
"""Longest search text that is read, in characters."""


@dataclass(frozen=True, slots=True)
class PieceFilter:
    """What is looked for, as an address says."""

    words: str = ""
    """Words that must all occur in the cells of a piece, in any language."""
    values: tuple[tuple[str, str], ...] = ()
    """Columns with the words, or the range, that their cells must have."""
    sort: str = ""
    """Column to sort by, with `-` before it for descending order; empty for the order of the table."""
    only: str = ""
    """One of ONLY."""

    @classmethod
    def of(cls, query: QueryParams, columns: Sequence[ShownColumn]) -> PieceFilter:
        """Read a filter from the query of an address; columns that the component no longer has are left out."""
        names = {column.name for column in columns}
        values = {name.removeprefix(IS): value for name, value in query.multi_items() if name.startswith(IS) and value}
        sort, only = query.get("sort", ""), query.get("only", "")
        return cls(
            words=query.get("q", "")[:LONGEST].strip(),
            values=tuple((name, value) for name, value in values.items() if name in names),
            sort=sort if sort.removeprefix("-") in names else "",
            only=only if only in ONLY else "",
        )

    @property
    def fields(self) -> dict[str, str]:
        """Fields of an address that give the same filter."""
        fixed = {"q": self.words, "sort": self.sort, "only": self.only}
        return fixed | {f"{IS}{name}": value for name, value in self.values}

    @property
    def is_narrow(self) -> bool:
        """Whether the filter leaves out any piece."""
        return bool(self.words or self.values or self.only)

    def pieces(self, part: Component, columns: Sequence[ShownColumn]) -> list[Piece]:
        """Return the pieces of a component that the filter lets through, in the order that it asks for."""
        by_name = {column.name: column for column in columns}
        conditions = [(by_name[name], value) for name, value in self.values]
        words = folded(self.words).split()
        pieces = [piece for piece in part.pieces if all(matches(column, piece, value) for column, value in conditions)]
        if words:
            pieces = [piece for piece in pieces if _has_words(piece, words)]
        if not self.sort:
            return pieces
        column, is_down = by_name[self.sort.removeprefix("-")], self.sort.startswith("-")
        filled = [piece for piece in pieces if column.words(piece)]
        filled.sort(key=lambda piece: _order(column, piece), reverse=is_down)
        # Empty cells come last in both directions.
        return [*filled, *(piece for piece in pieces if not column.words(piece))]

    def faces(self, faces: Iterable[FacePreview], pieces: Sequence[Piece]) -> list[FacePreview]:
        """Return the faces of some pieces that are of the kind `only`, in the pieces' order, all backs last."""
        places = {piece.id: place for place, piece in enumerate(pieces)}
        kept_faces = [preview for preview in faces if preview.job.piece.id in places and self._is_kind(preview)]
        return sorted(kept_faces, key=lambda preview: (preview.job.side == "back", places[preview.job.piece.id]))

    def _is_kind(self, preview: FacePreview) -> bool:
        """Return whether a face is of the kind that `only` asks for: with faults, with tight texts, or changed."""
        match self.only:
            case "faulty":
                return bool(preview.faults)
            case "tight":
                face = preview.shown
                return face is not None and any(fit.is_tight for fit in face.fits)
            case "changed":
                return preview.first is not None
            case _:
                return True


def matches(column: ShownColumn, piece: Piece, value: str) -> bool:
    """Return whether the cell of a piece has exactly these words, or is a number in a range such as `3…5`."""
    # One field holds words or a range, as the bars of the counts have both.
    low, is_range, high = value.partition(RANGE)
    number = column.number(piece)
    if not is_range or number is None:
        return column.words(piece) == value
    try:
        return float(low) <= number <= float(high)
    # `…` in a text of a column of numbers.
    except ValueError:
        return False


def folded(words: str) -> str:
    """Return words in a form for comparing: without differences of width and case."""
    return unicodedata.normalize("NFKC", words).casefold()


def _has_words(piece: Piece, words: Iterable[str]) -> bool:
    """Return whether all words occur in a piece's id, label or cells."""
    cells = [piece.id, piece.label, *_texts(piece.row.cells), *([piece.per.id] if piece.per else [])]
    whole = folded("\n".join(cells))
    return all(word in whole for word in words)


def _texts(cells: Mapping[str, object]) -> Iterable[str]:
    """Yield all words in the cells of a row, in all languages."""
    for value in cells.values():
        yield from _all_words(value)


def _all_words(value: object) -> Iterable[str]:
    """Yield all words of a cell's value: texts in all languages, lists item by item, rows by their id."""
    if isinstance(value, Text):
        yield from (words for _, words in value.by)
    elif isinstance(value, tuple):
        for item in value:
            yield from _all_words(item)
    else:
        yield str(getattr(value, "id", value))


def _order(column: ShownColumn, piece: Piece) -> tuple[float, str]:
    """Return a sort key for a piece by a column: numbers first, by size, then words."""
    number = column.number(piece)
    return (math.inf, folded(column.words(piece))) if number is None else (number, "")
