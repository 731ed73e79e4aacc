"""For how many players a game is, and which of its rows they need."""

import pytest

from generator.base.errors import Faults
from generator.load.game_loader import load
from generator.model.game import NO_PLAYERS

LANGUAGES = 'languages = ["en", "ja"]\n'
ROWS = 'rows = "raid.csv"\n'


@pytest.mark.parametrize(
    ("text", "players"), [("1-6", (1, 6)), ("2", (2, 2)), ("2 - 4", (2, 4)), ("3\N{EN DASH}5", (3, 5))]
)
def test_numbers_of_players(spoilt, text, players):
    assert load(spoilt("game.toml", LANGUAGES, f'{LANGUAGES}players = "{text}"\n')).players == players


@pytest.mark.parametrize("text", ["0", "4-2", "1-", "two", "-3", "1-100", "2-3-4"])
def test_numbers_that_are_none(spoilt, text):
    with pytest.raises(Faults) as caught:
        load(spoilt("game.toml", LANGUAGES, f'{LANGUAGES}players = "{text}"\n'))
    (fault,) = caught.value.faults
    assert (fault.key, fault.what) == ("players", f"'{text}' is no number of players; write 2, or 2-4")


def test_game_that_says_nothing(game):
    loaded = load(game())
    assert loaded.players == NO_PLAYERS
    assert {piece.players for piece in loaded.component("raid").pieces} == {NO_PLAYERS}


@pytest.mark.parametrize(
    ("paths", "players"), [('["strength"]', [(1, 99), (4, 99)]), ('["strength", "most"]', [(1, 2), (4, 99)])]
)
def test_rows_for_some_players(game, paths, players):
    folder = game()
    toml = (folder / "game.toml").read_text("utf-8").replace(ROWS, f"{ROWS}for_players = {paths}\n")
    (folder / "game.toml").write_text(f'{toml}most = {{ type = "number", optional = true }}\n', "utf-8")
    rows = (folder / "raid.csv").read_text("utf-8").splitlines()
    (folder / "raid.csv").write_text(
        "".join(f"{row},{cell}\n" for row, cell in zip(rows, ("most", "2", ""), strict=True)), "utf-8"
    )

    assert [piece.players for piece in load(folder).component("raid").pieces] == players


@pytest.mark.parametrize(
    ("paths", "says"),
    [
        ('["strenght"]', "no column called 'strenght'; did you mean 'strength'?"),
        ('["suit.power"]', "no column called 'power'"),
        ('["suit"]', "'suit' is no column of numbers; name one like stack.players"),
        ('["suite.name"]', "no column called 'suite'; did you mean 'suit'?"),
    ],
)
def test_paths_that_lead_to_no_number(spoilt, paths, says):
    with pytest.raises(Faults) as caught:
        load(spoilt("game.toml", ROWS, f"{ROWS}for_players = {paths}\n"))
    (fault,) = caught.value.faults
    assert (fault.key, fault.what[: len(says)]) == ("components.raid.for_players", says)
