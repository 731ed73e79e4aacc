from types import SimpleNamespace

import pytest

from generator.play.adviser import document


@pytest.mark.parametrize(("other", "shown"), [(None, None), ("stop", {"action": "stop"})])
def test_hint_names_the_second_best_action_if_there_is_one(other, shown):
    margin = SimpleNamespace(_asdict=lambda: {"points": 2.0})
    about = {"action": "mark wall", "other": other, "margin": margin, "is_clear": True, "disagree": False}
    found = document(SimpleNamespace(**about, for_goals=False, plan=("mark wall",), playouts=40))

    assert found["other"] == shown
    assert (found["margin"], found["clear"], found["halves_disagree"]) == ({"points": 2.0}, True, False)
