"""The printed faces of a solo game's cards and tokens, looked up by what they show: made once, then only looked up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.build.options import BuildOptions
from generator.model.game import Row
from generator.web.gallery.face_previews import PAPER, PIXELS

if TYPE_CHECKING:
    from pathlib import Path

    from generator.build.options import GameFolder
    from generator.model.game import Component, Game
    from generator.model.paper import Paper
    from generator.solo.compiled.rulebook import Rulebook
    from generator.web.gallery.face_previews import FacePreview, FacePreviews, PreviewSet

FRONT, BACK = "front", "back"


@dataclass(frozen=True, slots=True)
class CardPicture:
    """One printed face: its address, and its true size in CSS pixels."""

    key: str
    width: int
    height: int

    @property
    def address(self) -> str:
        """Where it is drawn."""
        return f"/face/{self.key}.svg"


Faces = Mapping[tuple[str, ...], CardPicture]
"""By component, side, set and row; without a set or a row, the first that there is."""


@dataclass(frozen=True, slots=True)
class CardPictures:
    """The faces of a game in one language; nothing is wrong where one is missing, as its card can be told in words."""

    faces: Faces
    sets: Mapping[str, tuple[str, str]]
    """Component and set of each deck: decks of the same cards take sets of different players."""
    tokens: Mapping[str, str]
    """Component of each item."""

    def front(self, deck: str, row: Row) -> CardPicture | None:
        """A card of a deck."""
        part, of = self.sets[deck]
        return self.faces.get((part, FRONT, of, row.id)) or self.faces.get((part, FRONT, "", row.id))

    def back(self, deck: str) -> CardPicture | None:
        """The back of a deck's cards."""
        part, of = self.sets[deck]
        return self.faces.get((part, BACK, of, "")) or self.faces.get((part, BACK, "", ""))

    def token(self, item: str) -> CardPicture | None:
        """A worker or a resource as it is cut out."""
        return self.faces.get((self.tokens.get(item, ""), FRONT, "", ""))


class CardPictureCache:
    """The albums of games, kept by folder and language for as long as their faces are."""

    def __init__(self, previews: FacePreviews, papers: Mapping[str, Paper]) -> None:
        self._previews, self._papers = previews, papers
        self._kept: dict[tuple[Path, str], tuple[Game, CardPictures]] = {}

    async def pictures(self, place: GameFolder, book: Rulebook, language: str) -> CardPictures:
        """The album of a game in a language."""
        name = place.folder, language
        game, kept = self._kept.get(name, (None, None))
        if kept and game is book.game and self._previews.keeps(face.key for face in kept.faces.values()):
            return kept
        look = await self._look(place, book, language)
        album = CardPictures(_faces(look), _sets(book), _tokens(book.game, book.items))
        if not look.faults and all(seen.face for seen in look.seen):
            self._kept[name] = book.game, album
        return album

    async def _look(self, place: GameFolder, book: Rulebook, language: str) -> PreviewSet:
        parts = dict.fromkeys([deck.cards for deck in book.solo.decks])
        parts |= dict.fromkeys(_tokens(book.game, book.items).values())
        order = BuildOptions(papers=(self._papers[PAPER],), languages=(language,), only=tuple(parts))
        return await self._previews.look(place, order, book.game, await self._previews.inputs(place))


def _faces(look: PreviewSet) -> Faces:
    found: dict[tuple[str, ...], CardPicture] = {}
    for seen in look.seen:
        for name in _names(seen) if seen.face else ():
            found.setdefault(name, _picture(seen))
    return found


def _names(seen: FacePreview) -> Iterator[tuple[str, ...]]:
    """Everything a face is found by."""
    piece = seen.job.piece
    of = piece.per.id if piece.per else ""
    for set_ in {of, ""}:
        for row in (piece.row.id, ""):
            yield seen.job.component.id, seen.job.side, set_, row


def _picture(seen: FacePreview) -> CardPicture:
    size = seen.job.trim
    key = seen.face.key if seen.face else ""
    return CardPicture(key, round(to_mm(size.width) * PIXELS), round(to_mm(size.height) * PIXELS))


def _sets(book: Rulebook) -> Mapping[str, tuple[str, str]]:
    taken: Counter[str] = Counter()
    found = {}
    for deck in book.solo.decks:
        sets = _sets_of(book.game.component(deck.cards))
        found[deck.id] = deck.cards, sets[taken[deck.cards] % len(sets)]
        taken[deck.cards] += 1
    return found


def _sets_of(part: Component) -> list[str]:
    """The players that have a set of a component's cards, or one without a name."""
    return list(dict.fromkeys(piece.per.id if piece.per else "" for piece in part.pieces))


def _tokens(game: Game, items: tuple[str, ...]) -> Mapping[str, str]:
    """The components whose pieces are all of one item."""
    found: dict[str, str] = {}
    for part in game.components:
        shown = {_item(piece.row, items) for piece in part.pieces}
        if part.kind == "tokens" and len(shown) == 1:
            found.setdefault(shown.pop(), part.id)
    return {item: part for item, part in found.items() if item}


def _item(row: Row, items: tuple[str, ...]) -> str:
    return next((cell.id for cell in row.cells.values() if isinstance(cell, Row) and cell.id in items), "")
