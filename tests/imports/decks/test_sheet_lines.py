"""Where the table of a strange sheet begins: the line of its headings, below titles, remarks and groups of columns."""

import pytest

from generator.base.errors import Faults
from generator.imports.decks.sheet_lines import _heading_line, read_sheets


def read(text, ending=".csv"):
    return read_sheets("cards.csv", text.encode(), ending)


def headings(sheet):
    return [cell for cell in sheet.table.columns if cell]


@pytest.mark.parametrize(
    ("text", "line", "is_first"),
    [
        ("Name,Cost\nFox,1\nHare,2\n", 1, True),
        ("Foxes,\n,\nName,Cost\nFox,1\n", 3, False),
        ("a remark,of two\nName,Cost\nFox,1\n", 2, False),
        (f"{'a long remark ' * 5},x\nName,Cost\nFox,1\n", 2, False),
        (",,\nOne,Two,Three\n1,2,3\n", 2, True),
    ],
)
def test_headings_are_the_line_that_looks_most_like_them(text, line, is_first):
    (sheet,) = read(text)

    assert sheet.table.rows[0].line == line + 1
    assert sheet.is_first is is_first


def test_sheet_with_nothing_in_it_has_no_line_of_headings():
    assert _heading_line([]) == 0
    assert _heading_line([(3, ["x" * 61])]) == 0


def test_first_of_two_lines_that_look_alike_has_the_headings():
    assert _heading_line([(4, ["One", "Two"]), (5, ["Three", "Four"])]) == 4


@pytest.mark.parametrize("text", ["", "\n\n", ",,\n,,\n"])
def test_file_without_a_table_is_refused(text):
    with pytest.raises(Faults, match="has no table: a line of headings with rows below it"):
        read(text)


def test_file_of_another_kind_is_refused():
    with pytest.raises(Faults, match=r"'\.doc' is no kind of sheet; save it as \.xlsx, \.ods, \.csv or \.tsv"):
        read("Name\nFox\n", ".doc")
