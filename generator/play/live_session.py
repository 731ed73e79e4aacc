"""One session at the table: what is typed becomes actions, chance is dealt, and each is safe before it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Generic, TypeVar

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.play.rules.dealer import Dealer
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.play.rules.visible_state import VisibleState, within
from generator.session.header import STRICT
from generator.session.recorded_play import RecordedPlay
from generator.session.timeline import ActionChain
from generator.session.timeline import TimelineStep as Entry
from generator.solo.action import Action

State = TypeVar("State")
Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class LiveStep:
    """Something that happened, between what was seen before it and after it."""

    action: Action
    before: VisibleState
    after: VisibleState


class LiveSession(Generic[State]):
    """A play and the rules it is played by; the state never leaves it, only what is seen of it."""

    def __init__(self, play: RecordedPlay, rules: Rules[State], *, typed: bool) -> None:
        self.play = play
        self._rules = rules
        self._typed = typed
        self._dealer = None if typed else Dealer(play.header.seed)
        self._states: dict[ActionChain | None, State] = {None: rules.start()}
        self._last: tuple[tuple[ActionChain | None, int], VisibleState] | None = None
        """What was seen last, and where that was."""

    @property
    def seen(self) -> VisibleState:
        """What a person may see now."""
        now = self.play.line, self.play.last
        if self._last is None or self._last[0] != now:
            self._last = now, self._told(self._state)
        return self._last[1]

    @property
    def latest(self) -> tuple[LiveStep, ...]:
        """The last thing the player did, with the chance that followed; where nothing was done, the chance so far."""
        found: list[ActionChain] = []
        for line in reversed(self.lines):
            found.append(line)
            if self._typed or not action_of(line).is_chance:
                break
        return tuple(map(self.step, reversed(found)))

    @property
    def lines(self) -> tuple[ActionChain, ...]:
        """Everything that counts, each with what was before it."""
        return _lines(self.play.line)

    def step(self, line: ActionChain) -> LiveStep:
        """What the last action of a line did."""
        return LiveStep(action_of(line), self._told(self._at(line.before)), self._told(self._at(line)))

    @property
    def trail(self) -> Iterator[LiveStep]:
        """Everything that counts, from the beginning."""
        before = self._told(self._states[None])
        for line in self.lines:
            after = self._told(self._at(line))
            yield LiveStep(action_of(line), before, after)
            before = after

    def goes_on(self) -> Iterator[LiveStep]:
        """Deal as long as chance is asked for; nothing where the player types the cards."""
        while self._dealer and self.play.store.writing and (draw := self._rules.draw(self._state)):
            yield self._act(self._dealer.action(draw))

    def do(self, typed: str) -> Iterator[LiveStep]:
        """What was typed, and the chance that follows from it.

        Raises PlayError and the like, and nothing has happened; and what the session raises.
        """
        state = self._state
        if self._dealer and self._rules.draw(state):
            yield from self.goes_on()
            return
        yield self._act(self._rules.read(state, typed))
        yield from self.goes_on()

    @property
    def can_undo(self) -> bool:
        """Whether the player has done something that the session lets go of; what was only dealt would come again."""
        if self.play.undoable is None:
            return False
        return self._typed or any(not Action.parse(action).is_chance for action in self.play.actions)

    def undo(self) -> tuple[str, ...]:
        """Take back the last thing the player did, with the chance that followed, and say what that was.

        Raises PlayError where there is nothing, or where the session keeps it.
        """
        if not self.can_undo:
            floor = self.play.floor
            is_kept = floor and self.play.undoable is None
            raise PlayError(key="floor", event=floor) if is_kept else PlayError(key="no_undo")
        undone: tuple[str, ...] = ()
        while True:
            before = self.play.steps
            self.play.undo()
            undone = (_changed(before, self.play.steps), *undone)
            if self._typed or not self._rules.draw(self._state) or self.play.undoable is None:
                return undone

    def undo_to(self, number: int) -> tuple[str, ...]:
        """Go back to where the game stood after an event, and say what was taken back.

        Raises PlayError where it has not stood there, or where the session keeps what came since.
        """
        if not self.play.stood(number):
            raise PlayError(key="not_stood", n=number)
        if self.play.header.mode == STRICT and number < self.play.floor:
            raise PlayError(key="floor", event=self.play.floor)
        before = self.play.actions
        self.play.undo(to=number)
        return before[len(self.play.steps) :] or ("fix",)

    def redo(self) -> tuple[str, ...]:
        """Do again what was taken back, with the chance that followed, and say what that was.

        Raises PlayError where nothing was taken back.
        """
        if self.play.redoable is None:
            raise PlayError(key="no_redo")
        done = [self._redone()]
        while self._dealer and self._rules.draw(self._state) and self.play.redoable is not None:
            done.append(self._redone())
        return tuple(done)

    def _redone(self) -> str:
        before = self.play.steps
        self.play.redo()
        return _changed(self.play.steps, before)

    def fix(self, typed: str, of: int | None = None) -> tuple[str, LiveStep]:
        """Put another action in the place of an earlier one, and say what it did.

        Where none is named, of typed cards the last one of that deck, and else the last thing the player did.

        Raises PlayError for what was dealt, and where the game would break.
        """
        step = self._fixed(of, typed)
        if Action.parse(step.action).is_chance and not self._typed:
            raise PlayError(key="dealt")
        lines = self.lines
        place = next(number for number, line in enumerate(lines) if line.step == step)
        action = self._rules.read(self._at(lines[place].before), typed)
        state = self._replayed(self.play.corrected_actions(step.number, str(action)))
        self.play.correct(step.number, str(action), state=lambda: self._rules.digest(state))
        return step.action, tuple(self.trail)[place]

    def note(self, about: str, value: Any) -> None:
        """Write something down once, such as the score of a game that is over."""
        if (about, value) not in self.play.notes:
            self.play.note(about, value)

    def digest(self) -> str:
        """A hash of the state, which says nothing of what is hidden to whoever does not know it already."""
        return self._rules.digest(self._state)

    def ask(self, adviser: Callable[[State], Said]) -> Said:
        """What somebody says who is shown the state, which holds cards nobody has seen as a set, without an order."""
        return adviser(self._state)

    @property
    def rules(self) -> Rules[State]:
        """The rules it is played by."""
        return self._rules

    # the state

    @property
    def _state(self) -> State:
        return self._at(self.play.line)

    def _at(self, line: ActionChain | None) -> State:
        missing = []
        while line not in self._states:
            assert line is not None  # noqa: S101  the empty line has the state of the start
            missing.append(line)
            line = line.before
        state = self._states[line]
        for each in reversed(missing):
            state = self._states[each] = self._rules.apply(state, action_of(each))
        return state

    def _act(self, action: Action) -> LiveStep:
        before = self._state
        after = self._rules.apply(before, action)
        self.play.act(str(action), reveals=action.reveals, state=lambda: self._rules.digest(after))
        self._states[self.play.line] = after
        return LiveStep(action, self._told(before), self._told(after))

    def _fixed(self, of: int | None, typed: str) -> Entry:
        steps = self.play.steps
        done = [(Action.parse(step.action), step) for step in reversed(steps)]
        if of is not None:
            found = next((step for step in steps if step.number == of), None)
        elif self._typed:
            found = self._card_like(typed) or next((step for action, step in done if action.reveals), None)
        else:
            found = next((step for action, step in done if not action.is_chance), None)
        if found is None:
            raise PlayError(key="no_action" if self._typed or of is not None else "dealt")
        return found

    def _card_like(self, typed: str) -> Entry | None:
        """The last card that was typed where this one could have been."""
        for line in reversed(self.lines):
            draw = self._rules.draw(self._at(line.before)) if action_of(line).reveals else None
            with suppress(GeneratorError):
                if draw and self._rules.read(self._at(line.before), typed).words[0] in draw.unseen:
                    return line.step
        return None

    def _replayed(self, actions: tuple[str, ...]) -> State:
        state = self._rules.start()
        for number, action in enumerate(actions, 1):
            try:
                state = self._checked(state, Action.parse(action))
            except GeneratorError as error:
                raise PlayError(key="breaks", n=number, why=str(error)) from None
        return state

    def _checked(self, state: State, action: Action) -> State:
        """A correction changes what is typed; cards that are dealt stay those of the seed."""
        draw = self._rules.draw(state)
        if draw and self._dealer and self._dealer.action(draw) != action:
            raise PlayError(key="other_dealt")
        return self._rules.apply(state, action)

    def _told(self, state: State) -> VisibleState:
        seen = self._rules.seen(state)
        play = self.play
        return within(
            seen,
            session=play.name,
            game=play.header.game,
            event=play.last,
            strict=play.header.mode == STRICT,
            typed=self._typed,
            peeked=play.peeked,
            corrected=play.corrected,
            seed=play.header.seed if seen.over else "",
        )


def action_of(line: ActionChain) -> Action:
    """The last action of a line."""
    return Action.parse(line.step.action)


def _changed(longer: tuple[Entry, ...], other: tuple[Entry, ...]) -> str:
    """What one line has and the other has not: its last action, or a correction."""
    if len(longer) > len(other):
        return longer[-1].action
    pairs = zip(longer, other, strict=True)
    return next((f"fix {was.number} ({now.action} → {was.action})" for was, now in pairs if was != now), "")


def _lines(line: ActionChain | None) -> tuple[ActionChain, ...]:
    """The ends of a line, first to last."""
    found = []
    while line:
        found.append(line)
        line = line.before
    return tuple(reversed(found))


class Referee(Generic[State]):
    """The rules as `verify` asks for them: a stranger's eye on every action and every card."""

    def __init__(self, rules: Rules[State], seed: str | None) -> None:
        self._rules = rules
        self._dealer = Dealer(seed) if seed is not None else None

    def start(self, _: object) -> State:
        """The state before the first action."""
        return self._rules.start()

    def apply(self, state: State, action: str) -> State:
        """The state after an action; raises PlayError for one that is not legal, or a card that was not dealt."""
        draw = self._rules.draw(state)
        if draw and self._dealer and (dealt := str(self._dealer.action(draw))) != action:
            raise PlayError(f"{action!r} was not dealt; the seed deals {dealt!r}")
        with suppress(ValueError, KeyError):
            return self._rules.apply(state, Action.parse(action))
        raise PlayError(f"{action!r} is no action")

    def digest(self, state: State) -> str:
        """A hash of the whole state."""
        return self._rules.digest(state)
