import codecs

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.load.tables.raw_table import TableForm


@pytest.fixture
def table(table):
    return lambda content, separator="", name="a.csv": table(name, content, form=TableForm(separator))


def refused(table, *given):
    with pytest.raises(Faults) as caught:
        table(*given)
    return str(caught.value)


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_separator_is_the_sign_between_the_column_names(table, sign, name):
    lines = [["id", "text"], ["a", '"1, 2; 3 | 4\n\t5"'], ["b", "plain"]]
    found = table("\n".join(sign.join(cells) for cells in lines), "", name)

    assert [(row.line, row.cells["text"]) for row in found.rows] == [(2, "1, 2; 3 | 4\n\t5"), (4, "plain")]
    assert found.form.separator == sign


@pytest.mark.parametrize(
    "content",
    [
        "# one, two; three\n\nid;text\na;b, c\n",
        ';;\n"# one\n, two";\nid;text\na;b, c\n',
        "sep=;\nid;text\na;b, c\n",
        '"sep=;"\r\nid;text\r\na;b, c\r\n',
        "SEP=;,,\nid;text\na;b, c\n",
        codecs.BOM_UTF8 + b'sep=;\r\n"id";"text"\r\n"a";"b, c"\r\n',
    ],
)
def test_lines_before_the_names_do_not_mislead(table, content):
    (row,) = table(content).rows

    assert dict(row.cells) == {"id": "a", "text": "b, c"}


def test_a_line_for_excel_is_counted(table):
    assert [row.line for row in table("sep=;\nid;text\na;b\n").rows] == [3]


def test_one_column_needs_no_separator(table):
    assert [row.cells["id"] for row in table("id\na\nb\n").rows] == ["a", "b"]


def test_empty_columns_at_the_right_are_left_out(table):
    found = table("id;x;;\n#note;;;\na;1;;\nb;;\nc;2\n;;;\n")

    assert [dict(row.cells) for row in found.rows] == [
        {"id": "a", "x": "1"},
        {"id": "b", "x": ""},
        {"id": "c", "x": "2"},
    ]


@pytest.mark.parametrize("line", ["   ", " # note", "\t"])
def test_a_line_of_blanks_before_the_names_has_no_columns(table, line):
    assert table(f"{line}\nid;x;;\na;1;;\n", ";").header == ("id", "x")


def test_two_signs_are_never_guessed(table):
    assert refused(table, "\nid;a,b\nx;1,2\n") == (
        "a.csv:2 [separator]: ',' and ';' stand between the column names; say beside rows in game.toml which of them "
        'separates columns: separator = ";"'
    )
    assert table("id;a,b\nx;1,2\n", ";").header == ("id", "a,b")
    assert table("id;a,b\nx;1,2\n", ",").header == ("id;a", "b")


def test_a_wrong_separator_is_told(table):
    what = "the column names are separated by ';', and not by a tab as is said; correct separator in game.toml, or sep="

    assert refused(table, "id;a\nx;1\n", "\t") == f"a.csv:1: {what}"
    assert refused(table, "sep=\t\nid;a\nx;1\n") == f"a.csv:2: {what}"
    assert refused(table, "sep=x\nid;a\nx;1\n") == (
        "a.csv:1: 'x' cannot separate columns; write sep=; or take the line out"
    )


def test_an_open_quote_is_told_as_ever(table):
    assert refused(table, 'id;"a\nx;1\n') == "a.csv:1: quote opened on line 1 is never closed"


def test_the_separator_stands_in_game_toml(spoilt):
    with pytest.raises(Faults) as caught:
        load(spoilt("game.toml", 'rows = "raid.csv"', 'rows = "raid.csv"\nseparator = "semicolon"'))

    assert "game.toml:23 [components.raid.separator]: no separator called 'semicolon'; it is one of ',', ';'" in str(
        caught.value
    )


def test_a_game_is_read_from_semicolons(game):
    suits = "id;name.en;name.ja\nswords;Swords, sharp;剣\ncups;Cups;杯\n"

    (swords, _) = load(game({"suits.csv": suits})).tables["suits"]

    assert dict(swords.cells["name"].by) == {"en": "Swords, sharp", "ja": "剣"}


@pytest.mark.parametrize("given", [("id;a\nx;1\n", "\t"), ("sep=x\nid;a\nx;1\n",), ("id;a,b\nx;1,2\n",)])
def test_table_with_a_wrong_separator_is_not_read_further(table, given):
    with pytest.raises(Faults) as caught:
        table(*given)

    assert [fault.unreadable for fault in caught.value.faults] == [True]
