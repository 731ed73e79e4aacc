"""`--players` prints what so many players need, and no more."""

import re
from dataclasses import replace

import pytest
from pypdf import PdfReader

from generator.build.adapted_game import for_players
from generator.load.game_loader import load
from generator.load.game_locations import data_root
from generator.model.game import NO_PLAYERS

MARKET = {2: 15, 3: 21, 4: 26, 5: 30}
"""Market cards of Concordia by the number of players, as its boards have them."""

COUNTING = ("soldiers", "builders", "servants", "civilians", "resources")
"""Pieces of Hadrian's Wall, of which one for a player counts on the board."""


def counts(game, players):
    return {part.id: for_players(part, players).count for part in load(data_root() / game).components}


@pytest.mark.parametrize("players", MARKET)
def test_market_and_hands_of_concordia(players):
    counted = counts("concordia", players)

    assert counted["market"] == MARKET[players]
    assert (counted["start"], counted["aids"], counted["houses"]) == (7 * players, players, 15 * players)
    maps = for_players(load(data_root() / "concordia").component("maps"), players)
    names = {piece.id for piece in maps.pieces}
    assert ("imperium_board" in names, "italia_board" in names) == (players > 2, players < 5)


@pytest.mark.parametrize(("players", "sets"), [(1, 2), (2, 3), (3, 3), (4, 4), (6, 6)])
def test_neutral_deck_of_the_wall(players, sets):
    counted = counts("hadrians-wall", players)

    assert (counted["player_cards"], counted["player_boards"], counted["fate"]) == (12 * sets, players, 48)
    assert [counted[kind] for kind in COUNTING] == [players] * len(COUNTING)


def test_shares_are_rounded_up():
    part = replace(load(data_root() / "hadrians-wall").component("resources"), copies_for=3)

    assert [for_players(part, players).count for players in (1, 2, 3)] == [17, 34, 50]


@pytest.mark.parametrize("name", ["aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall"])
def test_most_players_need_all_of_a_game(name):
    game = load(data_root() / name)

    assert game.players != NO_PLAYERS
    assert {part.id for part in game.components if for_players(part, game.players[1]) is not part} <= {
        "maps",
        *COUNTING,
    }


def test_files_are_named_by_the_players_where_they_differ(vallum, desk):
    words = "build", "hadrians-wall", "--paper", "a4", "--lang", "en", "--only", "player_boards,reference", "--json"
    said = vallum(*words, "--players", "1")

    files = {file["file"].rpartition("/")[2]: file["pieces"] for file in said.json["files"]}
    assert files == {"player_boards-a4-en-players1.pdf": 1, "reference-a4-en.pdf": 1}
    assert (said.code, said.json["notes"]) == (0, [])


def test_plan_says_for_whom_it_is(vallum, desk):
    words = "build", "hadrians-wall", "--paper", "a4", "--lang", "en", "--only", "player_boards", "--plan", "--json"
    said = vallum(*words, "--players", "1")

    (plan,) = (
        file["file"] for file in said.json["files"] if file["file"].endswith("-players1.pdf") and "plan" in file["file"]
    )
    text = re.sub(r"\s+", " ", PdfReader(plan).pages[0].extract_text())
    assert "It is what one player needs." in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("hadrians-wall", "--players", "7"), "hadrians-wall is for 1 to 6 players, not for 7\n"),
        (("arena", "--players", "3"), "arena is for 2 players, not for 3\n"),
        (
            ("picket", "--players", "2"),
            'picket does not say how many can play; add players = "2-4" to its game.toml\n',
        ),
    ],
)
def test_numbers_that_a_game_is_not_for(vallum, desk, words, says):
    said = vallum("build", *words)

    assert (said.code, said.err, list(desk.glob("output/**/*.pdf"))) == (2, says, [])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("arena", "hadrians-wall", "--players", "1"),
            "--players 1 is not for arena; print the others with: vallum build hadrians-wall --players 1\n",
        ),
        (("arena", "concordia", "--players", "9"), "--players 9 is for none of these games: arena, concordia\n"),
    ],
)
def test_nothing_is_written_where_one_of_several_games_is_not_for_the_players(vallum, desk, words, says):
    said = vallum("build", *words)

    assert (said.code, said.err, list(desk.glob("output/**/*.pdf"))) == (2, says, [])
