"""The panel beside a game: the fort of a campaign, its log, the decks, the odds, the points so far or a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.base.messages import Messages
from generator.base.records import dataclass, replace
from generator.play import adviser
from generator.play.live_session import action_of
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.text import odds_text
from generator.play.text.solo_text import ScoreTextRow
from generator.session.timeline import ActionChain
from generator.solo.action import COHORTS, MARK, Action
from generator.solo.ai.game_review import Progress
from generator.solo.ai.move_adviser import Recommendation
from generator.web.explain.tapped_boxes import boxes_of
from generator.web.play.open_sessions import LocalSession

LOG, DECK, ODDS, SCORE, HINT, FORT = "log", "deck", "odds", "score", "hint", "goals"
PANELS = (FORT, LOG, DECK, ODDS, SCORE, HINT)
"""Also the verbs that show the same in the terminal."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One act of the player, with the chance events that followed."""

    number: int
    """The number of its last event, which `undo` takes to return to it."""
    action: str
    events: tuple[str, ...]
    """What happened, in sentences; empty if there is nothing to say."""
    can_return: bool
    """Whether the session can return to the state after it."""
    cards: tuple[tuple[str, str], ...] = ()
    """Id and title of each card that a card typed by the player can be corrected to."""


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint as the sheets show it."""

    line: str
    """What a form posts to do it."""
    name: str
    boxes: tuple[str, ...]
    """The boxes to tap for it; none where it is done on no sheet."""
    plan: tuple[str, ...]
    """The boxes that its plan fills then, in order."""


@dataclass(frozen=True, slots=True)
class SidePanel:
    """The content of the panel; only the parts of the chosen one are not empty."""

    log: tuple[LogEntry, ...] = ()
    lines: tuple[str, ...] = ()
    odds: tuple[tuple[str, ...], ...] = ()
    """A table: the head, then a row for each direction."""
    score: tuple[ScoreTextRow, ...] = ()
    hint: HintView | None = None
    is_empty: bool = False
    """Whether the chosen panel has nothing to show now."""


def side_panel(local: LocalSession, panel: str, cohorts: Sequence[str]) -> SidePanel:
    """Make one of PANELS except the hint; `cohorts` are the numbers typed for the odds of a paper game."""
    try:
        if panel == LOG:
            return SidePanel(log=session_log(local))
        if panel == ODDS and (cohorts or local.state.marks is not None):
            lines, rows = odds_text.odds_table(local.names, local.state, cohorts)
            return SidePanel(lines=lines, odds=tuple(rows))
        if panel == SCORE:
            score = tuple(local.text.score_rows(local.state))
            return SidePanel(score=score, lines=() if score else tuple(local.text.points(local.state)))
        if panel == FORT:
            return SidePanel(lines=tuple(local.text.fort(local.state)))
        return SidePanel(lines=tuple(_deck_lines(local)) if panel == DECK else ())
    except PlayError:
        return SidePanel(is_empty=True)


class HintQuestion(NamedTuple):
    """The hint for a state: what tells it from others, and what finds it."""

    key: tuple[str, str]
    """The digest of the state, and the language."""
    find: Callable[[Progress], SidePanel]
    """Takes seconds, notes no progress, and does not use the session, which may go on meanwhile."""


def hint_question(local: LocalSession, messages: Messages) -> HintQuestion:
    """Return the question for the hint for the current state; `messages` are those of the page."""
    state, key = local.state, (local.live.digest(), local.language)

    def name(action: Action) -> str:
        return action_name(local, state, action, messages)

    try:
        find = adviser.hint_finder(local.live)
    except PlayError:
        return HintQuestion(key, lambda _: SidePanel(is_empty=True))
    told = local.live.messages

    def panel(_: Progress) -> SidePanel:
        found = find()
        return SidePanel(lines=tuple(adviser.hint_lines(found, told, name)), hint=_hint_view(local, state, found, name))

    return HintQuestion(key, panel)


def _hint_view(
    local: LocalSession, state: VisibleState, found: Recommendation, name: Callable[[Action], str]
) -> HintView:
    action, boxes = found.action, local.book.boxes.book.boxes
    tapped = boxes_of(local.names, state.marks or {}, action, state.asks)
    plan = tuple(each.words[0] for each in found.plan[: adviser.SHOWN] if each.verb == MARK and each.words[0] in boxes)
    return HintView(str(action), name(action), tuple(dict.fromkeys(tapped)), plan)


def action_name(local: LocalSession, state: VisibleState, action: Action, messages: Messages) -> str:
    """What an action is called in a state; `messages` are those of the page."""
    return local.text.prompts.describe(state, action)[0] or messages.by_key.get(f"do.{action.verb}", action.verb)


def _deck_lines(local: LocalSession) -> Iterator[str]:
    """The decks, with the titles of their cards in place of the ids."""

    def titles(deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(local.names.card(deck, card) for card in cards)

    piles = (
        replace(pile, unseen=titles(pile.deck, pile.unseen), discards=titles(pile.deck, pile.discards))
        for pile in local.state.piles
    )
    return local.text.piles(replace(local.state, piles=tuple(piles)))


def session_log(local: LocalSession) -> tuple[LogEntry, ...]:
    """Return everything that was done and not taken back, the last first."""
    return tuple(reversed([_entry(local, chains) for chains in acts_of(local)]))


def _entry(local: LocalSession, chains: Sequence[ActionChain]) -> LogEntry:
    first, last = chains[0], chains[-1]
    state, play = local.state, local.play
    number, floor = last.step.number, play.timeline.floor if state.strict else 0
    can_return = last is not play.timeline.line and number >= floor and play.leads_to(number, last)
    events = tuple(line for chain in chains for line in local.events(chain)) or _cohort_lines(local, first)
    is_typed_card = state.typed and action_of(last).reveals
    cards = _alternatives(local, local.live.step(last)) if is_typed_card else ()
    return LogEntry(number, first.step.action, events, can_return, cards)


def _cohort_lines(local: LocalSession, chain: ActionChain) -> tuple[str, ...]:
    """The numbers of a `cohorts` action, which no event repeats; empty for other actions."""
    verb, numbers = action_of(chain)
    if verb != COHORTS:
        return ()
    return (local.names.messages("raid.stops", stopped=local.names.per_direction(numbers)),)


def _alternatives(local: LocalSession, step: LiveStep) -> tuple[tuple[str, str], ...]:
    draw = step.before.draw
    cards = [(card, local.names.card(draw.deck, card)) for card in draw.unseen] if draw else []
    return tuple(sorted(cards, key=lambda card: card[1]))


def acts_of(local: LocalSession) -> Iterator[list[ActionChain]]:
    """Yield the actions in groups: an act of the player with the chance after it; what came before the first alone."""
    group: list[ActionChain] = []
    for chain in local.live.chains:
        if group and (local.state.typed or not action_of(chain).is_chance):
            yield group
            group = []
        group.append(chain)
    if group:
        yield group
