"""What things are worth to our players, as the file says it, and everything wrong with it."""

from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.base.records import replace
from generator.load.files.folder import Folder
from generator.load.game_loader import load
from generator.load.solo_reader import read_solo_rules
from generator.load.weights_reader import read_value_tables, read_weights

FOLDER = Path(__file__).parents[2] / "data/hadrians-wall"
KNOWN = {"tracks": ("fort", "wall"), "items": ("soldier",)}
HEAD = 'format = 1\nmade_by = "a script"\nstart = [40, 50]\n'


@pytest.fixture(scope="module")
def game():
    return load(FOLDER)


@pytest.fixture
def read(game, tmp_path):
    """What a file says."""

    def of(text):
        (tmp_path / "worth.toml").write_text(text, encoding="utf-8")
        return read_weights(replace(game, folder=tmp_path), read_solo_rules(game))

    return of


@pytest.mark.parametrize(
    ("given", "course"),
    [
        ("2", (2, 2, 2, 2, 2, 2)),
        ("[3]", (3, 3, 3, 3, 3, 3)),
        ("[0, 10]", (0, 2, 4, 6, 8, 10)),
        ("[0, 1, 2, 3, 4, -5.5]", (0, 1, 2, 3, 4, -5.5)),
    ],
)
def test_numbers_are_spread_over_the_years(read, given, course):
    assert read(f"[tracks]\nfort = {given}\n").tracks == {"fort": course}


def test_what_is_not_named_is_worth_nothing(read):
    found = read("[tracks]\n")

    assert not any((found.items, found.tracks, found.waiting, found.paths, found.counts))


def test_game_without_players(game, tmp_path):
    with pytest.raises(
        Faults,
        match=r"worth\.toml: hadrians-wall has no weights for its players; games that have hold them in worth\.toml",
    ):
        read_weights(replace(game, folder=tmp_path), read_solo_rules(game))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("[tracks]\nford = 1\n", "tracks has no 'ford'; did you mean 'fort'?"),
        ("[items]\nsoldiers = 1\n", "items has no 'soldiers'; did you mean 'soldier'?"),
        ("[paths]\nplaner = 1\n", "paths has no 'planer'; did you mean 'planner'?"),
        ("[waiting]\ngood = 1\n", "waiting has no 'good'; did you mean 'goods'?"),
        (
            "[tracks]\nfort = 'two'\n",
            "must be a number, or a list of numbers from the first year to the last, not 'two'",
        ),
        ("[tracks]\nfort = []\n", "must be a number, or a list of numbers from the first year to the last, not []"),
        ("[tracks]\nfort = true\n", "must be a number, or a list of numbers from the first year to the last, not True"),
        ("[item]\nsoldier = 1\n", "unknown key 'item'; did you mean 'items'?"),
    ],
)
def test_wrong_worth_says_what_would_do(read, text, what):
    with pytest.raises(Faults) as error:
        read(text)

    assert [fault.what for fault in error.value.faults] == [what]


@pytest.fixture
def read_learned(tmp_path):
    """What a file of two years says."""

    def of(text):
        (tmp_path / "learned.toml").write_text(text, encoding="utf-8")
        return read_value_tables(Folder(Path(tmp_path), ""), 2, KNOWN)

    return of


def test_tables_by_kind_and_id(read_learned):
    found = read_learned(HEAD + "[kept.tracks]\nfort = [[0, 5], [0]]\n[playing.items]\nsoldier = [[0, 1], [0, 2]]\n")

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
def test_wrong_learned_tables_say_so(read_learned, text, what):
    with pytest.raises(Faults) as raised:
        read_learned(text)

    assert what in str(raised.value)
    assert "\n" not in str(raised.value).strip()
