"""Verify a session file or a score line by replaying it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from generator.base.errors import GeneratorError, UsageError
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.bots.dealer import Dealer
from generator.load.game_locations import find_game
from generator.load.solo_reader import NAME
from generator.play import verified_sessions
from generator.play.checks.header_checks import check_header
from generator.play.game_data import GameData, fort_rulebook, load_rulebook, session_data, whole_settings
from generator.play.live_session import GOALS, is_goals_note
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import PlayError, Rules
from generator.play.rules.visible_state import VisibleState
from generator.play.score_line import (
    DEALT,
    MARK,
    find_false_claim,
    find_other_spelling,
    looks_like_score_line,
    parse_score_line,
    rebuilt_line,
    replay,
)
from generator.play.session_library import find_file
from generator.play.text.play_messages import ErrorText, play_messages
from generator.session.disk import DISK
from generator.session.header import Header
from generator.session.session_folder import challenge_seed, read_header
from generator.session.tip_file import TipFile
from generator.session.verification import Verification, verify
from generator.solo.action import Action
from generator.solo.compiled.rulebook import Rulebook

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """The result of a verification, as lines of text and as JSON."""

    good: bool
    lines: tuple[str, ...]
    document: dict[str, object]


def judge(word: str, folder: Path, language: str) -> SessionVerdict:
    """Return the verdict on a session, by its name or file, or on a score line.

    Raises the errors of `judge_line` and `judge_file`.
    """
    if is_score_line(word):
        return judge_line(word, language)
    return judge_file(find_file(word, folder), language)


def is_score_line(word: str) -> bool:
    """Return whether a word given to `verify` is a score line, and not the name of a session."""
    return looks_like_score_line(word)


def judge_file(path: Path, language: str) -> SessionVerdict:
    """Return the verdict on the file of a session, and remember a good one.

    Raises UsageError, OutputError or Faults for a file that cannot be read.
    """
    header = read_header(path)
    options = header.options or {} if header else {}
    mark = verified_sessions.session_mark(path)  # first: the session may be played on meanwhile
    data = session_data(path.stem, header) if header else None
    verdict = _replayed(path, header, data, language) if header and data else verify(path)
    # Older sessions name only the settings that were chosen; the report names all.
    if verdict.is_good and data and data.book:
        options = {**options, "settings": whole_settings(data.book, dict(options.get("settings") or {}))}
    if verdict.is_good:
        # The mark was taken before the replay: a file that changed meanwhile stays unverified.
        verified_sessions.remember(mark)
    lines = list(_lines(path.stem, verdict, language, options))
    # Without the tip nobody can see that the end of the file was cut off.
    if verdict.is_good and TipFile(path, DISK).read() is None:
        lines.append(play_messages(language)("verify.no_witness", file=f"{path.stem}.tip"))
    return SessionVerdict(verdict.is_good, tuple(lines), _document(path.stem, verdict, options))


def _replayed(path: Path, header: Header, data: GameData, language: str) -> Verification:
    """Return the verdict on a session that is played through again by the rules of its game."""
    rules = CheckedRules(data.rules, header, data.text(language).describe_error, data)
    verdict = verify(path, rules, rules=data.digest)
    if verdict.wrong and verdict.wrong.event == 0 and data.digest != header.rules:
        # an action that other data forbid says more than that the data differ
        again = verify(path, rules)
        return verdict if again.is_good else again
    return verdict


def _lines(name: str, verdict: Verification, language: str, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines that report the verdict on a session called `name`; `options` come from its header."""
    messages = play_messages(language)
    if verdict.wrong:
        yield messages("verify.bad", name=name, what=str(verdict.wrong))
        return
    yield messages("verify.good", name=name, events=verdict.events, actions=verdict.actions)
    yield from _options_lines(options, messages)
    yield messages("verify.typed" if options.get("typed") else "verify.dealt")
    yield messages("verify.marks", peeked=verdict.peeked, corrected=verdict.corrected)
    if "attempt" in options:
        yield messages("verify.attempt", n=options["attempt"])


def _options_lines(options: Mapping[str, Any], messages: Messages) -> Iterator[str]:
    """Yield the lines that name the settings and the fort of a session whose header was found to be right."""
    if settings := options.get("settings"):
        yield _settings_line(settings.items(), messages)
    if fort := options.get("fort"):
        yield messages("verify.fort_reward" if options.get("start") else "verify.fort", fort=fort)


def _settings_line(settings: Iterable[tuple[str, str]], messages: Messages) -> str:
    """Return the line that lists settings as `name=choice`."""
    return messages("verify.settings", settings=", ".join(f"{name}={choice}" for name, choice in settings))


def _document(name: str, verdict: Verification, options: Mapping[str, Any]) -> dict[str, object]:
    """Return the verdict on a session as values for JSON; `wrong` is None for a good session."""
    wrong = {"event": verdict.wrong.event, "what": verdict.wrong.fault} if verdict.wrong else None
    about: dict[str, object] = {"session": name, "typed": bool(options.get("typed")), "wrong": wrong}
    about |= {"digest": verdict.digest, "challenge": options.get("challenge"), "attempt": options.get("attempt")}
    about |= {"settings": options.get("settings"), "fort": options.get("fort")}
    counts = ("events", "actions", "peeked", "corrected")
    return about | {name: getattr(verdict, name) for name in counts}


def judge_line(line: str, language: str, place: str = "") -> SessionVerdict:
    """Verify a score line with the game in the folder `place`, or with the game that the line names.

    Raises UsageError and Faults.
    """
    claimed = parse_score_line(line)
    messages = play_messages(language)
    book, digest = _rulebook(place or claimed.game)
    settings = dict(claimed.settings)
    if fort := settings.pop("fort", ""):
        book, digest = fort_rulebook(book, digest, fort)
    # A line says only whether there was a reward; the data says which.
    start = dict(book.fort.reward) if settings.pop("reward", "") and book.fort else {}
    rules = FullRules(book, settings, start)
    error = find_false_claim(rules, claimed, digest) or find_other_spelling(
        line, rebuilt_line(rules, claimed, book.game.id, digest), claimed
    )
    wrong = ErrorText(messages).describe(error) if error else ""
    about = {"game": claimed.game, "score": claimed.score, "seed": claimed.seed, "wrong": wrong or None}
    if wrong:
        return SessionVerdict(False, (messages("verify.bad", name=MARK, what=wrong),), {**about})
    state, actions = replay(rules, claimed)
    visible = rules.visible_state(state)
    fact = {"game": claimed.game, "score": claimed.score, "seed": claimed.seed, "actions": len(actions)}
    is_dealt = claimed.draw == DEALT
    lines = [messages("verify.line" if is_dealt else "verify.typed_line", **fact), *_played_lines(visible, messages)]
    lines.append(messages("verify.dealt" if is_dealt else "verify.typed"))
    lines.append(messages(f"verify.{claimed.mode}"))
    lines.append(messages("verify.claims", peeked=claimed.peeked, corrected=claimed.corrected))
    played = {"settings": dict(visible.settings), "fort": visible.fort.id if visible.fort else None}
    return SessionVerdict(True, tuple(lines), {**about, "actions": len(actions), **played})


def _rulebook(named: str) -> tuple[Rulebook, str]:
    """Return the rulebook of a game and its hash. Raises UsageError for a game without solo rules, and Faults."""
    if not (find_game(named) / NAME).is_file():
        raise UsageError(f"the score line names {named}, which has no solo play; copy it again, all of it")
    return load_rulebook(named)


def _played_lines(visible: VisibleState, messages: Messages) -> Iterator[str]:
    """Yield the lines that name the settings that a game was played with, and its fort."""
    if visible.settings:
        yield _settings_line(visible.settings, messages)
    if visible.fort:
        yield messages("verify.fort_reward" if visible.fort.start else "verify.fort", fort=visible.fort.id)


class CheckedRules(Generic[State]):
    """Rules as `session.verification.verify` replays them: actions legal, cards those dealt, header and notes true."""

    def __init__(
        self,
        rules: Rules[State],
        header: Header,
        words: Callable[[GeneratorError], str] = str,
        data: GameData | None = None,
    ) -> None:
        """Take the rules of a session; with its `data` its header is checked too."""
        self._rules, self._data = rules, data
        is_typed = (header.options or {}).get("typed")
        self._dealer = None if is_typed else Dealer(header.seed)
        self._words = words
        """What says an error in a language."""

    def start(self, header: Header) -> State:
        """Return the first state; raise PlayError for a header that this program would have written otherwise."""
        with self._worded():
            _check_challenge(header.options or {}, header.seed)
            if self._data:
                check_header(header, self._data)
        return self._rules.start()

    def apply(self, state: State, action: str) -> State:
        """Return the state after an action; raise PlayError for one that is not legal, or a card that was not dealt."""
        with self._worded():
            return self._apply(state, action)

    def reveals(self, action: str) -> bool:
        """Return whether an action turns up a card, so that undoing it would show the player something."""
        return Action.parse(action).reveals

    def check_note(self, state: State, about: str, value: Any) -> None:
        """Raise PlayError for a note that is no score, or for another score than the state has."""
        with self._worded():
            visible = self._rules.visible_state(state)
            if about == GOALS and visible.fort and visible.marks is None and visible.over and is_goals_note(value):
                return  # the player's word on sheets that no program has seen
            # `True` would pass for 1.
            if about != "score" or type(value) is not int:
                raise PlayError(key="note_unknown", what=repr(about))
            if not visible.over:
                raise PlayError(key="note_early", n=value)
            if visible.points and visible.points.total != value:
                raise PlayError(key="note_points", n=visible.points.total, claimed=value)

    @contextmanager
    def _worded(self) -> Iterator[None]:
        """Raise each error of the block again as a PlayError worded in the reader's language."""
        try:
            yield
        except GeneratorError as error:
            raise PlayError(self._words(error)) from None

    def _apply(self, state: State, action: str) -> State:
        """Return the state after an action; raise PlayError for one that is not legal, or a card that was not dealt."""
        draw = self._rules.draw(state)
        if draw and self._dealer and (dealt := str(self._dealer.action(draw))) != action:
            raise PlayError(key="not_dealt", action=repr(action), dealt=repr(dealt))
        # a strange file may hold any text as an action, which the rules need not be ready for
        with suppress(ValueError, KeyError):
            return self._rules.apply(state, Action.parse(action))
        raise PlayError(key="never", action=repr(action))

    def digest(self, state: State) -> str:
        """Return a hash of a state."""
        return self._rules.digest(state)


def _check_challenge(options: Mapping[str, Any], seed: str) -> None:
    """Raise PlayError for a challenge whose seed is another one, whose cards are typed, or whose attempt is missing."""
    challenge = options.get("challenge")
    if challenge is None:
        return
    is_one = isinstance(challenge, str) and challenge_seed(challenge) == seed
    # Typed cards come from no seed, and attempts at a challenge are counted.
    if not is_one or options.get("typed") or "attempt" not in options:
        raise PlayError(key="header_challenge", month=repr(challenge))
