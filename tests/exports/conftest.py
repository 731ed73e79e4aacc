"""Small games to export, and exports of them."""

from functools import partial

import pytest

from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.exports.export_options import ExportOptions
from generator.exports.export_run import export_one
from generator.exports.targets import find_target
from generator.load.game_locations import GameFolder, find_game


def run_into(out, game, target, *, only=(), language="first", theme="colour", copies=(), **options):
    """Export a game to one target into a folder; further options by their names."""
    build = BuildOptions((find_paper("a4"),), (language,), only=tuple(only), theme=theme, copies=tuple(copies), out=out)
    (done,) = export_one(
        GameFolder(find_game(str(game)), str(game)), [find_target(target)], ExportOptions(build, **options)
    )
    return done


BAND = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{{ face.width + 6 }}mm" height="{{ face.height + 6 }}mm"
 viewBox="-3 -3 {{ face.width + 6 }} {{ face.height + 6 }}">
<rect x="-3" y="-3" width="{{ face.width + 6 }}" height="13" fill="{{ "#ff0000" if face.side == "front" else "#0000ff" }}"/>
</svg>
"""
"""A band along the upper edge, 10 mm wide and bleeding: red on fronts, blue on backs."""


def made_deck(width, height, copies=(1,), **keys):
    """The keys of a deck of cards that have a band along their upper edge."""
    return {"trim": f'["{width}mm", "{height}mm"]', "copies": copies, **keys}


@pytest.fixture
def made_game(tmp_path):
    """Write a game of decks, by their ids, each with its keys and the copies of its cards."""

    def make(**decks):
        folder = tmp_path / "made"
        for name in ("templates", "cards"):
            (folder / name).mkdir(parents=True)
        (folder / "templates" / "band.svg.j2").write_text(BAND)
        text = 'format = 1\ntitle = { en = "Made" }\n'
        for id_, deck in decks.items():
            keys = {"kind": '"cards"', "bleed": '"3mm"', "front": '"band.svg.j2"', "back": '"band.svg.j2"', **deck}
            rows = [f"{id_}{number},{count}" for number, count in enumerate(keys.pop("copies"), 1)]
            (folder / "cards" / f"{id_}.csv").write_text("\n".join(["id,copies", *rows, ""]))
            keys |= {"title": f'{{ en = "{id_.title()}" }}', "rows": f'"cards/{id_}.csv"'}
            text += f"[components.{id_}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items() if value)
        (folder / "game.toml").write_text(text)
        return folder

    return make


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
