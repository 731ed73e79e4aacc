"""Why boxes cannot be marked, checked against the rules at many states of games played by chance.

A reason is true if the box opens once everything that was told is out of the way, and stays closed while any one of the
reasons alone is left.
"""

import random

import pytest

from generator.load.sheets.campaign_reader import read_campaign
from generator.model.formula import box_ids
from generator.solo import hadrians_wall as rules
from generator.solo.action import MARK, Action
from generator.solo.compiled.boxes import BoxView, bits
from generator.solo.compiled.fort_rules import fort_rules
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.explain.reason import Reason
from generator.solo.reasons import IllegalActionError, why_closed, why_not

PLENTY = 40
KINDS = {"price", "needs", "box", "order", "limit", "marked", "never", "waits", "lost"}
FINAL = {"marked", "never", "over", "dead", "closed"}
RARE = {"dead", "untrained", "no_place", "over"}


def ways(book, box):
    """The actions that mark a box."""
    return [book.boxes.moves[number].action for number in bits(book.boxes.moves_of[book.boxes.index[box]])]


def with_marks(book, state, marks):
    """The state with marks in some boxes, by number, and what is kept beside them."""
    boxes = bytearray(state.boxes)
    for box, mark in marks.items():
        boxes[box] = mark
    kept = book.closed_moves(state.year) if book.fort else 0
    return state._replace(
        boxes=bytes(boxes), levels=book.boxes.levels(bytes(boxes)), closed=book.boxes.closed(bytes(boxes)) | kept
    )


def up_to(book, box):
    """A box, and where its track is a row those before it."""
    track = book.boxes.book.tracks[book.boxes.book.box(box).track]
    return (
        [each.id for each in track.boxes[: track.boxes.index(book.boxes.book.box(box)) + 1]]
        if track.order == "row"
        else [box]
    )


def needed_boxes(book, box, value):
    """Boxes that a value counts, with those before them in their rows, but not the box itself."""
    sheets = book.boxes.book
    if value in sheets.boxes:
        counted = {value}
    elif value in sheets.tracks:
        counted = {each.id for each in sheets.tracks[value].boxes}
    else:
        counted = {each for id_ in sheets.dependencies[value] for each in box_ids(sheets.values[id_].formula)}
    return [book.boxes.index[each] for needed in counted for each in up_to(book, needed) if each != box]


def remedied(book, state, box, reason):
    """The state without what a reason tells of."""
    told, fights = dict(reason.values), book.gladiators
    about = book.boxes.book.box(box)
    match reason.key:
        case "price":
            changed = state._replace(items=(PLENTY,) * len(state.items))
        case "needs" | "box":
            open_ = needed_boxes(book, box, told["what"])
            filled = with_marks(book, state, {each: state.boxes[each] or 1 for each in open_})
            untrained = any(each.trained == book.boxes.track_index.get(told["what"]) for each in fights)
            changed = remedied(book, filled, box, Reason("untrained")) if untrained else filled
        case "order":
            row = book.boxes.span(book.boxes.track_index[about.track])
            changed = with_marks(book, state, {each: state.boxes[each] or 1 for each in row[: about.number - 1]})
        case "limit":
            count = len(book.boxes.limits)
            changed = state._replace(used=bytes(count) + state.used[count:])
        case "untrained":
            changed = state._replace(used=state.used[: len(book.boxes.limits)] + b"\1" * len(fights))
        case "no_place":
            changed = with_marks(book, state, dict.fromkeys(book.boxes.span(book.map), 0))
        case "lost":
            at = book.settings["sword"]
            changed = state._replace(settings=(*state.settings[:at], "lost", *state.settings[at + 1 :]))
        case "closed" | "closed_until":
            changed = state._replace(closed=state.closed & ~book.boxes.moves_of[book.boxes.index[box]])
        case _:
            raise AssertionError(reason)
    return changed


def can_mark(book, state, box):
    def is_legal(action):
        try:
            rules.apply(book, state, action)
        except IllegalActionError:
            return False
        return True

    return any(map(is_legal, ways(book, box)))


def lacks_on_sheets(book, state, box, reason):
    """Whether what a reason says of the sheets is so."""
    marks, told = BoxView(book.boxes, state.boxes), dict(reason.values)
    if reason.key == "order":
        earlier = up_to(book, box)[:-1]
        return told["box"] == next(each for each in earlier if not marks[each])
    if reason.key == "box":
        return not marks[told["what"]]
    return book.boxes.book.value(told["what"], marks) == told["have"] < told["least"]


def check_truth(book, state, box, reasons):
    """All reasons out of the way open the box; with one of them left it is closed.

    What is lacking on the sheets is looked up there, as filling one box may mend several such lacks.
    """
    lacks = [each for each in reasons if each.key in ("needs", "box", "order")]
    assert all(lacks_on_sheets(book, state, box, each) for each in lacks)
    for left in (None, *(each for each in reasons if each not in lacks)):
        changed = state
        for each in sorted(reasons, key=lambda each: each.key.startswith("closed")):  # marks would close it again
            changed = changed if each is left else remedied(book, changed, box, each)
        assert can_mark(book, changed, box) == (left is None), f"{box}: {left} of {[*map(str, reasons)]}"


def of_gladiator(book, box, fight):
    return bool(book.boxes.moves_of[book.boxes.index[box]] & (fight.moves | fight.battle_moves))


def check_state(book, state, chance):
    """Every box of a state is either legal or has reasons; returns the keys of those."""
    legal, found = set(rules.legal(book, state)), set()
    for box in book.boxes.index:
        reasons = why_closed(book, state, box)
        keys = {each.key for each in reasons}
        found |= keys
        assert bool(reasons) != any(action in legal for action in ways(book, box)), box
        assert ("marked" in keys) == bool(state.boxes[book.boxes.index[box]]), box
        assert ("over" in keys) == rules.is_over(state)
        if "dead" in keys:
            fight = next(each for each in book.gladiators if of_gladiator(book, box, each))
            held = [state.boxes[each] for each in book.boxes.span(fight.trained)]
            assert any(held)
            assert 1 not in held
        if "waits" in keys:
            assert not any(action.verb == MARK for action in legal)
        elif reasons and not keys & FINAL and chance.random() < 0.15:
            check_truth(book, state, box, reasons)
    return found


@pytest.mark.parametrize("start", range(2))
def test_every_closed_box_has_true_reasons(book, played, long, start):
    chance, found = random.Random(start), set()
    for seed in range(start, 80 if long else 10, 2):
        settings = {"sword": "refused", "battle": ("any_time", "trained")[seed % 2]}
        states = [state for state, _, _ in played(seed, settings, rich=(0, 4, 15)[seed % 3])]
        for state in [*chance.sample(states, 24), states[-1]]:
            found |= check_state(book, state, chance)
    assert found >= KINDS
    assert found <= KINDS | RARE


def test_boxes_that_a_fort_closes_say_so(game, book):
    campaign = read_campaign(game, book.solo)
    closing = [fort for fort in campaign.forts if any(hasattr(each.effect, "until") for each in fort.changes)]
    for fort in closing:
        at_fort = Rulebook(game, book.solo, fort_rules(game, book.solo, campaign, fort))
        state = rules.setup(at_fort)._replace(phase="actions", year=1, pending=(), prospect=0)
        state = state._replace(closed=state.closed | at_fort.closed_moves(1), items=(PLENTY,) * len(state.items))
        assert {"closed", "closed_until"} & check_state(at_fort, state, random.Random(1))


def test_several_reasons_are_told_at_once(book, table):
    reasons = why_closed(book, table.at(levels={"traders": 2}), "goods_05")

    assert [*map(str, reasons)] == [
        "box what=market",
        "needs what=traders least=6 have=2",
        "price price=1 resource have=0 resource",
    ]


def test_first_reason_is_that_of_the_refused_action(book, table):
    state = table.at(items={"builder": 1})

    assert why_not(book, state, Action(MARK, ("fort_03", "builder"))).key == "order"
    assert why_closed(book, state, "fort_03")[0].key == "order"
