"""The scripts that learn the tables of the strong player."""

import importlib.util
import random
from pathlib import Path

import pytest

from generator.base.records import replace
from generator.load.solo_reader import read_solo_rules
from generator.load.weights_reader import read_weights

SCRIPTS = Path(__file__).parents[2] / "training"


def script(name):
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_shipped_tables_are_written_as_they_are_read(game, tmp_path):
    pytest.importorskip("numpy")
    rules = read_solo_rules(game)
    tables = read_weights(game, rules).learned
    for name in ("worth.toml", "learned.toml"):
        (tmp_path / name).write_text((Path(game.folder) / name).read_text("utf-8"), encoding="utf-8")

    (tmp_path / "learned.toml").write_text(script("fit_tables").text_of(tables), encoding="utf-8")

    assert read_weights(replace(game, folder=tmp_path), rules).learned == tables


def test_fit_meets_what_many_games_show(book, learned):
    np = pytest.importorskip("numpy")
    fit = script("fit_tables")
    design = fit.Design(learned.features.tables)
    rows = np.zeros((400, design.ends[-1] + 1))
    rows[::2, 0], rows[:, -1] = 1, 1
    target = 10_000 + 3_000 * rows[:, 0]

    steps, start = design.fit(rows, target, np.ones(400), np.zeros(design.ends[-1]), 1.0, 0.1, {})

    assert round(start, -2) == 10_000
    assert round(steps[0], -2) == 3_000


def test_changed_tables_make_other_games(book, learned, game):
    tables = read_weights(game, read_solo_rules(game)).learned
    changed = script("self_play").changed_tables(book, tables, random.Random("any"))

    assert changed.kept["tracks"] != tables.kept["tracks"]
    assert changed.playing == tables.playing
    assert changed.kept["open"] == tables.kept["open"]
