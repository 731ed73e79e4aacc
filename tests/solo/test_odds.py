"""The odds are those of dealing every deck there is, and of dealing the whole deck very often."""

import csv
import time
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.rng import Stream
from generator.solo.odds import AttackCards, Defence, attack_odds, coming

DATA = Path(__file__).parents[2] / "data" / "hadrians-wall"


def cards_of(counts):
    """A deck in letters: (2, 0, 1) is `aac`."""
    return "".join(letter * count for letter, count in zip("abc", counts, strict=True))


def after(attack, defence, potential):
    """One attack, card by card: (gets through, stopped by boxes alone, lost, favours used)."""
    boxes, tied = list(defence.boxes), list(defence.tied)
    surplus = []
    for card in attack:
        if boxes["abc".index(card)]:
            boxes["abc".index(card)] -= 1
        else:
            surplus.append(card)
    left = []
    for card in surplus:
        if tied["abc".index(card)]:
            tied["abc".index(card)] -= 1
        else:
            left.append(card)
    through = len(left[defence.free :])
    return through, not surplus, min(through, potential), (len(surplus) - through) if through < potential else 0


def dealt(threat):
    """Every order of the deck and of the next one, as the attacks they make."""
    shown, again = cards_of(threat.come or (0, 0, 0)), cards_of(threat.again or (0, 0, 0))
    for deck, following in product(permutations(cards_of(threat.deck)), permutations(again)):
        yield shown + "".join((deck + following)[: threat.cards])


def enumerated(threat, defence, potential):
    attacks = [(attack, after(attack, defence, potential)) for attack in dealt(threat)]
    return {
        "through": Counter(end[0] for _, end in attacks),
        "coming": [Counter(attack.count(letter) for attack, _ in attacks) for letter in "abc"],
        "alone": Fraction(sum(end[1] for _, end in attacks), len(attacks)),
        "loss": Fraction(sum(end[2] for _, end in attacks), len(attacks)),
        "favours": Fraction(sum(end[3] for _, end in attacks), len(attacks)),
        "all": len(attacks),
    }


def shares(counter, total, width):
    return tuple(Fraction(counter[number], total) for number in range(width))


small = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
threats = st.builds(
    AttackCards,
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)),
    st.integers(0, 7),
    st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 1)),
    small,
)
defences = st.builds(Defence, small, small, st.integers(0, 2))


@given(threat=threats, defence=defences, potential=st.integers(1, 4))
def test_equal_dealing_every_deck(threat, defence, potential):
    told = attack_odds(threat, defence, potential)
    known = enumerated(threat, defence, potential)

    assert told.through == shares(known["through"], known["all"], len(told.through))
    for of, counter in zip(told.coming, known["coming"], strict=True):
        assert of == shares(counter, known["all"], len(of))
    assert (told.holds_alone, told.loss, told.favours) == (known["alone"], known["loss"], known["favours"])
    assert told.gain == potential - known["loss"]


@given(threat=threats, defence=defences, potential=st.integers(1, 4), place=st.integers(0, 2))
def test_one_more_box_is_the_difference(threat, defence, potential, place):
    boxes = tuple(count + (each == place) for each, count in enumerate(defence.boxes))
    told = attack_odds(threat, defence, potential)
    better = enumerated(threat, Defence(boxes, defence.tied, defence.free), potential)

    more = told.more[place]

    assert told.holds + more.holds == Fraction(better["through"][0], better["all"])
    assert told.loss - more.gain == better["loss"]
    assert told.favours - more.spared == better["favours"]


@given(
    deck=st.tuples(*[st.integers(0, 16)] * 3),
    again=st.tuples(*[st.integers(0, 16)] * 3),
    cards=st.integers(0, 30),
)
def test_ways_add_up_to_all_hands(deck, again, cards):
    found = dict(coming(AttackCards(deck, cards, again)))

    assert len(found) == len(list(coming(AttackCards(deck, cards, again))))
    for count in found:
        assert sum(count) == min(cards, sum(deck) + sum(again))
        assert all(some <= a + b for some, a, b in zip(count, deck, again, strict=True))


def test_two_cards_of_a_known_deck():
    told = attack_odds(AttackCards((2, 1, 1), 2), Defence((0, 1, 1), (0, 0, 0)), 2)

    assert told.coming[0] == (Fraction(1, 6), Fraction(4, 6), Fraction(1, 6))
    assert told.holds == Fraction(1, 6)
    assert told.loss == Fraction(4 * 1 + 1 * 2, 6)
    assert told.more[0].holds == Fraction(4, 6)


def test_empty_deck_goes_on_with_the_next():
    told = attack_odds(AttackCards((0, 1, 0), 2, again=(3, 0, 0)), Defence((0, 0, 0), (0, 0, 0)), 4)

    assert told.coming == ((0, 1), (0, 1), (1,))


def test_no_favour_is_used_without_effect():
    told = attack_odds(AttackCards((6, 1, 1), 8), Defence((0, 0, 0), (2, 0, 0), 3), 3)

    assert (told.loss, told.favours) == (3, 0)


def full_deck():
    with (DATA / "cards" / "fate.csv").open(encoding="utf-8") as file:
        letters = dict(zip(("left", "center", "right"), "abc", strict=True))
        return sorted(letters[row["direction"]] for row in csv.DictReader(file))


def test_full_deck_agrees_with_simulation():
    deck, defence, games = full_deck(), Defence((3, 2, 4), (2, 0, 0), 1), 3000
    told = attack_odds(AttackCards(tuple(Counter(deck)[letter] for letter in "abc"), 12), defence, 4)

    stream = Stream("odds", "attack")
    ends = [after(stream.shuffled(deck)[:12], defence, 4) for _ in range(games)]

    for value, mean in ((told.loss, 2), (told.favours, 3)):
        seen = [end[mean] for end in ends]
        average = sum(seen) / games
        error = (sum((each - average) ** 2 for each in seen) / games / games) ** 0.5
        assert abs(average - float(value)) < 4 * error
    for through, chance in enumerate(told.through):
        share = sum(end[0] == through for end in ends) / games
        assert abs(share - chance) < 4 * float(chance * (1 - chance) / games) ** 0.5 + 1 / games


@pytest.mark.parametrize("cards", [1, 8, 12, 25])
def test_told_at_once(cards):
    threat, defence = AttackCards((16, 16, 16), cards, (5, 5, 5)), Defence((3, 2, 4), (2, 0, 0), 1)

    times = []
    for _ in range(5):
        start = time.process_time()
        attack_odds(threat, defence, 4)
        times.append(time.process_time() - start)

    assert min(times) < 0.005
