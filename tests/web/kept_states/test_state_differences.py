"""What changed between two states of a game."""

import pytest

from generator.base.errors import OutputError
from generator.web.kept_states.state_differences import MOST_CELLS, CellDifference, state_differences


def differences(before, after):
    """The differences of states whose digests are their contents."""
    return state_differences(before, after, lambda content, _: content.encode())


def test_files_are_added_removed_and_changed():
    found = differences({"a.png": "1", "b.png": "2", "c.png": "3"}, {"b.png": "2", "c.png": "4", "d.png": "5"})
    assert [(it.path, it.kind) for it in found] == [("a.png", "removed"), ("c.png", "changed"), ("d.png", "added")]


def test_cells_of_a_table_are_named_by_row_and_column_also_after_a_sort():
    old, new = "id,cost,name\nfox,1,Fox\nowl,2,Owl\nelk,3,Elk\n", "id,name,cost\nant,Ant,9\nowl,Owl,5\nfox,Vixen,1\n"
    [found] = differences({"a.csv": old}, {"a.csv": new})
    assert found.cells == (CellDifference("fox", "name", "Fox", "Vixen"), CellDifference("owl", "cost", "2", "5"))
    assert (found.rows_added, found.rows_removed) == (1, 1)


def test_many_cells_are_counted_and_the_first_named():
    old, new = ("id,n\n" + "".join(f"r{row},{row + step}\n" for row in range(100)) for step in (0, 1))
    [found] = differences({"a.csv": old}, {"a.csv": new})
    assert (found.cell_count, len(found.cells)) == (100, MOST_CELLS)


@pytest.mark.parametrize("text", ["", '"', "a,b\n1,2,3\n", "id\nx\nx\n"])
def test_tables_of_any_kind_are_compared(text):
    [found] = differences({"a.csv": "id,n\nx,1\n"}, {"a.csv": text})
    assert found.kind == "changed"


def test_lines_of_other_texts_are_counted():
    [found] = differences({"game.toml": "a = 1\nb = 2\n"}, {"game.toml": "a = 1\nb = 3\nc = 4\n"})
    assert found.lines == 2


def test_a_copy_that_is_gone_still_differs():
    def read(content, path):
        raise OutputError(f"{path}: {content} is gone")

    [found] = state_differences({"a.csv": "1"}, {"a.csv": "2"}, read)
    assert (found.kind, found.cell_count) == ("changed", 0)
