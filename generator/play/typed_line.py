"""Do one typed line in a live session: a verb of the program, or an action of the rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from typing import Any

from generator.base.errors import UsageError
from generator.base.terminal_text import format_table
from generator.play import undo_redo
from generator.play.explain.rule_terms import RuleTerms
from generator.play.live_session import LiveSession
from generator.play.rules.full_rules import FullRules
from generator.play.rules.rules_protocol import FULL, PAPER, PlayError
from generator.play.rules.word_matching import list_words, match_word, parse_numbers
from generator.play.score_line import score_line
from generator.play.text.action_names import ActionNames, done_name
from generator.play.text.board_text import board_lines
from generator.play.text.session_text import claim_lines
from generator.play.text.solo_text import SoloText
from generator.play.text.typed_names import plain_characters
from generator.play.verbs import OTHER_WORDS, Verb, match_verb
from generator.session.timeline import ActionChain
from generator.solo.action import FAVOURS, Action
from generator.solo.notation import UnreadableActionError

Session = LiveSession[Any]
LONGEST_LINE = 400
"""Characters; longer lines are refused unread."""
_BY_NAME = frozenset(("show", "why", "rules", "help"))
"""Verbs that look up a printed name themselves, so that it stays as it was typed."""
_BY_HELPFULNESS = ("unnamed", "no_help", "unnamed_near", "no_help_near", "misspelt", "several")
"""Keys of errors about a word, the one that tells least of what may be meant first."""


class StaleLineError(PlayError):
    """The line was typed for an earlier event than the session's last one, or its number is of an earlier list."""


def run_line(session: Session, typed: str, seen_event: int | None = None) -> Iterator[str]:
    """Do a typed line and tell its effects.

    An error is told in one line and kept in `session.error`; then nothing has happened. `seen_event` is the last event
    that was shown to whoever typed the line, by default `session.known_event`: a line for an earlier state is refused,
    because another window has gone on since.
    """
    session.steps, session.error = [], ""
    if session.plan and not _leaves_plan(session, typed):
        yield from _run_planned(session, typed)
        return
    # A question whether to go ahead holds for the very next line only.
    unconfirmed, session.unconfirmed = session.unconfirmed, None
    last_seen = session.known_event if seen_event is None else seen_event
    try:
        with session.turn():
            typed = _read(session, typed.strip(), last_seen)
            if unconfirmed and typed.casefold() in session.messages("confirm.yes").split():
                typed = str(unconfirmed)
            word, _, words = typed.partition(" ")
            verb = match_verb(word, session.verbs)
            handler = HANDLERS.get(verb.name) if verb else None
            if handler is None:
                yield from _act(session, typed, unconfirmed)
            elif verb and not verb.is_slow:
                yield from handler(session, words.strip())
        # a hint takes seconds: outside the turn, so that other windows can write meanwhile
        if handler and verb and verb.is_slow:
            yield from handler(session, words.strip())
    except (PlayError, UsageError) as error:
        session.error = session.text.describe_error(error)
        yield session.error
        if isinstance(error, StaleLineError):
            yield from session.question(whole=True)


def _leaves_plan(session: Session, typed: str) -> bool:
    """Return whether a typed line is for the game although lines are for a plan: about plans, or to quit."""
    verb = match_verb(typed.strip().partition(" ")[0], session.verbs)
    return verb is not None and verb.name in ("plan", "quit")


def _run_planned(session: Session, typed: str) -> Iterator[str]:
    """Do a line in the plan that lines are for; of a year that has ended in another window there is none."""
    from generator.play.plans.plan_verb import number_of
    from generator.play.plans.planned_session import open_plan

    number, before = number_of(session), session.plan
    try:
        with session.turn():
            plan = open_plan(session, number)
    except PlayError as error:
        session.plan, session.error = None, session.text.describe_error(error)
        yield session.error
        return
    # The same plan goes on, unless the game has gone on under it.
    if before and plan.play is before.play:
        plan.listed, plan.unconfirmed = before.listed, before.unconfirmed
    session.plan = plan
    lines = list(run_line(plan, typed))
    session.steps, session.error = plan.steps, plan.error
    # An error stands first, as it does in the game.
    yield from lines if plan.error else (session.messages("plan.line", n=number), *lines)


def _plan(session: Session, words: str) -> Iterator[str]:
    """Begin, compare, keep, drop or leave a plan."""
    # Imported late: the learned tables are needed for plans and hints only.
    from generator.play.plans.plan_verb import run_plan

    return run_plan(session, words)


def _read(session: Session, typed: str, last_seen: int) -> str:
    """Return the line to do for a typed line: a number stands for the answer with that number in the last list.

    Raises StaleLineError where another window has played on or the list is old. Where a card is awaited, numbers stay.
    """
    # Another window has played on, so the line was meant for another state.
    if last_seen != session.play.last:
        raise StaleLineError(key="moved")
    if len(typed) > LONGEST_LINE:
        raise PlayError(key="long", n=len(typed), most=LONGEST_LINE)
    visible, typed = session.visible, plain_characters(typed)
    if not typed.isascii():
        return _spelled(session, typed)
    # While a card is awaited or nothing can be chosen, a number is no line of a list.
    if visible.draw or not visible.legal or not typed.isdecimal():
        return typed
    event, actions = session.listed
    if event != session.play.last:
        raise StaleLineError(key="old_list", n=typed)
    if int(typed) not in actions:
        raise PlayError(key="line", n=typed, most=max(actions, default=0))
    return str(actions[int(typed)])


def _spelled(session: Session, typed: str) -> str:
    """Return a line with names in the player's language as the notation spells it: the first reading that can be done.

    In a line that cannot be done, words that are not wholly names stay as they were typed.
    """
    readings = tuple(session.text.readings(typed))
    for reading in readings:
        with suppress(PlayError, UsageError):
            if (verb := match_verb(reading.partition(" ")[0], session.verbs)) and verb.name in HANDLERS:
                is_plain = reading.isascii() and verb.name not in _BY_NAME
                return reading if is_plain else _with_typed_words(reading, typed)
            session.rules.read(session.state, reading)
            return reading
    spelled = [(word, next(session.text.readings(word))) for word in typed.split()]
    return " ".join(reading if reading.isascii() else word for word, reading in spelled)


def _with_typed_words(reading: str, typed: str) -> str:
    """Return a reading's verb with the words as they were typed, which errors then quote."""
    _, space, words = typed.partition(" ")
    return reading.partition(" ")[0] + space + words if space else reading


def _act(session: Session, typed: str, confirmed: Action | None) -> Iterator[str]:
    """Do an action of the rules and yield its effects and the next question.

    `confirmed` is the action asked about before.
    """
    if not typed and session.visible.asks[:1] != (FAVOURS,):  # there, nothing means none
        yield from session.question()
        return
    instead = OTHER_WORDS.get(typed.casefold())
    if instead and any(verb.name == instead for verb in session.verbs):
        raise PlayError(key="instead", typed=repr(typed), would=instead)
    before = session.visible
    try:
        if again := _confirmation(session, typed, confirmed):
            yield again
            return
        yield from session.tell(session.do(typed))
    except UnreadableActionError as error:
        raise _misspelt_verb(session, typed, error) or error from None
    after = session.visible
    yield from session.question(whole=after.phase != before.phase or after.asks != before.asks)


def _misspelt_verb(session: Session, typed: str, error: UnreadableActionError) -> PlayError | None:
    """Return the error for a line whose first word is nearer to a verb than to any word of an action; else None."""
    word, near = typed.partition(" ")[0].casefold(), str(dict(error.reason.values).get("near", ""))
    names = [verb.name for verb in session.verbs if verb.name in HANDLERS]
    # A verb must be nearer than what is proposed anyway: two letters that changed places, or one that lacks.
    best = next(iter(get_close_matches(word, [*names, near], n=1, cutoff=0.7)), near)
    return PlayError(key="instead", typed=repr(word), would=best) if best in names else None


def _confirmation(session: Session, typed: str, confirmed: Action | None) -> str:
    """Return the question whether to go ahead with a typed action; empty where nothing is to be asked.

    `confirmed` is the action that was asked about by the line before, which is then done at once.
    """
    if not session.asks_again or session.visible.draw:
        return ""
    action = session.rules.read(session.state, typed)
    question = session.text.confirmation(session.visible, action) if action != confirmed else ""
    session.unconfirmed = action if question else None
    return question


def _moves(session: Session, words: str) -> Iterator[str]:
    """Yield the list of answers to the current question that hold the typed words."""
    if session.visible.draw:
        return session.question()
    session.note_list(words)
    return session.text.answers(session.visible, words)


def _why(session: Session, words: str) -> Iterator[str]:
    """Yield the reasons why a box can or cannot be filled now; of a term that is no box, its rule."""
    if not words:
        raise PlayError(key="why_which")
    assert isinstance(session.rules, FullRules)  # noqa: S101  only such a session has the verb
    text = session.solo_text
    # The name of a term goes before that of a box which it only begins.
    if not text.is_part(words) and (terms := RuleTerms(text.names)).has(words):
        yield from terms.told_rules(words)
        return
    try:
        yield from session.text.why(session.visible, words, partial(session.rules.obstacle, session.state))
    except PlayError as unknown:
        yield from _term(session, words, unknown)


def _rules(session: Session, words: str) -> Iterator[str]:
    """Yield the short rule of a term of the game, or the list of the terms."""
    return RuleTerms(session.solo_text.names).told_rules(words)


def _term(session: Session, words: str, unknown: PlayError) -> Iterator[str]:
    """Yield the short rule of a term; raise `unknown` for words that are none, and in a session without rules."""
    if not isinstance(session.text, SoloText):
        raise unknown
    try:
        # All at once, so that nothing is told of a word that is no term.
        lines = list(RuleTerms(session.text.names).told_rules(words))
    except PlayError as error:
        # What the word begins, or is nearly, helps more than that it is no part of the sheets.
        raise max(unknown, error, key=_helpfulness) from None
    yield from lines


def _helpfulness(error: PlayError) -> int:
    """Return how much an error about a word tells of the words that may be meant; more is better."""
    return _BY_HELPFULNESS.index(error.key) if error.key in _BY_HELPFULNESS else len(_BY_HELPFULNESS)


def _board(session: Session, _: str) -> Iterator[str]:
    """Yield the sheets on one screen."""
    return board_lines(session.solo_text, session.visible)


def _do(session: Session, _: str) -> Iterator[str]:
    """Do the action of the hint for the current state, which is computed where none was asked for."""
    from generator.play.adviser import hint_finder

    # Computed outside the turn, as a hint is: other windows can write meanwhile.
    event, finder = session.play.last, hint_finder(session)
    name, action = ActionNames(session.solo_text.prompts, session.visible), finder().action
    yield session.messages("hint.done", action=name(action))
    with session.turn():
        # Another window may have gone on while the hint was computed.
        if session.play.last != event:
            raise StaleLineError(key="moved")
        yield from _act(session, str(action), None)


def _hint(session: Session, _: str) -> Iterator[str]:
    """Compute the hint for the current state, which takes seconds, and yield its lines."""
    # Imported late: the players and their learned tables are needed for a hint only.
    from generator.play.adviser import hint_finder, hint_lines
    from generator.play.text.hint_reasons import HintReasons

    # Read before the hint is computed: another window may go on meanwhile.
    name = ActionNames(session.solo_text.prompts, session.visible)
    state, hint = session.state, hint_finder(session)()
    yield from hint_lines(hint, session.messages, name)
    yield from HintReasons(session.solo_text.names).sentences(state, hint, name)


def _review(session: Session, _: str) -> Iterator[str]:
    """Compute the review of a finished game, and yield its lines; progress goes to `session.note`."""
    from generator.play.puzzles.puzzle_collection import keep_puzzles
    from generator.play.session_review import review_finder
    from generator.play.text.review_text import note_tenths, paragraph, review_lines

    review = review_finder(session, os.cpu_count() or 1)(note_tenths(session.messages, session.note))
    yield from review_lines(session, review)
    if count := keep_puzzles(session, review):
        yield from paragraph(session.messages("puzzle.kept", n=count))


def _score(session: Session, words: str) -> Iterator[str]:
    """Yield the points; with sheets on paper, `score N` notes the total that the player has added up."""
    visible = session.visible
    if not words or visible.kind != PAPER:
        yield from session.text.points(visible)
        yield from _claims(session) if visible.over else ()
        return
    if not visible.over:
        raise PlayError(key="not_over")
    total = _total(words)
    session.note_score(total)
    yield session.messages("did.noted", n=total)
    yield session.text.total(total)


def _goals(session: Session, words: str) -> Iterator[str]:
    """Yield the fort with its goals.

    With sheets on paper, `goals met`, `challenge` or `missed` records the player's word.
    """
    visible = session.visible
    if not words or visible.kind != PAPER:
        return session.text.fort(visible)
    if not visible.over:
        raise PlayError(key="goals_not_over")
    result = match_word(words, ("met", "challenge", "missed"), "goals")
    session.note_goals(result != "missed", result == "challenge")
    return session.text.fort_result(session.visible)


def _total(typed: str) -> int:
    """Return the typed total as a number, which may be negative; raise PlayError for other words."""
    (total,) = parse_numbers([typed.removeprefix("-")], 1, "score 57")
    return -total if typed.startswith("-") else total


def _claims(session: Session) -> Iterator[str]:
    """Yield the lines to share a finished game: its seed, its take-backs and corrections, and its score line."""
    visible, messages = session.visible, session.messages
    if not visible.typed:
        yield messages("score.seed", seed=visible.seed)
    yield from claim_lines(messages, visible)
    if visible.kind == FULL:
        yield messages("score.line")
        yield score_line(session)


def _log(session: Session, _: str) -> Iterator[str]:
    """Yield the actions of the session with the numbers of their events and, for sheets, their printed names."""
    chains = session.chains
    numbered = zip(chains, _done_names(session, chains), strict=True)
    return format_table([(str(chain.step.number), chain.step.action, name) for chain, name in numbered])


def _done_names(session: Session, chains: Sequence[ActionChain]) -> Iterator[str]:
    """Yield the printed name of the last action of each chain; empty for one that has none, as in a single deck."""
    text = session.text
    yield from (done_name(text.prompts, session.step(chain)) if isinstance(text, SoloText) else "" for chain in chains)


def _quoted(session: Session, lines: Sequence[str], chains: Sequence[ActionChain]) -> str:
    """Return some done lines as a list of printed names, each with its line; `chains` end with their actions."""
    chains = chains[-len(lines) :]
    # A correction is no action, and is told as it was typed.
    if [chain.step.action for chain in chains] != list(lines):
        return list_words(lines, str)
    named = zip(lines, _done_names(session, chains), strict=True)
    return list_words([session.messages("named", name=name, line=line) if name else line for line, name in named], str)


def _undo(session: Session, words: str) -> Iterator[str]:
    """Take back the last action, or all actions after a typed event number, and yield the next question."""
    # Read before, as what is taken back is no part of the session afterwards.
    chains = session.chains
    undone = undo_redo.undo_to(session, *parse_numbers([words], 1, "undo 12")) if words else undo_redo.undo(session)
    yield session.messages("did.undone", what=_quoted(session, undone, chains))
    yield from session.tell(session.deal())
    yield from session.question()


def _redo(session: Session, _: str) -> Iterator[str]:
    """Do the actions again that were taken back last, and yield the next question."""
    redone = undo_redo.redo(session)
    yield session.messages("did.redone", what=_quoted(session, redone, session.chains))
    yield from session.question()


def _fix(session: Session, words: str) -> Iterator[str]:
    """Replace an earlier action by the typed one, `fix [NUMBER] ACTION`; yield its effects and the next question."""
    if not words:
        raise PlayError(key="fix" if session.typed else "fix_dealt")
    number, _, action = words.partition(" ")
    is_numbered = number.isascii() and number.isdecimal() and bool(action)
    was, step = undo_redo.fix(session, *((action, int(number)) if is_numbered else (words,)))
    yield session.messages("did.fixed", what=f"{was} → {step.action}")
    yield from session.text.step(step)
    yield from session.tell(session.deal())
    yield from session.question()


def _help(session: Session, words: str) -> Iterator[str]:
    """Yield the list of verbs, or for a typed verb its usage, its meaning and how undo treats it."""
    messages = session.messages
    if not words:
        yield messages("help.head")
        yield from format_table(
            [(" / ".join((_usage(session, verb), *verb.aliases)), _help_text(session, verb)) for verb in session.verbs]
        )
        yield messages("help.more")
        return
    verb = match_verb(words.split(maxsplit=1)[0], session.verbs)
    if verb is None:
        unknown = _no_help(session, words)
        yield from _term(session, words, unknown)
        return
    values = {"usage": _usage(session, verb), "help": _help_text(session, verb)}
    yield messages("help.usage", undo=messages(f"help.undo_{verb.undo}"), **values)


def _usage(session: Session, verb: Verb) -> str:
    """Return how a verb is typed, with its arguments in the session's language."""
    return f"{verb.name} {session.messages.section('usage').get(verb.name, verb.arguments)}".strip()


def _help_text(session: Session, verb: Verb) -> str:
    """Return the help of a verb; `fix` has another where the program deals, as then only actions can be corrected."""
    is_dealt_fix = verb.name == "fix" and not session.typed
    return session.messages("verb_dealt.fix" if is_dealt_fix else f"verb.{verb.name}")


def _no_help(session: Session, words: str) -> PlayError:
    """Return the error for a word that is no verb, or the beginning of several, with the verbs that may be meant."""
    typed = words.split(maxsplit=1)[0].casefold()
    names = [verb.name for verb in session.verbs]
    if begun := [name for name in names if name.startswith(typed)]:
        return PlayError(key="several", typed=repr(words), known=list_words(begun))
    near = list_words(get_close_matches(typed, names))
    listing = "verb_and_term" if isinstance(session.text, SoloText) else "verb"
    return PlayError(key="no_help_near" if near else "no_help", typed=repr(words), near=near, listing=listing)


def manual(session: Session) -> list[dict[str, object]]:
    """Return every verb of a session with its help, as values for JSON; the usage is in English."""
    return [
        {
            "name": verb.name,
            "usage": f"{verb.name} {verb.arguments}".strip(),
            "undo": verb.undo,
            "help": _help_text(session, verb),
            "aliases": verb.aliases,
        }
        for verb in session.verbs
    ]


def _quit(session: Session, _: str) -> Iterator[str]:
    """Mark the session as left, which ends the loop of the console; yield nothing."""
    session.is_left = True
    yield from ()


HANDLERS: Mapping[str, Callable[[Session, str], Iterator[str]]] = {
    "moves": _moves,
    "show": lambda session, words: session.text.show(session.visible, words),
    "why": _why,
    "rules": _rules,
    "board": _board,
    "do": _do,
    "plan": _plan,
    "raid": lambda session, _: session.text.raid(session.visible),
    "odds": lambda session, words: session.text.odds(session.visible, words.split()),
    "hint": _hint,
    "review": _review,
    "deck": lambda session, _: session.text.piles(session.visible),
    "score": _score,
    "goals": _goals,
    "log": _log,
    "undo": _undo,
    "redo": _redo,
    "fix": _fix,
    "help": _help,
    "quit": _quit,
}
"""The function of each verb that is no action of the rules."""
