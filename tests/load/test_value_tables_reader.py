"""The learned tables of the strong player, as the file says them, and everything wrong with it."""

from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.load.files.folder import Folder
from generator.load.value_tables_reader import read_value_tables

KNOWN = {"tracks": ("fort", "wall"), "items": ("soldier",)}
HEAD = 'format = 1\nmade_by = "a script"\nstart = [40, 50]\n'


@pytest.fixture
def read(tmp_path):
    """What a file of two years says."""

    def of(text):
        (tmp_path / "learned.toml").write_text(text, encoding="utf-8")
        return read_value_tables(Folder(Path(tmp_path), ""), 2, KNOWN)

    return of


def test_tables_by_kind_and_id(read):
    found = read(HEAD + "[kept.tracks]\nfort = [[0, 5], [0]]\n[playing.items]\nsoldier = [[0, 1], [0, 2]]\n")

    assert found.start == (40, 50)
    assert found.kept["tracks"] == {"fort": ((0, 5), (0,))}
    assert found.playing["items"] == {"soldier": ((0, 1), (0, 2))}


def test_game_without_tables(tmp_path):
    assert read_value_tables(Folder(Path(tmp_path), ""), 2, KNOWN) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (HEAD.replace("1", "2"), "learned tables of format 2; this program reads format 1"),
        ("start = [40, 50]\n", "learned tables of format None; this program reads format 1"),
        (HEAD.replace("[40, 50]", "[40]"), "must be 2 whole numbers, one for each year, not [40]"),
        (HEAD + "[kept.tracks]\nford = [[0], [0]]\n", "tracks has no 'ford'; did you mean 'fort'?"),
        (HEAD + "[kept.track]\n", "unknown key 'track'; did you mean 'tracks'?"),
        (HEAD + "[kept.tracks]\nfort = [[0]]\n", "must be 2 lists of whole numbers, one for each year, not [[0]]"),
        (HEAD + "[kept.tracks]\nfort = [[0], [0.5]]\n", "must be 2 lists of whole numbers"),
        (HEAD + "[kept.tracks]\nfort = [[0], []]\n", "must be 2 lists of whole numbers"),
        (HEAD + "[kept\n", "learned.toml"),
    ],
)
def test_faults(read, text, what):
    with pytest.raises(Faults) as raised:
        read(text)

    assert what in str(raised.value)
    assert "\n" not in str(raised.value).strip()
