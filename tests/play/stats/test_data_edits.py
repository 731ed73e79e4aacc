"""Copies of a game's data with values changed: what is changed, what is left, and what is refused."""

import tomllib

import pytest

from generator.base.errors import Faults, UsageError
from generator.load.game_locations import find_game
from generator.play.stats.data_edits import DataEdit, Sweep, edited_folder, parse_sweep
from generator.play.stats.game_runner import GameRunner

GAME = find_game("hadrians-wall")


def edited(*edits):
    return GameRunner("hadrians-wall", {}, [DataEdit(*edit) for edit in edits])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("solo.toml:neutral.cards=1,2,3", Sweep("solo.toml", "neutral.cards", (1, 2, 3))),
        ("worth.toml:tracks.fort=[1.5, 0],2", Sweep("worth.toml", "tracks.fort", ([1.5, 0], 2))),
        (
            "solo.toml:settings.battle.default=any_time, trained",
            Sweep("solo.toml", "settings.battle.default", ("any_time", "trained")),
        ),
        ("difficulty=easy", Sweep("", "difficulty", ("easy",))),
    ],
)
def test_sweep_is_read(text, expected):
    assert parse_sweep(text) == expected


@pytest.mark.parametrize("text", ["", "=", "solo.toml", "solo.toml:x", "solo.toml:=1", ":x=1", "a=", "a=,"])
def test_sweep_that_cannot_be_read(text):
    with pytest.raises(UsageError, match=r"cannot be read; write it like solo\.toml:"):
        parse_sweep(text)


def test_value_given_twice():
    with pytest.raises(UsageError, match="names a value twice"):
        parse_sweep("difficulty=easy,easy")


def test_toml_keys_change_and_nothing_else():
    edits = [DataEdit("solo.toml", "neutral.cards", 3), DataEdit("solo.toml", "settings.battle.default", "trained")]
    with edited_folder(GAME, edits) as folder:
        changed = tomllib.loads((folder / "solo.toml").read_text("utf-8"))
        others = {file.name for file in folder.iterdir()}

    before = tomllib.loads((GAME / "solo.toml").read_text("utf-8"))
    assert changed["neutral"].pop("cards") == 3
    assert changed["settings"]["battle"].pop("default") == "trained"
    del before["neutral"]["cards"], before["settings"]["battle"]["default"]
    assert changed == before
    assert others == {file.name for file in GAME.iterdir()}
    assert not folder.exists()


def test_cell_of_a_table_changes_and_nothing_else():
    file = "tables/rounds.csv"
    with edited_folder(GAME, [DataEdit(file, "year_6.hard", 15)]) as folder:
        lines = (folder / file).read_text("utf-8").splitlines()

    before = (GAME / file).read_text("utf-8").splitlines()
    assert [new for new, old in zip(lines, before, strict=True) if new != old] == ["year_6,6,4,8,10,15,seed"]


def test_games_are_played_with_the_change():
    runner = edited(("tables/rounds.csv", "year_6.easy", 1), ("worth.toml", "tracks.fort", [2.0, 3.0]))

    assert runner.book.years[5].attacks[0] == 1
    assert (runner.weights.tracks["fort"][0], runner.weights.tracks["fort"][-1]) == (2.0, 3.0)
    assert runner.sources["rules"] != edited().sources["rules"]
    assert runner.sources["worth"] != edited().sources["worth"]


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (("sole.toml", "x", 1), "no file 'sole.toml'; did you mean 'solo.toml'"),
        (("../hadrians-wall/solo.toml", "x", 1), "no file '../hadrians-wall/solo.toml'"),
        (("solo.toml", "neutral.card", 1), "solo.toml has no key 'neutral.card'; did you mean 'neutral.cards'"),
        (("solo.toml", "neutral", 1), "has no key 'neutral'"),
        (("solo.toml", "potential.cards", 1), "has no key 'potential.cards'"),
        (("solo.toml", "settings.battle.title", "x"), "has no key 'settings.battle.title'"),
        (("tables/rounds.csv", "year_7.hard", 1), "has no key 'year_7.hard'; did you mean 'year_"),
        (("tables/rounds.csv", "year_6.harder", 1), "did you mean 'year_6.hard'"),
    ],
)
def test_unknown_places_are_named(edit, message):
    with pytest.raises(UsageError, match="--sweep: ") as error:
        edited(edit)

    assert message in str(error.value)


def test_faults_name_file_line_and_value():
    with pytest.raises(Faults, match=r"hadrians-wall/solo\.toml:\d+ \[neutral\.cards\]: .*99"):
        edited(("solo.toml", "neutral.cards", 99))


def test_value_of_several_lines_is_refused(tmp_path):
    game = tmp_path / "mine"
    game.mkdir()
    (game / "solo.toml").write_text('a = [\n 1,\n 2,\n]\nb = 3\n"c.d" = 4\n', "utf-8")
    with (
        pytest.raises(UsageError, match="only a key whose value stands on one line"),
        edited_folder(game, [DataEdit("solo.toml", "a", [1])]),
    ):
        pass
    with edited_folder(game, [DataEdit("solo.toml", "b", 'x"\n')]) as folder:
        assert tomllib.loads((folder / "solo.toml").read_text("utf-8"))["b"] == 'x"\n'
