import shutil
import tomllib

import pytest

from generator.base.errors import Faults
from generator.base.file_memory import forget_files, keep_files
from generator.load.game_loader import load
from generator.load.game_locations import data_root


@pytest.fixture
def folder(tmp_path):
    """A game with scoresheets and figures, and a process that keeps what it reads."""
    keep_files()
    yield shutil.copytree(data_root() / "hadrians-wall", tmp_path / "hadrians-wall")
    forget_files()


def change(folder, name, old, new):
    file = folder / name
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def loaded_alone(folder):
    """The game as a process that keeps nothing loads it."""
    forget_files()
    game = load(folder)
    keep_files()
    return game


def test_what_was_read_from_unchanged_files_is_kept(folder):
    before = load(folder)
    change(folder, "game.toml", "version = ", "version = 'x' # ")
    after = load(folder)

    assert after.version == "x"
    assert after.sheets is before.sheets
    assert after.figures is before.figures


@pytest.mark.parametrize("said", ["separator = ','", "decimal = '.'", "source = 'https://example.org/fate.csv'"])
def test_kept_rows_have_the_keys_that_say_how_they_are_read(folder, said):
    rows = 'rows = "cards/fate.csv"'
    change(folder, "game.toml", rows, f"{said}\n{rows}")
    before = load(folder)

    assert load(folder) == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("sheets/left.toml", "provenance = ", "# \nprovenance = "),
        ("sheets/left.layout.toml", "grid = ", "# \ngrid = "),
        ("tables/items.csv", "\n", "\n# moved down by a line\n"),
    ],
)
def test_any_change_of_what_they_are_made_of_has_them_read_again(folder, name, old, new):
    before = load(folder)
    change(folder, name, old, new)
    after = load(folder)

    assert after.sheets is not before.sheets
    assert after == loaded_alone(folder)


def test_only_the_table_that_changed_is_read_again(folder):
    before = load(folder)
    changed = next(part for part in before.components if part.kind == "cards")
    rows = folder / tomllib.loads((folder / "game.toml").read_text("utf-8"))["components"][changed.id]["rows"]
    rows.write_text(rows.read_text("utf-8") + "# moved\n", "utf-8")
    after = load(folder)

    again = {
        part.id for part, kept in zip(after.components, before.components, strict=True) if _rows(part) != _rows(kept)
    }
    assert again == {changed.id}
    assert after == before


def _rows(part):
    return [id(piece.row) for piece in part.pieces if part.kind != "sheets"]


def test_faults_are_found_each_time_and_old_sheets_after_them(folder):
    before = load(folder)
    text = (folder / "sheets/left.toml").read_text("utf-8")
    (folder / "sheets/left.toml").write_text("unknown = 1\n" + text, "utf-8")

    found = []
    for _ in range(2):
        with pytest.raises(Faults) as error:
            load(folder)
        found.append(error.value.faults)
    (folder / "sheets/left.toml").write_text(text, "utf-8")

    assert found[0] == found[1] != ()
    assert load(folder) == before


def test_layout_that_is_replaced_by_a_link_is_refused(folder):
    load(folder)
    layout = folder / "sheets/left.layout.toml"
    layout.rename(folder / "elsewhere")
    layout.symlink_to(folder / "elsewhere")

    with pytest.raises(Faults, match="is a link"):
        load(folder)


def test_rows_that_are_left_out_are_noted_each_time(folder):
    (folder / "foxes.csv").write_text("Name,Qty\nFox,2\nHare,1\nTotal,3\n", "utf-8")
    with (folder / "game.toml").open("a", encoding="utf-8") as file:
        file.write(
            "\n[tables.foxes]\nrows = 'foxes.csv'\ncolumns = { id = { from = 'Name' }, qty = { type = 'number', from = 'Qty' } }\n"
        )

    notes = [load(folder).notes for _ in range(2)]

    assert notes[0] == notes[1] != ()
