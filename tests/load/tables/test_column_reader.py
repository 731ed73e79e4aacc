import pytest

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.toml_document import parse_toml
from generator.load.files.toml_table import TomlTable
from generator.load.keys.game_keys import TABLE
from generator.load.tables.column import ID_COLUMN, Column
from generator.load.tables.column_reader import read_columns


def declared(text):
    with FaultReport() as report:
        entry = TomlTable(parse_toml(f"[columns]\n{text}", "game.toml"), report, keys=TABLE)
        return read_columns(entry, ["suits"], (ID_COLUMN,))


def test_columns_are_as_declared():
    assert declared(
        'suit = { type = "row", of = "suits", optional = true }\n'
        'text = { type = "words", rich = true }\n'
        'size = { type = "number", min = 0.5, max = 3, decimals = true, default = 1.5 }\n'
        'tags = { type = "list", one_of = ["a", "b"] }\n'
        'gap = { type = "length", default = "3mm" }\n'
        'big = { type = "yes", default = false }\n'
    ) == (
        ID_COLUMN,
        Column("suit", "row", optional=True, of="suits"),
        Column("text", "words", rich=True),
        Column("size", "number", least=0.5, most=3, decimals=True, default="1.5"),
        Column("tags", "list", of="word", one_of=("a", "b")),
        Column("gap", "length", default="3mm"),
        Column("big", "yes", default="no"),
    )


def test_headings_of_the_file_are_read():
    id_, name, size = declared(
        'id = { from = "Name" }\nname = { type = "words", from = { en = "Name" } }\nsize = { from = "Size (cm)" }\n'
    )

    assert id_.heading("id") == "Name"
    assert name.heading("name.en") == "Name"
    assert size == Column("size", "text", sources=(("size", "Size (cm)"),))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x = {}", "[columns.x.type]: type is missing; it is text in quotes"),
        ("x = 5", "[columns.x]: must be a table, not 5"),
        ('x = { type = "wrods" }', "[columns.x.type]: no type called 'wrods'; did you mean 'words'?"),
        (
            'x = { type = "words", min = 1 }',
            "[columns.x.min]: unknown key 'min'; it is one of 'type', 'markup', 'optional', 'rich'",
        ),
        ('x = { type = "yes", rich = true }', "[columns.x.rich]: unknown key 'rich'"),
        ('x = { type = "row", of = "word" }', "[columns.x.of]: no table called 'word'"),
        ('x = { type = "list", of = "siuts" }', "[columns.x.of]: no table called 'siuts'; did you mean 'suits'?"),
        ('x = { type = "word", one_of = ["A"] }', "[columns.x.one_of]: 'A' is not a word"),
        ('x = { type = "word", one_of = "a" }', "[columns.x.one_of]: must be a list of texts"),
        ('x = { type = "number", default = "x" }', "[columns.x.default]: 'x' is not a whole number"),
        ('x = { type = "number", default = { a = 1 } }', "[columns.x.default]: {'a': 1} cannot stand in a cell"),
        ('x = { type = "number", optional = "yes" }', "[columns.x.optional]: must be true or false, not 'yes'"),
        ('id = { type = "text" }', "[columns.id]: 'id' has a meaning of its own"),
        ('id = { from = "Name", type = "text" }', "[columns.id.type]: unknown key 'type'"),
        ('x = { type = "words", from = { en = 5 } }', "[columns.x.from]: must be a heading in each language"),
        ('in_lang = { type = "text" }', "[columns.in_lang]: 'in_lang' has a meaning of its own"),
        ('"x.en" = { type = "text" }', "[columns.x.en]: 'x.en' is not an id"),
    ],
)
def test_faulty_declarations_are_told(text, shown):
    with pytest.raises(Faults) as caught:
        declared(text)

    assert str(caught.value).startswith(f"game.toml:2 {shown}")
    assert len(caught.value.faults) == 1
