"""The odds of this year's attack, from the visible state: unseen cards, cohorts and favours.

A cohort is a track of soldiers that stop cards of one direction, and a favour cancels one card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from generator.base.terminal_text import format_table
from generator.play.rules.rules_protocol import PlayError
from generator.play.rules.visible_state import VisibleAttack, VisibleState
from generator.play.rules.word_matching import parse_numbers
from generator.play.text.item_names import ItemNames
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.odds import AttackCards, AttackOdds, Counts, Defence, attack_odds


def session_odds(book: Rulebook, state: VisibleState, typed: Sequence[str] = ()) -> AttackOdds:
    """Return the odds of this year's attack, with the cohorts and favours of the sheets, or with typed ones.

    `typed` holds the cards that the cohorts stop, a number for each direction, and where there are favours one more
    number for each direction and one for wildcards. Raises PlayError for other numbers, and where no attack is to come.
    """
    raid = state.raid
    if raid is None or state.over or (state.phase == "attack" and not raid.came and not state.draw):
        raise PlayError(key="no_odds")
    return attack_odds(_cards(book, state, raid), _defence(book, state, raid, typed), raid.potential)


def _cards(book: Rulebook, state: VisibleState, raid: VisibleAttack) -> AttackCards:
    """Return the cards of this year's attack by direction: those that came, may come, and follow after a shuffle."""
    deck = book.deck(book.solo.attack.deck)
    pile = next(pile for pile in state.piles if pile.deck == book.solo.attack.deck)
    is_all = book.applies(deck.deck.all_again, tuple(choice for _, choice in state.settings))
    again = deck.names if is_all else pile.discards
    # Neutral cards add to the attack, and cards that came are known.
    to_come = max(0, raid.cards + raid.extra - len(raid.came))
    return AttackCards(
        _by_direction(book, pile.unseen), to_come, _by_direction(book, again), _by_direction(book, raid.came)
    )


def _by_direction(book: Rulebook, cards: Iterable[str]) -> Counts:
    """Return how many of the cards come from each direction."""
    index = book.deck(book.solo.attack.deck).index
    came = [book.direction_of[index[card]] for card in cards]
    return tuple(came.count(number) for number in range(len(book.directions)))


def _defence(book: Rulebook, state: VisibleState, raid: VisibleAttack, typed: Sequence[str]) -> Defence:
    """Return cohorts and favours against the attack, from the typed numbers or else from the sheets.

    Raises PlayError for wrong numbers, and where neither sheets nor numbers tell the cohorts.
    """
    fronts = len(book.directions)
    if typed:
        # Favours may be left out: cohorts alone, or cohorts, favours by direction, and free favours.
        count = fronts if len(typed) <= fronts else 2 * fronts + 1
        numbers = parse_numbers(typed, count, f"odds{' 2' * fronts}")
        tied, free = (numbers[fronts:-1], numbers[-1]) if numbers[fronts:] else ((0,) * fronts, 0)
        return Defence(numbers[:fronts], tied, free)
    if not raid.stopped:
        raise PlayError(key="odds_numbers", example=" 2" * fronts)
    # Cards that favours cancelled are stopped as surely as by a cohort.
    gone = raid.cancelled or (0,) * fronts
    tied, free = _favours(book, state)
    return Defence(tuple(map(int.__add__, raid.stopped, gone)), tied, free)


def _favours(book: Rulebook, state: VisibleState) -> tuple[Counts, int]:
    """Unused favours, circled and not filled in: per direction, and wildcards."""
    tied, free, marks = [0] * len(book.directions), 0, state.marks or {}
    for track, serves in book.solo.attack.favours:
        count = sum(marks.get(box.id) == 1 for box in book.boxes.book.track(track).boxes)
        if not serves:
            free += count
        elif count and marks[serves]:  # a favour just gained may still wait for its direction
            tied[book.directions.index(str(marks[serves]))] += count
    return tuple(tied), free


def cohort_has_room(book: Rulebook, state: VisibleState) -> tuple[bool, ...]:
    """Return for each direction whether its cohort (track of soldiers) has an empty box; all True without sheets."""
    marks = state.marks
    tracks = [book.boxes.book.track(track) for _, track in book.solo.attack.cohorts]
    return tuple(marks is None or not all(marks[box.id] for box in track.boxes) for track in tracks)


def odds_lines(names: ItemNames, state: VisibleState, typed: Sequence[str] = ()) -> Iterator[str]:
    """Yield the odds of the attack as two lines and a table."""
    ends, rows = odds_table(names, state, typed)
    yield from ends
    yield names.messages("odds.head")
    yield from format_table(rows)


def odds_table(
    names: ItemNames, state: VisibleState, typed: Sequence[str] = ()
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the odds as two lines, and as a table with a heading and a row for each direction.

    Raises PlayError as `session_odds` does.
    """
    odds = session_odds(names.book, state, typed)
    # Directions can have different greatest numbers; shorter rows are filled up with empty cells.
    most = max(len(chances) for chances in odds.coming)
    rows = [("", *map(str, range(most)), names.messages("odds.more"))]
    for number, has_room in enumerate(cohort_has_room(names.book, state)):
        chances, more = [percent(chance) for chance in odds.coming[number]], odds.more[number]
        gain = names.messages("odds.worth", chance=percent(more.holds), gain=decimal(more.gain))
        padding = [""] * (most - len(chances))
        rows.append((names.direction(number), *chances, *padding, gain if has_room else names.messages("odds.full")))
    return tuple(_summary(names, odds)), rows


def odds_summary(names: ItemNames, state: VisibleState) -> Iterator[str]:
    """Yield the odds of the attack in two lines; nothing where there is no attack to come."""
    with suppress(PlayError):
        yield from _summary(names, session_odds(names.book, state))


def _summary(names: ItemNames, odds: AttackOdds) -> Iterator[str]:
    """Yield the line for the chance that nothing gets through, and the line for mean loss and gain."""
    messages = names.messages
    holds = messages("odds.holds", chance=percent(odds.holds))
    yield holds + messages("odds.alone", chance=percent(odds.holds_alone)) if odds.favours else holds
    yield messages("odds.ends", loss=decimal(odds.loss), gain=decimal(odds.gain), **names.attack_items)


def document(book: Rulebook, odds: AttackOdds) -> dict[str, Any]:
    """Return the odds as values for JSON; each chance is there as a decimal and exactly, as a fraction."""
    fronts = zip(book.directions, odds.coming, odds.more, strict=True)
    return {
        "holds": _both(odds.holds),
        "holds_without_favours": _both(odds.holds_alone),
        "gain": _both(odds.gain),
        "loss": _both(odds.loss),
        "favours": _both(odds.favours),
        "through": [_both(chance) for chance in odds.through],
        "directions": {
            direction: {
                "coming": [_both(chance) for chance in coming],
                "one_more": {"holds": _both(more.holds), "gain": _both(more.gain), "favours": _both(more.spared)},
            }
            for direction, coming, more in fronts
        },
    }


def _both(chance: Fraction) -> dict[str, float | str]:
    """Return a chance as a decimal under `about`, and as a fraction in text under `exactly`."""
    return {"about": round(float(chance), 6), "exactly": str(chance)}


def percent(chance: Fraction | float) -> str:
    """Return a chance in percent; only certain ones are 0% and 100%.

    >>> percent(0.001), percent(0.5), percent(1)
    ('<1%', '50%', '100%')
    """
    # Rounding would call a rare case impossible.
    if 0 < chance < Fraction(1, 200):
        return "<1%"
    if Fraction(199, 200) < chance < 1:
        return ">99%"
    return f"{float(chance) * 100:.0f}%"


def decimal(value: Fraction | float) -> str:
    """Return a mean as text with two decimal places."""
    return f"{float(value):.2f}"
