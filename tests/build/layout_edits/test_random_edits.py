"""Random edits of boxes: what may be saved does exactly what was asked, and nothing else changes, on the face or on the disk."""

import pytest

from tests.build.layout_edits.random_edits import GOALS, KINDS, random_edits

SEED = 20261201
EDITS = {True: (1000, None), False: (12, 3)}
"""Edits of each kind, and of how many faces: the first ones with --long."""
SLACK = {True: 0.0, False: 0.3}


@pytest.mark.parametrize("kind", KINDS)
def test_what_may_be_saved_is_what_was_asked(kind, long, tmp_path):
    count, faces = EDITS[long]
    # A map of the largest game takes seconds for an edit.
    count = count if long or kind != "boards" else 3
    edits = [*random_edits(kind, count, SEED, tmp_path, faces)]

    assert [edit for edit in edits if edit.outcome.startswith("wrong")] == []
    assert sum(edit.outcome == "held" for edit in edits) >= (GOALS[kind] - SLACK[long]) * len(edits)
