"""A copy of Picket to change, built as the command line does, and what pikepdf reads off the result."""

import re
import shutil
from pathlib import Path

import pikepdf
import pytest

from generator.build.options import BuildOptions
from generator.build.papers import find_paper
from generator.build.pipeline import build
from generator.load.game_locations import GameFolder

DATA = Path(__file__).parents[3] / "data"


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def copied():
    """Copy Picket, without the counts that it checks, into a folder; gives that of the game."""

    def copy(place):
        folder = place / "game/picket"
        shutil.copytree(DATA / "picket", folder)
        file = folder / "game.toml"
        file.write_text(re.sub(r"(?ms)^\[expect\]$.*?^$", "", file.read_text("utf-8")), "utf-8")
        return folder

    return copy


@pytest.fixture(scope="session")
def build_into():
    """Build a game into a folder; gives the result."""

    def run(game, out, *, only=("raid", "watch"), papers=("a4",), since=None, **options):
        chosen = BuildOptions(papers=tuple(map(find_paper, papers)), only=only, out=out, changed_since=since, **options)
        return build(GameFolder(game, "picket"), chosen)

    return run


@pytest.fixture
def picket(copied, tmp_path):
    """A copy of the game to change."""
    return copied(tmp_path)


@pytest.fixture
def built(picket, build_into, tmp_path):
    """Build the copy into a folder below `tmp_path`; gives the result."""
    return lambda out, **options: build_into(picket, tmp_path / out, **options)


@pytest.fixture(scope="session")
def printed_on():
    """The pieces that PDFs show on a side, as `(piece, copy)`, read by pikepdf."""

    def read(files, side="front"):
        found = []
        for file in files:
            with pikepdf.open(file) as pdf:
                marked = [
                    step.operands[1]
                    for page in pdf.pages
                    for step in pikepdf.parse_content_stream(page, "BDC")
                    if str(step.operands[0]) == "/Piece"
                ]
            found += [str(each["/ID"]) for each in marked if str(each["/Side"]) == side]
        assert len(found) == len(set(found))
        return {(name, int(copy)) for name, _, copy in (id_.partition("#") for id_ in found)}

    return read
