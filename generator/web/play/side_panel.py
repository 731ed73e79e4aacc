"""What can be looked at beside a game: its log, the decks, the odds, the points so far, a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from generator.base.records import dataclass, replace
from generator.play import adviser
from generator.play.live_session import action_of
from generator.play.rules.rules_protocol import PlayError
from generator.play.text import odds_text
from generator.solo.action import COHORTS

if TYPE_CHECKING:
    from generator.base.messages import Messages
    from generator.play.live_session import LiveSession
    from generator.play.live_step import LiveStep
    from generator.play.text.solo_text import ScoreTextRow
    from generator.session.timeline import ActionChain
    from generator.solo.action import Action
    from generator.web.play.open_sessions import OpenSession

LOG, DECK, ODDS, SCORE, HINT = "log", "deck", "odds", "score", "hint"
LOOKS = (LOG, DECK, ODDS, SCORE, HINT)
"""Verbs of the companion that look at something."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something the player did, with the chance that followed."""

    number: int
    """Of its last event: after that one the game stood as it tells."""
    line: str
    told: tuple[str, ...]
    can_return: bool
    """Whether the game may go back to it."""
    cards: tuple[tuple[str, str], ...] = ()
    """What a card that the player turned up may be corrected to: what is typed, and its title."""


@dataclass(frozen=True, slots=True)
class SidePanel:
    """What is looked at; only what was asked for is in it."""

    entries: tuple[LogEntry, ...] = ()
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """Of the odds: their head, then each direction."""
    scored: tuple[ScoreTextRow, ...] = ()
    is_empty: bool = False
    """There is nothing to tell of it now."""


def beside(seat: OpenSession, language: str, look: str, typed: Sequence[str]) -> SidePanel:
    """What was asked for, in a language, but for a hint; `typed` are the numbers for odds."""
    seen = seat.speaking(language).visible
    try:
        if look == LOG:
            return SidePanel(entries=log_of(seat, language))
        if look == ODDS and (typed or seen.marks is not None):
            lines, rows = odds_text.odds_table(seat.naming(language), seen, typed)
            return SidePanel(lines=lines, rows=tuple(rows))
        if look == SCORE:
            return _points(seat, language)
        return SidePanel(lines=tuple(_piles(seat, language)) if look == DECK else ())
    except PlayError:
        return SidePanel(is_empty=True)


def hint(seat: OpenSession, language: str, words: Messages) -> Callable[[], SidePanel]:
    """What finds out what a player of ours would do at this moment, by the names of what would be tapped.

    It takes a while and needs the session no more, which may go on; `words` are those of the page.
    """
    table, voice = seat.speaking(language), seat.voice(language)
    seen = table.visible

    def named(action: Action) -> str:
        return voice.prompts.describe(seen, action)[0] or words.by_key.get(f"do.{action.verb}", action.verb)

    try:
        advice = adviser.hint_finder(table)
    except PlayError:
        return lambda: SidePanel(is_empty=True)
    return lambda: SidePanel(lines=tuple(adviser.hint_lines(advice(), table.words, named)))


def _piles(seat: OpenSession, language: str) -> Iterator[str]:
    """The decks, with the titles of their cards."""
    seen, naming = seat.speaking(language).visible, seat.naming(language)

    def titled(deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(naming.card(deck, card) for card in cards)

    piles = (
        replace(pile, unseen=titled(pile.deck, pile.unseen), discards=titled(pile.deck, pile.discards))
        for pile in seen.piles
    )
    return seat.voice(language).piles(replace(seen, piles=tuple(piles)))


def _points(seat: OpenSession, language: str) -> SidePanel:
    seen, voice = seat.speaking(language).visible, seat.voice(language)
    scored = tuple(voice.score_rows(seen))
    return SidePanel(scored=scored, lines=() if scored else tuple(voice.points(seen)))


def log_of(seat: OpenSession, language: str) -> tuple[LogEntry, ...]:
    """Everything that was done, last first."""
    table = seat.speaking(language)
    entries = [_entry(seat, table, language, lines) for lines in _acts(table)]
    return tuple(reversed(entries))


def _entry(seat: OpenSession, table: LiveSession[Any], language: str, lines: Sequence[ActionChain]) -> LogEntry:
    seen, last = table.visible, lines[-1]
    number, floor = last.step.number, seat.play.timeline.floor if seen.strict else 0
    can_return = last is not seat.play.timeline.line and number >= floor and seat.play.leads_to(number, last)
    told = tuple(text for line in lines for text in _told(seat, table, language, line))
    told = told or _answered(seat, language, lines[0])
    is_card = seen.typed and action_of(last).reveals
    cards = _others(seat, language, table.step(last)) if is_card else ()
    return LogEntry(number, lines[0].step.action, told, can_return, cards)


def _answered(seat: OpenSession, language: str, line: ActionChain) -> tuple[str, ...]:
    """What the player said of the directions, of which nothing has come yet; nothing where something else was done."""
    verb, numbers = action_of(line)
    if verb != COHORTS:
        return ()
    naming = seat.naming(language)
    said = (f"{naming.direction(at)} {number}" for at, number in enumerate(numbers))
    return (naming.words("raid.stops", stopped=naming.words("and").join(said)),)


def _others(seat: OpenSession, language: str, step: LiveStep) -> tuple[tuple[str, str], ...]:
    """The cards that could have been turned up instead."""
    draw, naming = step.before.draw, seat.naming(language)
    cards = [(name, naming.card(draw.deck, name)) for name in draw.unseen] if draw else []
    return tuple(sorted(cards, key=lambda card: card[1]))


def _acts(table: LiveSession[Any]) -> Iterator[list[ActionChain]]:
    """The lines of actions, each act of the player with the chance that followed; chance before the first by itself."""
    group: list[ActionChain] = []
    for line in table.chains:
        if group and (table.visible.typed or not action_of(line).is_chance):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _told(seat: OpenSession, table: LiveSession[Any], language: str, line: ActionChain) -> tuple[str, ...]:
    known = (language, line)
    if known not in seat.told:
        lines = table.text.step(table.step(line))
        seat.told[known] = tuple(text for text in lines if text.strip())
    return seat.told[known]
