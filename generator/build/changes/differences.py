"""What a report of differences shows: pairs of pictures, and lists of pieces."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from generator.base.records import dataclass
from generator.build.changes.comparison import PrintChanges, compare, is_same_side
from generator.build.changes.opened_print import OpenedPrint
from generator.build.changes.printed_pieces import PrintedSide

SIDES = ("front", "back")


@dataclass(frozen=True, slots=True)
class FaceDifference:
    """A face before and after, of one piece or of several that share it."""

    pieces: tuple[str, ...]
    names: tuple[str, ...]
    side: str
    """`front` or `back`."""
    before: PrintedSide | None
    after: PrintedSide | None


@dataclass(frozen=True, slots=True)
class CopyChange:
    """A piece of which there are more or fewer copies."""

    piece: str
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Differences:
    """Everything that differs between two prints."""

    changes: PrintChanges
    changed: tuple[FaceDifference, ...]
    added: tuple[FaceDifference, ...]
    removed: tuple[FaceDifference, ...]
    copies: tuple[CopyChange, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.changed or self.added or self.removed or self.copies)


def find_differences(old: OpenedPrint, new: OpenedPrint) -> Differences:
    """Compare two prints by their content. A lone PDF limits the comparison to its components."""
    lone = [each.faces.components for each in (old, new) if each.is_lone]
    scope = set.intersection(*lone) if lone else old.faces.components | new.faces.components
    changes = compare(old.faces, new.faces, scope, {}, old.shown)
    renamed = {after: before for before, after in changes.renamed}
    changed = [each.piece for each in changes.printed if each.reason == "changed"]
    added = [each.piece for each in changes.printed if each.reason == "new"]
    removed = [each.piece for each in changes.discarded if each.reason == "removed"]
    copies = []
    for piece in [each.piece for each in (*changes.printed, *changes.discarded) if each.reason in {"added", "surplus"}]:
        before, after = old.faces.pieces[renamed.get(piece, piece)], new.faces.pieces[piece]
        copies.append(CopyChange(piece, new.name_of(piece), before.copies, after.copies))
    pairs = [(piece, side) for piece in changed for side in SIDES]
    return Differences(
        changes,
        _grouped(each for piece, side in pairs for each in _changed(old, new, piece, side)),
        _grouped(
            FaceDifference((piece,), (new.name_of(piece),), "front", None, new.side(piece, "front")) for piece in added
        ),
        _grouped(
            FaceDifference((piece,), (old.name_of(piece),), "front", old.side(piece, "front"), None)
            for piece in removed
        ),
        tuple(copies),
    )


def _changed(old: OpenedPrint, new: OpenedPrint, piece: str, side: str) -> Iterable[FaceDifference]:
    """Yield the difference of one side of a piece, if there is one."""
    at = SIDES.index(side)
    before, after = ([sides[at] for sides in each.faces.pieces[piece].faces.values()] for each in (old, new))
    if not any(is_same_side(*pair) for pair in product(before, after)):
        yield FaceDifference((piece,), (new.name_of(piece),), side, old.side(piece, side), new.side(piece, side))


def _grouped(differences: Iterable[FaceDifference]) -> tuple[FaceDifference, ...]:
    """Put pieces together whose pictures are the same: a hundred cards share one back."""
    groups: dict[tuple[str, ...], list[FaceDifference]] = {}
    for each in differences:
        shown = [side.digest if side else "" for side in (each.before, each.after)]
        key = (*shown, each.side) if any(shown) else each.pieces
        groups.setdefault(key, []).append(each)
    return tuple(
        FaceDifference(
            tuple(piece for each in some for piece in each.pieces),
            tuple(name for each in some for name in each.names),
            some[0].side,
            some[0].before,
            some[0].after,
        )
        for some in groups.values()
    )
