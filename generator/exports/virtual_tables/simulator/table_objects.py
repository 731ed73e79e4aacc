"""The objects of a table: each piece of a game as Tabletop Simulator has it, and piles, bags and hands of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.records import replace
from generator.exports.exported_game import ExportedGame, ExportedPiece
from generator.exports.virtual_tables.die_picture import die_dpi
from generator.exports.virtual_tables.laid_table import LaidObject
from generator.exports.virtual_tables.piece_sides import BACK, FRONT, net_of
from generator.exports.virtual_tables.piece_words import piece_words
from generator.exports.virtual_tables.simulator import object_states as states
from generator.exports.virtual_tables.simulator import piece_pictures as drawn
from generator.exports.virtual_tables.simulator.card_catalogue import CARDS, numbered_cards
from generator.exports.virtual_tables.simulator.card_sheets import fitting_dpi
from generator.exports.virtual_tables.simulator.object_states import Pose, State
from generator.exports.virtual_tables.simulator.table_pictures import TablePictures
from generator.model.face import Face
from generator.model.game import Component
from generator.model.nets import FACES
from generator.model.virtual_tables.piece_stock import BOARD_KINDS, ENDLESS_KINDS, PieceCopy

CARD_THICKNESS = 0.02
"""Units from card to card: somewhat more than a card of the program, so that nothing lies inside of something else."""
TILE_THICKNESS = 0.25
"""Units between pieces that are laid on each other; they fall down to lie close."""
# Ids in files of the program have six hexadecimal digits.
DIGITS = 6


class TableObjects:
    """Makes objects of the pieces of a game, and adds the pictures that they show to `pictures`."""

    def __init__(
        self, exported: ExportedGame, pictures: TablePictures, documents: Mapping[str, str], dpi: float
    ) -> None:
        """Take a typeset game and the pictures to add to.

        `documents` are the addresses of PDF files of booklets, by component.
        """
        self._decks = {deck.id: deck for deck in exported.decks}
        self._pieces = {(deck.id, piece.piece.id): piece for deck in exported.decks for piece in deck.pieces}
        self._pictures, self._documents, self._dpi = pictures, documents, dpi
        self._language = exported.language
        self._cards = numbered_cards(exported.decks, pictures, dpi)
        self.ids = ObjectIds(exported.game.id)

    def piece(self, copy: PieceCopy, pose: Pose) -> State:
        """Return the object of one piece in a pose (place, turn and scale)."""
        guid = self.ids.new(copy.component, copy.piece, str(copy.copy))
        if copy.component in self._documents:
            return self._document(copy, guid, pose)
        part, piece = self._decks[copy.component].component, self._pieces[copy.component, copy.piece]
        make = {CARDS: self._card, "dice": self._die, "standees": self._figurine}.get(part.kind, self._flat)
        return make(part, piece, guid, pose)

    def pile(self, copies: Sequence[PieceCopy], pose: Pose, title: str) -> list[State]:
        """Return pieces lying on each other, the uppermost first; cards become one deck."""
        if len(copies) > 1 and self._are_cards(copies):
            cards = [self.piece(copy, pose) for copy in copies]
            # The place of a deck is its middle, so half of the deck lies below.
            lifted = replace(pose, y=pose.y + len(cards) * CARD_THICKNESS / 2, scale=cards[0]["Transform"]["scaleX"])
            return [states.deck(self._group_id("deck", copies), lifted, title, cards)]
        heights = (pose.y + level * TILE_THICKNESS for level in reversed(range(len(copies))))
        return [self.piece(copy, replace(pose, y=y)) for copy, y in zip(copies, heights, strict=True)]

    def bag(self, copies: Sequence[PieceCopy], pose: Pose, title: str) -> State:
        """Return a bag with pieces.

        Different ones are drawn at random; kinds that can be printed again never run out.
        """
        guid, part = self._group_id("bag", copies), self._decks[copies[0].component].component
        if part.trim:  # as wide as what it holds, so that bags that lie side by side do not push each other away
            scale = states.tile_scale(part.trim)
            pose = replace(pose, scale=scale, thickness=scale)
        if part.kind in ENDLESS_KINDS:
            return states.endless_bag(guid, pose, title, self.piece(copies[0], pose))
        contents = [self.piece(copy, pose) for copy in copies]
        return states.bag(guid, pose, title, contents, is_shuffled=len({copy.piece for copy in copies}) > 1)

    def bag_of_any(self, copies: Sequence[PieceCopy], pose: Pose, title: str) -> State:
        """Return a bag with pieces of all kinds, boards as well; players can take out any."""
        # Players cannot move what is locked.
        contents = [self.piece(copy, pose) | {"Locked": False} for copy in copies]
        return states.bag(self._group_id("bag", copies), pose, title, contents)

    def hand(self, copies: Sequence[PieceCopy], pose: Pose) -> Iterator[State]:
        """Yield the cards of a hand beside each other."""
        for index, copy in enumerate(copies):
            yield self.piece(copy, replace(pose, x=pose.x + (index - (len(copies) - 1) / 2) * CARD_THICKNESS))

    def title_of(self, laid: LaidObject, language: str) -> str:
        """Return the title of an object on the table; a bag with one kind of piece names that, as bags look alike."""
        first = laid.copies[0]
        title = laid.title[language] if laid.title else self._decks[first.component].title
        kinds = {(copy.component, copy.piece) for copy in laid.copies}
        piece = self._pieces.get((first.component, first.piece))
        if laid.form != "bag" or len(kinds) > 1 or piece is None or piece.title == title:
            return title
        return f"{title}: {piece.title}"

    def is_board(self, copy: PieceCopy) -> bool:
        """Return whether other pieces may lie on a piece."""
        return self._decks[copy.component].component.kind in BOARD_KINDS

    def _are_cards(self, copies: Sequence[PieceCopy]) -> bool:
        """Return whether all pieces are cards."""
        return all(self._decks[copy.component].component.kind == CARDS for copy in copies)

    def _group_id(self, form: str, copies: Sequence[PieceCopy]) -> str:
        """Return the id of a bag or deck with these pieces."""
        return self.ids.new(form, *(f"{copy.component}/{copy.piece}#{copy.copy}" for copy in copies))

    def _card(self, part: Component, piece: ExportedPiece, guid: str, pose: Pose) -> State:
        """Return a card as an object of Tabletop Simulator."""
        card = self._cards[part.id, piece.piece.id]
        posed = replace(pose, scale=states.card_scale(piece.front.trim))
        return states.card(guid, posed, piece.title, card.card_id, (card.number, card.sheet))

    def _flat(self, part: Component, piece: ExportedPiece, guid: str, pose: Pose) -> State:
        """Return the object of a token, board or sheet.

        It is a tile, or a token where its outline is no shape that tiles have.
        """
        face, name = piece.front, f"{part.id}-{piece.piece.id}"
        box = drawn.outline_box(face)
        posed = replace(pose, scale=states.tile_scale(Size(box.width, box.height)))
        shape = drawn.outline_shape(face)
        if shape == "other":
            return states.token(guid, posed, self._name(part, piece), self._both_sides(name, piece, is_cut=True))
        sides = self._both_sides(name, piece)
        corner = "rounded" if part.corner and shape == "rect" else shape
        return states.tile(guid, posed, self._name(part, piece), sides, corner, is_locked=part.kind == "boards")

    def _name(self, part: Component, piece: ExportedPiece) -> str:
        """Return the title of a token.

        The title of its component if several share its back, as the name would tell them apart. The program shows no
        names of cards that lie face down, but names of all other things.
        """
        back = piece.back.key if piece.back else piece.front.key
        alike = [it for it in self._decks[part.id].pieces if it.back and it.back.key == back]
        return self._decks[part.id].title if len(alike) > 1 else piece.title

    def _both_sides(self, name: str, piece: ExportedPiece, *, is_cut: bool = False) -> tuple[str, str]:
        """Return the addresses of the pictures of front and back; a piece without a back looks the same on both."""
        front, back = piece.front, piece.back or piece.front
        # One name for all backs: a back that pieces share is then one file.
        back_name = name if back.key == front.key else "back"
        return self._side(name, front, is_cut=is_cut), self._side(back_name, back, is_cut=is_cut)

    def _side(self, name: str, face: Face, *, is_cut: bool = False) -> str:
        """Return the address of a face's picture; `is_cut` makes it transparent outside of its outline."""
        dpi = fitting_dpi(face.trim, self._dpi)
        if is_cut:
            return self._pictures.add_file(name, [face], dpi, drawn.cut_to_outline(face, dpi), "cut")
        return self._pictures.add_file(name, [face], dpi, drawn.cut_to_box(face, dpi))

    def _die(self, part: Component, piece: ExportedPiece, guid: str, pose: Pose) -> State:
        """Return a die as an object of Tabletop Simulator."""
        net, name = net_of(part), f"{part.id}-{piece.piece.id}"
        picture = self._pictures.add_file(name, [piece.front], die_dpi(net), drawn.die_faces(net))
        values = [piece_words(piece.piece.row.cells.get(face, ""), self._language) for face in FACES]
        # A die of scale 1 has an edge of one unit.
        scale = part.measures["edge"] / states.INCH
        return states.die(guid, replace(pose, scale=scale, thickness=scale), piece.title, picture, values)

    def _figurine(self, part: Component, piece: ExportedPiece, guid: str, pose: Pose) -> State:
        """Return a standee, an upright figure, as an object of Tabletop Simulator."""
        sides = self._panel(part, piece, FRONT), self._panel(part, piece, BACK)
        scale = states.tile_scale(Size(part.measures["width"], part.measures["height"]))
        return states.figurine(guid, replace(pose, scale=scale, thickness=scale), piece.title, sides)

    def _panel(self, part: Component, piece: ExportedPiece, name: str) -> str:
        """Return the address of the picture of one panel of a standee's net."""
        dpi = fitting_dpi(piece.front.trim, self._dpi)
        compose = drawn.panel_of(net_of(part), name, dpi)
        return self._pictures.add_file(f"{part.id}-{piece.piece.id}", [piece.front], dpi, compose, name)

    def _document(self, copy: PieceCopy, guid: str, pose: Pose) -> State:
        """Return a booklet, a PDF file, as an object of Tabletop Simulator."""
        posed = replace(pose, scale=states.tile_scale(self._decks[copy.component].pieces[0].front.trim))
        return states.document(guid, posed, self._decks[copy.component].title, self._documents[copy.component])


class ObjectIds:
    """Gives out ids that depend on what an object is, and are unique in one table."""

    def __init__(self, game: str) -> None:
        """Take the id of the game, so that ids differ from game to game."""
        self._game = game
        self._used_ids: set[str] = set()

    def new(self, *about: str) -> str:
        """Return the id of an object made of words about it; objects with equal words get different ids, in order."""
        for attempt in count():
            guid = digest(self._game, *about, str(attempt))[:DIGITS]
            if guid not in self._used_ids:
                self._used_ids.add(guid)
                return guid
        raise AssertionError  # pragma: no cover
