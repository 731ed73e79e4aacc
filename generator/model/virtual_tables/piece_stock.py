"""The pieces of a game that are not yet laid on a table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from generator.base.records import dataclass
from generator.model.game import Component, Piece, Row, Value
from generator.model.virtual_tables.table_setup import Selection

LAID_KINDS = ("cards", "tokens", "boards", "dice", "standees")
"""Kinds of components of which there are as many pieces as the data says."""

BOARD_KINDS = ("boards", "sheets")
"""Kinds on which other pieces may lie."""

ENDLESS_KINDS = ("sheets", "booklets")
"""Kinds of which more can be printed at any time: any number can be laid."""


@dataclass(frozen=True, slots=True)
class PieceCopy:
    """One piece of the game, of which there may be several alike."""

    component: str
    piece: str
    """The piece's id; of a booklet, which has no pieces, that of its component."""
    copy: int
    """Number among equal pieces, from 1."""


class PieceStock:
    """The pieces of a game's components in the order of the data, from which selections are taken."""

    def __init__(self, components: Iterable[Component], seed: int) -> None:
        """Take all components; those that cannot be laid on a table are left out. `seed` decides every shuffle."""
        self._seed = seed
        self._components = {it.id: it for it in components if it.kind in {*LAID_KINDS, *ENDLESS_KINDS}}
        self._pieces = {it.id: {piece.id: piece for piece in it.pieces} for it in self._components.values()}
        self._left = {it.id: dict.fromkeys(_copies(it)) for it in self._components.values()}

    def take(self, chosen: Selection, player: str = "") -> tuple[PieceCopy, ...]:
        """Take pieces that a selection asks for out of the stock; for a player only those made for that player.

        Raises ValueError, with a sentence that says so, if there are fewer than are asked for.
        """
        unused = (copy for component in chosen.components for copy in self._left[component])
        copies = [it for it in unused if self._fits(it, chosen, player)]
        if chosen.pieces:
            # Selections list pieces in the order in which they are to be laid.
            copies.sort(key=lambda it: chosen.pieces.index(it.piece))
        if chosen.shuffled:
            copies.sort(key=self._place_in_deck)
        copies = self._printed_again(copies, max(chosen.count, chosen.per_kind))
        if chosen.per_kind:
            copies = [it for group in _by_piece(copies) for it in _first(group, chosen.per_kind, group[0].piece)]
        names = ", ".join(chosen.components)
        selected = tuple(_first(copies, chosen.count, names) if chosen.count else copies)
        if not selected:
            raise ValueError(f"no pieces of {names} are left for this")
        for copy in selected:
            # Sheets and booklets never run out.
            if self._components[copy.component].kind in LAID_KINDS:
                del self._left[copy.component][copy]
        return selected

    def _printed_again(self, copies: list[PieceCopy], most: int) -> list[PieceCopy]:
        """Add copies of sheets and booklets until there are `most` of each: more of them can always be printed."""
        again = [it for it in copies if it.copy == 1 and self._components[it.component].kind in ENDLESS_KINDS]
        more = (PieceCopy(it.component, it.piece, number) for number in range(2, most + 1) for it in again)
        return [*dict.fromkeys((*copies, *more))]

    def left(self) -> Iterator[tuple[Component, tuple[PieceCopy, ...]]]:
        """Yield each component with the pieces that were not taken."""
        for id_, copies in self._left.items():
            if copies and self._components[id_].kind in LAID_KINDS:
                yield self._components[id_], tuple(copies)

    def _fits(self, copy: PieceCopy, chosen: Selection, player: str) -> bool:
        """Whether a copy is one that a selection asks for, and is meant for the player if one is named."""
        piece = self._pieces[copy.component].get(copy.piece)
        if piece is None:  # a booklet
            return True
        if player and piece.per is not None and piece.per.id != player:
            return False
        return (not chosen.pieces or piece.id in chosen.pieces) and matches(piece, chosen)

    def _place_in_deck(self, copy: PieceCopy) -> bytes:
        """Return a sort key that shuffles copies: SHA-256 of seed and copy, equal on every Python version."""
        return hashlib.sha256(f"{self._seed} {copy.component}/{copy.piece} {copy.copy}".encode()).digest()


def objects(form: str, copies: Sequence[PieceCopy]) -> list[tuple[PieceCopy, ...]]:
    """Return copies of pieces grouped into objects on the table: each alone, one group per kind, or all together."""
    match form:
        case "spread":
            return [(it,) for it in copies]
        case "piles" | "bags":
            return [tuple(group) for group in _by_piece(copies)]
        case _:
            return [tuple(copies)]


def matches(piece: Piece, chosen: Selection) -> bool:
    """Whether a piece's row has the values that the selection asks for in its columns."""
    return all(cell_word(piece.row.cells.get(column)) == word for column, word in chosen.where)


def cell_word(cell: Value | None) -> str:
    """Return the word for a cell in a selection: the id of a row, `yes` or `no`, else the cell as written."""
    if isinstance(cell, Row):
        return cell.id
    # Before numbers, as True is 1 in Python.
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return "" if cell is None else str(cell)


def _copies(component: Component) -> Iterator[PieceCopy]:
    """Yield the copies of all pieces of a component; of a text one."""
    if component.prose:
        yield PieceCopy(component.id, component.id, 1)
    for piece in component.pieces:
        yield from (PieceCopy(component.id, piece.id, number) for number in range(1, piece.copies + 1))


def _by_piece(copies: Sequence[PieceCopy]) -> Iterator[list[PieceCopy]]:
    """Yield the copies of each piece together, in the order of the first copy."""
    groups: dict[tuple[str, str], list[PieceCopy]] = {}
    for copy in copies:
        groups.setdefault((copy.component, copy.piece), []).append(copy)
    yield from groups.values()


def _first(copies: list[PieceCopy], count: int, name: str) -> list[PieceCopy]:
    """Return the first copies, as many as are asked for. Raises ValueError if there are fewer."""
    if len(copies) < count:
        raise ValueError(f"{count} of {name} are asked for, {len(copies)} are left")
    return copies[:count]
