"""The state of a solo game: one flat tuple of plain values, cheap to copy, compare and hash.

A track is a row of boxes, and its level is the number of its marked boxes. A move is a box together with one of its
prices. The prospect is the card of a year that gave its items; the other card is the year's path, kept for points.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from generator.solo.attack import AttackReport

OVER = "over"
"""The phase after the last year."""


class Reveal(NamedTuple):
    """Chance turns up cards of a deck."""

    deck: str
    reason: str
    """`income`, `hand`, `neutral`, `goods`, `battle` or `attack`."""
    cards: int
    target: str = ""
    """The box that a good is written in, or the track of a battle; empty with sheets on paper."""
    kind: str = "reveal"


class Shuffle(NamedTuple):
    """Chance shuffles a deck that is empty."""

    deck: str
    kind: str = "shuffle"


class ChoosePath(NamedTuple):
    """The player keeps one card of the hand as path; the other becomes the prospect."""

    kind: str = "path"


class ChooseIcon(NamedTuple):
    """The player gains one of the icons of a box."""

    box: str
    icons: tuple[str, ...]
    kind: str = "choose"


class ChooseTrack(NamedTuple):
    """The player says which track an icon fills."""

    icon: str
    kind: str = "icon"


class ChooseOption(NamedTuple):
    """The player answers a choice box."""

    box: str
    kind: str = "answer"


class ChooseSource(NamedTuple):
    """The player says where the number of a good comes from."""

    box: str
    kind: str = "source"


class PlacePattern(NamedTuple):
    """The player lays a pattern on the map."""

    box: str
    kind: str = "place"


class UseFavours(NamedTuple):
    """The player uses favours against the attack, or stops."""

    kind: str = "favour"


class TellCohorts(NamedTuple):
    """The player tells the levels of the cohorts on paper."""

    kind: str = "cohorts"


class TellFavours(NamedTuple):
    """The player tells how many cards of each direction favours on paper cancel."""

    kind: str = "favours"


class ShowResult(NamedTuple):
    """The result of the attack stands until the player has marked it on paper and goes on."""

    kind: str = "result"


Pending: TypeAlias = (
    Reveal
    | Shuffle
    | ChoosePath
    | ChooseIcon
    | ChooseTrack
    | ChooseOption
    | ChooseSource
    | PlacePattern
    | UseFavours
    | TellCohorts
    | TellFavours
    | ShowResult
)
"""A choice of the player, or of chance, that the game waits for."""


def pending_words(pending: Pending) -> tuple[str | int, ...]:
    """Return a pending choice as sessions and pages have it: its kind, then its values.

    >>> pending_words(Reveal("fate", "attack", 3))
    ('reveal', 'fate', 'attack', 3)
    >>> pending_words(ChooseIcon("small_road", ("piety", "valour")))
    ('choose', 'small_road', 'piety', 'valour')
    """
    if isinstance(pending, ChooseIcon):
        return (pending.kind, pending.box, *pending.icons)
    values: tuple[str | int, ...] = pending[:-1]
    return (pending.kind, *(value for value in values if value != ""))


class Await(NamedTuple):
    """A request for an action of chance."""

    deck: str
    reason: str
    """The reason of the `Reveal`, or `shuffle` if the deck is empty."""
    cards: int
    """Cards still to come."""


class NeutralState(NamedTuple):
    """A card that stands for a neighbour, with the tokens on it."""

    card: int
    goods: int
    """Resources paid for goods."""
    scouts: int
    """Soldiers paid for its pattern."""


class State(NamedTuple):
    """A game at one moment. Cards are numbers in the order of their deck, sets of cards have a bit for each.

    `levels` and `closed` follow from `boxes`: they are kept so that nothing is counted twice.

    With sheets on paper, the state knows of the boxes only what the player tells: the paths, the levels of the
    cohorts, and how many goods and scouts were asked for.
    """

    settings: tuple[str, ...]
    """The choice for each setting, in the order of the data."""
    year: int
    phase: str
    """An id of the table of phases, or OVER."""
    boxes: bytes
    """The mark in each box: 0 empty, else 1, 2, a year, a number, or the number of an option from 1."""
    levels: bytes
    """Marked boxes of each track."""
    closed: int
    """The moves whose box is marked."""
    used: bytes
    """Uses of each limit this year; then, for each gladiator, whether it was trained this year."""
    items: tuple[int, ...]
    unseen: tuple[int, ...]
    """For each deck the cards still in it, as a set: their order is not known here."""
    discards: tuple[int, ...]
    shuffles: tuple[int, ...]
    """Shuffles of each deck, the first one included."""
    cancelled: tuple[int, ...]
    """Cards of the current attack that favours have cancelled, by direction."""
    pending: tuple[Pending, ...] = ()
    """The choices to come; the first is asked now. Empty where the player acts freely, or the game is over."""
    hand: tuple[int, ...] = ()
    """Cards drawn this year that are neither path nor prospect yet."""
    prospect: int = -1
    """This year's prospect; -1 before there is one."""
    neutral: tuple[NeutralState, ...] = ()
    attack: tuple[int, ...] = ()
    """The cards of the current attack, in the order they came."""
    on_paper: bool = False
    """Whether the player keeps the sheets on paper."""
    attacks: tuple[AttackReport, ...] = ()
    """The attacks that are over, one for each year."""

    @property
    def awaits(self) -> Await | None:
        """Return the deck that chance has to turn up or shuffle; None where the player decides, or the game is over."""
        head = self.pending[0] if self.pending else None
        if isinstance(head, Reveal):
            return Await(head.deck, head.reason, head.cards)
        return Await(head.deck, head.kind, 0) if isinstance(head, Shuffle) else None
