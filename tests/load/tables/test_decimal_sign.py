import pytest

from generator.base.errors import Faults
from generator.base.units import MM
from generator.load.files.fault_report import FaultReport
from generator.load.tables.column import ID_COLUMN, Column
from generator.load.tables.raw_table import RawRow, RawTable, TableForm
from generator.load.tables.row_reader import RowTyping, read_rows

COLUMNS = (
    ID_COLUMN,
    Column("n", "number", decimals=True),
    Column("size", "length", default="1mm"),
    Column("t", "text"),
)
NOTHING_SAID = TableForm()


def read(numbers, form=NOTHING_SAID, sizes=(), words="1,5"):
    """The numbers and lengths of a file of three columns."""
    sizes = (*sizes, *[""] * len(numbers))
    rows = [
        RawRow(line, {"id": f"r{line}", "n": number, "size": sizes[line - 2], "t": words})
        for line, number in enumerate(numbers, 2)
    ]
    with FaultReport() as report:
        typed = read_rows(RawTable("a.csv", ("id", "n", "size", "t"), 1, tuple(rows), form), typing(), report)
    assert all(row.cells["t"] == words for row in typed)
    return [row.cells["n"] for row in typed], [row.cells["size"] for row in typed]


def typing():
    return RowTyping(COLUMNS, ("en",), {})


def refused(*given):
    with pytest.raises(Faults) as caught:
        read(*given)
    return str(caught.value)


@pytest.mark.parametrize("separator", ["", ",", ";", "\t"])
def test_decimal_commas_are_read_and_words_left_alone(separator):
    numbers, sizes = read(["1,5", "2", "-0,25", "1,234"], TableForm(separator), ["2,5mm", "1,5 in"])

    assert numbers == [1.5, 2, -0.25, 1.234]
    assert sizes[:2] == pytest.approx([2.5 * MM, 108])


def test_points_are_read_as_ever():
    assert read(["1.234", "2"])[0] == [1.234, 2]
    assert read(["0.125", "1.234"], TableForm(";"))[0] == [0.125, 1.234]


def test_thousands_or_decimals_are_never_guessed():
    advice = 'say beside rows in game.toml which sign is before decimals: decimal = ","'

    assert refused(["5", "1,234"]) == f"a.csv:3 [n]: '1,234' may mean thousands or a fraction; {advice}"
    assert refused(["1.234"], TableForm(";")) == f"a.csv:2 [n]: '1.234' may mean thousands or a fraction; {advice}"
    assert refused(["1.5", "2", "2,5"]) == f"a.csv:4 [n]: '2,5' and '1.5' in one file; {advice}"
    assert read(["1,234"], TableForm(";", ","))[0] == [1.234]
    assert read(["1.234"], TableForm(";", "."))[0] == [1.234]


def test_a_sign_other_than_the_one_said_is_told():
    assert refused(["1,5", "2.5"], TableForm(";", ",")) == (
        "a.csv:3 [n]: '2.5' has no decimal comma; write it so, or correct decimal in game.toml"
    )
    assert refused(["1,5"], TableForm(",", ".")) == (
        "a.csv:2 [n]: '1,5' has no decimal point; write it so, or correct decimal in game.toml"
    )


@pytest.mark.parametrize("number", ["1,2,3", ",5", "1,"])
def test_other_marks_are_no_number(number):
    assert refused([number]) == f"a.csv:2 [n]: '{number}' is not a number"


@pytest.mark.parametrize("number", ["1.234,5", "1,234.5", "1 234,5"])
def test_marks_between_thousands_are_no_number(number):
    what = "is not a number; write it without currency, percent or a sign for thousands"
    assert refused([number]) == f"a.csv:2 [n]: '{number}' {what}"
