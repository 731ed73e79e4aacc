"""Tables of records in YAML, as a script works with them."""

import pytest

from generator.imports.ruby.values.ruby_values import RubyUnknownError
from generator.imports.squib.squib_frames import _frame_of_records


def test_records_are_rows_with_the_columns_of_all():
    frame = _frame_of_records("cards.yml", [{"name": "Fox", "cost": 2}, {"name": "Hen", "tags": ["a"]}])

    assert frame.key == "cards.yml"
    assert frame.cells == {"name": ["Fox", "Hen"], "cost": ["2", ""], "tags": ["", ""]}
    assert frame.columns["cost"] == [2, None]
    assert (frame.row_count, frame.row_numbers) == (2, [0, 1])


@pytest.mark.parametrize("records", [{"name": "Fox"}, ["Fox"], "Fox", None, [{"name": "Fox"}, 3]])
def test_what_is_no_list_of_cards_is_unknown(records):
    with pytest.raises(RubyUnknownError, match="YAML that is no list of cards"):
        _frame_of_records("cards.yml", records)
