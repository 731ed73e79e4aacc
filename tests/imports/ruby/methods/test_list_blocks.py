"""Methods of lists with blocks: what is unknown in a script stays unknown, and is named."""

import pytest

from generator.imports.ruby.methods.list_blocks import flat_items, sorted_items, unique_items
from generator.imports.ruby.values.ruby_limits import MOST_ITEMS
from generator.imports.ruby.values.ruby_values import RubyUnknown, RubyUnknownError


@pytest.mark.parametrize(
    "values", [[RubyUnknown("rand")], [1, RubyUnknown("rand")], [RubyUnknown("a"), RubyUnknown("b")]]
)
@pytest.mark.parametrize("block", [None, lambda one, other: 0])
def test_items_that_are_unknown_cannot_be_sorted(values, block):
    with pytest.raises(RubyUnknownError, match="sort"):
        sorted_items(values, block)


def test_items_are_sorted_by_their_values_or_by_a_block():
    assert sorted_items([3, 1, 2]) == [1, 2, 3]
    assert sorted_items([3, 1, 2], lambda one, other: other - one) == [3, 2, 1]
    assert sorted_items([]) == []


def test_repeats_are_found_by_value_or_by_a_block():
    assert unique_items([1, [2], 1, [2], {"a": 1}, {"a": 1}]) == [1, [2], {"a": 1}]
    assert unique_items(["a", "bb", "c"], len) == ["a", "bb"]


def test_lists_are_made_flat_as_deep_as_is_said():
    assert flat_items([1, [2, [3, [4]]]]) == [1, 2, 3, 4]
    assert flat_items([1, [2, [3, [4]]]], 1) == [1, 2, [3, [4]]]
    with pytest.raises(RubyUnknownError, match="flatten"):
        flat_items([[0] * (MOST_ITEMS + 1)])
