"""How many lines of so many actions there are from fixed positions: a change of a rule anywhere changes a count.

`pytest tests/solo --golden` writes the counts anew; `python -m pytest tests/solo/test_perft.py --long` goes one deeper.
"""

from collections import Counter
from pathlib import Path

import pytest

from generator.solo import hadrians_wall as rules

COUNTS = Path(__file__).parent / "perft.txt"
SEEDS = range(4)
DEPTH = 3


def perft(book, state, depth):
    """The number of lines; those of the last action are only counted."""
    actions = rules.legal(book, state)
    if depth == 1:
        return len(actions)
    return sum(perft(book, rules.apply(book, state, action), depth - 1) for action in actions)


def positions(played):
    """Where the actions of each year begin, in some games."""
    for seed in SEEDS:
        years = Counter()
        for state, _, _ in played(seed, {"difficulty": "normal"}, idle=0.0, rich=seed % 2 * 4):
            if state.phase == "actions" and not state.pending and not years[state.year]:
                years[state.year] += 1
                yield seed, state


def test_counts_by_depth(book, played, golden):
    lines = [
        f"seed {seed} year {state.year}: {' '.join(str(perft(book, state, depth)) for depth in range(1, DEPTH + 1))}"
        for seed, state in positions(played)
    ]

    golden("perft.txt", "\n".join(lines) + "\n")


def test_counts_one_deeper(book, played, golden, long):
    deep = [(seed, state) for seed, state in positions(played) if long or (seed == 0 and state.year == 1)]
    lines = [f"seed {seed} year {state.year}: {perft(book, state, DEPTH + 1)}" for seed, state in deep]

    if long:
        golden("perft-deep.txt", "\n".join(lines) + "\n")
    else:
        assert lines[0] == (Path(__file__).parent / "perft-deep.txt").read_text().splitlines()[0]


def test_first_cards_are_any_of_each_deck(book):
    state = rules.setup(book)

    assert perft(book, state, 1) == 48
    assert perft(book, state, 2) == 48 * 12


@pytest.mark.parametrize("depth", [3])
def test_hands_are_any_two_cards(book, table, depth):
    state = table.do(rules.setup(book), "F01")

    assert perft(book, state, 2) == 12 * 11
    assert perft(book, state, depth) == 12 * 11 * 2
