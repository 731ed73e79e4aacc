"""What the solo rules of a game are told beside its sheets: settings, decks, and what each procedure works on."""

from __future__ import annotations

from generator.base.records import dataclass
from generator.model.text import Text

PHASES = ("fate", "cards", "income", "actions", "clean_up", "attack", "end")
"""What can happen in a year; the data says in which order."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the ways a setting can be."""

    id: str
    title: Text


@dataclass(frozen=True, slots=True)
class GameSetting:
    """What is agreed on before the game."""

    id: str
    title: Text
    choices: tuple[Choice, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Case:
    """A rule that holds where a setting is so."""

    setting: str
    choice: str


@dataclass(frozen=True, slots=True)
class SoloDeck:
    """Cards that are turned up one by one: each row of a component once."""

    id: str
    title: Text
    cards: str
    """Id of the component."""
    named_by: str
    """How its cards are called in the notation: `id` or `label`."""
    all_again: Case | None
    """Where every card is shuffled when it is empty, and not only its discards."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards drawn each year, one of which becomes a path and another the prospect."""

    deck: str
    cards: int
    paths: str
    """The track of choice boxes that takes the path of each year."""
    counts: str
    """What stands before a card's id in the value that counts for it."""
    points: str
    """What stands before a card's id in the value of its points."""


@dataclass(frozen=True, slots=True)
class NeutralCards:
    """Cards turned up each year that stand for the neighbours."""

    deck: str
    cards: int


@dataclass(frozen=True, slots=True)
class Market:
    """Goods whose number comes from a card."""

    track: str
    deck: str
    column: str


@dataclass(frozen=True, slots=True)
class Scouting:
    """Patterns of cards laid on a map of boxes."""

    icon: str
    map: str
    pattern: str
    """Column of the cards: a row of patterns."""
    cells: str
    """Column of the patterns: `0,1 1,0`, row and column from the top left."""


@dataclass(frozen=True, slots=True)
class Fights:
    """Gladiators: a track of strength, circled by training and filled in by wounds, and a track of battles."""

    deck: str
    column: str
    """Column of the cards: how many wounds."""
    dies: str
    survives: str
    """The outcomes of the strength boxes."""
    after_training: Case | None
    """Where a battle needs training in its year."""
    gladiators: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AttackRules:
    """The attack at the end of a year."""

    deck: str
    column: str
    """Column of the cards: a row, the direction."""
    disdain: str
    """Track that takes what was let through."""
    gains: str
    """Icon for each step that was not."""
    cohorts: tuple[tuple[str, str], ...]
    """Directions, and the tracks that stop their cards."""
    favours: tuple[tuple[str, str], ...]
    """Tracks of favours, and the choice boxes that name their direction; empty for any direction."""


@dataclass(frozen=True, slots=True)
class SoloRules:
    """The solo rules of a game, as its `solo.toml` says."""

    settings: tuple[GameSetting, ...]
    decks: tuple[SoloDeck, ...]
    rounds: str
    """Table with a row a year."""
    potential: str
    """Its column for the most that an attack can do."""
    difficulty: str
    """The setting whose choices are its columns for the cards of an attack."""
    phases: str
    """Table of what happens in a year."""
    income: str
    """Deck whose card begins each year."""
    hand: Hand
    neutral: NeutralCards
    market: Market
    scouting: Scouting
    fights: Fights
    attack: AttackRules
    exchange: tuple[str, ...]
    """Tracks whose boxes give nothing that was paid for them."""
    answers: tuple[tuple[str, str], ...]
    """Tracks, and the tracks of choice boxes that are answered with theirs."""
    removes: tuple[tuple[str, str], ...]
    """Icons, and the tracks of which they fill a circled box in."""
    must_fill: tuple[tuple[str, Case], ...]
    """Icons without which their box is not marked, and where they are lost instead."""
