"""The target `playingcards`: a room of playingcards.io, as one file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from generator.base.geometry import Rect
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.export_words import export_words
from generator.exports.exported_game import ExportedDeck, ExportedGame, ExportedPiece
from generator.exports.findings import Report
from generator.exports.virtual_tables.laid_table import LaidObject, LaidTable
from generator.exports.virtual_tables.piece_sides import BACK, FRONT, piece_sides
from generator.exports.virtual_tables.piece_words import piece_words
from generator.exports.virtual_tables.table_of_export import game_to_lay
from generator.exports.virtual_tables.upright_table import box_around, lay_upright
from generator.exports.virtual_tables.web_room import room_widgets as widgets
from generator.exports.virtual_tables.web_room.room_pictures import RoomPictures
from generator.exports.virtual_tables.web_room.room_widgets import HAND, ROOM, Widget
from generator.model.nets import FACES
from generator.model.virtual_tables.piece_stock import BOARD_KINDS, PieceCopy

WIDGETS = "widgets.json"
TEXTS = "booklets"
# The first day that a ZIP file can name.
_DAY = (1980, 1, 1, 0, 0, 0)
"""Date of files in the ZIP, so that the same game makes the same bytes."""
MARGIN = 24.0
"""Pixels at the edges of the room, where the labels of piles stand."""
TABLE = ROOM[0] - 2 * MARGIN, HAND.y - 2 * MARGIN
"""Width and height of the part of the room in which the table is laid."""
SPINNER = 28.0
"""Least width of a die, on which a word must be read."""


def check_options(options: ExportOptions) -> None:
    """Accept every combination of options: this target refuses none."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write the room as `<game>.pcio`. Raises Faults for faults of the game's own data, OutputError."""
    exported, report = request.typeset(needs=lambda part: part.kind != TEXTS), Report()
    table = _table_of(request, exported)
    pictures = RoomPictures()
    room = Room(exported, pictures, partial(_hand_title, request))
    widgets = room.widgets(table)
    files = []
    for done, file in enumerate(pictures.drawn(exported, request.options.build.jobs), 1):
        request.progress(f"{request.game.id}: pictures", done, len(pictures))
        files.append(file)
    folder.write(
        _file_name(request), _zipped([(WIDGETS, json.dumps(widgets, ensure_ascii=False, indent=1).encode()), *files])
    )
    _describe(request, report, table, [*_left_out(request, exported, table)])
    return report


def _hand_title(request: ExportRequest, seat: int) -> str:
    """Return the title of the hand of a seat; seats count from 0."""
    return export_words(request.language)("playingcards.hand", number=seat + 1)


def _table_of(request: ExportRequest, exported: ExportedGame) -> LaidTable:
    """Return the table of a room, with all objects upright and useless ones left out."""
    kinds = {part.id: part.kind for part in exported.game.components}
    component_ids = {deck.id for deck in exported.decks}

    def is_shown(laid: LaidObject) -> bool:
        """Return whether an object is exported and of use in a room."""
        component = laid.copies[0].component
        return component in component_ids and _is_of_use(kinds[component], is_unused=laid.is_unused)

    return lay_upright(*game_to_lay(request, exported), TABLE, is_shown)


def _is_of_use(kind: str, *, is_unused: bool) -> bool:
    """Return whether a piece belongs in a room.

    Texts are too small to read there, and unused boards cannot be put away.
    """
    return kind != TEXTS and not (kind == "boards" and is_unused)


def _zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files as a ZIP archive."""
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        for name, content in files:
            # Pictures are compressed already.
            compression = ZIP_DEFLATED if name == WIDGETS else ZIP_STORED
            archive.writestr(ZipInfo(name, _DAY), content, compression)
    return data.getvalue()


def _describe(request: ExportRequest, report: Report, table: LaidTable, left_out: Sequence[str]) -> None:
    """Add lines about the room to the report."""
    words = request.words
    report.lines.append(words("playingcards.written", name=_file_name(request)))
    report.lines.append(words("playingcards.seen"))
    if any(laid.form == "hand" for laid in table.objects):
        report.lines.append(words("playingcards.hands"))
    if table.note:
        report.lines.append(table.note[request.language])
    if left_out:
        report.lines.append(words("playingcards.left_out", names=", ".join(left_out)))


def _left_out(request: ExportRequest, exported: ExportedGame, table: LaidTable) -> Iterator[str]:
    """Yield the titles of components or single pieces that do not lie on the table."""
    laid_pieces = {(copy.component, copy.piece) for laid in table.objects for copy in laid.copies}
    decks = {deck.id: deck for deck in exported.decks}
    for part in request.components:
        if part.kind == TEXTS and not part.is_full_pages:
            yield part.title[request.language]
        elif deck := decks.get(part.id):
            missing = [piece.title for piece in deck.pieces if (deck.id, piece.piece.id) not in laid_pieces]
            yield from [deck.title] if len(missing) == len(deck.pieces) else missing


def _file_name(request: ExportRequest) -> str:
    """Return the name of the room's file."""
    return f"{request.game.id}.pcio"


class Room:
    """Makes the widgets of a table, and adds the pictures that they show."""

    def __init__(self, exported: ExportedGame, pictures: RoomPictures, hand_of: Callable[[int], str]) -> None:
        """Start the room of a game; `hand_of` gives the title of the hand of a seat."""
        self._decks = {deck.id: deck for deck in exported.decks}
        self._pieces = {(deck.id, piece.piece.id): piece for deck in exported.decks for piece in deck.pieces}
        self._language, self._pictures, self._hand_of = exported.language, pictures, hand_of
        self._kinds: dict[str, _CardKinds] = {}

    def widgets(self, table: LaidTable) -> list[Widget]:
        """Return the widgets (objects of the room) for a table; higher ones have a greater z."""
        box = box_around(table.objects)
        # A table without objects has no width.
        scale = min(TABLE[0] / (box.width or 1.0), TABLE[1] / (box.height or 1.0))
        x_offset = (ROOM[0] - box.width * scale) / 2 - box.x * scale
        laid_widgets: list[Widget] = []
        z = 1
        for number, laid in enumerate(table.objects):
            size = laid.width * scale, laid.height * scale
            place = Rect(
                x_offset + laid.x * scale - size[0] / 2, MARGIN + (laid.y - box.y) * scale - size[1] / 2, *size
            )
            laid_widgets += self._object(f"{laid.form}-{number + 1}", laid, place, z)
            # A pile and each of its cards have a z of their own.
            z += len(laid.copies) + 1
        return [widgets.hand(), *(kinds.deck() for kinds in self._kinds.values()), *laid_widgets]

    def _object(self, id_: str, laid: LaidObject, place: Rect, z: int) -> Iterator[Widget]:
        """Yield the widgets of an object at a place in pixels; `z` is the level of the lowest."""
        deck, piece = self._deck_and_piece(laid.copies[0])
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
        """Yield the widgets of a pile and of its cards, which lie at one place (pixels).

        `z` is the level of the pile.
        """
        home = widgets.pile(id_, place, z, self._label(laid), can_shuffle=laid.form in {"pile", "bag"})
        yield home
        # A hand is a pile that everybody sees.
        is_up = laid.face_up and laid.form != "hand"
        # The uppermost copy is the first one, and needs the greatest z.
        for index, copy in enumerate(reversed(laid.copies), 1):
            yield self._card(copy, place, z + index, is_up=is_up, home=home)

    def _card(self, copy: PieceCopy, place: Rect, z: int, *, is_up: bool, home: Widget | None) -> Widget:
        """Return a card, face up or not; `home` is the pile on which it lies, None for a single one."""
        deck, piece = self._deck_and_piece(copy)
        kinds = self._kinds_of(deck, piece, place)
        # Cards are called back to the first pile in which they lay.
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
        """Return the card kinds of a component with the same back as a piece, and add the piece to them."""
        sides = piece_sides(deck.component, piece)
        back = self._pictures.add(sides.get(BACK, sides[FRONT]))
        # A deck of a room has one back, so that each back of a component makes a deck.
        new = _CardKinds(f"{deck.id}-{len(self._kinds) + 1}", back, place)
        kinds = self._kinds.setdefault(f"{deck.id} {back}", new)
        kinds.cards[piece.piece.id] = {"label": piece.title, "image": self._pictures.add(sides[FRONT])}
        return kinds

    def _dice(self, id_: str, laid: LaidObject, place: Rect, z: int) -> Iterator[Widget]:
        """Yield a spinner (a die that shows words) for each die; the dice of a bag lie beside each other."""
        width = max(SPINNER, place.width)
        for index, copy in enumerate(laid.copies):
            row = self._deck_and_piece(copy)[1].piece.row
            options = [piece_words(row.cells.get(face, ""), self._language) for face in FACES]
            yield widgets.spinner(
                f"{id_}-{index + 1}", Rect(place.x + index * width, place.y, width, width), z + index, options
            )

    def _label(self, laid: LaidObject) -> str:
        """Return the label of a pile: the title of its hand, or its own, or its deck's title."""
        if laid.form == "hand" and laid.seat is not None:
            return self._hand_of(laid.seat)
        return laid.title[self._language] if laid.title else self._deck_and_piece(laid.copies[0])[0].title

    def _deck_and_piece(self, copy: PieceCopy) -> tuple[ExportedDeck, ExportedPiece]:
        """Return the deck and the piece that a copy belongs to."""
        return self._decks[copy.component], self._pieces[copy.component, copy.piece]


class _CardKinds:
    """Kinds of cards with one back."""

    def __init__(self, id_: str, back: str, place: Rect) -> None:
        """Take an id, the picture of the common back, and a place whose size all cards get."""
        self.id, self.back = id_, back
        self.size = round(place.width, 1), round(place.height, 1)
        self.home: Widget | None = None
        self.cards: dict[str, Mapping[str, str]] = {}

    def deck(self) -> Widget:
        """Return the deck that holds the kinds, with the pile to which its cards are called back."""
        return widgets.deck(self.id, self.home, self.size, self.cards, self.back)
