"""Makes a game of a folder of finished pictures, or of a PDF with a card on each page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.base.errors import UsageError
from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.imports.decks.finished_cards import PictureDeck, deck_of_cards
from generator.imports.decks.pdf_cards import cards_of_pdf
from generator.imports.decks.picture_folder import cards_of_folder


@dataclass(frozen=True, slots=True)
class DeckSource:
    """A folder of pictures, or a PDF."""

    path: Path
    name: str
    """Name of the folder or file in faults."""
    is_pdf: bool
    backs: str = "auto"
    """Pages of a PDF that are backs, one of `pdf_cards.BACKS`."""


def finished_deck(source: DeckSource, sizes: Sequence[Size], title: str) -> PictureDeck:
    """Return the game that pictures or a PDF make; `sizes` are those that cards may have. Raises Faults, UsageError."""
    if source.is_pdf:
        cards = cards_of_pdf(_bytes(source), source.name, source.backs)
    else:
        cards = cards_of_folder(source.path, source.name)
    return deck_of_cards(cards, sizes, Path(source.name).name, title)


def _bytes(source: DeckSource) -> bytes:
    """Return the content of a file. Raises UsageError if it cannot be read."""
    try:
        return source.path.read_bytes()
    except OSError as error:
        raise UsageError(f"{source.name!r} cannot be read: {(error.strerror or '').lower()}") from None
