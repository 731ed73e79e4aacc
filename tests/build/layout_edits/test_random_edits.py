"""Random edits of boxes: what may be saved does exactly what was asked, and nothing else changes, on the face or in the file."""

import random
from pathlib import Path

import pytest

from generator.base.geometry import Rect
from generator.base.units import to_mm
from generator.build.layout_edits import box_order
from tests.build.layout_edits.conftest import face_trial

ROOT = Path(__file__).parents[3]
FACES = [
    ("data/picket", "raid", "front"),
    ("data/picket", "watch", "front"),
    ("data/starters/tarot", None, "front"),
    ("data/starters/poker", None, "back"),
    ("docs/recipes/mini-cards", None, "front"),
    ("docs/recipes/player-board", None, "front"),
    ("docs/recipes/big-map", None, "front"),
]
SEED = 20261129
EDITS = {True: 1000, False: 28}
"""Edits of each kind: the first number with --long."""


@pytest.fixture(scope="module", params=FACES, ids=lambda face: f"{face[0]}-{face[2]}")
def trial(request):
    folder, part, side = request.param
    return face_trial(ROOT / folder, part, side)


def boxes(trial):
    """Elements that may be moved: not the ground, which fills the face."""
    trim = trial.job.trim
    face = Rect(0, 0, to_mm(trim.width), to_mm(trim.height))
    return [index for index, element in enumerate(trial.elements) if not (element.box and element.box.contains(face))]


def edit(trial, index, chance):
    """One random edit of a box: its kind, its verdict, and whether the elements after it are as they should be."""
    dx, dy = (round(chance.choice([-1, 1]) * chance.uniform(0.1, 3), 1) for _ in "xy")
    kind = chance.choice(["move", "move", "resize", "fill", "remove", "order"])
    old = trial.elements[index].box
    if kind == "move":
        verdict = trial.reshape(index, dx, dy)
        return kind, verdict, lambda after: old is None or near(after[index].box, old.translate(dx, dy))
    if kind == "fill":
        verdict = trial.restyle(index, "fill", "#123456")
        return kind, verdict, lambda after: after[index].attributes["fill"] == "#123456"
    if kind == "resize":
        verdict = trial.reshape(index, 0, 0, dx, dy)
        # A circle, and an icon with one number for its size, keep their proportions.
        is_free = old and trial.elements[index].name not in {"circle", "use"}
        return kind, verdict, lambda after: not is_free or near(after[index].box, grown(old, dx, dy))
    if kind == "order":
        names = sorted(repr(element.state) for element in trial.elements)
        verdict = box_order.reorder_box(trial, index, chance.choice([-1, 1]))
        return kind, verdict, lambda after: sorted(repr(element.state) for element in after) == names
    verdict = box_order.remove_box(trial, index)
    return kind, verdict, lambda after: len(after) == len(trial.elements) - len(trial.box(index))


def grown(box, dw, dh):
    return Rect(box.x, box.y, box.width + dw, box.height + dh)


def near(one, other):
    sides = zip((one.x, one.y, one.width, one.height), (other.x, other.y, other.width, other.height), strict=True)
    return all(abs(a - b) < 0.02 for a, b in sides)


def test_what_may_be_saved_is_what_was_asked(trial, request):
    count, saved = EDITS[bool(request.config.getoption("--long", default=False))] // len(FACES), 0
    for edited in range(count):
        # Each edit has a seed of its own, so that one that fails can be made again alone.
        chance = random.Random(f"{SEED}-{edited}")
        index = chance.choice(boxes(trial))
        kind, verdict, is_right = edit(trial, index, chance)
        told = f"edit {SEED}-{edited}: {kind} of box {index}"
        if not verdict.is_exact:
            continue
        saved += 1
        _, after = trial.after(verdict.files)
        assert is_right(after), told
        gone = len(trial.elements) - len(after)
        if not gone and kind != "order":
            others = [number for number in range(len(after)) if number not in trial.box(index)]
            assert all(after[number].state == trial.elements[number].state for number in others), told
        for path, content in verdict.files.items():
            assert differing_lines(trial.own_files[path], content) <= (4 if kind == "order" else 2), told

    assert saved >= count * 0.7


def differing_lines(before, after):
    return len({*before.splitlines()} ^ {*after.splitlines()})
