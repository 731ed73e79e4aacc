import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base import units
from generator.load.tables.cell_reader import cell_parser, empty_value, parse_id, provenance_parser
from generator.load.tables.column import Column
from generator.model.game import Row

SWORDS = Row("swords", {}, "suits.csv:2")
TABLES = {"suits": {"swords": SWORDS}}

BARE = "write it without currency, percent or a sign for thousands"


def value(text, kind, **how):
    return cell_parser(Column("x", kind, **how), TABLES)(text)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("a *b*", {"kind": "text"}, "a *b*"),
        ("red_2", {"kind": "word"}, "red_2"),
        ("7", {"kind": "number"}, 7),
        ("+7", {"kind": "number"}, 7),
        ("-0", {"kind": "number", "least": 0}, 0),
        ("2.0", {"kind": "number"}, 2),
        ("2.5", {"kind": "number", "decimals": True}, 2.5),
        ("2", {"kind": "number", "decimals": True, "least": 2, "most": 2}, 2),
        ("yes", {"kind": "yes"}, True),
        ("no", {"kind": "yes"}, False),
        ("TRUE", {"kind": "yes"}, True),
        ("swords", {"kind": "row", "of": "suits"}, SWORDS),
        ("anything", {"kind": "row", "of": "unread"}, ""),
        ("swords  swords", {"kind": "list", "of": "suits"}, (SWORDS, SWORDS)),
        ("a b", {"kind": "list", "of": "word"}, ("a", "b")),
        ("1 2", {"kind": "list", "of": "number", "most": 2}, (1, 2)),
        ("1in", {"kind": "length"}, 72.0),
        ("-3mm", {"kind": "length"}, -3 * units.MM),
        ("999", {"kind": "copies"}, 999),
        ("2.0", {"kind": "copies"}, 2),
        ("3x", {"kind": "copies"}, 3),
    ],
)
def test_cells_mean_what_their_column_says(text, column, expected):
    assert value(text, **column) == expected


@pytest.mark.parametrize(
    ("text", "column", "shown"),
    [
        ("two", {"kind": "number"}, "'two' is not a whole number"),
        ("2.5", {"kind": "number"}, "'2.5' is not a whole number; decimals = true in its column allows parts of one"),
        ("12,75 €", {"kind": "number"}, f"'12,75 €' is not a whole number; {BARE}"),
        ("50 %", {"kind": "number", "decimals": True}, f"'50 %' is not a number; {BARE}"),
        ("1.234,50", {"kind": "number", "decimals": True}, f"'1.234,50' is not a number; {BARE}"),
        ("٢", {"kind": "number"}, "'٢' is not a whole number"),
        ("1e3", {"kind": "number", "decimals": True}, "'1e3' is not a number"),
        ("nan", {"kind": "number", "decimals": True}, "'nan' is not a number"),
        ("0", {"kind": "number", "least": 1}, "'0' is not a whole number of at least 1"),
        ("3", {"kind": "number", "most": 2}, "'3' is not a whole number of at most 2"),
        ("3", {"kind": "number", "least": 1, "most": 2}, "'3' is not a whole number from 1 to 2"),
        ("9" * 6000, {"kind": "number"}, f"'{'9' * 59}…' is not a whole number"),
        ("Red", {"kind": "word"}, "'Red' is not a word; write it with a-z, 0-9 and _, a letter first, at most 41 long"),
        ("rde", {"kind": "word", "one_of": ("red", "blue")}, "no x called 'rde'; did you mean 'red'?"),
        ("maybe", {"kind": "yes"}, "'maybe' is neither 'yes' nor 'no'"),
        ("swrods", {"kind": "row", "of": "suits"}, "no x called 'swrods'; did you mean 'swords'?"),
        ("swords x", {"kind": "list", "of": "suits"}, "no x called 'x'; it is one of 'swords'"),
        ("1,2", {"kind": "list", "of": "number"}, "'1,2' is not a whole number"),
        ("63", {"kind": "length"}, "'63' has no unit; write it as '63mm', '63in' or '63pt'"),
        ("3m", {"kind": "length"}, "'3m' is not a length; write it like '63mm', '2.5in' or '9pt'"),
        ("2001mm", {"kind": "length"}, "'2001mm' is out of range; it is -2 m to 2 m"),
        ("1000", {"kind": "copies"}, "copies must be 0 to 999, not '1000'"),
    ],
)
def test_faults_quote_the_cell(text, column, shown):
    with pytest.raises(ValueError, match=r".") as caught:
        value(text, **column)

    assert str(caught.value) == shown


@pytest.mark.parametrize("text", ["a", "wall_03", "a" * 41])
def test_ids(text):
    assert parse_id(text) == text


@pytest.mark.parametrize("text", ["A", "3a", "a-b", "a" * 42, "é", "a\n"])
def test_no_ids(text):
    with pytest.raises(ValueError, match="is not an id"):
        parse_id(text)


@pytest.mark.parametrize("text", ["public", "seed copies=house", "house name.ja=public  name=derived"])
def test_provenance_is_a_token_and_exceptions(text):
    assert provenance_parser(["copies", "name", "name.ja"])(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("publik", "no provenance called 'publik'; did you mean 'public'?"),
        ("copies=house", "no provenance called 'copies=house'; it is one of 'seed', 'public', 'derived', 'house'"),
        ("seed house", "'house' is not like 'copies=house'; one word stands for the row"),
        ("seed copeis=house", "no column called 'copeis'; did you mean 'copies'?"),
        ("seed copies=", "no provenance called ''; it is one of 'seed', 'public', 'derived', 'house'"),
    ],
)
def test_provenance_faults(text, shown):
    with pytest.raises(ValueError, match=r".") as caught:
        provenance_parser(["copies"])(text)

    assert str(caught.value) == shown


@pytest.mark.parametrize(("kind", "blank"), [("text", ""), ("number", 0), ("yes", False), ("list", ()), ("row", "")])
def test_empty_values(kind, blank):
    assert empty_value(Column("x", kind)) == blank


@given(st.integers(-(10**15) + 1, 10**15 - 1))
def test_whole_numbers_come_back(number):
    assert value(str(number), "number") == number


@given(st.text(max_size=20), st.sampled_from(["word", "number", "yes", "length", "copies", "id"]))
def test_any_text_has_a_meaning_or_a_fault(text, kind):
    try:
        found = value(text, kind)
    except ValueError as error:
        found = str(error)

    assert isinstance(found, str | int | float)
