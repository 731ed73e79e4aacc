"""A session that is being played: its states, what a player may see of them, and the text it is told in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from itertools import count
from typing import Any, Generic, TypeVar

from generator.base.errors import DamagedError, GeneratorError, UsageError
from generator.base.messages import FALLBACK
from generator.base.records import replace
from generator.bots.dealer import Dealer
from generator.play.game_data import attempt_number
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.play.rules.visible_state import LiveStep, VisibleState
from generator.play.text.session_text import SessionText
from generator.play.text.solo_text import SoloText
from generator.play.verbs import available
from generator.session.chain_states import ChainStates
from generator.session.header import STRICT
from generator.session.planned_play import PlannedPlay
from generator.session.recorded_play import RecordedPlay
from generator.session.timeline import ActionChain, Timeline, TimelineStep
from generator.solo.action import REVEAL, SHUFFLE, Action

State = TypeVar("State")
GOALS = "goals"
"""Subject of the note with a player's word on the goals of a fort."""
_NUMBERS = count(1)


class LiveSession(Generic[State]):
    """A recorded session, the rules it is played by, and the text that tells it in one language.

    A typed line is done by `generator.play.typed_line.run_line`. Undo, redo and corrections are in
    `generator.play.undo_redo`.
    """

    def __init__(
        self,
        play: RecordedPlay,
        rules: Rules[State],
        text: SessionText,
        *,
        typed: bool,
        states: ChainStates[State] | None = None,
    ) -> None:
        """Take a recorded session, its rules and the text in one language.

        With `typed` the player turns up printed cards. `states` has states computed before, None for none.
        """
        self.number = next(_NUMBERS)
        """Tells it from the same session opened at another time, or told in another language."""
        self.play, self.rules, self.text, self.messages = play, rules, text, text.messages
        self.language = FALLBACK
        """The language that its reader asked for; the game may lack it."""
        self.typed = typed
        """The player turns up printed cards and types them."""
        self.dealer = None if typed else Dealer(play.header.seed)
        self.verbs = available(rules.kind, typed=typed, at_fort=bool((play.header.options or {}).get("fort")))
        self.shows_odds = False
        """Whether each new question comes with the odds of the attack."""
        self.asks_again = False
        """Whether to ask once more before a year ends with items in hand, or a card is turned up for a battle."""
        self.unconfirmed: Action | None = None
        """The action that was asked about by the last line."""
        self.listed: tuple[int, dict[int, Action]] = -1, {}
        """The list that was shown last: the event it was true after, and the action of each number."""
        self.note: Callable[[str], None] = lambda _: None
        """Shows a line of progress while a verb takes its time."""
        self.is_left = False
        """Whether the player has typed `quit`."""
        self.steps: list[LiveStep] = []
        """What the last line did."""
        self.error = ""
        """What was wrong with the last line."""
        self.known_event = play.last
        """The last event that this player has been shown."""
        self.states = states or ChainStates(rules.start(), recorded_action(rules, play.name))
        """The states computed so far."""
        self.plans: dict[int, PlannedPlay] = {}
        """The plans of the year by number, shared with the same session in other languages."""
        self.plan: LiveSession[State] | None = None
        """The plan that typed lines are for; None while they are for the game."""
        self._events: dict[ActionChain, tuple[str, ...]] = {}
        self._shown: tuple[tuple[ActionChain | None, int], VisibleState] | None = None
        """The last visible state, with the place in the session that it belongs to."""

    def with_text(self, text: SessionText, language: str = "") -> LiveSession[State]:
        """Return the same session told by another text, such as in another language.

        Both share the recorded play and the states computed so far.
        """
        # An object of its own: the last error and the numbered list of answers belong to one reader.
        again = LiveSession(self.play, self.rules, text, typed=self.typed, states=self.states)
        again.language, again.plans = language or self.language, self.plans
        return again

    # states

    @property
    def state(self) -> State:
        """Return the current state of the rules, with the unseen cards as a set, without their order."""
        return self.state_at(self.play.line)

    def state_at(self, chain: ActionChain | None) -> State:
        """Return the state after a chain of actions; None is the state before the first action.

        Each action is applied once, and its state is kept.
        """
        return self.states.after(chain)

    @property
    def visible(self) -> VisibleState:
        """Return the part of the current state that the player may see; computed once for each event."""
        # The event counts too, as the visible state has its number.
        place = self.play.line, self.play.last
        if self._shown is None or self._shown[0] != place:
            self._shown = place, self._visible(self.state)
        return self._shown[1]

    def _visible(self, state: State) -> VisibleState:
        """Return the part of a state that the player may see, with facts of the session: name, mode, take-backs."""
        visible, play = self.rules.visible_state(state), self.play
        options = play.header.options or {}
        # The sheets on paper are known to the player alone, whose word counts once the game is over.
        result = said_goals(play) if visible.over and visible.marks is None else None
        if visible.fort and result:
            visible = replace(visible, fort=replace(visible.fort, won=result[0], rewarded=result[1]))
        return replace(
            visible,
            session=play.name,
            game=play.header.game,
            event=play.last,
            strict=play.header.mode == STRICT,
            typed=self.typed,
            peeked=play.peeked,
            corrected=play.corrected,
            seed=play.header.seed if visible.over else "",  # it would tell the order of the decks
            challenge=str(options.get("challenge", "")),
            attempt=attempt_number(play.header),
        )

    def digest(self) -> str:
        """Return a hash of the current state."""
        return self.rules.digest(self.state)

    # actions

    @property
    def chains(self) -> tuple[ActionChain, ...]:
        """Return the actions that count, first to last, each linked with those before it."""
        chains, chain = [], self.play.line
        while chain:
            chains.append(chain)
            chain = chain.before
        return tuple(reversed(chains))

    def step(self, chain: ActionChain) -> LiveStep:
        """Return the last action of a chain with the visible states before and after it."""
        before, after = self.state_at(chain.before), self.state_at(chain)
        return LiveStep(action_of(chain), self._visible(before), self._visible(after))

    def all_steps(self) -> Iterator[LiveStep]:
        """Yield a step for every action, from the beginning."""
        before = self._visible(self.state_at(None))
        for chain in self.chains:
            after = self._visible(self.state_at(chain))
            yield LiveStep(action_of(chain), before, after)
            before = after

    def last_turn(self) -> tuple[LiveStep, ...]:
        """Return the player's last action and the cards turned up after it, as steps.

        Before the player's first action these are the cards so far.
        """
        turn: list[ActionChain] = []
        for chain in reversed(self.chains):
            turn.append(chain)
            # Cards that the program turned up belong to the action before; typed ones are the player's.
            if self.typed or not action_of(chain).is_chance:
                break
        return tuple(map(self.step, reversed(turn)))

    def deal(self) -> Iterator[LiveStep]:
        """Deal cards and give only possible answers, until the player decides or has to type a card.

        Yields the steps.
        """
        # A session opened read-only must not grow, whatever the rules wait for.
        while self.play.is_writable and (action := self.own_action()):
            yield self._act(action)

    def own_action(self) -> Action | None:
        """Return the action that happens without the player: the card on top, or the only answer.

        None if there is none.
        """
        draw = self.rules.draw(self.state)
        if draw:
            return self.dealer.action(draw) if self.dealer else None
        return self.rules.only_answer(self.state)

    def deal_due(self) -> list[str]:
        """Deal the cards that are due, as after the program was stopped between two cards, and return their lines."""
        with self.turn():
            return list(self.tell(self.deal()))

    def do(self, typed: str) -> Iterator[LiveStep]:
        """Do a typed action of the rules, deal the cards that follow, and yield the steps.

        Raises PlayError and other faults of the rules, and then nothing has happened; and the errors of recording.
        """
        state = self.state
        # Where the program deals, a typed card is no action: the dealer's card comes.
        if not (self.dealer and self.rules.draw(state)):
            for action in self._read(state, typed):
                yield self._act(action)
        yield from self.deal()

    def _read(self, state: State, typed: str) -> tuple[Action, ...]:
        """Return the typed action, or several typed cards as actions; raise PlayError unless all are possible."""
        words = typed.replace(",", " ").split()
        if self.dealer is None and self.rules.draw(state) and len(words) > 1:
            with suppress(GeneratorError):  # a card whose name has spaces
                return (self.rules.read(state, typed),)
            return tuple(self._read_cards(state, words[words[0].casefold() == REVEAL :]))
        return (self.rules.read(state, typed),)

    def _read_cards(self, state: State, words: Sequence[str]) -> Iterator[Action]:
        """Yield a `reveal` action for each card name in `words`.

        Raises PlayError for one that cannot come at its place.
        """
        for word in words:
            draw = self.rules.draw(state)
            if draw is None:
                raise PlayError(key="too_many_cards", card=repr(word))
            action = self.rules.read(state, word)
            # A card was typed where the deck has to be shuffled first.
            if action.verb == SHUFFLE and not SHUFFLE.startswith(word.casefold()):
                raise PlayError(key="shuffle_first", deck=draw.deck, card=repr(word))
            state = self.rules.apply(state, action)
            yield action

    def _act(self, action: Action) -> LiveStep:
        """Record an action and return its step; the action is on the disk before, so that nothing told can be lost."""
        before = self.state
        after = self.rules.apply(before, action)
        self.play.act(str(action), reveals=action.reveals, state=lambda: self.rules.digest(after))
        # Computed already, so that it is not replayed.
        # The chain of actions is the key, so that undo and redo find their states again.
        self.states.add(self.play.line, after)
        return LiveStep(action, self._visible(before), self._visible(after))

    def note_score(self, total: int) -> None:
        """Record the total of a game that is over in the session's file, for the list of sessions.

        The same total is recorded only once.
        """
        # A finished game may be opened often, and its file grows by one note only.
        if ("score", total) not in self.play.notes:
            self.play.note("score", total)

    def note_goals(self, won: bool, rewarded: bool) -> None:
        """Record the player's word on a fort with sheets on paper: whether it is won, and its reward earned.

        The last word counts.
        """
        self.play.note(GOALS, [won, rewarded])

    # text

    @property
    def solo_text(self) -> SoloText:
        """Return the text of a solo game; a session of a single deck has none, and callers have refused it before."""
        assert isinstance(self.text, SoloText)  # noqa: S101  callers have refused decks
        return self.text

    def events(self, chain: ActionChain) -> tuple[str, ...]:
        """Return the effects of the last action of a chain, in sentences."""
        if chain not in self._events:
            self._events[chain] = tuple(line for line in self.text.step(self.step(chain)) if line.strip())
        return self._events[chain]

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Keep other windows from writing during the block; afterwards its events count as shown to this player."""
        # What is read only cannot be locked.
        with self.play.turn() if self.play.is_writable else nullcontext():
            try:
                yield
            finally:
                self.known_event = self.play.last

    @contextmanager
    def worded_errors(self) -> Iterator[None]:
        """Raise a PlayError of the block again, with its message in the session's language."""
        try:
            yield
        except PlayError as error:
            raise PlayError(self.text.describe_error(error)) from None

    def start(self) -> Iterator[str]:
        """Yield the game's title and mode, deal the first cards, and yield the first question."""
        self.steps = []
        with self.turn():
            yield from self.text.opening(self.visible)
            yield from self.text.beginning(self.visible)
            yield from self.tell(self.deal())
            yield from self.question(whole=True)

    def tell(self, steps: Iterator[LiveStep]) -> Iterator[str]:
        """Yield the lines for steps as they happen, and keep the steps for `document`."""
        for step in steps:
            self.steps.append(step)
            yield from self.text.step(step)

    def question(self, *, whole: bool = False) -> Iterator[str]:
        """Yield the lines of the current question, or the closing views of a game that is over.

        `whole` lists every answer.
        """
        visible = self.visible
        # The list of sessions shows totals without replaying games, from this note.
        if visible.over and visible.points and self.play.is_writable:
            self.note_score(visible.points.total)
        if whole and self.shows_odds:
            yield from self.text.chances(visible)
        yield from self.text.question(visible, whole=whole)
        if self.text.lists_answers(visible, whole=whole):
            self.note_list()

    def note_list(self, word: str = "") -> None:
        """Remember the numbered list of answers that is shown now: a typed number then means the line with that number.

        The list holds until the next event; `word` is the search word that cut it down, empty for all answers.
        """
        self.listed = self.play.last, dict(self.text.choices(self.visible, word))

    def document(self) -> dict[str, Any]:
        """Return the actions of the last line, its error and the visible state, as values for JSON."""
        done = [str(step.action) for step in self.steps]
        # Programs read these keys: they stay as they are, whatever our own names become.
        return {"done": done, "error": self.error, "seen": (self.plan or self).visible.document()}


def said_goals(timeline: Timeline) -> tuple[bool, bool] | None:
    """Return the player's last word on a fort: whether it is won, and its reward earned.

    None where nothing was said.
    """
    note = timeline.last_note(GOALS)
    return (note[0], note[0] and note[1]) if note and is_goals_note(note) else None


def is_goals_note(value: object) -> bool:
    """Return whether the value of a note has the form in which `note_goals` records it."""
    return isinstance(value, list) and [type(part) for part in value] == [bool, bool]


def recorded_action(rules: Rules[State], name: str) -> Callable[[State, TimelineStep], State]:
    """Return the function that applies one recorded action to a state, for replaying the session called `name`.

    The function raises DamagedError for an action that was not possible in its state.
    """

    def apply(state: State, step: TimelineStep) -> State:
        """Return the state after a recorded step; raise DamagedError for an action that was not possible there."""
        try:
            return rules.apply(state, Action.parse(step.action))
        except (PlayError, UsageError):
            refusal = f"{step.action[:60]!r} was not possible there; `vallum solo verify {name}` says more"
            raise DamagedError(f"{name}: event {step.number}: {refusal}") from None

    return apply


def action_of(chain: ActionChain) -> Action:
    """Return the last action of a chain, read from its text."""
    return Action.parse(chain.step.action)
