"""Every kind of fault on the sheets of Hadrian's Wall is found in its box, and no legal sheet has a flaw, however odd.

Each kind is a generator, from the rules: given a legal sheet it yields the ways to plant the fault, as the boxes of which
one must be named, and what is written into boxes. A legal sheet may have no place for some kinds.
"""

import random
from collections import Counter
from itertools import count, pairwise

import pytest

from generator.scoresheets.judge.game_limits import GameLimits
from generator.scoresheets.judge.legality import find_flaws

KINDS = {}
"""Every kind by name."""


def kind(plant):
    KINDS[plant.__name__] = plant
    return plant


class Sheet:
    """A state with the questions that the kinds ask."""

    def __init__(self, book, state, chance):
        self.book, self.state, self.chance = book, state, chance

    def free(self, track):
        return [box.id for box in self.book.track(track).boxes if not self.state[box.id]]

    def marked(self, track):
        return [box.id for box in self.book.track(track).boxes if self.state[box.id]]

    def level(self, track):
        return len(self.marked(track))

    def has(self, value):
        return self.book.value(value, self.state)

    def held(self, id_):
        return self.state[id_]

    def track(self, id_):
        return [box.id for box in self.book.track(id_).boxes]

    def years(self):
        return sum(1 for year in range(1, 7) if self.state[f"path_{year}"])


def written(sheet, box):
    return sheet.years() if sheet.book.box(box).kind == "year" else 1


def gap(*tracks):
    def plant(sheet):
        for track in tracks:
            for box in sheet.free(track)[1:4]:
                yield {box}, {box: written(sheet, box)}

    return plant


def unmet(*ids):
    """Boxes marked whose needs are not met, with the boxes before them in their row."""

    def plant(sheet):
        for box in [sheet.book.box(id_) for track in ids for id_ in sheet.track(track)]:
            missing = [need for need in box.needs if sheet.has(need.value) < need.least]
            if not sheet.held(box.id) and missing:
                yield {box.id}, {box.id: 3 if box.kind == "number" else written(sheet, box.id)}

    return plant


def twice(track, most=1):
    """The same year once more than allowed."""

    def plant(sheet):
        for year, times in Counter(map(sheet.held, sheet.marked(track))).items():
            for box in sheet.track(track):
                if times == most and sheet.held(box) != year:
                    yield {*sheet.marked(track), box}, {box: year}

    return plant


KINDS |= {
    "gap_in_mining": gap("mining"),
    "gap_in_wall_guard": gap("wall_guard"),
    "gap_in_fort": gap("fort"),
    "gap_in_citizens": gap("traders", "performers", "priests", "apparitores", "patricians"),
    "gap_in_attribute": gap("renown", "piety", "valour", "discipline"),
    "gap_in_cohort": gap("cohort_left", "cohort_center", "cohort_right"),
    "gap_in_production": gap("production"),
    "gap_in_worship": gap("small_worship", "medium_worship", "large_worship"),
    "gap_in_strength": gap("gladiator_red", "gladiator_blue"),
    "gap_in_training": gap("training_grounds"),
    "wall_before_its_fort": unmet("wall"),
    "cippi_before_its_fort": unmet("cippi"),
    "granary_too_early": unmet("granaries"),
    "building_above_infrastructure": unmet("hotel", "workshop", "road"),
    "landmark_below_15": unmet("landmarks"),
    "precinct_below_traders": unmet("precincts"),
    "good_without_market_or_traders": unmet("goods"),
    "performance_without_performers": unmet("performances"),
    "training_of_a_gladiator_without_ludus": unmet("gladiator_red", "gladiator_blue"),
    "gardens_below_priests": unmet("gardens"),
    "temple_below_priests": unmet("temples"),
    "worship_before_the_temple": unmet("small_worship", "medium_worship", "large_worship"),
    "bribe_below_apparitores": unmet("bribes"),
    "ruling_without_courthouse": unmet("rulings_1", "rulings_2", "rulings_3"),
    "diplomat_below_patricians": unmet("diplomats"),
    "scout_below_patricians": unmet("scouts"),
    "second_training_in_a_year": twice("training_grounds"),
    "second_forum_in_a_year": twice("forum"),
    "second_performance_in_a_year": twice("performances"),
    "second_battle_in_a_year": twice("battles_red"),
    "third_bribe_in_a_year": twice("bribes", 2),
    "second_ruling_in_a_year": twice("rulings_1"),
}


COLUMNS = {
    "medium_granary": ("mining_05", "wall_guard_07", "fort_08"),
    "large_granary": ("mining_10", "wall_guard_13", "fort_15"),
}


@kind
def column_without_granary(sheet):
    for granary, boxes in COLUMNS.items():
        for box in boxes:
            if not sheet.held(granary) and not sheet.held(box):
                row = sheet.track(sheet.book.box(box).track)
                upto = row[: row.index(box) + 1]
                yield {box}, dict.fromkeys(upto, 1)


@kind
def large_without_small(sheet):
    for name in ("hotel", "workshop", "road", "gardens", "precinct"):
        small, large = f"small_{name}", f"{'medium' if name == 'precinct' else 'large'}_{name}"
        if not sheet.held(small):
            yield {large}, {large: 1}


@kind
def battle_without_a_trained_gladiator(sheet):
    for colour in ("red", "blue"):
        if not sheet.level(f"gladiator_{colour}"):
            box = sheet.track(f"battles_{colour}")[0]
            yield {box}, {box: sheet.years()}


@kind
def path_twice(sheet):
    for first, second in pairwise(sheet.marked("paths")):
        yield {second}, {second: sheet.held(first)}


@kind
def cohort_served_twice(sheet):
    for first, second in pairwise(sheet.marked("diplomats_serve")):
        yield {second}, {second: sheet.held(first)}


@kind
def diplomat_without_a_cohort(sheet):
    for box in sheet.marked("diplomats_serve"):
        diplomat = box.removesuffix("_serves")
        yield {diplomat}, {box: ""}


@kind
def cohort_served_by_nobody(sheet):
    for box in sheet.free("diplomats_serve"):
        yield {box}, {box: "left"}


@kind
def year_out_of_range(sheet):
    for track in ("training_grounds", "forum", "performances", "bribes"):
        for box in sheet.marked(track):
            yield {box}, {box: 7}


@kind
def good_out_of_range(sheet):
    for box in sheet.marked("goods"):
        yield {box}, {box: sheet.chance.choice((7, 8, 9))}


@kind
def training_years_go_back(sheet):
    for first, second in pairwise(sheet.marked("training_grounds")):
        if sheet.held(first) < sheet.held(second):
            yield {second}, {first: sheet.held(second), second: sheet.held(first)}


def more(*tracks):
    """One box more than rewards have filled."""

    def plant(sheet):
        for track in tracks:
            for box in sheet.free(track)[:1]:
                yield {box}, {box: 1}

    return plant


@kind
def cohort_without_a_reward(sheet):
    for box in [box for side in ("left", "center", "right") for box in sheet.free(f"cohort_{side}")[:1]]:
        last = [each for side in ("left", "center", "right") for each in sheet.marked(f"cohort_{side}")[-1:]]
        yield {box, *last}, {box: 1}


KINDS["production_without_a_reward"] = more("production")
KINDS["favour_without_a_reward"] = more(
    "temple_favours", "diplomat_1_favours", "diplomat_2_favours", "diplomat_3_favours"
)


@kind
def attributes_without_rewards(sheet):
    for track in ("renown", "piety", "valour", "discipline"):
        boxes = sheet.free(track)
        if len(boxes) > 11:
            tracks = {each for name in ("renown", "piety", "valour", "discipline") for each in sheet.marked(name)[-1:]}
            yield {*tracks, boxes[11], *boxes[:12]}, dict.fromkeys(boxes[:12], 1)


@kind
def map_cell_without_a_scout(sheet):
    for box in sheet.free("scout_map"):
        yield {box, *sheet.marked("scout_map")[-1:]}, {box: 1}


@kind
def scout_without_his_cells(sheet):
    for box in sheet.marked("scout_map"):
        yield {*sheet.marked("scout_map"), *sheet.marked("scouts")}, {box: 0}


@kind
def map_that_no_patterns_fill(sheet):
    cells = sheet.track("scout_map")
    for gone in sheet.marked("scout_map"):
        for box in sheet.free("scout_map"):
            marked = {*sheet.marked("scout_map"), box} - {gone}
            if not fillable(frozenset(cells.index(each) for each in marked)):
                yield {box}, {gone: 0, box: 1}


@kind
def disdain_and_valour_for_one_attack(sheet):
    """Without a road, which may have given valour instead."""
    for number in (3, 4, 5):
        boxes = sheet.free("disdain")[:number]
        if len(boxes) == number and not sheet.held("small_road") and sheet.level("valour") < 25:
            yield {*boxes, *sheet.marked("valour")[-1:]}, dict.fromkeys(boxes, 1)


@kind
def disdain_filled_without_a_bribe(sheet):
    for box in sheet.marked("disdain"):
        if sheet.held(box) == 1:
            yield {box, *(each for each in sheet.marked("disdain") if sheet.held(each) == 2)}, {box: 2}


@kind
def bribe_that_filled_nothing(sheet):
    for box in sheet.marked("disdain"):
        if sheet.held(box) == 2:
            yield {*sheet.marked("bribes")}, {box: 1}


@kind
def wounds_beyond_the_battles(sheet):
    for colour in ("red", "blue"):
        trained, battles = sheet.marked(f"gladiator_{colour}"), sheet.marked(f"battles_{colour}")
        if len(trained) > 3 * len(battles):
            yield {*trained}, dict.fromkeys(trained, 2)


@kind
def battle_without_a_wound(sheet):
    for colour in ("red", "blue"):
        wounded = [box for box in sheet.marked(f"gladiator_{colour}") if sheet.held(box) == 2]
        if wounded:
            yield {*sheet.marked(f"battles_{colour}")}, dict.fromkeys(wounded, 1)


@kind
def cohort_left_out(sheet):
    for side in ("left", "center", "right"):
        for box in sheet.marked(f"cohort_{side}")[-1:]:
            yield (
                {box, *(f for each in ("left", "center", "right") for f in sheet.free(f"cohort_{each}")[:1])},
                {box: 0},
            )


@kind
def attribute_left_out(sheet):
    for track in ("renown", "piety", "discipline"):
        boxes = sheet.marked(track)
        if len(boxes) < 20:
            yield {*boxes}, dict.fromkeys(boxes, 0)


@kind
def favour_left_out(sheet):
    for track in ("temple_favours", "diplomat_1_favours"):
        for box in sheet.marked(track)[-1:]:
            yield {box}, {box: 0}


@kind
def disdain_beyond_the_years(sheet):
    """Two years are played, which bring three at most."""
    if sheet.level("disdain") > 3:
        years = [box.id for box in sheet.book.boxes.values() if box.kind == "year" and sheet.held(box.id) > 2]
        yield {*sheet.marked("disdain")}, dict.fromkeys(sheet.track("paths")[2:], "") | dict.fromkeys(years, 0)


@kind
def year_without_a_path(sheet):
    for track in ("training_grounds", "forum", "performances", "bribes", "battles_red"):
        for box in sheet.marked(track):
            if sheet.held(box) > 3:
                yield {box}, {f"path_{year}": "" for year in range(sheet.held(box), 7)}


@kind
def bribe_in_the_first_year(sheet):
    for box in sheet.marked("bribes"):
        yield {box}, {box: 1}


@kind
def bribes_beyond_the_disdain_of_their_years(sheet):
    boxes = sheet.marked("bribes")
    if len(boxes) > 1:
        yield {*boxes[:2]}, dict.fromkeys(boxes[:2], 2)


@kind
def attacks_that_left_nothing(sheet):
    """Valour that attacks brought is not there, nor disdain; a few of both may be."""
    valour, disdain = sheet.marked("valour"), sheet.marked("disdain")
    if not any(sheet.held(box) == 2 for box in disdain) and len(valour) < 15:
        left = sheet.chance.randint(0, min(3, len(valour)))
        boxes = {valour[left] if valour[left:] else sheet.free("valour")[0], sheet.track("disdain")[0]}
        yield boxes, dict.fromkeys((*valour[left:], *disdain), 0)


@kind
def attacks_that_nobody_held(sheet):
    """No disdain, without cohorts and favours."""
    circled = [
        box
        for track in ("temple_favours", *(f"diplomat_{n}_favours" for n in (1, 2, 3)))
        for box in sheet.marked(track)
    ]
    cohorts = [box for side in ("left", "center", "right") for box in sheet.marked(f"cohort_{side}")]
    if len(cohorts) < 12 and not any(sheet.held(box) == 2 for box in sheet.marked("disdain")):
        gone = [*sheet.marked("disdain"), *cohorts]
        valour = sheet.free("valour")[: sheet.level("disdain")]
        yield {"disdain_01"}, dict.fromkeys(gone, 0) | dict.fromkeys(circled, 1) | dict.fromkeys(valour, 1)


SHAPES = ("0,2 1,0 1,1 1,2", "0,0 0,1 1,0 1,1", "0,0 0,1 0,2 0,3", "0,1 1,0 1,1 1,2", "0,1 0,2 1,0 1,1")


def turned():
    for shape in SHAPES:
        cells = [tuple(map(int, cell.split(","))) for cell in shape.split()]
        for flip in (1, -1):
            for _ in range(4):
                cells = [(column, -row) for row, column in cells]
                moved = [(row, column * flip) for row, column in cells]
                top, left = min(row for row, _ in moved), min(column for _, column in moved)
                yield frozenset((row - top, column - left) for row, column in moved)


PLACES = [
    frozenset((row + down) * 5 + column + right for row, column in shape)
    for shape in set(turned())
    for down in range(4)
    for right in range(5)
    if all(row + down < 4 and column + right < 5 for row, column in shape)
]


def fillable(marked):
    """Whether patterns fill these cells: written anew, as simple as can be."""
    if not marked:
        return True
    first = min(marked)
    return any(fillable(marked - place) for place in PLACES if first in place and place <= marked)


def odd(sheet):
    """The same sheet as unusual players would have written it: where the order is free, in another one."""
    state = dict(sheet.state)
    for track in ("disdain", "battles_red", "battles_blue"):
        boxes = sheet.track(track)
        state |= zip(boxes, sheet.chance.sample([sheet.held(box) for box in boxes], len(boxes)), strict=True)
    for track in ("rulings_1", "rulings_2", "rulings_3", "forum"):
        boxes = sheet.marked(track)
        state |= zip(boxes, sheet.chance.sample([sheet.held(box) for box in boxes], len(boxes)), strict=True)
    for track in ("temple_favours", "diplomat_1_favours"):
        boxes = sheet.marked(track)
        state |= zip(boxes, sheet.chance.sample([sheet.held(box) for box in boxes], len(boxes)), strict=True)
    return state


UNLIMITED = (
    ("soldier", "builder", "servant", "civilian", "resource"),
    ("builder", "servant", "resource"),
    ("soldier", "builder", "servant"),
    ("civilian", "resource"),
    ("servant", "civilian"),
)
"""Items of which there were twenty all the time; with fewer a random player may stay within what luck could give."""


@pytest.fixture
def examples(long):
    return 5 if long else 1


def named(flaws):
    return {box for flaw in flaws for box in flaw.boxes}


@pytest.mark.parametrize("kind", KINDS)
def test_planted_fault_is_found_in_its_box(book, limits, legal, examples, kind):
    chance, seeds = random.Random(kind), count()
    for _ in range(examples):
        places = next(found for seed in seeds if (found := list(KINDS[kind](Sheet(book, legal(seed), chance)))))
        boxes, change = chance.choice(places)
        state = legal(next(seeds) - 1) | change

        assert boxes & named(find_flaws(book, state, limits)), (change, boxes)


@pytest.mark.parametrize("rich", UNLIMITED, ids="_".join)
def test_items_without_end_are_found(book, limits, played, examples, rich):
    for seed in range(examples):
        *_, last = played(seed, rich=rich)
        flaws = find_flaws(book, last(), limits)

        (spent,) = [flaw for flaw in flaws if flaw.rule == "spent"]
        assert flaws == (spent,)
        assert set(rich) & set(spent.facts["items"])
        assert all(limits.flow.costs[box][-1] > 0 for box in spent.boxes)


def test_legal_sheets_have_no_flaw(book, limits, played, long, thorough):
    """Final sheets and those in the middle of a game."""
    for seed in range(3000 if long else 40 if thorough else 12):
        sheets = list(played(seed))
        for sheet in (sheets[-1], *random.Random(seed).sample(sheets, 2)):
            assert not find_flaws(book, sheet(), limits), f"seed {seed}"
        assert not find_flaws(book, sheets[-1](), limits, is_final=True), f"seed {seed}"


def test_odd_but_legal_sheets_have_no_flaw(book, limits, legal, long):
    """Disdain circled anywhere, battles and years in any free box, goods and bribes in any order."""
    for seed in range(200 if long else 30):
        assert not find_flaws(book, odd(Sheet(book, legal(seed), random.Random(seed))), limits), f"seed {seed}"


def test_sheets_of_forts_and_sheets_without_paths_have_no_flaw(book, rulebook, campaign, played_at_fort, long):
    """Beside printed sheets, paths may be kept as cards."""
    limits = GameLimits(rulebook, rewards=[dict(fort.reward) for fort in campaign.forts])
    unwritten = dict.fromkeys((box.id for box in limits.year_boxes), "")
    for number in range(len(campaign.forts) if long else 3):
        for seed in range(10 if long else 1):
            for sheet in played_at_fort(number, seed):
                assert not find_flaws(book, sheet, limits), f"fort {number}, seed {seed}"
                assert not find_flaws(book, sheet | unwritten, limits), f"fort {number}, seed {seed}, without paths"
