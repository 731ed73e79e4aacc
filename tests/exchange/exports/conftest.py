"""Small games to export, and exports of them."""

from functools import partial

import pytest

from generator.build.options import BuildOptions, GameFolder
from generator.build.papers import find_paper
from generator.exchange.exports.export_options import ExportOptions
from generator.exchange.exports.export_run import export_one
from generator.exchange.exports.targets import find_target
from generator.load.game_locations import find_game


def run_into(out, game, target, *, only=(), language="first", theme="colour", copies=(), **options):
    """Export a game to one target into a folder; further options by their names."""
    build = BuildOptions((find_paper("a4"),), (language,), only=tuple(only), theme=theme, copies=tuple(copies), out=out)
    (done,) = export_one(
        GameFolder(find_game(str(game)), str(game)), [find_target(target)], ExportOptions(build, **options)
    )
    return done


@pytest.fixture
def export(tmp_path, monkeypatch):
    """Export a game to one target into a folder of this test."""
    monkeypatch.setenv("VALLUM_NO_WARM", "1")
    return partial(run_into, tmp_path)


@pytest.fixture(scope="module")
def export_once(tmp_path_factory):
    """The same into a folder that tests of a module only read: what was exported is not exported again."""
    done = {}

    def run(game, target, **options):
        key = f"{game} {target} {options}"
        if key not in done:
            done[key] = run_into(tmp_path_factory.mktemp("exported"), game, target, **options)
        return done[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VALLUM_NO_WARM", "1")
        yield run
