"""The cards of a game as Tabletop Simulator names them: by a number, on sheets with the addresses of their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.base.records import dataclass
from generator.exports.exported_game import ExportedDeck
from generator.exports.virtual_tables.simulator.card_sheets import (
    CardSheet,
    CardSides,
    Pixels,
    fitting_dpi,
    plan_sheets,
)
from generator.exports.virtual_tables.simulator.object_states import State, sheet_state
from generator.exports.virtual_tables.simulator.piece_pictures import blank_of, sheet_of, whole
from generator.exports.virtual_tables.simulator.table_pictures import TablePictures
from generator.model.face import Face
from generator.model.game import Component

CARDS = "cards"


@dataclass(frozen=True, slots=True)
class NumberedCard:
    """The number of a card, and the sheet that shows it."""

    card_id: int
    number: int
    """Number of its sheet."""
    sheet: State


def numbered_cards(
    decks: Iterable[ExportedDeck], pictures: TablePictures, dpi: float
) -> dict[tuple[str, str], NumberedCard]:
    """Return the numbers of a game's cards by component and piece, and add the pictures of their sheets."""
    cards: dict[tuple[str, str], NumberedCard] = {}
    number = 1
    for deck in decks:
        # Other pieces are no cards to the program, and have pictures of their own.
        if deck.component.kind == CARDS:
            sheets = _sheets(deck, number, dpi)
            # The number of a sheet is unique in the whole table.
            number += len(sheets)
            cards |= _numbered(deck, sheets, pictures, dpi)
    return cards


def _sheets(deck: ExportedDeck, first: int, dpi: float) -> list[CardSheet]:
    """Return the sheets for the cards of a deck; `first` is the number of the first sheet."""
    return plan_sheets(_sides(deck).values(), _place_size(deck, dpi), first)


def _sides(deck: ExportedDeck) -> dict[str, CardSides]:
    """Return the keys of the faces of each piece, by its id."""
    return {piece.piece.id: CardSides(piece.front.key, piece.back.key if piece.back else "") for piece in deck.pieces}


def _place_size(deck: ExportedDeck, dpi: float) -> Pixels:
    """Return the width and height of a card on its sheet, in pixels."""
    trim = deck.pieces[0].front.trim
    scale = sheet_dpi(deck, dpi) / 72
    return max(1, round(trim.width * scale)), max(1, round(trim.height * scale))


def sheet_dpi(deck: ExportedDeck, dpi: float) -> float:
    """Return the resolution at which a picture has room for a piece, and a sheet for a card and a blank place."""
    return fitting_dpi(deck.pieces[0].front.trim, dpi, in_row=2 if deck.component.kind == CARDS else 1)


def _numbered(
    deck: ExportedDeck, sheets: Sequence[CardSheet], pictures: TablePictures, dpi: float
) -> Iterator[tuple[tuple[str, str], NumberedCard]]:
    """Yield component and piece of each card with its number, and add the pictures of sheets."""
    faces = {face.key: face for piece in deck.pieces for _, face in piece.sides}
    drawing = _SheetDrawing(deck.component, faces, pictures, sheet_dpi(deck, dpi))
    where: dict[CardSides, NumberedCard] = {}
    for sheet in sheets:
        state = drawing.state(sheet)
        where |= {card: NumberedCard(card_id, sheet.number, state) for card, card_id in sheet.card_ids().items()}
    for piece, sides in _sides(deck).items():
        yield (deck.id, piece), where[sides]


class _SheetDrawing:
    def __init__(self, part: Component, faces: dict[str, Face], pictures: TablePictures, dpi: float) -> None:
        """Take a component, its faces by key, the pictures to add to, and the resolution."""
        self._part, self._faces, self._pictures, self._dpi = part, faces, pictures, dpi

    def state(self, sheet: CardSheet) -> State:
        """Return a sheet as the program saves it, with the addresses of its pictures."""
        fronts = [self._faces[card.front] for card in sheet.cards]
        grid = sheet.columns, sheet.rows
        name = f"{self._part.id}-{sheet.number}"
        front = self._pictures.add_file(f"{name}-fronts", fronts, self._dpi, sheet_of(sheet), repr(grid))
        back = self._back(sheet, f"{name}-backs", repr(grid))
        return sheet_state(front, back, grid, shape=_shape(self._part), is_secret=sheet.is_secret)

    def _back(self, sheet: CardSheet, name: str, grid: str) -> str:
        """Return the address of a sheet's back: one back, a sheet of backs, or a blank picture."""
        key = sheet.cards[0].back
        if not key:
            return self._pictures.add_file("blank", (), self._dpi, blank_of(sheet.place_size), repr(sheet.place_size))
        if not sheet.is_secret:
            return self._pictures.add_file("back", [self._faces[key]], self._dpi, whole)
        backs = [self._faces[card.back] for card in sheet.cards]
        return self._pictures.add_file(name, backs, self._dpi, sheet_of(sheet), grid)


def _shape(part: Component) -> str:
    """Return the outline of a component's cards: `rect`, `rounded`, or the name of its shape."""
    if part.shape != "rect":
        return part.shape
    return "rounded" if part.corner else "rect"
