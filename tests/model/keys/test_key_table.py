"""What a key of a file takes: the type of its value, its limits, and the values inside it."""

import pytest

from generator.model.keys.key_table import Key, KeyTable, allows, by_id

NAMED = KeyTable("font", {"size": Key("number", low=6)}, other_key=Key("text"))


@pytest.mark.parametrize(
    ("key", "right", "wrong"),
    [
        (Key("flag"), [True, False], [1, 0, "true"]),
        (Key("integer"), [0, -3], [True, False, 1.0, "1"]),
        (Key("number"), [0, 2.5], [True, False, "2.5"]),
        (Key("text"), ["", "a"], [1, ["a"]]),
        (Key("texts"), [[], ["a", ""]], ["a", [1], ["a", True]]),
        (Key("colour"), ["#00aaFF"], ["00aaff", "#0af", "#00aaff0", "#00aafg", "red", 0]),
        (Key("list", either=(Key("integer"),)), [[], [1, 2]], [["1"], [1, True], 1]),
        (Key("table"), [{}, {"a": 1}], [[], "a"]),
        (Key("table", inner=NAMED), [{"size": 6}, {"other": "text"}], [{"size": 5}, {"other": 1}]),
    ],
)
def test_value_is_of_the_type_of_its_key(key, right, wrong):
    assert [value for value in right if not allows(key, value)] == []
    assert [value for value in wrong if allows(key, value)] == []


@pytest.mark.parametrize("kind", ["integer", "number"])
def test_limits_of_a_number_are_themselves_allowed(kind):
    assert [allows(Key(kind, low=2, high=4), number) for number in (1, 2, 3, 4, 5)] == [False, True, True, True, False]
    assert allows(Key(kind, low=2), 10**9)
    assert allows(Key(kind, high=4), -(10**9))


@pytest.mark.parametrize(("kind", "item"), [("texts", "a"), ("list", 1)])
def test_limits_of_a_list_are_those_of_its_length(kind, item):
    key = Key(kind, low=1, high=2, either=(Key("integer"),))

    assert [allows(key, [item] * count) for count in range(4)] == [False, True, True, False]


def test_table_of_tables_takes_any_id():
    key = by_id(KeyTable("font", {"size": Key("number")}))

    assert key.inner.name == "fonts"
    assert allows(key, {"body": {"size": 8}, "title": {}})
    assert not allows(key, {"body": {"size": "8"}})


def test_key_without_a_description_is_an_error():
    with pytest.raises(KeyError, match="colour is no key of font"):
        KeyTable("font", {"size": Key("number")}).key("colour")
