"""The choices of a player who keeps the sheets on paper: cards for goods and battles, and the numbers of an attack.

Boxes are marked here only to count: what they give is the player's to mark.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.solo.action import BATTLE, COHORTS, FAVOURS, GOODS, NEXT, SCOUT, STOPPED, Action
from generator.solo.availability import Standing, open_gaps
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import Pending, Reveal, ShowResult, TellFavours
from generator.solo.state_draft import Turn
from generator.solo.year import discard_attack, next_phase, report

GO_ON = Action(NEXT)
_FIGHT = Action(BATTLE)


def paper_actions(book: Rulebook, now: Standing) -> tuple[Action, ...]:
    """The actions of a year: a good, a battle, a neutral card's pattern, or an end of it."""
    names = [book.name(book.solo.neutral.deck, neutral.card) for neutral in now.neutral]
    sources = (book.solo.market.deck, *names) if _free_box(book, now, GOODS) >= 0 else ()
    patterns = names if _free_box(book, now, SCOUT) >= 0 else []
    goods = [Action(GOODS, (source,)) for source in sources]
    return (*goods, _FIGHT, *(Action(SCOUT, (name,)) for name in patterns), STOPPED)


def act_on_paper(turn: Turn, action: Action) -> bool:
    """One of these actions: cards are turned up, or a token is laid on a neutral card."""
    if action not in paper_actions(turn.book, turn):
        return False
    solo, verb = turn.book.solo, action.verb
    if action == STOPPED:
        next_phase(turn)
    elif action == _FIGHT:
        turn.pending.append(Reveal(solo.fights.deck, "battle", 1))
    else:
        turn.write(_free_box(turn.book, turn, verb))
        source = action.words[0]
        if verb == GOODS and source == solo.market.deck:
            turn.pending.append(Reveal(source, "goods", 1))
        else:
            turn.add_token(turn.book.deck(solo.neutral.deck).index[source], goods=verb == GOODS, scouts=verb == SCOUT)
    return True


def tell_cohorts(turn: Turn, _: Pending, action: Action) -> bool:
    """The levels of the cohorts; favours are asked for only where cards get through."""
    found = _numbers(action, COHORTS, most_cohorts(turn.book))
    if found is None:
        return False
    for track, level in zip(turn.book.cohorts, found, strict=True):
        turn.set_level(track, level)
    if any(open_gaps(turn.book, turn)):
        turn.pending[:] = [TellFavours()]
    else:
        _end_attack(turn)
    return True


def tell_favours(turn: Turn, _: Pending, action: Action) -> bool:
    """The cards that favours cancel, by direction."""
    found = _numbers(action, FAVOURS, open_gaps(turn.book, turn))
    if found is None:
        return False
    turn.cancelled = found
    _end_attack(turn)
    return True


def go_on(turn: Turn, _: Pending, action: Action) -> bool:
    """The player has marked the result: the year ends."""
    if action != GO_ON:
        return False
    discard_attack(turn)
    turn.pending.clear()
    next_phase(turn)
    return True


def _end_attack(turn: Turn) -> None:
    report(turn)
    turn.pending[:] = [ShowResult()]


def most_cohorts(book: Rulebook) -> tuple[int, ...]:
    """The boxes of each cohort."""
    return tuple(book.boxes.lengths[cohort] for cohort in book.cohorts)


def counted_boxes(book: Rulebook, verb: str) -> Sequence[int]:
    """The boxes of goods or of scouts: the sheets have no room for more."""
    return book.boxes.span(book.market) if verb == GOODS else book.scout_boxes


def _free_box(book: Rulebook, now: Standing, verb: str) -> int:
    return next((box for box in counted_boxes(book, verb) if not now.boxes[box]), -1)


def _numbers(action: Action, verb: str, most: Sequence[int]) -> tuple[int, ...] | None:
    """The numbers that an action tells; None where it tells something else, or too much."""
    words = action.words
    if action.verb != verb or len(words) != len(most) or not all(word.isdecimal() for word in words):
        return None
    found = tuple(map(int, words))
    return found if all(number <= limit for number, limit in zip(found, most, strict=True)) else None
