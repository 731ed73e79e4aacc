"""Verify a session file or a score line by replaying it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from generator.base.errors import GeneratorError
from generator.base.records import dataclass
from generator.bots.dealer import Dealer
from generator.play import verified_sessions
from generator.play.game_data import fort_rulebook, load_game_data, load_rulebook
from generator.play.live_session import GOALS, is_goals_note
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.play.score_line import DEALT, MARK, find_false_claim, parse_score_line, replay
from generator.play.session_library import find_file
from generator.play.text.play_messages import ErrorText, play_messages
from generator.session.disk import DISK
from generator.session.header import Header
from generator.session.session_folder import challenge_seed, read_header
from generator.session.tip_file import TipFile
from generator.session.verification import Verdict, verify
from generator.solo.action import Action

State = TypeVar("State")

_OPTIONS: Mapping[str, type] = {
    "kind": str,
    "typed": bool,
    "language": str,
    "settings": dict,
    "component": str,
    "place": str,
    "attempt": int,
    "challenge": str,
    "fort": str,
    "start": dict,
    "campaign": dict,
}
"""The options that a header of this program can have, with the type of each."""


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """The result of a verification, as lines of text and as JSON."""

    good: bool
    lines: tuple[str, ...]
    document: dict[str, object]


def judge(word: str, folder: Path, language: str) -> SessionVerdict:
    """Verify a session, by its name or file, or a score line; raises what reading it raises."""
    if is_score_line(word):
        return judge_line(word, language)
    return judge_file(find_file(word, folder), language)


def is_score_line(word: str) -> bool:
    """Whether a word is a score line, and not a session."""
    return word.startswith(f"{MARK}/")


def judge_file(path: Path, language: str) -> SessionVerdict:
    """Verify the file of a session; raises what reading it raises."""
    header = read_header(path)
    options = header.options or {} if header else {}
    mark = verified_sessions.session_mark(path)  # first: the session may be played on meanwhile
    verdict = _replayed(path, header, language) if header else verify(path)
    if verdict.is_good:
        verified_sessions.remember(mark)
    lines = list(_lines(path.stem, verdict, language, options))
    if verdict.is_good and TipFile(path, DISK).read() is None:
        lines.append(play_messages(language)("verify.no_witness", file=f"{path.stem}.tip"))
    return SessionVerdict(verdict.is_good, tuple(lines), _document(path.stem, verdict, options))


def _replayed(path: Path, header: Header, language: str) -> Verdict:
    """The verdict on a session whose header can be read, played through again by the rules of its game."""
    data = load_game_data(header)
    rules = CheckedRules(data.rules, header, data.text(language).describe_error)
    verdict = verify(path, rules, rules=data.digest)
    if verdict.wrong and verdict.wrong.event == 0 and data.digest != header.rules:
        # an action that other data forbid says more than that the data differ
        again = verify(path, rules)
        return verdict if again.is_good else again
    return verdict


def _lines(name: str, verdict: Verdict, language: str, options: Mapping[str, Any]) -> Iterator[str]:
    messages = play_messages(language)
    if verdict.wrong:
        yield messages("verify.bad", name=name, what=str(verdict.wrong))
        return
    yield messages("verify.good", name=name, events=verdict.events, actions=verdict.actions)
    yield messages("verify.typed" if options.get("typed") else "verify.dealt")
    yield messages("verify.marks", peeked=verdict.peeked, corrected=verdict.corrected)
    if "attempt" in options:
        yield messages("verify.attempt", n=options["attempt"])


def _document(name: str, verdict: Verdict, options: Mapping[str, Any]) -> dict[str, object]:
    wrong = {"event": verdict.wrong.event, "what": verdict.wrong.what} if verdict.wrong else None
    about: dict[str, object] = {"session": name, "typed": bool(options.get("typed")), "wrong": wrong}
    about |= {"digest": verdict.digest, "challenge": options.get("challenge"), "attempt": options.get("attempt")}
    counts = ("events", "actions", "peeked", "corrected")
    return about | {each: getattr(verdict, each) for each in counts}


def judge_line(line: str, language: str, place: str = "") -> SessionVerdict:
    """Verify a score line with the game in a folder, or the one it names; raises what reading it raises."""
    claimed = parse_score_line(line)
    messages = play_messages(language)
    book, digest = load_rulebook(place or claimed.game)
    settings = dict(claimed.settings)
    if fort := settings.pop("fort", ""):
        book, digest = fort_rulebook(book, digest, fort)
    start = dict(book.fort.reward) if settings.pop("reward", "") and book.fort else {}
    rules = FullRules(book, settings, start)
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
    """Rules as `session.verification.verify` replays them: actions legal, cards those dealt, header and notes true."""

    def __init__(self, rules: Rules[State], header: Header, words: Callable[[GeneratorError], str] = str) -> None:
        self._rules = rules
        is_typed = (header.options or {}).get("typed")
        self._dealer = None if is_typed else Dealer(header.seed)
        self._words = words
        """What says an error in a language."""

    def start(self, header: Header) -> State:
        with self._worded():
            _check_options(header.options or {}, header.seed)
        return self._rules.start()

    def apply(self, state: State, action: str) -> State:
        """The state after an action; raises PlayError for one that is not legal, or a card that was not dealt."""
        with self._worded():
            return self._apply(state, action)

    def reveals(self, action: str) -> bool:
        return Action.parse(action).reveals

    def check_note(self, state: State, about: str, value: Any) -> None:
        """Raise PlayError for a note that is no score, or a score that is not that of the state."""
        with self._worded():
            visible = self._rules.visible_state(state)
            if about == GOALS and visible.fort and visible.marks is None and visible.over and is_goals_note(value):
                return  # the player's word on sheets that no program has seen
            if about != "score" or type(value) is not int:
                raise PlayError(key="note_unknown", what=repr(about))
            if not visible.over:
                raise PlayError(key="note_early", n=value)
            if visible.points and visible.points.total != value:
                raise PlayError(key="note_points", n=visible.points.total, claimed=value)

    @contextmanager
    def _worded(self) -> Iterator[None]:
        try:
            yield
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


def _check_options(options: Mapping[str, Any], seed: str) -> None:
    """Raise PlayError for options of a header that no session of this program has."""
    for name, value in options.items():
        if name not in _OPTIONS or not isinstance(value, _OPTIONS[name]):
            raise PlayError(key="header", what=repr(name))
    challenge, attempt = options.get("challenge"), options.get("attempt", 1)
    if attempt is True or attempt < 1:
        raise PlayError(key="header", what=repr("attempt"))
    if challenge is not None and (
        challenge_seed(challenge) != seed or options.get("typed") or "attempt" not in options
    ):
        raise PlayError(key="header_challenge", month=repr(challenge))
