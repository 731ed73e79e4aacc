"""Whole games in text, told step by step; `pytest tests/solo --golden` writes them anew after a meant change."""

from pathlib import Path

import pytest

from generator.solo import hadrians_wall as rules
from generator.solo.action import VERBS

GAMES = {"easy": ("easy", 3, 0), "normal": ("normal", 14, 0), "hard": ("hard", 15, 0), "plenty": ("hard", 2, 15)}
"""Difficulty, seed, and how much of each item a year begins with where it is not what the rules give."""


def told(book, steps):
    """A line for each action: how many there were, which was taken, and what came of it."""
    before = None
    for state, actions, action in steps:
        if before is None or (before.year, before.phase) != (state.year, state.phase):
            yield f"year {state.year} {state.phase}"
        if action:
            items = " ".join(map(str, state.items))
            yield f"  {items} | {len(actions)} | {action}"
            yield from changes(book, state, rules.apply(book, state, action))
        before = state
    score = rules.score(book, before)
    yield f"score {score.total}: {score.rank['en']}"
    yield from (f"  {value} {points}" for value, points in score.rows)
    yield from (f"  {path.card} {path.counted} {path.points}" for path in score.paths)


def changes(book, before, after):
    """The boxes that an action filled."""
    pairs = zip(book.boxes.boxes, before.boxes, after.boxes, strict=True)
    filled = [f"{box.id}={new}" for box, old, new in pairs if old != new]
    if filled:
        yield f"      {' '.join(filled)}"


@pytest.mark.parametrize("name", GAMES)
def test_golden_game(book, played, golden, name):
    difficulty, seed, rich = GAMES[name]
    steps = played(seed, {"difficulty": difficulty}, idle=0.01, rich=rich)

    golden(f"golden/{name}.txt", "\n".join(told(book, steps)) + "\n")


def test_golden_games_show_every_kind_of_action():
    texts = [file.read_text(encoding="utf-8") for file in (Path(__file__).parent / "golden").glob("*.txt")]
    actions = {line.split(" | ")[2].split()[0] for text in texts for line in text.splitlines() if " | " in line}

    assert actions == set(VERBS)
