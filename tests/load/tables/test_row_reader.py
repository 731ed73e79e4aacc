import pytest

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.tables.column import COPIES, ID_COLUMN, PROVENANCE, Column
from generator.load.tables.raw_table import RawRow, RawTable
from generator.load.tables.row_reader import RowTyping, read_rows
from generator.model.text import Text

NAME = Column("name", "words")
NOTE = Column("note", "words", optional=True, rich=True)


def typed(columns, *table, languages=("en", "ja"), line=1):
    header, *body = (tuple(line.split(",")) for line in table)
    raw = tuple(
        RawRow(number, {name: cell for name, cell in zip(header, cells, strict=True) if cell != "-"})
        for number, cells in enumerate(body, 2)
    )
    with FaultReport() as report:
        return read_rows(RawTable("a.csv", header, line, raw), RowTyping((ID_COLUMN, *columns), languages, {}), report)


def faults(*arguments, **how):
    with pytest.raises(Faults) as caught:
        typed(*arguments, **how)
    return str(caught.value).split("\n")


def test_words_are_gathered_by_language():
    (row,) = typed([NAME], "name.ja,id,name.en", "剣,swords,Swords")

    assert row.id == "swords"
    assert row.cells == {"name": Text((("en", "Swords"), ("ja", "剣")))}
    assert row.source == "a.csv:2"


def test_third_language_is_one_more_column():
    (row,) = typed([NAME], "id,name.en,name.ja,name.fr", "a,b,c,d", languages=("en", "ja", "fr"))

    assert row.cells["name"]["fr"] == "d"


def test_rich_columns_are_told():
    (row,) = typed([NAME, NOTE], "id,name.en,name.ja", "a,b,c")

    assert row.rich == ("note",)


def test_optional_words_are_empty_in_every_language():
    rows_ = typed([NOTE], "id,note.en,note.ja", "a,,", "b,x,y")

    assert [row.cells["note"].by for row in rows_] == [(("en", ""), ("ja", "")), (("en", "x"), ("ja", "y"))]
    assert typed([NOTE], "id", "a")[0].cells["note"] == rows_[0].cells["note"]


def test_defaults_stand_for_empty_and_absent_cells():
    size = Column("size", "number", default="3")

    assert [row.cells["size"] for row in typed([size], "id,size", "a,", "b,-", "c,1")] == [3, 3, 1]
    assert typed([size], "id", "a")[0].cells["size"] == 3


def test_optional_columns_may_be_absent():
    columns = [Column(kind, kind, optional=True) for kind in ("text", "number", "yes", "length", "word")]

    (row,) = typed(columns, "id", "a")

    assert list(row.cells.values()) == ["", 0, False, 0.0, ""]


def test_copies_are_one_unless_given():
    assert typed([COPIES], "id", "a")[0].cells["copies"] == 1
    assert typed([COPIES], "id,copies", "a,-", line=None)[0].cells["copies"] == 1
    assert [row.cells["copies"] for row in typed([COPIES], "id,copies", "a,", "b,2.0", "c,x3")] == [1, 2, 3]


@pytest.mark.parametrize(
    ("columns", "table", "shown"),
    [
        ([NAME], ["id,name.en", "a,b"], ["a.csv:1 [name.ja]: column 'name.ja' is missing"]),
        ([NOTE], ["id,note.en", "a,b"], ["a.csv:1 [note.ja]: column 'note.ja' is missing"]),
        (
            [NAME],
            ["id,name", "a,b"],
            ["a.csv:1 [name]: column 'name' names no language; write 'name.en', 'name.ja'"],
        ),
        (
            [NOTE],
            ["id,note.en,note.ja,note.fr", "a,b,c,d"],
            ["a.csv:1 [note.fr]: 'fr' is not a language of the game; add it to languages in game.toml"],
        ),
        (
            [NOTE],
            ["id,note.en,note.ja", "a,b,"],
            ["a.csv:2 [note.ja]: empty, and 'note.en' is not; a phrase has words in every language or in none"],
        ),
        (
            [NAME],
            ["id,name.en,name.ja", "a,Give {coin}.,?? {coin}????(2)?", "b,???,???", "c,What??,何"],
            [
                "a.csv:2 [name.ja]: nothing but question marks; its letters were lost when the file was saved; "
                "save it again in the spreadsheet as 'CSV UTF-8'"
            ],
        ),
        ([NAME], ["id,name.en,name.ja", "a,,"], ["a.csv:2 [name]: empty; words are needed"]),
        (
            [],
            ["id,x", "a,b"],
            [
                'a.csv:1 [x]: unknown column \'x\'; name its column in game.toml, from = "x", or leave it out: ignore = ["x"]'
            ],
        ),
        ([], ["id", "a", "b", "a"], ["a.csv:4 [id]: id 'a' given twice, lines 2 and 4"]),
        ([NOTE], ["id,note.en,note.ja", ",b,c"], ["a.csv:2 [id]: empty; an id is needed"]),
        (
            [Column("n", "number"), Column("t", "text")],
            ["id,n,t", "a,x,y", "b,,", "c,1,z"],
            [
                "a.csv:2 [n]: 'x' is not a whole number",
                "a.csv:3 [n]: empty; a number is needed",
                "a.csv:3 [t]: empty; something is needed",
            ],
        ),
        ([Column("n", "number")], ["id", "a", "b"], ["a.csv:1 [n]: column 'n' is missing"]),
        (
            [PROVENANCE, NOTE],
            ["id,provenance", "a,seed note.ja=house", "b,seed nose=house"],
            ["a.csv:3 [provenance]: no column called 'nose'; did you mean 'note'?"],
        ),
    ],
)
def test_faults_are_gathered(columns, table, shown):
    assert faults(columns, *table) == shown


def test_records_without_a_needed_cell_are_told_one_by_one():
    assert faults([Column("n", "number")], "id,n", "a,1", "b,-", line=None) == [
        "a.csv:3 [n]: empty; a number is needed"
    ]
