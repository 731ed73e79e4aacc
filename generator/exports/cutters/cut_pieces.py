"""Groups the pieces of a game that are cut by the sheets that they share when printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.base.units import MM
from generator.exports.exported_game import ExportedDeck, ExportedGame
from generator.impose.imposition_inputs import PieceToPrint, SlugWords
from generator.model.game import Component
from generator.model.paper import FULL, Paper
from generator.model.press_sheet import PressDocument, PressSheet


@dataclass(frozen=True, slots=True)
class CutGroup:
    """Pieces that share sheets."""

    stem: str
    """First part of the names of its files."""
    decks: tuple[ExportedDeck, ...]
    pieces: tuple[PieceToPrint, ...]
    """All copies, in printing order."""

    def corner_of(self, piece: str) -> float:
        """Return the radius of the corners of a placed piece, `<component>/<piece>#<copy>`, in points."""
        id_ = component_of(piece)
        return next(deck.component.corner for deck in self.decks if deck.id == id_)

    def part(self, pieces: Iterable[PieceToPrint]) -> CutGroup:
        """Return a group of some of its pieces, with their decks only."""
        # An iterator could be read only once, and is needed twice.
        selected = tuple(pieces)
        ids = {component_of(piece.id) for piece in selected}
        return CutGroup(self.stem, tuple(deck for deck in self.decks if deck.id in ids), selected)


def check_plain_papers(papers: Iterable[Paper], marks_width: float) -> None:
    """Raise UsageError for papers without room for marks: label sheets, pages as large as each piece, small ones.

    `marks_width` is the part of each side that marks take, in points.
    """
    for paper in papers:
        # Label sheets are cut already, and a full page is as large as its piece.
        if paper == FULL or paper.cells:
            raise UsageError(f"--paper {paper.id} has no room for registration marks; choose a plain paper such as a4")
        if min(paper.size.width, paper.size.height) < marks_width + _LEAST:
            raise UsageError(f"--paper {paper.id} is too small for registration marks; choose a larger one such as a4")


_LEAST = 30 * MM
"""Least room between the marks along the shorter side of a paper."""


def component_of(piece: str) -> str:
    """Return the id of the component of a piece named `<component>/<piece>#<copy>`."""
    return piece.partition("/")[0]


def is_cut(part: Component) -> bool:
    """Return whether pieces of a component are cut: booklets are not, nor sheets that fill the paper."""
    return part.prose is None and part.trim is not None


def cut_groups(exported: ExportedGame) -> list[CutGroup]:
    """Return the pieces of a game that are cut, in groups that share printed files."""
    stems: dict[str, list[ExportedDeck]] = {}
    # Components that name one file are printed on the same sheets.
    for deck in exported.decks:
        if is_cut(deck.component) and deck.count:
            stems.setdefault(deck.component.file, []).append(deck)
    return [
        CutGroup(stem, tuple(decks), tuple(piece for deck in decks for piece in _pieces(deck)))
        for stem, decks in stems.items()
    ]


def _pieces(deck: ExportedDeck) -> Iterator[PieceToPrint]:
    """Yield every copy of a deck's pieces, with the gap around it and the folds in it."""
    part = deck.component
    for name, piece in deck.named_copies():
        yield PieceToPrint(name, piece.front, piece.back, piece.title, part.gap, part.seams_of(piece.piece.id))


def slug_words(exported: ExportedGame, group: CutGroup) -> SlugWords:
    """Return the words of the slug line, printed at the edge of a group's sheets."""
    words = exported.labels.messages(exported.language)
    titles, version = _titles(exported, group), words("version", version=exported.game.version)
    language, dot = exported.language, words("dot")
    return SlugWords(exported.title, titles, version, lambda n, m: words("sheet", n=n, m=m), language, dot=dot)


def press_document(
    exported: ExportedGame, group: CutGroup, sheets: tuple[PressSheet, ...], duplex: str | None
) -> PressDocument:
    """Return the sheets of a group as a document with title, author, subject and date.

    `duplex` is how they are printed on both sides; None for one side.
    """
    game, language = exported.game, exported.language
    title = f"{exported.title}: {_titles(exported, group)}"
    return PressDocument(
        title, game.designer, game.about[language], language, date=game.date, sheets=sheets, duplex=duplex
    )


def _titles(exported: ExportedGame, group: CutGroup) -> str:
    """Return the titles of a group's decks as one text."""
    return exported.labels.messages(exported.language)("between").join(deck.title for deck in group.decks)
