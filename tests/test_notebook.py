"""The notebook of the documentation runs from top to bottom, cell by cell as Jupyter does it."""

import ast
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[1] / "docs/cards-from-pandas.ipynb"
NOTEBOOK = json.loads(FILE.read_text("utf-8"))
SHOWS = "_repr_png_", "_repr_svg_"
"""Methods by which Jupyter asks a value for its picture."""


class Column(list):
    """A column of a table, as far as the notebook uses one of pandas."""

    def astype(self, kind):
        return Column(map(kind, self))

    def clip(self, lower):
        return Column(max(lower, value) for value in self)

    @property
    def str(self):
        return self

    def upper(self):
        return Column(value.upper() for value in self)


class DataFrame:
    """A table, as far as the notebook uses one of pandas, which is no dependency."""

    def __init__(self, records):
        self._columns = {name: Column(record[name] for record in records) for name in records[0]}

    def __getitem__(self, name):
        return self._columns[name]

    def __setitem__(self, name, column):
        self._columns[name] = column

    def to_dict(self, orient):
        assert orient == "records"
        return [dict(zip(self._columns, values, strict=True)) for values in zip(*self._columns.values(), strict=True)]


@pytest.fixture
def pandas(monkeypatch):
    """The library where it is installed, else what the notebook needs of it."""
    if importlib.util.find_spec("pandas") is None:
        module = ModuleType("pandas")
        module.DataFrame = DataFrame
        monkeypatch.setitem(sys.modules, "pandas", module)


def run(cells):
    """Run the cells of code; return what each shows, and the names that they leave."""
    names, shown = {}, []
    for cell in cells:
        statements = ast.parse("".join(cell["source"])).body
        last = statements.pop() if isinstance(statements[-1], ast.Expr) else None
        exec(compile(ast.Module(statements, []), FILE.name, "exec"), names)
        shown.append(eval(compile(ast.Expression(last.value), FILE.name, "eval"), names) if last else None)
    return names, shown


@pytest.mark.usefixtures("pandas")
def test_notebook_runs(tmp_path, monkeypatch, shared_cache):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(shared_cache))
    names, shown = run([cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"])
    pictures = [value for value in shown if all(hasattr(value, show) for show in SHOWS)]

    assert [row["strength"] for row in names["stronger"].rows("raid")] == ["2", "4", "2", "2", "2", "3"]
    assert names["stronger"].rows("raid")[0]["name.en"] == "SCOUTS"
    assert [len(getattr(picture, "pieces", "1")) for picture in pictures] == [1, 9]
    assert all(picture._repr_png_().startswith(b"\x89PNG") for picture in pictures)
    assert all(picture._repr_svg_().startswith("<svg") for picture in pictures)
    assert shown[-1] == ["cards/picket/raid-a4-en.pdf"]
    assert (tmp_path / shown[-1][0]).read_bytes().startswith(b"%PDF-")


def test_notebook_is_kept_without_results():
    code = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]

    assert len(code) > 3
    assert all((cell["outputs"], cell["execution_count"]) == ([], None) for cell in code)
    assert NOTEBOOK["nbformat"] == 4
