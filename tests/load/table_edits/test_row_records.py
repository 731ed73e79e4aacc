"""Rows as records, and records written as a table."""

import pytest

from generator.base.errors import UsageError
from generator.load.files.folder import Folder
from generator.load.table_edits.row_records import cell_text, find_table, read_records, write_records

GAME = '[components.deck]\nrows = "deck.{ending}"\n'


@pytest.fixture
def deck(tmp_path):
    def make(table, ending="csv"):
        (tmp_path / "game.toml").write_text(GAME.format(ending=ending), "utf-8")
        (tmp_path / f"deck.{ending}").write_text(table, "utf-8")
        folder = Folder(tmp_path)
        return folder, find_table(folder, "deck")

    return make


@pytest.mark.parametrize(
    ("table", "ending"),
    [
        ('id,text\nbath,"a, b"\nbar,\n', "csv"),
        ("id\ttext\nbath\tone\nbar\t\n", "tsv"),
        ('id;text\nbath;"say ""x"""\nbar;\n', "csv"),
        ('id,text\nbath,"two\nlines"\n', "csv"),
    ],
)
def test_records_are_written_as_they_were_read(deck, table, ending):
    folder, named = deck(table, ending)

    assert write_records(folder, named, read_records(folder, named)).decode() == table


def test_columns_stay_in_their_order_and_new_ones_follow(deck):
    folder, named = deck("id,cost,text\nbath,1,a\n")
    records = [{"note": "x", "text": "b", "id": "bath"}, {"id": "bar", "extra": 2}]

    assert write_records(folder, named, records).decode() == "id,text,note,extra\nbath,b,x,\nbar,,,2\n"


def test_numbers_have_the_decimal_sign_of_the_table(deck):
    folder, named = deck("id;cost\nbath;1,5\n")

    assert write_records(folder, named, [{"id": "bath", "cost": 2.5}]).decode() == "id;cost\nbath;2,5\n"


def test_no_records_leave_the_header(deck):
    folder, named = deck("id,cost\nbath,1\n")

    assert write_records(folder, named, []).decode() == "id,cost\n"


def test_table_that_is_no_text_is_refused(deck):
    with pytest.raises(UsageError, match=r"deck\.json is no \.csv or \.tsv file"):
        deck("[]", "json")


class Na:
    """As NA of pandas: neither equal nor unequal to anything."""

    def __ne__(self, other):
        return self

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = None


class Number:
    """As a number of numpy."""

    def item(self):
        return 3.0


def test_missing_values_and_numbers_of_libraries_are_written_plainly():
    assert [cell_text(value) for value in (Na(), Number(), float("inf"), -0.5, False)] == ["", "3", "inf", "-0.5", "no"]
