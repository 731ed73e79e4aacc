"""Laws that hold at every step of whole games played by chance: 80 of them, 300 with `--thorough`, 2,000 with `--long`."""

import random

import pytest

from generator.solo import hadrians_wall as rules
from generator.solo.availability import is_open_move, open_moves
from generator.solo.compiled.boxes import bits, select
from generator.solo.notation import read_action
from generator.solo.reasons import IllegalActionError
from generator.solo.state_digest import digest_state, state_document

CHOICES = {
    "difficulty": ("easy", "normal", "hard"),
    "reshuffle": ("discards", "all"),
    "battle": ("any_time", "trained"),
    "sword": ("refused", "lost"),
}


def settings_of(seed):
    chance = random.Random(seed)
    return {setting: chance.choice(choices) for setting, choices in CHOICES.items()}


@pytest.fixture
def games(played, long, thorough):
    """Whole games in any setting."""
    seeds = range(2000 if long else 300 if thorough else 80)
    return (played(seed, settings_of(seed), idle=seed % 5 / 20, rich=(0, 0, 6, 15)[seed % 4]) for seed in seeds)


def paths(book, state):
    """The cards kept as paths, as a set."""
    span = book.boxes.span(book.paths)
    return sum(1 << state.boxes[box] - 1 for box in span if state.boxes[box])


def check_cards(book, state):
    """Every card is in one place."""
    fate, own, neutral = book.decks
    attack = sum(1 << card for card in set(state.attack))
    assert state.unseen[0] & state.discards[0] == 0
    assert state.unseen[0] | state.discards[0] | attack == fate.full
    hand = [1 << card for card in (*state.hand, *([state.prospect] if state.prospect >= 0 else ()))]
    assert sum(hand) + state.unseen[1] + state.discards[1] + paths(book, state) == own.full
    lying = sum(1 << each.card for each in state.neutral)
    assert state.unseen[2] + state.discards[2] + lying == neutral.full


def check_boxes(book, state):
    """What is kept beside the boxes says what they say, rows have no gaps, and what was spent was there."""
    assert min(state.items) >= 0
    for track, (start, size) in enumerate(zip(book.boxes.starts, book.boxes.lengths, strict=True)):
        marks = state.boxes[start : start + size]
        level = state.levels[track]
        assert level == size - marks.count(0)
        assert book.boxes.tracks[track].order == "any" or marks.find(0) in (-1, level)


def check_limits(book, state):
    """No year stands more often in a group of boxes than it may, and is counted as often as it stands."""
    for used, limit in zip(state.used, book.boxes.limits, strict=False):
        years = [state.boxes[book.boxes.index[box]] for box in limit.boxes]
        assert all(years.count(year) <= limit.most for year in range(1, 7))
        assert used == years.count(state.year)


def check_growth(before, after):
    """Levels never fall, a mark changes only from circled to filled, and only one phase after another comes."""
    assert all(old <= new for old, new in zip(before.levels, after.levels, strict=True))
    changed = {(old, new) for old, new in zip(before.boxes, after.boxes, strict=True) if old != new and old}
    assert changed <= {(1, 2)}
    assert after.year in (before.year, before.year + 1)


def test_whole_games_keep_the_laws(book, games):
    for game in games:
        before = None
        for state, _, _ in game:
            check_cards(book, state)
            if before is None or before.boxes != state.boxes or before.items != state.items:
                check_boxes(book, state)
            if before is None or before.used != state.used:
                check_limits(book, state)
            if before:
                check_growth(before, state)
            before = state
        assert rules.is_over(state)
        assert state.year == 6
        assert state.closed == book.boxes.closed(state.boxes)
        assert state.awaits is None


def test_legal_actions_all_apply(book, games):
    chance = random.Random(1)
    for _, game in zip(range(20), games, strict=False):
        for state, actions, _ in game:
            assert len(set(actions)) == len(actions)
            for action in chance.sample(actions, min(3, len(actions))):
                assert rules.apply(book, state, action) != state


def test_moves_by_themselves_are_open_as_in_the_list(book, games):
    every = range(len(book.boxes.moves))
    for _, game in zip(range(20), games, strict=False):
        for state, _, _ in game:
            alone = [number for number in every if is_open_move(book, state, number)]
            assert alone == list(bits(open_moves(book, state) & (1 << len(every)) - 1))


def test_notation_reads_what_it_writes(book, games):
    chance = random.Random(2)
    for _, game in zip(range(20), games, strict=False):
        for state, actions, _ in game:
            for action in chance.sample(actions, min(3, len(actions))):
                assert read_action(book, state, str(action)) == action
                assert read_action(book, state, str(action).upper()) == action


def test_everything_else_is_refused_with_a_reason(book, games):
    chance = random.Random(3)
    every = [*book.boxes.actions, *book.choices.values(), *book.sources.values(), *book.decks[0].reveals]
    every += [
        *book.decks[1].paths,
        *book.decks[1].reveals,
        *(action for each in book.favours for action in each.actions),
    ]
    for _, game in zip(range(10), games, strict=False):
        for state, actions, _ in game:
            for action in set(chance.sample(every, 4)) - set(actions):
                with pytest.raises(IllegalActionError) as error:
                    rules.apply(book, state, action)
                assert error.value.legal == actions
                assert "\n" not in str(error.value)
                assert str(error.value).startswith(f"{action}: ")


def test_replay_ends_where_the_game_did(book, played):
    steps = list(played(7))
    state = rules.setup(book, dict(zip(book.settings, steps[0][0].settings, strict=True)))
    for before, _, action in steps[:-1]:
        assert digest_state(book, state) == digest_state(book, before)
        state = rules.apply(book, state, action)

    assert state == steps[-1][0]


def test_only_turned_cards_reveal(book, played):
    for _, actions, _ in played(8):
        kinds = {(action.reveals, action.is_chance) for action in actions}
        assert len(kinds) <= 1
        assert kinds <= {(True, True), (False, True), (False, False)}


def test_applying_leaves_the_state_alone(book, played):
    for state, actions, _ in played(9):
        kept = state_document(book, state)
        for action in actions[:2]:
            rules.apply(book, state, action)
        assert state_document(book, state) == kept


@pytest.mark.parametrize("mask", [0, 1, 0b101, 1 << 7])
def test_picked_bits(mask):
    assert select("abcdefgh", mask) == tuple(letter for place, letter in enumerate("abcdefgh") if mask >> place & 1)
