import json

import pytest

from generator.base.errors import Faults
from generator.base.text_files.json_syntax import json_fault
from generator.base.text_files.toml_syntax import parse_toml_file


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = b", "1:5: invalid value; text stands in quotes"),
        ('a = "b\nc = 1', "1:7: the line ends before a quote is closed"),
        ("a = '''b", "1: a quote is not closed"),
        ("a = 2026-02-30", "1:5: no such date or time; text stands in quotes"),
        ("a b = 1", "1:3: expected '=' after a key"),
        ("a = 1 b = 2", "1:7: something follows the value; begin a new line"),
        ("[a", "1: expected ']' at the end of a table's name"),
        ("[[a]", "1:4: expected ']]' at the end of a table's name"),
        ("= 1", '1:1: neither a key nor a table; write it like name = "Raid"'),
        ("a.+ = 1", "1:3: a key has letters, digits, _ and -; put another one into quotes"),
        ("a = [1, 2", "1: a list is not closed; write ']' at its end"),
        ("a = {b = 1", "1: a table is not closed; write '}' at its end"),
        ('a = "C:\\dir"', "1:10: a lone '\\' in a text; write it twice, or put the text into single quotes"),
        ('a = "\\uD800"', "1:12: no character has this number; write it like \\u00e9"),
        ("a = 1\na = 2", "2: a key or table given twice"),
        ("[a.b]\n[a.b]", "2:5: 'b' given twice"),
        ("a = {b = 1, b = 2}", "1:18: 'b' given twice"),
        ("a = " + "9" * 5000, " number out of range"),
        ("a = " + "[" * 20_000, " nested too deeply"),
    ],
)
def test_fault_of_toml_is_said_in_plain_words(text, expected):
    with pytest.raises(Faults) as caught:
        parse_toml_file(text.encode(), "a.toml")

    assert str(caught.value) == f"a.toml:{expected}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": }', "expected a value; text stands in quotes"),
        ("{a: 1}", "expected a key in double quotes"),
        ('{"a" 1}', "expected ':' after a key"),
        ("[1 2]", "expected ',' between two values"),
        ('"a', "a quote is not closed"),
        ('"a\n"', "the line ends before a quote is closed"),
        ('"\\q"', "a lone '\\' in a text; write it twice"),
        ("1 2", "something follows the end; delete it"),
    ],
)
def test_fault_of_json_is_said_in_plain_words(text, expected):
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)

    assert json_fault(caught.value.msg) == expected
