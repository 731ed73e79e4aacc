"""Sessions and score lines looked at by somebody who was not there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from generator.base.records import dataclass
from generator.play.rules.dealer import Dealer
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.play.score_line import DEALT, MARK, find_false_claim, parse_score_line, replay
from generator.play.session_library import full_rules_of, load_game_data, play_messages
from generator.session import session_folder
from generator.session.recorded_play import resume
from generator.session.verification import Verdict, verify
from generator.solo.action import Action

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """What was found, in words and as JSON."""

    good: bool
    lines: tuple[str, ...]
    document: dict[str, object]


def judge(word: str, folder: Path, language: str) -> SessionVerdict:
    """The judgement on a session, by its name or file, or on a score line.

    Raises what reading them raises.
    """
    if word.startswith(f"{MARK}/"):
        return _of_line(word, language)
    path = Path(word) if word.endswith(session_folder.SUFFIX) else session_folder.find_session(folder, word)
    return _of_session(path, language)


def _of_session(path: Path, language: str) -> SessionVerdict:
    with resume(path, writing=False) as play:
        header, damaged = play.header, play.store.damage
    source = load_game_data(header)
    is_typed = bool((header.options or {}).get("typed"))
    referee = CheckedRules(source.rules, None if is_typed else header.seed)
    verdict = verify(path, referee, rules="" if damaged else source.digest)
    if verdict.wrong and verdict.wrong.event == 0 and source.digest != header.rules:
        verdict = _by_other_rules(path, referee, verdict)
    lines = list(_told(path.stem, verdict, language, typed=is_typed))
    if verdict.is_good and not path.with_suffix(".tip").exists():
        lines.append(play_messages(language)("verify.no_witness", file=f"{path.stem}.tip"))
    return SessionVerdict(verdict.is_good, tuple(lines), _document(path.stem, verdict, typed=is_typed))


def _by_other_rules(path: Path, referee: CheckedRules[object], first: Verdict) -> Verdict:
    """Played by other data: where these come to another end, the event that shows it says more."""
    again = verify(path, referee)
    return first if again.is_good else again


def _told(name: str, verdict: Verdict, language: str, *, typed: bool) -> Iterator[str]:
    words = play_messages(language)
    if verdict.wrong:
        yield words("verify.bad", name=name, what=str(verdict.wrong))
        return
    yield words("verify.good", name=name, events=verdict.events, actions=verdict.actions)
    yield words("verify.typed" if typed else "verify.dealt")
    yield words("verify.marks", peeked=verdict.peeked, corrected=verdict.corrected)


def _document(name: str, verdict: Verdict, *, typed: bool) -> dict[str, object]:
    wrong = {"event": verdict.wrong.event, "what": verdict.wrong.what} if verdict.wrong else None
    about: dict[str, object] = {"session": name, "typed": typed, "wrong": wrong, "digest": verdict.digest}
    counts = ("events", "actions", "peeked", "corrected")
    return about | {each: getattr(verdict, each) for each in counts}


def _of_line(line: str, language: str) -> SessionVerdict:
    claimed = parse_score_line(line)
    words = play_messages(language)
    rules, digest = full_rules_of(claimed.game, claimed.settings)
    wrong = find_false_claim(rules, claimed, digest)
    about = {"game": claimed.game, "score": claimed.score, "seed": claimed.seed, "wrong": wrong or None}
    if wrong:
        return SessionVerdict(False, (words("verify.bad", name=MARK, what=wrong),), {**about})
    actions = len(replay(rules, claimed)[1])
    lines = [words("verify.line", game=claimed.game, score=claimed.score, seed=claimed.seed, actions=actions)]
    lines.append(words("verify.dealt" if claimed.draw == DEALT else "verify.typed"))
    lines.append(words("verify.claims", peeked=claimed.peeked, corrected=claimed.corrected))
    return SessionVerdict(True, tuple(lines), {**about, "actions": actions})


class CheckedRules(Generic[State]):
    """The rules as `session.verification.verify` replays them: every action must be legal, every card the dealt one."""

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
