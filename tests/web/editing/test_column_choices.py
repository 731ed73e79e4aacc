"""Cells that hold a choice offer it: ids of rows, words of a list, yes and no."""

import pytest

from generator.load.game_loader import load
from generator.load.game_locations import sample
from generator.load.table_edits.named_tables import NamedTable
from generator.web.editing.column_choices import ColumnChoice, column_choices

TABLE = NamedTable("cards/raid.csv", ("raid",), "", "")


@pytest.mark.parametrize(
    ("column", "choice"),
    [
        ({"type": "row", "of": "suits"}, ColumnChoice("choice", ("swords", "torches", "ladders"))),
        (
            {"type": "row", "of": "suits", "optional": True},
            ColumnChoice("choice", ("", "swords", "torches", "ladders")),
        ),
        ({"type": "word", "one_of": ["red", "black"], "default": "red"}, ColumnChoice("choice", ("", "red", "black"))),
        ({"type": "yes"}, ColumnChoice("tick")),
        ({"type": "row", "of": "nobody"}, None),
        ({"type": "word", "one_of": 3}, None),
        ({"type": "word", "one_of": [str(number) for number in range(400)]}, None),
        ({"type": "text"}, None),
        (3, None),
    ],
)
def test_choice_of_a_column(column, choice):
    data = {"components": {"raid": {"columns": {"suit": column}}}}

    assert column_choices(data, TABLE, load(sample())).get("suit") == choice


def test_column_is_called_as_its_heading():
    data = {"tables": {"raid": {"columns": {"big": {"type": "yes", "from": "Is big?"}}}}}

    assert [*column_choices(data, TABLE, None)] == ["Is big?"]
