"""Compare two prints: which pieces must be printed, and which paper can be thrown away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from generator.base.records import dataclass
from generator.build.changes.face_list import ANY_PAPER, UNKNOWN, FaceList, ListedPiece, Sides


@dataclass(frozen=True, slots=True)
class PieceChange:
    """Copies of a piece to print or to throw away."""

    piece: str
    """`<component>/<piece>`, or a component that is printed whole."""
    title: str
    copies: int
    reason: str
    """Reason: `new`, `changed` or `added` copies to print; `removed`, `replaced` or `surplus` ones to throw away."""
    first: int = 1
    """Number of the first copy to print."""
    papers: tuple[str, ...] = ()
    """Papers on which it must be printed; empty for all."""

    def document(self) -> dict[str, object]:
        """Return the change for `--json`."""
        return {"piece": self.piece, "title": self.title, "copies": self.copies, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class PrintChanges:
    """What differs between an earlier print and the present game."""

    since: str
    """Path of the earlier print, as the user typed it."""
    printed: tuple[PieceChange, ...] = ()
    discarded: tuple[PieceChange, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    """Old and new ids of pieces that look the same, so that their paper stays in use."""
    notes: tuple[str, ...] = ()

    def copies_to_print(self, piece: str, paper: str) -> range:
        """Return the numbers of the copies of a piece to print; none for an unchanged one."""
        names = piece, piece.partition("/")[0]
        change = next((change for change in self.printed if change.piece in names), None)
        if change is None or (change.papers and paper not in change.papers):
            return range(0)
        return range(change.first, change.first + change.copies)

    def document(self) -> dict[str, object]:
        """Return the changes for `--json`."""
        lists = {"print": self.printed, "discard": self.discarded}
        about: dict[str, object] = {"since": self.since}
        about |= {
            name: [piece_change.document() for piece_change in piece_changes] for name, piece_changes in lists.items()
        }
        return about | {"renamed": [{"old": old, "new": new} for old, new in self.renamed], "notes": list(self.notes)}


def compare(old: FaceList, new: FaceList, scope: Collection[str], whole: Mapping[str, str], since: str) -> PrintChanges:
    """Return the differences between two prints, an old and a new one, given as lists of faces.

    Only components in `scope` are compared; those in `whole`, with their titles, count as one piece each. `since` is
    the path of the old print as the user typed it.
    """
    # In the order of the new print; components that are gone come last.
    parts = dict.fromkeys(name.partition("/")[0] for name in (*new.pieces, *old.pieces))
    pairs = [_PiecePairs(part, old, new) for part in parts if part in scope]
    printed: list[PieceChange] = []
    discarded: list[PieceChange] = []
    for pair in pairs:
        if pair.part in whole:
            to_print, to_discard = _as_one(pair, whole[pair.part])
        else:
            to_print, to_discard = pair.printed(), pair.discarded()
        printed += to_print
        discarded += to_discard
    renamed = tuple(names for pair in pairs for names in pair.renamed if pair.part not in whole)
    return PrintChanges(since, tuple(printed), tuple(discarded), renamed, tuple(_notes(old, new)))


class _PiecePairs:
    """Pieces of one component, each paired with its earlier state."""

    def __init__(self, part: str, old: FaceList, new: FaceList) -> None:
        """Pair the pieces of the component with the id `part`, also those that were only renamed."""
        self.part = part
        self.new = _pieces_of(part, new)
        papers = {paper for piece in self.new.values() for paper in piece.faces}
        older = _pieces_of(part, old)
        self.old = {name: piece for name, piece in older.items() if _is_on(piece, papers, older.values())}
        # A print of fronts alone says nothing of backs.
        self._is_backed = new.sides == old.sides == "both"
        gone = {name: piece for name, piece in self.old.items() if name not in self.new}
        self.before = {name: self.old.get(name) for name in self.new}
        self.renamed: list[tuple[str, str]] = []
        # A piece with a new id that looks like one that is gone was only renamed.
        for name in [name for name, before in self.before.items() if before is None]:
            same = next(
                (old_name for old_name, piece in gone.items() if not self._differing(piece, self.new[name])), None
            )
            if same:
                self.before[name] = gone.pop(same)
                self.renamed.append((same, name))
        self.gone = gone

    def printed(self) -> list[PieceChange]:
        """Return the copies to print: of new and of changed pieces, and further copies."""
        piece_changes = []
        for name, piece in self.new.items():
            before = self.before[name]
            if before is None:
                piece_changes.append(PieceChange(name, piece.title, piece.copies, "new"))
            elif differing := self._differing(before, piece):
                piece_changes.append(
                    PieceChange(name, piece.title, piece.copies, "changed", 1, tuple(filter(None, differing)))
                )
            elif (more := piece.copies - before.copies) > 0:
                piece_changes.append(PieceChange(name, piece.title, more, "added", before.copies + 1))
        return piece_changes

    def discarded(self) -> list[PieceChange]:
        """Return the copies to throw away."""
        piece_changes = []
        for name, piece in self.new.items():
            before = self.before[name]
            if before and self._differing(before, piece):
                piece_changes.append(PieceChange(name, before.title or piece.title, before.copies, "replaced"))
            elif before and before.copies > piece.copies:
                piece_changes.append(PieceChange(name, piece.title, before.copies - piece.copies, "surplus"))
        return piece_changes + [
            PieceChange(name, piece.title, piece.copies, "removed") for name, piece in self.gone.items()
        ]

    def _differing(self, before: ListedPiece, piece: ListedPiece) -> list[str]:
        """Return the papers on which a piece looks different from its earlier state."""
        pairs = [(paper, other) for paper in piece.faces for other in _on_paper(before, paper)]
        same = {paper for paper, other in pairs if self._is_same(other, piece.faces[paper])}
        if same and any(_is_any(paper) for paper in before.faces):
            return []  # a PDF is one print of a piece; it says nothing of other papers
        # On a paper that the earlier print lacks, a face is new unless the piece is known from another paper.
        compared = {paper for paper, _ in pairs} or piece.faces.keys()
        return [paper for paper in piece.faces if paper in compared - same]

    def _is_same(self, before: Sides, sides: Sides) -> bool:
        """Whether two faces look the same: the fronts, and the backs if both prints have them."""
        return is_same_side(before[0], sides[0]) and (not self._is_backed or is_same_side(before[1], sides[1]))


def _on_paper(piece: ListedPiece, paper: str) -> Iterable[Sides]:
    """Return the faces of a piece that a face on this paper can be compared with."""
    if _is_any(paper):
        return piece.faces.values()
    return [sides for other_paper, sides in piece.faces.items() if other_paper == paper or _is_any(other_paper)]


def _is_any(paper: str) -> bool:
    """Whether a paper's name says that the face was read from a PDF, which may fill the paper or not."""
    return paper.startswith(ANY_PAPER)


def _pieces_of(part: str, faces: FaceList) -> dict[str, ListedPiece]:
    """Return the pieces of the component with the id `part`, by `<component>/<piece>`."""
    return {name: piece for name, piece in faces.pieces.items() if name.partition("/")[0] == part}


def _is_on(piece: ListedPiece, papers: Collection[str], older: Iterable[ListedPiece]) -> bool:
    """Whether a piece of an old print must be compared with a new print on these papers.

    Not, for example, the third page of a text that only another paper needs.
    """
    # Without papers to compare on, nothing can be left out.
    if not papers or any(map(_is_any, piece.faces)) or not any(papers & other.faces.keys() for other in older):
        return True
    return bool(papers & piece.faces.keys())


def is_same_side(old: str, new: str) -> bool:
    """Whether two digests of a side are equal as far as both are known."""
    if old == new or UNKNOWN in {old, new}:
        return True
    (tree, _, outline), (other, _, its_outline) = old.partition("-"), new.partition("-")
    # Files of version 0.1.0 tell no outline: then only the drawing counts.
    return tree == other and UNKNOWN in {outline, its_outline}


def _as_one(pair: _PiecePairs, title: str) -> tuple[list[PieceChange], list[PieceChange]]:
    """Return the copies to print and to throw away of a component that is printed whole, such as a booklet.

    Pages of a text cannot be exchanged one by one: they may be on other sides of other sheets.
    """
    now, before = (max((piece.copies for piece in pieces.values()), default=0) for pieces in (pair.new, pair.old))
    if now and before and _has_same_pages(pair.old.values(), pair.new.values()):
        more = [PieceChange(pair.part, title, now - before, "added", before + 1)] if now > before else []
        return more, [PieceChange(pair.part, title, before - now, "surplus")] if before > now else []
    to_print = [PieceChange(pair.part, title, now, "changed" if before else "new")] if now else []
    to_discard = [PieceChange(pair.part, title, before, "replaced" if now else "removed")] if before else []
    return to_print, to_discard


def _has_same_pages(old: Iterable[ListedPiece], new: Iterable[ListedPiece]) -> bool:
    """Whether a text has the same pages in two prints, on each paper that both have.

    A PDF tells its pages and not the paper that they fill.
    """
    before, now = _pages(old), _pages(new)
    if any(map(_is_any, before)):
        printed, present = set[str]().union(*before.values()), set[str]().union(*now.values())
        return printed <= present and any(pages <= printed for pages in now.values())
    # A paper that only one of the prints has says nothing.
    common = before.keys() & now.keys()
    return bool(common) and all(before[paper] == now[paper] for paper in common)


def _pages(pieces: Iterable[ListedPiece]) -> dict[str, set[str]]:
    """Return the digests of all pages of a text by paper."""
    pages_by_paper: dict[str, set[str]] = {}
    for piece in pieces:
        for paper, sides in piece.faces.items():
            pages_by_paper.setdefault(paper, set()).update(side.removesuffix(f"-{UNKNOWN}") for side in sides if side)
    return pages_by_paper


def _notes(old: FaceList, new: FaceList) -> Iterable[str]:
    """Yield a line for each difference between the prints that may change every face."""
    for subject, before, after in (
        ("language", old.language, new.language),
        ("theme", old.theme, new.theme),
        ("variant", old.variant, new.variant),
    ):
        if before != after and UNKNOWN not in {before, after}:
            yield f"compares different prints: {subject} {before or 'none'!r} with {after or 'none'!r}"
    if old.program != new.program:
        first, second = (f"Vallum {faces.program}" if faces.program else "an older Vallum" for faces in (old, new))
        yield f"the prints were made by {first} and {second}; pieces that look the same may count as changed"
    if old.sides != new.sides and "both" in {old.sides, new.sides}:
        yield "one of the prints has no backs: only fronts are compared"
