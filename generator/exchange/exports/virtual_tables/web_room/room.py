"""A room of playingcards.io with a game set up in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.base.geometry import Rect
from generator.exchange.exports.exported_game import ExportedDeck, ExportedGame, ExportedPiece
from generator.exchange.exports.virtual_tables.laid_table import LaidObject, LaidTable
from generator.exchange.exports.virtual_tables.piece_sides import BACK, FRONT, piece_sides
from generator.exchange.exports.virtual_tables.piece_words import piece_words
from generator.exchange.exports.virtual_tables.upright_table import box_around
from generator.exchange.exports.virtual_tables.web_room import room_widgets as widgets
from generator.exchange.exports.virtual_tables.web_room.room_pictures import RoomPictures
from generator.exchange.exports.virtual_tables.web_room.room_widgets import HAND, ROOM, Widget
from generator.model.nets import FACES
from generator.model.virtual_tables.piece_stock import BOARD_KINDS, PieceCopy

MARGIN = 24.0
"""Pixels at the edges of the room, where the labels of piles stand."""
TABLE = ROOM[0] - 2 * MARGIN, HAND.y - 2 * MARGIN
"""Width and height of the part of the room in which the table is laid."""
SPINNER = 28.0
"""Least width of a die, on which a word must be read."""


class Room:
    """Makes the widgets of a table, and adds the pictures that they show."""

    def __init__(self, exported: ExportedGame, pictures: RoomPictures, hand_of: Callable[[int], str]) -> None:
        """`hand_of` says what the hand of a seat is called."""
        self._decks = {deck.id: deck for deck in exported.decks}
        self._pieces = {(deck.id, each.piece.id): each for deck in exported.decks for each in deck.pieces}
        self._language, self._pictures, self._hand_of = exported.language, pictures, hand_of
        self._kinds: dict[str, _CardKinds] = {}

    def widgets(self, table: LaidTable) -> list[Widget]:
        """Return the widgets of a table, what lies higher with a greater z."""
        box = box_around(table.objects)
        scale = min(TABLE[0] / (box.width or 1.0), TABLE[1] / (box.height or 1.0))
        left = (ROOM[0] - box.width * scale) / 2 - box.x * scale
        made: list[Widget] = []
        z = 1
        for number, laid in enumerate(table.objects):
            size = laid.width * scale, laid.height * scale
            place = Rect(left + laid.x * scale - size[0] / 2, MARGIN + (laid.y - box.y) * scale - size[1] / 2, *size)
            made += self._object(f"{laid.form}-{number + 1}", laid, place, z)
            z += len(laid.copies) + 1
        return [widgets.hand(), *(kinds.deck() for kinds in self._kinds.values()), *made]

    def _object(self, id_: str, laid: LaidObject, place: Rect, z: int) -> Iterator[Widget]:
        deck, piece = self._found(laid.copies[0])
        kind = deck.component.kind
        if kind in BOARD_KINDS:
            yield widgets.board(id_, place, z, self._pictures.add(piece_sides(deck.component, piece)[FRONT]))
        elif kind == "dice":
            yield from self._dice(id_, laid, place, z)
        elif laid.form == "piece":
            yield self._card(laid.copies[0], place, z, is_up=laid.face_up, home=None)
        else:
            yield from self._pile(id_, laid, place, z)

    def _pile(self, id_: str, laid: LaidObject, place: Rect, z: int) -> Iterator[Widget]:
        home = widgets.pile(id_, place, z, self._label(laid), can_shuffle=laid.form in {"pile", "bag"})
        yield home
        is_up = laid.face_up and laid.form != "hand"
        for at, copy in enumerate(reversed(laid.copies), 1):
            yield self._card(copy, place, z + at, is_up=is_up, home=home)

    def _card(self, copy: PieceCopy, place: Rect, z: int, *, is_up: bool, home: Widget | None) -> Widget:
        deck, piece = self._found(copy)
        kinds = self._kinds_of(deck, piece, place)
        kinds.home = kinds.home or home
        parent = {"parent": home["id"]} if home else {}
        return widgets.card(
            f"{copy.component}/{copy.piece}-{copy.copy}",
            (round(place.x, 1), round(place.y, 1)),
            z,
            kinds.id,
            copy.piece,
            faceup=is_up,
            **parent,
        )

    def _kinds_of(self, deck: ExportedDeck, piece: ExportedPiece, place: Rect) -> _CardKinds:
        """Return the kinds of cards that a piece is one of: those of its component with the same back."""
        sides = piece_sides(deck.component, piece)
        back = self._pictures.add(sides.get(BACK, sides[FRONT]))
        new = _CardKinds(f"{deck.id}-{len(self._kinds) + 1}", back, place)
        kinds = self._kinds.setdefault(f"{deck.id} {back}", new)
        kinds.cards[piece.piece.id] = {"label": piece.title, "image": self._pictures.add(sides[FRONT])}
        return kinds

    def _dice(self, id_: str, laid: LaidObject, place: Rect, z: int) -> Iterator[Widget]:
        """Dice are never piled: those of a bag lie beside each other."""
        width = max(SPINNER, place.width)
        for at, copy in enumerate(laid.copies):
            row = self._found(copy)[1].piece.row
            options = [piece_words(row.cells.get(face, ""), self._language) for face in FACES]
            yield widgets.spinner(f"{id_}-{at + 1}", Rect(place.x + at * width, place.y, width, width), z + at, options)

    def _label(self, laid: LaidObject) -> str:
        if laid.form == "hand" and laid.seat is not None:
            return self._hand_of(laid.seat)
        return laid.title[self._language] if laid.title else self._found(laid.copies[0])[0].title

    def _found(self, copy: PieceCopy) -> tuple[ExportedDeck, ExportedPiece]:
        return self._decks[copy.component], self._pieces[copy.component, copy.piece]


class _CardKinds:
    """Kinds of cards with one back."""

    def __init__(self, id_: str, back: str, place: Rect) -> None:
        self.id, self.back = id_, back
        self.size = round(place.width, 1), round(place.height, 1)
        self.home: Widget | None = None
        self.cards: dict[str, Mapping[str, str]] = {}

    def deck(self) -> Widget:
        return widgets.deck(self.id, self.home, self.size, self.cards, self.back)
