"""The solo rules of a game as data, beside its sheets: settings, decks, and the tracks and tables of each phase."""

from __future__ import annotations

from generator.base.records import dataclass
from generator.model.sheet import Option
from generator.model.text import Text

PHASES = ("fate", "cards", "income", "actions", "clean_up", "attack", "end")
"""The phases of a year; the data has their order."""


@dataclass(frozen=True, slots=True)
class GameSetting:
    """A setting that is chosen before the game."""

    id: str
    title: Text
    choices: tuple[Option, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Case:
    """A condition: this choice of this setting."""

    setting: str
    choice: str


@dataclass(frozen=True, slots=True)
class SoloDeck:
    """A deck that is turned up card by card: each row of a component once."""

    id: str
    title: Text
    cards: str
    """Id of the component."""
    named_by: str
    """Column that names its cards in saved games: `id` or `label`."""
    all_again: Case | None
    """When all cards are shuffled once the deck is empty, and not only the discards; None for never."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards drawn each year, one of which becomes a path and another the prospect."""

    deck: str
    cards: int
    paths: str
    """The track of choice boxes for the path of each year."""
    counts: str
    """Prefix of a card's id in the id of the value that counts for it."""
    points: str
    """Prefix of a card's id in the id of the value of its points."""


@dataclass(frozen=True, slots=True)
class NeutralCards:
    """Cards turned up each year for the neighbours."""

    deck: str
    cards: int


@dataclass(frozen=True, slots=True)
class Market:
    """Goods in a number that a card gives."""

    track: str
    deck: str
    column: str


@dataclass(frozen=True, slots=True)
class Scouting:
    """Patterns of cards, placed on a map of boxes."""

    icon: str
    map: str
    pattern: str
    """Column of the cards: a row of the table of patterns."""
    cells: str
    """Column of the patterns: `0,1 1,0`, rows and columns from the top left."""


@dataclass(frozen=True, slots=True)
class Fights:
    """Gladiators: a track of strength, circled by training and filled in by wounds, and a track of battles each."""

    deck: str
    column: str
    """Column of the cards: the number of wounds."""
    dies: str
    survives: str
    """The events `dies` and `survives` in the `outcomes` of the strength boxes."""
    after_training: Case | None
    """When a battle needs training in its year; None for never."""
    gladiators: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AttackRules:
    """The attack at the end of a year."""

    deck: str
    column: str
    """Column of the cards: the direction, a row of a table."""
    disdain: str
    """Track that is marked for each card that is not stopped, up to the potential."""
    gains: str
    """Icon for each point of the potential that brought no disdain."""
    cohorts: tuple[tuple[str, str], ...]
    """Directions, with the tracks whose levels stop their cards."""
    favours: tuple[tuple[str, str], ...]
    """Tracks of favours, with the choice boxes for their direction; empty for any direction."""


@dataclass(frozen=True, slots=True)
class SoloRules:
    """The solo rules of a game, from its `solo.toml`."""

    settings: tuple[GameSetting, ...]
    decks: tuple[SoloDeck, ...]
    rounds: str
    """Table with a row for each year."""
    potential: str
    """Column of `rounds` with the most disdain that an attack of the year can bring."""
    difficulty: str
    """The setting whose choices are the columns for the cards of an attack."""
    phases: str
    """Table of the phases of a year."""
    income: str
    """Deck whose card begins each year."""
    hand: Hand
    neutral: NeutralCards
    market: Market
    scouting: Scouting
    fights: Fights
    attack: AttackRules
    exchange: tuple[str, ...]
    """Tracks whose boxes may not give the items that they cost."""
    answers: tuple[tuple[str, str], ...]
    """Tracks, with the tracks of choice boxes that are answered along with them."""
    removes: tuple[tuple[str, str], ...]
    """Icons, with the tracks of which they fill a circled box in."""
    must_fill: tuple[tuple[str, Case], ...]
    """Icons that must be used for their box to be marked, and when they are lost instead."""
