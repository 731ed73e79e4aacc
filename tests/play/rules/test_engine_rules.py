"""The choice that the engine waits for, as a player sees it."""

from types import SimpleNamespace

import pytest

from generator.play.rules.engine_rules import EngineRules
from generator.solo.state import ChooseIcon, Reveal


@pytest.mark.parametrize(
    ("pending", "asked"),
    [
        ((), ()),
        ((Reveal("fate", "attack", 3),), ("reveal", "fate", "attack", "3")),
        (
            (ChooseIcon("small_road", ("piety", "valour")), Reveal("fate", "attack", 1)),
            ("choose", "small_road", "piety", "valour"),
        ),
    ],
)
def test_first_of_the_pending_choices_is_asked(pending, asked):
    assert EngineRules._asks(None, SimpleNamespace(pending=pending)) == asked
