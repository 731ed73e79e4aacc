"""Small games to export, and exports of them."""

import pytest

from generator.build.options import BuildOptions, GameFolder
from generator.build.papers import find_paper
from generator.exchange.exports.export_options import ExportOptions
from generator.exchange.exports.export_run import export_one
from generator.exchange.exports.targets import find_target
from generator.load.game_locations import find_game


@pytest.fixture
def export(tmp_path, monkeypatch):
    """Export a game to one target into a folder of this test; further options by their names."""
    monkeypatch.setenv("VALLUM_NO_WARM", "1")

    def run(game, target, *, only=(), language="first", theme="colour", copies=(), **options):
        build = BuildOptions(
            (find_paper("a4"),), (language,), only=tuple(only), theme=theme, copies=tuple(copies), out=tmp_path
        )
        (done,) = export_one(
            GameFolder(find_game(str(game)), str(game)), [find_target(target)], ExportOptions(build, **options)
        )
        return done

    return run
