"""What the companion's own verbs do."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import UsageError
from generator.base.terminal_text import format_table as in_columns
from generator.play.rules.rules_protocol import FULL, PAPER, PlayError
from generator.play.score_line import score_line
from generator.play.table import TypedSession
from generator.play.text.word_matching import numbers, some
from generator.play.verbs import Verb, meant


def moves(table: TypedSession, words: str) -> Iterator[str]:
    """Everything that can be done now."""
    if table.seen.draw:
        return table.question()
    return table.voice.answers(table.seen, words)


def show(table: TypedSession, words: str) -> Iterator[str]:
    """The sheets, or a part of them."""
    return table.voice.show(table.seen, words)


def raid(table: TypedSession, _: str) -> Iterator[str]:
    """The attack of this year."""
    return table.voice.raid(table.seen)


def odds(table: TypedSession, words: str) -> Iterator[str]:
    """The odds of this year's attack."""
    return table.voice.odds(table.seen, words.split())


def hint(table: TypedSession, _: str) -> Iterator[str]:
    """What a player of ours would do."""
    from generator.play.adviser import adviser, told

    return told(adviser(table)(), table.words)


def deck(table: TypedSession, _: str) -> Iterator[str]:
    """What is left in the decks."""
    return table.voice.piles(table.seen)


def score(table: TypedSession, words: str) -> Iterator[str]:
    """The points; beside printed sheets the player's own total is noted."""
    seen = table.seen
    if words and seen.kind == PAPER:
        if not seen.over:
            raise PlayError(key="not_over")
        total = _total(words)
        table.sitting.note("score", total)
        yield table.words("did.noted", n=total)
        yield table.voice.total(total)
        return
    yield from table.voice.points(seen)
    if seen.over:
        yield from _sharing(table)


def _total(words: str) -> int:
    """A total that a player has added up; it may be below nothing."""
    (total,) = numbers([words.removeprefix("-")], 1, "score 57")
    return -total if words.startswith("-") else total


def _sharing(table: TypedSession) -> Iterator[str]:
    seen, words = table.seen, table.words
    if not seen.typed:
        yield words("score.seed", seed=seen.seed)
    if seen.peeked:
        yield words("score.taken_back", n=seen.peeked)
    if seen.corrected:
        yield words("score.corrected", n=seen.corrected)
    if seen.kind == FULL:
        yield words("score.line")
        yield score_line(table.sitting)


def log(table: TypedSession, _: str) -> Iterator[str]:
    """The actions that count, with their numbers."""
    return in_columns([(str(step.number), step.action) for step in table.sitting.play.steps])


def undo(table: TypedSession, words: str) -> Iterator[str]:
    """Take the last thing back, or everything since an action."""
    undone = table.sitting.undo_to(*numbers([words], 1, "undo 12")) if words else table.sitting.undo()
    yield table.words("did.undone", what=some(undone))
    yield from table.told(table.sitting.goes_on())
    yield from table.question()


def redo(table: TypedSession, _: str) -> Iterator[str]:
    """Do it again."""
    redone = table.sitting.redo()
    yield table.words("did.redone", what=some(redone))
    yield from table.question()


def fix(table: TypedSession, words: str) -> Iterator[str]:
    """Correct what was typed."""
    number, _, rest = words.partition(" ")
    if not words:
        raise PlayError(key="fix" if table.seen.typed else "fix_dealt")
    is_numbered = number.isascii() and number.isdecimal() and bool(rest)
    was, step = table.sitting.fix(rest, int(number)) if is_numbered else table.sitting.fix(words)
    yield table.words("did.fixed", what=f"{was} → {step.action}")
    yield from table.voice.step(step)
    yield from table.told(table.sitting.goes_on())
    yield from table.question()


def help_(table: TypedSession, words: str) -> Iterator[str]:
    """What can be typed, or one verb of it."""
    if words:
        verb = meant(words.split(maxsplit=1)[0], table.verbs)
        if verb is None:
            raise _no_help(table, words)
        said = {"usage": table.usage(verb), "help": table.about(verb)}
        yield table.words("help.usage", undo=table.words(f"help.undo_{verb.undo}"), **said)
        return
    yield table.words("help.head")
    yield from in_columns([_helped(table, verb) for verb in table.verbs])
    yield table.words("help.more")


def _helped(table: TypedSession, verb: Verb) -> tuple[str, str]:
    return " / ".join((table.usage(verb), *verb.aliases)), table.about(verb)


def _no_help(table: TypedSession, words: str) -> UsageError:
    """What is wrong with the word for which help was wanted: several begin so, or none."""
    begun = [verb.name for verb in table.verbs if verb.name.startswith(words.split(maxsplit=1)[0].casefold())]
    names = ", ".join(repr(name) for name in begun or [verb.name for verb in table.verbs])
    key = "wrong.several" if begun else "help.no"
    return UsageError(table.words(key, word=repr(words), typed=repr(words), known=names))


def quit_(table: TypedSession, _: str) -> Iterator[str]:
    """Leave."""
    table.is_left = True
    yield from ()
