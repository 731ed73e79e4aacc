"""A second judge, slow and written from the rules again: what may be marked, what an attack brings, what a game scores."""

import random
from itertools import combinations_with_replacement, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.solo import hadrians_wall as rules
from generator.solo.attack import cancellable, favours_matter, gaps, outcome
from generator.solo.compiled.boxes import BoxView

WORKERS = ("soldier", "builder", "servant", "civilian")
WILD = {"any_worker": WORKERS, "any_non_soldier": WORKERS[1:]}


# what may be marked


def payments(price, items):
    """Every way to pay a price with what there is."""
    ways = [combinations_with_replacement(WILD.get(item, (item,)), count) for item, count in price.items]
    for chosen in product(*ways):
        paid = sorted(item for part in chosen for item in part)
        if all(paid.count(item) <= items[item] for item in paid):
            yield tuple(paid)


def is_open(book, state, sheet, box):
    """Whether a box may be filled now, by what the sheets say."""
    track = book.boxes.book.tracks[box.track]
    before = [other for other in track.boxes if other.number < box.number]
    if sheet[box.id] or (track.order == "row" and not all(sheet[other.id] for other in before)):
        return False
    if not all(book.boxes.book.value(need.value, sheet) >= need.least for need in (*box.needs, *box.when)):
        return False
    limits = [limit for limit in book.boxes.limits if box.id in limit.boxes]
    return all(sum(sheet[other] == state.year for other in limit.boxes) < limit.most for limit in limits)


def is_allowed(book, state, sheet, box):
    """Whether the rules beside the sheets let it be filled."""
    for colour in ("red", "blue"):
        marks = [sheet[f"gladiator_{colour}_{number:02}"] for number in range(1, 7)]
        if box.track in (f"gladiator_{colour}", f"battles_{colour}") and any(marks):
            return 1 in marks
    if box.track == "training_grounds":
        guard = [other for other in book.boxes.book.tracks["wall_guard"].boxes if not sheet[other.id]]
        return bool(guard) and is_open(book, state, sheet, guard[0])
    return box.track != "scouts" or bool(places(book, state, sheet))


def places(book, state, sheet):
    """Every set of cells that some open pattern can cover, found by trying every turn of it everywhere."""
    free = {
        (row, column) for row in range(4) for column in range(5) if not sheet[f"scout_map_{row * 5 + column + 1:02}"]
    }
    cards = [state.prospect, *(neutral.card for neutral in state.neutral)]
    found = set()
    for card in [card for card in cards if card >= 0]:
        text = book.decks[1].rows[card].cells["pattern"].cells["cells"]
        cells = [tuple(map(int, cell.split(","))) for cell in text.split()]
        for down, right, turns, mirrored in product(range(-4, 9), range(-4, 9), range(4), (False, True)):
            shape = [(row, -column) if mirrored else (row, column) for row, column in cells]
            for _ in range(turns):
                shape = [(column, -row) for row, column in shape]
            placed = frozenset((row + down, column + right) for row, column in shape)
            if placed <= free:
                found.add((card, placed))
    return found


def marks(book, state):
    """All that may be marked, with what is paid."""
    sheet = dict(BoxView(book.boxes, state.boxes))
    items = dict(zip(book.items, state.items, strict=True))
    for box in book.boxes.boxes:
        if box.costs and is_open(book, state, sheet, box) and is_allowed(book, state, sheet, box):
            yield from {(box.id, paid) for price in box.costs for paid in payments(price, items)}


def test_judges_agree_on_what_may_be_marked(book, played):
    chance = random.Random(1)
    looked = 0
    for seed in range(12):
        for state, _, _ in played(seed, {"difficulty": "normal"}, idle=0.0, rich=seed % 3 * 8):
            if state.phase == "actions" and not state.pending and chance.random() < 0.15:
                looked += 1
                moves = [book.boxes.moves[book.boxes.move_of[action]] for action in rules.legal(book, state)[:-1]]
                paid = [
                    tuple(sorted(book.items[item] for item, count in move.pays for _ in range(count))) for move in moves
                ]
                found = {(move.action.words[0], pays) for move, pays in zip(moves, paid, strict=True)}
                assert found == set(marks(book, state))

    assert looked > 100


def test_judges_agree_on_places(book, played):
    looked = 0
    for seed in range(8):
        for state, actions, _ in played(seed, {"difficulty": "easy"}, idle=0.0, rich=12):
            if state.pending and state.pending[0].kind == "place":
                looked += 1
                slow = places(book, state, dict(BoxView(book.boxes, state.boxes)))
                cells = {
                    (action.words[0], frozenset(divmod(int(word) - 1, 5) for word in action.words[1:]))
                    for action in actions
                }
                names = book.decks[2].names
                own = {("prospect", placed) for card, placed in slow if card == state.prospect}
                neutral = {
                    (names[each.card], placed) for each in state.neutral for card, placed in slow if card == each.card
                }
                assert cells == own | neutral

    assert looked > 10


# attacks


def fought(attack, cohorts, cancelled, potential):
    """An attack card by card."""
    through = 0
    for cards, stops, gone in zip(attack, cohorts, cancelled, strict=True):
        for number in range(cards):
            if number >= stops + gone:
                through += 1
    disdain = 0
    while disdain < through and disdain < potential:
        disdain += 1
    return through, disdain, potential - disdain


SIDES = st.tuples(*[st.integers(0, 6)] * 3)


@given(SIDES, SIDES, SIDES, st.integers(1, 4))
def test_judges_agree_on_attacks(attack, cohorts, cancelled, potential):
    assert outcome(gaps(attack, cohorts, cancelled), potential) == fought(attack, cohorts, cancelled, potential)


@given(SIDES, st.tuples(*[st.integers(0, 2)] * 3), st.integers(0, 3), st.integers(1, 4))
def test_favours_matter_where_any_use_of_them_does(open_gaps, tied, free, potential):
    uses = product(*(range(tied[side] + 1) for side in range(3)), *([range(4)] * 3))
    left = [
        [max(0, open_gaps[side] - use[side] - use[side + 3]) for side in range(3)]
        for use in uses
        if sum(use[3:]) <= free
    ]

    assert min(map(sum, left)) == sum(open_gaps) - cancellable(open_gaps, tied, free)
    results = {fought(gap, (0, 0, 0), (0, 0, 0), potential)[1:] for gap in left}
    assert favours_matter(open_gaps, tied, free, potential) is (len(results) > 1)


def resolved(book, before, action, after):
    """The cards by direction, cohorts and cancelled cards of an attack that an action ended."""
    cards = [*before.attack]
    cancelled = list(before.cancelled)
    if action.verb == "reveal":
        cards.append(book.decks[0].index[action.words[0]])
    if action.verb == "favour":
        cancelled[("left", "center", "right").index(action.words[0])] += 1
    sides = [book.decks[0].rows[card].cells["direction"].id for card in cards]
    sheet = dict(BoxView(book.boxes, before.boxes))
    names = ("left", "center", "right")
    cohorts = [sum(bool(sheet[f"cohort_{name}_{number:02}"]) for number in range(1, 7)) for name in names]
    return [sides.count(name) for name in names], cohorts, cancelled


def test_judges_agree_on_the_attacks_of_games(book, played):
    looked = 0
    potentials = (1, 2, 2, 3, 3, 4)
    disdain, valour = (book.boxes.track_index[track] for track in ("disdain", "valour"))
    for seed in range(15):
        steps = list(played(seed, rich=seed % 2 * 12))
        for (before, _, action), (after, _, _) in pairwise(steps):
            if before.phase == "attack" != after.phase:
                looked += 1
                _, lost, gained = fought(*resolved(book, before, action, after), potentials[before.year - 1])
                assert after.levels[disdain] - before.levels[disdain] == lost
                assert after.levels[valour] >= min(25, before.levels[valour] + gained)

    assert looked == 15 * 6


# scores

PENALTIES = (0, 1, 3, 5, 7, 9, 12, 15, 18, 22)
LARGE = {f"large_{name}" for name in ("granary", "hotel", "workshop", "road", "precinct", "gardens", "temple")}
CITIZENS = ("traders", "performers", "priests", "apparitores", "patricians")


def full(sheet, track, first, last):
    """Whether the boxes of a track from one to another all are marked."""
    return all(sheet.get(f"{track}_{number:02}") for number in range(first, last + 1))


def counted(sheet):
    """What each path card counts, from the words on it."""
    started = {box for box, mark in sheet.items() if mark}
    begun = lambda *tracks: sum(box.rpartition("_")[0] in tracks for box in started)  # noqa: E731
    temples = (("small", 2), ("medium", 6), ("large", 6))
    return {
        "engineer": len(LARGE & started),
        "merchant": begun("goods"),
        "ranger": sum(all(sheet[f"scout_map_{row * 5 + column:02}"] for row in range(4)) for column in range(1, 6)),
        "forager": begun("production"),
        "pontiff": sum(full(sheet, f"{size}_worship", 1, boxes) for size, boxes in temples),
        "trainer": begun("gladiator_red", "gladiator_blue"),
        "defender": sum(full(sheet, "wall", first, first + 6) for first in (1, 8, 15)),
        "fighter": sum(full(sheet, f"cohort_{side}", 1, 6) for side in ("left", "center", "right")),
        "architect": len({"archway", "monolith", "column", "statue"} & started),
        "aristocrat": sum(mark == 1 for box, mark in sheet.items() if box.startswith("disdain_")),
        "planner": sum(full(sheet, track, 1, 9) for track in CITIZENS),
        "vanguard": sum(full(sheet, "wall_guard", first, first + 5) for first in (1, 7, 13)),
    }


POINTS = {
    "engineer": (2, 4, 6),
    "merchant": (4, 6, 8),
    "ranger": (1, 3, 5),
    "forager": (3, 6, 9),
    "pontiff": (1, 2, 3),
    "trainer": (4, 8, 12),
    "defender": (1, 2, 3),
    "fighter": (1, 2, 3),
    "architect": (1, 2, 3),
    "planner": (2, 4, 5),
    "vanguard": (1, 2, 3),
}


def slow_score(sheet):
    """The final score, by hand."""
    count = counted(sheet)
    attributes = sum(
        bool(sheet[f"{name}_{number:02}"])
        for name in ("renown", "piety", "valour", "discipline")
        for number in range(1, 26)
    )
    paths = 0
    for card in [sheet[f"path_{year}"] for year in range(1, 7)]:
        if card == "aristocrat":
            paths += (3, 2, 2, 1, 1)[count[card]] if count[card] <= 4 else 0
        else:
            paths += sum(count[card] >= least for least in POINTS[card])
    return attributes + paths - PENALTIES[min(9, count["aristocrat"])]


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_judges_agree_on_scores(book, played, difficulty):
    for seed in range(25):
        *_, (state, _, _) = played(seed, {"difficulty": difficulty}, idle=0.0, rich=seed % 3 * 10)

        assert rules.score(book, state).total == slow_score(dict(BoxView(book.boxes, state.boxes)))
