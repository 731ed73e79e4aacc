"""The choices of a player who keeps the sheets on paper: cards for goods and battles, and the numbers of an attack.

Boxes of goods, scouts and cohorts are marked in the state only to be counted. The player marks what they give.

Cohorts are the tracks of soldiers against the attack, and a favour cancels one of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.solo.action import BATTLE, COHORTS, FAVOURS, GOODS, NEXT, SCOUT, STOPPED, Action
from generator.solo.availability import AnyState, open_gaps
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.state import Pending, Reveal, ShowResult, TellFavours
from generator.solo.state_draft import StateDraft
from generator.solo.year import discard_attack, end_attack, next_phase

GO_ON = Action(NEXT)
_FIGHT = Action(BATTLE)


def paper_actions(book: Rulebook, state: AnyState) -> tuple[Action, ...]:
    """Return the actions of a year with sheets on paper: buy a good, battle, use a neutral card's pattern, stop."""
    names = [book.name(book.solo.neutral.deck, neutral.card) for neutral in state.neutral]
    # A good needs an empty box on paper, and the boxes that were asked for are counted in the state.
    sources = (book.solo.market.deck, *names) if _free_box(book, state, GOODS) >= 0 else ()
    patterns = names if _free_box(book, state, SCOUT) >= 0 else []
    goods = [Action(GOODS, (source,)) for source in sources]
    return (*goods, _FIGHT, *(Action(SCOUT, (name,)) for name in patterns), STOPPED)


def act_on_paper(draft: StateDraft, action: Action) -> bool:
    """Do one of `paper_actions`; return False for any other action."""
    if action not in paper_actions(draft.book, draft):
        return False
    solo, verb = draft.book.solo, action.verb
    if action == STOPPED:
        next_phase(draft)
    elif action == _FIGHT:
        draft.pending.append(Reveal(solo.fights.deck, "battle", 1))
    else:
        draft.write(_free_box(draft.book, draft, verb))
        source = action.words[0]
        if verb == GOODS and source == solo.market.deck:
            draft.pending.append(Reveal(source, "goods", 1))
        else:
            # Only neutral cards get tokens; a card of the market deck is turned up instead.
            draft.add_token(draft.book.deck(solo.neutral.deck).index[source], goods=verb == GOODS, scouts=verb == SCOUT)
    return True


def tell_cohorts(draft: StateDraft, _: Pending, action: Action) -> bool:
    """Set the levels of the cohorts that the player tells, and ask for favours if cards get through.

    Returns False for wrong numbers.
    """
    levels = _numbers(action, COHORTS, most_cohorts(draft.book))
    if levels is None:
        return False
    for track, level in zip(draft.book.cohorts, levels, strict=True):
        draft.set_level(track, level)
    if any(open_gaps(draft.book, draft)):
        draft.pending[:] = [TellFavours()]
    else:
        _end_attack(draft)
    return True


def tell_favours(draft: StateDraft, _: Pending, action: Action) -> bool:
    """Set the cards that favours cancel, by direction, and end the attack; return False for wrong numbers."""
    cancelled = _numbers(action, FAVOURS, open_gaps(draft.book, draft))
    if cancelled is None:
        return False
    draft.cancelled = cancelled
    _end_attack(draft)
    return True


def go_on(draft: StateDraft, _: Pending, __: Action) -> None:
    """End the year, once the player has marked the result of the attack."""
    discard_attack(draft)
    next_phase(draft)


def _end_attack(draft: StateDraft) -> None:
    """End the attack, and show its result until the player goes on."""
    end_attack(draft)
    draft.pending[:] = [ShowResult()]


def most_cohorts(book: Rulebook) -> tuple[int, ...]:
    """Return the greatest level of each cohort (the soldiers of one direction)."""
    return tuple(book.boxes.lengths[cohort] for cohort in book.cohorts)


def counted_boxes(book: Rulebook, verb: str) -> Sequence[int]:
    """Return the boxes that count goods or scouts, by the verb GOODS or SCOUT: there can be no more than these."""
    return book.boxes.span(book.market) if verb == GOODS else book.scout_boxes


def _free_box(book: Rulebook, state: AnyState, verb: str) -> int:
    """Return the first empty box that counts goods or scouts; -1 for none."""
    return next((box for box in counted_boxes(book, verb) if not state.boxes[box]), -1)


def _numbers(action: Action, verb: str, most: Sequence[int]) -> tuple[int, ...] | None:
    """Return the numbers of an action; None if the verb is another, or a number is missing or above its limit."""
    words = action.words
    if action.verb != verb or len(words) != len(most) or not all(word.isdecimal() for word in words):
        return None
    numbers = tuple(map(int, words))
    return numbers if all(number <= limit for number, limit in zip(numbers, most, strict=True)) else None
