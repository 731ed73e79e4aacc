"""The panel beside a game: the fort of a campaign, its log, the decks, the odds, the points so far or a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.play import adviser
from generator.play.live_session import LiveSession, action_of
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.text import odds_text
from generator.play.text.hint_reasons import HintReasons
from generator.play.text.solo_text import ScoreTextRow
from generator.session.timeline import ActionChain
from generator.solo.action import COHORTS, MARK, Action
from generator.solo.ai.players import Line
from generator.web.sessions.background_answers import Search
from generator.web.sessions.tapped_boxes import boxes_of

LOG, DECK, ODDS, SCORE, HINT, FORT = "log", "deck", "odds", "score", "hint", "goals"
PANELS = (FORT, LOG, DECK, ODDS, SCORE, HINT)
"""Names of the panels; the terminal has verbs of the same names."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One act of the player, with the chance events that followed."""

    number: int
    """Number of its last event, which `undo` takes to return to it."""
    action: str
    events: tuple[str, ...]
    """Sentences about the events; empty if there is nothing to say."""
    can_return: bool
    """Whether the session can return to the state after it."""
    cards: tuple[tuple[str, str], ...] = ()
    """Id and title of each card that a card typed by the player can be corrected to."""


@dataclass(frozen=True, slots=True)
class HintView:
    """A hint as the sheets show it."""

    line: str
    """Line of the action that a form posts."""
    name: str
    boxes: tuple[str, ...]
    """Boxes to tap for it; empty if it is done on no sheet."""
    plan: tuple[str, ...]
    """Boxes that its plan fills afterwards, in order."""


@dataclass(frozen=True, slots=True)
class SidePanel:
    """The content of the panel; only the parts of the chosen one are not empty."""

    log: tuple[LogEntry, ...] = ()
    lines: tuple[str, ...] = ()
    odds: tuple[tuple[str, ...], ...] = ()
    """Table of odds: the head, then a row for each direction."""
    score: tuple[ScoreTextRow, ...] = ()
    hint: HintView | None = None
    is_empty: bool = False
    """Whether the chosen panel has nothing to show now."""


def side_panel(session: LiveSession[Any], panel: str, cohorts: Sequence[str]) -> SidePanel:
    """Return the content of one of PANELS except the hint; empty for other names.

    `cohorts` are the numbers of filled boxes that a player with sheets on paper typed for the odds.
    """
    try:
        if panel == LOG:
            return SidePanel(log=session_log(session))
        if panel == ODDS and (cohorts or session.visible.marks is not None):
            lines, rows = odds_text.odds_table(session.solo_text.names, session.visible, cohorts)
            return SidePanel(lines=lines, odds=tuple(rows))
        if panel == SCORE:
            score = tuple(session.solo_text.score_rows(session.visible))
            return SidePanel(score=score, lines=() if score else tuple(session.solo_text.points(session.visible)))
        if panel == FORT:
            return SidePanel(lines=tuple(session.solo_text.fort(session.visible)))
        return SidePanel(lines=tuple(session.solo_text.piles(session.visible)) if panel == DECK else ())
    except PlayError:
        # The panel does not exist for this kind of game or at this moment, which is no fault.
        return SidePanel(is_empty=True)


class HintQuestion(NamedTuple):
    """A question for a hint: its key, and the function that answers it."""

    key: tuple[str, str]
    """Digest of the state, and the language."""
    find: Callable[[Search[SidePanel]], SidePanel]
    """Function that takes seconds, shows a first answer at once, and leaves the session to go on meanwhile."""


def hint_question(session: LiveSession[Any], messages: Messages) -> HintQuestion:
    """Return the question for a hint, the engine's recommended action, in the current state.

    `messages` are the page's.
    """
    state, key = session.visible, (session.digest(), session.language)

    def name(action: Action) -> str:
        """Return the words for an action."""
        return action_name(session, state, action, messages)

    try:
        find = adviser.hint_finder(session)
    except PlayError:
        return HintQuestion(key, lambda _: SidePanel(is_empty=True))
    # Read now: in the thread of the search, the session may have gone on.
    session_messages, position, names = session.messages, session.state, session.solo_text.names

    def panel(search: Search[SidePanel]) -> SidePanel:
        """Search for a hint, show a first answer at once, and return the panel with the final one."""

        def preview(action: Action, plan: Line) -> None:
            """Show the first answer, an action with its plan."""
            lines = (adviser.preview_line(action, session_messages, name),)
            search.show(SidePanel(lines=lines, hint=_hint_view(session, state, (action, plan), name)))

        recommendation = find(preview)
        reasons = HintReasons(names).sentences(position, recommendation, name)
        lines = (*adviser.hint_lines(recommendation, session_messages, name), *reasons)
        steps = recommendation.action, recommendation.plan
        return SidePanel(lines=lines, hint=_hint_view(session, state, steps, name))

    return HintQuestion(key, panel)


def _hint_view(
    session: LiveSession[Any], state: VisibleState, steps: tuple[Action, Line], name: Callable[[Action], str]
) -> HintView:
    """Return a hint as the sheets show it; `steps` are the action and the plan that follows."""
    (action, line), boxes = steps, session.solo_text.book.boxes.book.boxes
    tapped = boxes_of(session.solo_text.names, state.marks or {}, action, state.asks)
    plan = tuple(
        planned.words[0] for planned in line[: adviser.SHOWN] if planned.verb == MARK and planned.words[0] in boxes
    )
    return HintView(str(action), name(action), tuple(dict.fromkeys(tapped)), plan)


def action_name(session: LiveSession[Any], state: VisibleState, action: Action, messages: Messages) -> str:
    """Return the words for an action in a state; `messages` are the page's."""
    return session.solo_text.prompts.describe(state, action)[0] or messages.by_key.get(f"do.{action.verb}", action.verb)


def session_log(session: LiveSession[Any]) -> tuple[LogEntry, ...]:
    """Return all acts of the player that were not taken back, the last first."""
    return tuple(reversed([_entry(session, chains) for chains in acts_of(session)]))


def _entry(session: LiveSession[Any], chains: Sequence[ActionChain]) -> LogEntry:
    """Return an act of the player, with the chance events after it, as an entry of the log."""
    first, last = chains[0], chains[-1]
    state, play = session.visible, session.play
    # A strict session does not go back behind a card that was turned up.
    number, floor = last.step.number, play.floor if state.strict else 0
    can_return = last is not play.line and number >= floor and play.leads_to(number, last)
    events = tuple(line for chain in chains for line in session.events(chain)) or _cohort_lines(session, first)
    # Only a card that the player has named can have been named wrongly.
    is_typed_card = state.typed and action_of(last).reveals
    cards = _alternatives(session, session.step(last)) if is_typed_card else ()
    return LogEntry(number, first.step.action, events, can_return, cards)


def _cohort_lines(session: LiveSession[Any], chain: ActionChain) -> tuple[str, ...]:
    """Return the numbers of a `cohorts` action in words, as no event repeats them; empty for other actions."""
    verb, numbers = action_of(chain)
    if verb != COHORTS:
        return ()
    return (session.solo_text.names.messages("raid.stops", stopped=session.solo_text.names.per_direction(numbers)),)


def _alternatives(session: LiveSession[Any], step: LiveStep) -> tuple[tuple[str, str], ...]:
    """Return id and title of each card that could have come in place of a typed one, by title."""
    draw = step.before.draw
    cards = [(card, session.solo_text.names.card(draw.deck, card)) for card in draw.unseen] if draw else []
    return tuple(sorted(cards, key=lambda card: card[1]))


def acts_of(session: LiveSession[Any]) -> Iterator[list[ActionChain]]:
    """Yield the actions of a session in groups: an act of the player with the chance events after it.

    The first group is the deal alone. Where the player types the cards, each action is a group of its own.
    """
    group: list[ActionChain] = []
    for chain in session.chains:
        if group and (session.visible.typed or not action_of(chain).is_chance):
            yield group
            group = []
        group.append(chain)
    if group:
        yield group
