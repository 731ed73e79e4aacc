"""Verify a session file or a score line by replaying it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.bots.dealer import Dealer
from generator.play.game_data import load_game_data, load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.play.score_line import DEALT, MARK, find_false_claim, parse_score_line, replay
from generator.play.session_library import find_file
from generator.play.text.play_messages import ErrorText, play_messages
from generator.session.recorded_play import resume
from generator.session.verification import Verdict, verify
from generator.solo.action import Action

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """The result of a verification, as lines of text and as JSON."""

    good: bool
    lines: tuple[str, ...]
    document: dict[str, object]


def judge(word: str, folder: Path, language: str) -> SessionVerdict:
    """Verify a session, by its name or file, or a score line; raises what reading it raises."""
    if word.startswith(f"{MARK}/"):
        return _judge_line(word, language)
    return _judge_session(find_file(word, folder), language)


def _judge_session(path: Path, language: str) -> SessionVerdict:
    with resume(path, writing=False) as play:
        header, damaged = play.header, play.store.damage
    data = load_game_data(header)
    is_typed = bool((header.options or {}).get("typed"))
    rules = CheckedRules(data.rules, None if is_typed else header.seed, data.text(language).describe_error)
    verdict = verify(path, rules, rules="" if damaged else data.digest)
    if verdict.wrong and verdict.wrong.event == 0 and data.digest != header.rules:
        # an action that other data forbid says more than that the data differ
        again = verify(path, rules)
        verdict = verdict if again.is_good else again
    lines = list(_lines(path.stem, verdict, language, typed=is_typed))
    if verdict.is_good and not path.with_suffix(".tip").exists():
        lines.append(play_messages(language)("verify.no_witness", file=f"{path.stem}.tip"))
    return SessionVerdict(verdict.is_good, tuple(lines), _document(path.stem, verdict, typed=is_typed))


def _lines(name: str, verdict: Verdict, language: str, *, typed: bool) -> Iterator[str]:
    messages = play_messages(language)
    if verdict.wrong:
        yield messages("verify.bad", name=name, what=str(verdict.wrong))
        return
    yield messages("verify.good", name=name, events=verdict.events, actions=verdict.actions)
    yield messages("verify.typed" if typed else "verify.dealt")
    yield messages("verify.marks", peeked=verdict.peeked, corrected=verdict.corrected)


def _document(name: str, verdict: Verdict, *, typed: bool) -> dict[str, object]:
    wrong = {"event": verdict.wrong.event, "what": verdict.wrong.what} if verdict.wrong else None
    about: dict[str, object] = {"session": name, "typed": typed, "wrong": wrong, "digest": verdict.digest}
    counts = ("events", "actions", "peeked", "corrected")
    return about | {each: getattr(verdict, each) for each in counts}


def _judge_line(line: str, language: str) -> SessionVerdict:
    claimed = parse_score_line(line)
    messages = play_messages(language)
    book, digest = load_rulebook(claimed.game)
    rules = FullRules(book, claimed.settings)
    error = find_false_claim(rules, claimed, digest)
    wrong = ErrorText(messages).describe(error) if error else ""
    about = {"game": claimed.game, "score": claimed.score, "seed": claimed.seed, "wrong": wrong or None}
    if wrong:
        return SessionVerdict(False, (messages("verify.bad", name=MARK, what=wrong),), {**about})
    actions = len(replay(rules, claimed)[1])
    lines = [messages("verify.line", game=claimed.game, score=claimed.score, seed=claimed.seed, actions=actions)]
    lines.append(messages("verify.dealt" if claimed.draw == DEALT else "verify.typed"))
    lines.append(messages("verify.claims", peeked=claimed.peeked, corrected=claimed.corrected))
    return SessionVerdict(True, tuple(lines), {**about, "actions": actions})


class CheckedRules(Generic[State]):
    """Rules as `session.verification.verify` replays them: every action legal, and every card the one dealt."""

    def __init__(self, rules: Rules[State], seed: str | None, words: Callable[[GeneratorError], str] = str) -> None:
        self._rules = rules
        self._dealer = Dealer(seed) if seed is not None else None
        self._words = words
        """What says an error in a language."""

    def start(self, _: object) -> State:
        return self._rules.start()

    def apply(self, state: State, action: str) -> State:
        """The state after an action; raises PlayError for one that is not legal, or a card that was not dealt."""
        try:
            return self._apply(state, action)
        except GeneratorError as error:
            raise PlayError(self._words(error)) from None

    def _apply(self, state: State, action: str) -> State:
        draw = self._rules.draw(state)
        if draw and self._dealer and (dealt := str(self._dealer.action(draw))) != action:
            raise PlayError(key="not_dealt", action=repr(action), dealt=repr(dealt))
        # a strange file may hold any text as an action, which the rules need not be ready for
        with suppress(ValueError, KeyError):
            return self._rules.apply(state, Action.parse(action))
        raise PlayError(key="never", action=repr(action))

    def digest(self, state: State) -> str:
        return self._rules.digest(state)
