"""How a game is set up on a table, as its `table.toml` says; lengths are millimetres, y grows towards the reader."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.records import dataclass
from generator.model.text import Text

Place = tuple[float, float]
"""Left and top, in millimetres."""

Area = tuple[float, float, float, float]
"""Left, top, width and height, in millimetres."""

FORMS = ("spread", "pile", "piles", "bag", "bags", "hand")
"""Side by side; on one pile or on one for each kind of piece; in one bag or one for each kind; in a player's hand."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Pieces to take from the stock; earlier selections have taken theirs."""

    components: tuple[str, ...]
    """Components to take from, which are shuffled together."""
    pieces: tuple[str, ...] = ()
    """Their ids, in this order; all pieces of the components if empty."""
    where: tuple[tuple[str, str], ...] = ()
    """Columns of their rows, and what must stand there: a word, the id of a row, or a number as it is written."""
    count: int = 0
    """Number of pieces altogether; 0 for all that are left."""
    per_kind: int = 0
    """Number of pieces of each kind; 0 for all that are left."""
    shuffled: bool = False
    """Whether they are shuffled before any is taken."""


@dataclass(frozen=True, slots=True)
class SetupEntry:
    """Pieces that are laid on the table in one way."""

    selections: tuple[Selection, ...]
    """Selections to lay, the uppermost of a pile first."""
    form: str
    """One of FORMS."""
    places: tuple[Place, ...]
    """The left top corner of the first object, or of each."""
    on: str = ""
    """Board on which the places are, `maps` or `maps/italia`: places are measured from its left top corner."""
    turn: float = 0.0
    """Degrees clockwise, about the centre of each object."""
    step: Place | None = None
    """Distance from one object to the next, across and down; None for their size and a gap."""
    across: int = 0
    """How many objects stand side by side; 0 for all."""
    face_up: bool = True
    title: Text | None = None
    seats: tuple[int, ...] = ()
    """Before which players it is laid, from 1; before all if empty."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Place of a player: origin and direction of everything that lies before the player."""

    at: Place
    turn: float = 0.0
    """Degrees clockwise; 0 at the side of the table that is nearest the reader."""
    player: str = ""
    """Row of the `per` table whose pieces the player takes; empty for a seat that takes any."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table, seen from above; (0, 0) is its middle."""

    seats: tuple[Seat, ...] = ()
    each_player: tuple[SetupEntry, ...] = ()
    """Entries before each player; they take their pieces before those in the middle."""
    middle: tuple[SetupEntry, ...] = ()
    seed: int = 1
    """Seed for the order of shuffled pieces."""
    room: Area | None = None
    """Area in the middle that stays clear, also for pieces laid later in the game."""
    player_room: Area | None = None
    """Area before each player that stays clear, from the place of the seat."""
    note: Text | None = None
    """What players must know before they begin."""

    def entries(self, seat: int | None) -> Iterator[tuple[int, SetupEntry]]:
        """Yield the entries before a seat (by index), or in the middle for None, each with its index in its list."""
        # An entry for some players only still keeps its place in the list.
        for index, entry in enumerate(self.middle if seat is None else self.each_player):
            if seat is None or not entry.seats or seat + 1 in entry.seats:
                yield index, entry
