"""Conditions of templates of Cider, for a card that costs 4 and has a text of eleven letters."""

import pytest

from generator.imports.projects.cider_conditions import RowConditions, holds

ROW = {"cost": "4", "text": "Eats a hen.", "kind": "Bird", "cost two": "", "night": "false"}


@pytest.mark.parametrize(
    ("command", "truth"),
    [
        ("#if card.cost", True),
        ("#unless card.cost", False),
        ("#if card.[cost two]", False),
        ("#if card.night", False),
        ("#if (eq card.kind 'Bird')", True),
        ("#if (and card.cost (not card.night))", True),
        ("#if (or card.night (gt card.text.length 10))", True),
        ("#if (gt card.kind 3)", None),
        ("#if (upper card.kind)", None),
        ("#if (eq card.kind", None),
        ("#each card.kind", None),
        ("#if " + 20 * "(not " + "card.cost" + 20 * ")", None),
    ],
)
def test_truth_of_a_condition(command, truth):
    assert holds(command, ROW) == truth


def test_open_conditions_hold_together():
    conditions = RowConditions([ROW, {"cost": "1", "kind": "Bird"}])

    conditions.read("{{#if card.cost}} {{#if (gt card.cost 3)}}")
    assert conditions.rows == (True, False)
    conditions.read("{{else}}")
    assert conditions.rows == (False, True)
    conditions.read("{{/if}}{{/if}}{{/if}}")
    assert (conditions.rows, conditions.unknown) == ((True, True), 0)
