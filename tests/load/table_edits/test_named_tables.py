"""The files of rows are found in every game.toml that can be parsed."""

import pytest

from generator.base.errors import Faults
from generator.load.files.folder import Folder
from generator.load.table_edits.named_tables import named_tables


def test_each_file_is_named_once_with_who_uses_it(game):
    more = '\n[components.watch]\nrows = "raid.csv"\n[components.gone]\nrows = "gone.csv"\n'
    folder = game()
    text = (folder / "game.toml").read_text("utf-8")
    (folder / "game.toml").write_text(text.replace('rows = "raid.csv"', 'rows = "raid.csv"\nseparator = "tab"') + more)
    raid, suits = named_tables(Folder(folder))

    assert (suits.file, suits.users, suits.separator, suits.source) == ("suits.csv", ("suits",), "", "")
    assert (raid.file, raid.users, raid.separator, raid.is_text) == ("raid.csv", ("raid", "watch"), "\t", True)


def test_a_game_with_faults_has_tables_too(put):
    strange = 'tables = 3\n[components]\na = 1\nb = { rows = 2 }\nc = { rows = "../x.csv" }\nd = { rows = "d.json" }\n'

    (found,) = named_tables(Folder(put({"game.toml": strange, "d.json": "[]"})))

    assert (found.file, found.is_text, found.ending) == ("d.json", False, "json")


def test_a_file_that_is_no_toml_is_told(put):
    with pytest.raises(Faults):
        named_tables(Folder(put({"game.toml": "tables = ["})))
