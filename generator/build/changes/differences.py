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
        """Whether the two prints show nothing that differs."""
        return not (self.changed or self.added or self.removed or self.copies)


def find_differences(old: OpenedPrint, new: OpenedPrint) -> Differences:
    """Return the differences between two opened prints, as pairs of pictures and lists of pieces.

    A print that is a single PDF limits the comparison to the components in it.
    """
    lone = [opened.faces.components for opened in (old, new) if opened.is_lone]
    # Two lone PDFs are compared in the components that both have.
    scope = set.intersection(*lone) if lone else old.faces.components | new.faces.components
    changes = compare(old.faces, new.faces, scope, {}, old.shown)
    renamed = {after: before for before, after in changes.renamed}
    changed = [change.piece for change in changes.printed if change.reason == "changed"]
    added = [change.piece for change in changes.printed if change.reason == "new"]
    removed = [change.piece for change in changes.discarded if change.reason == "removed"]
    copies = []
    for piece in [
        change.piece for change in (*changes.printed, *changes.discarded) if change.reason in {"added", "surplus"}
    ]:
        # A piece with a new id has its earlier copies under the old one.
        before, after = old.faces.pieces[renamed.get(piece, piece)], new.faces.pieces[piece]
        copies.append(CopyChange(piece, new.name_of(piece), before.copies, after.copies))
    pairs = [(piece, side) for piece in changed for side in SIDES]
    return Differences(
        changes,
        _grouped(difference for piece, side in pairs for difference in _changed(old, new, piece, side)),
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
    """Yield the difference of one side of a piece, front or back; nothing if that side looks the same."""
    index = SIDES.index(side)
    before, after = ([sides[index] for sides in opened.faces.pieces[piece].faces.values()] for opened in (old, new))
    if not any(is_same_side(*pair) for pair in product(before, after)):
        yield FaceDifference((piece,), (new.name_of(piece),), side, old.side(piece, side), new.side(piece, side))


def _grouped(differences: Iterable[FaceDifference]) -> tuple[FaceDifference, ...]:
    """Return differences in which pieces with the same pictures are put together: a hundred cards share one back."""
    groups: dict[tuple[str, ...], list[FaceDifference]] = {}
    for difference in differences:
        digests = [side.digest if side else "" for side in (difference.before, difference.after)]
        # Without a picture nothing says that two pieces look the same.
        key = (*digests, difference.side) if any(digests) else difference.pieces
        groups.setdefault(key, []).append(difference)
    return tuple(
        FaceDifference(
            tuple(piece for difference in alike for piece in difference.pieces),
            tuple(name for difference in alike for name in difference.names),
            alike[0].side,
            alike[0].before,
            alike[0].after,
        )
        for alike in groups.values()
    )
