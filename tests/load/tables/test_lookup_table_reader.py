import pytest

from generator.base.errors import Faults
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.files.toml_document import parse_toml
from generator.load.files.toml_table import TomlTable
from generator.load.keys.game_keys import GAME
from generator.load.load_context import LoadContext
from generator.load.tables.lookup_table_reader import read_tables


@pytest.fixture
def loaded(put):
    """Tables from files, and a line for each: what each of their columns refers to."""

    def load(files, **declared):
        text = "".join(
            f'[tables.{name}]\nrows = "{name}.csv"\n[tables.{name}.columns]\n{columns}\n'
            for name, columns in declared.items()
        )
        with FaultReport() as report:
            folder = Folder(put({f"{name}.csv": content for name, content in files.items()}))
            return read_tables(
                TomlTable(parse_toml(text, "game.toml"), report, keys=GAME), LoadContext(folder, ("en",), report)
            ).rows

    return load


def refers(name, to):
    return f'{name} = {{ type = "row", of = "{to}" }}'


def test_rows_nest_whatever_the_order(loaded):
    rows = loaded(
        {"cards": "id,suit\nace,swords\n", "suits": "id,metal\nswords,iron\n", "metals": "id\niron\n"},
        cards=refers("suit", "suits"),
        suits=refers("metal", "metals"),
        metals="",
    )

    assert rows["cards"]["ace"].cells["suit"].cells["metal"].id == "iron"
    assert rows["cards"]["ace"].cells["suit"] is rows["suits"]["swords"]


def test_circles_are_told(loaded):
    with pytest.raises(Faults) as caught:
        loaded({"a": "id,x\nq,q\n", "b": "id,x\nq,q\n"}, a=refers("x", "b"), b=refers("x", "a"))

    assert "tables refer to each other in a circle: " in str(caught.value)
    assert str(caught.value).endswith(("a → b → a", "b → a → b"))


def test_unreadable_table_is_told_once(loaded):
    with pytest.raises(Faults) as caught:
        loaded({"cards": "id,suit\nace,swords\n"}, cards=refers("suit", "suits"), suits="")

    assert str(caught.value) == "game.toml:6 [tables.suits.rows]: no file 'suits.csv'; it is one of 'cards.csv'"


def test_provenance_is_kept(loaded):
    rows = loaded({"suits": "id,provenance\nswords,house\n"}, suits="")

    assert rows["suits"]["swords"].cells == {"provenance": "house"}


def test_types_are_no_names_of_tables(loaded):
    with pytest.raises(Faults, match="'word' is a type of list items; choose another name"):
        loaded({"word": "id\na\n"}, word="")
