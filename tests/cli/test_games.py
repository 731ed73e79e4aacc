"""`vallum games`, and what every `--json` has in common."""

import pytest


def test_games_are_listed_with_their_counts(vallum):
    said = vallum("games")

    assert (said.code, said.err) == (0, "")
    assert "glory-to-rome: Glory to Rome  グローリー・トゥ・ローマ (Carl Chudyk, 2005)" in said.out.splitlines()
    assert "   144  orders          Order cards" in said.out.splitlines()
    assert "picket: Picket  見張り (The Vallum authors, 2026)  — the sample" in said.out.splitlines()


def test_named_games_are_listed_alone(vallum):
    vallum("new", "foxes")

    assert [game["id"] for game in vallum("games", "arena", "foxes", "--json").json["games"]] == ["arena", "foxes"]
    assert vallum("games", "concordia").out.startswith("concordia: ")


def test_unknown_game_is_not_listed(vallum):
    said = vallum("games", "concordai")

    assert (said.code, said.out) == (2, "")
    assert "did you mean 'concordia'?" in said.err


def test_games_as_json(vallum):
    games = {game["id"]: game for game in vallum("games", "--json").json["games"]}

    assert {"glory-to-rome", "hadrians-wall"} < games.keys()
    assert list(games)[-1] == "picket"
    assert games["picket"]["components"] == {"raid": 9, "watch": 1, "score": 1, "rules": 1, "reference": 1}
    assert games["picket"]["title"] == {"en": "Picket", "ja": "見張り"}
    assert games["picket"]["languages"] == ["en", "ja"]


COMMANDS = {
    ("games",): ("games",),
    ("build", "picket", "--only", "raid", "--paper", "a4"): (
        "files",
        "texts",
        "warnings",
        "notes",
        "faults",
        "seconds",
    ),
    ("check", "picket"): (
        "texts",
        "pictures",
        "warnings",
        "notes",
        "faults",
    ),
    ("new", "my-game"): ("folder",),
    ("calibrate",): ("file",),
    ("calibrate", "--printer", "home", "--read", "0.5", "-1", "0.5", "-1"): (
        "name",
        "dx",
        "dy",
        "angle",
        "scale",
    ),
}


@pytest.mark.parametrize(("arguments", "keys"), COMMANDS.items(), ids=str)
def test_json_is_one_document_and_nothing_else(vallum, arguments, keys):
    said = vallum(*arguments, "--json")

    assert (said.code, said.err) == (0, "")
    assert said.out.count("\n") == 1
    assert (said.json["schema"], said.json["ok"]) == (1, True)
    assert said.json.keys() == {"schema", "ok", *keys}


FAILING = {
    ("build", "picket", "--paper", "a44"): 2,
    ("build", "picket", "--gap", "3"): 2,
    ("nonsense",): 2,
    (): 2,
    ("build", "my-game"): 3,
    ("check", "my-game"): 3,
    ("build", "picket", "--out", "in-the-way"): 5,
    ("new", "in-the-way/deeper"): 5,
}


@pytest.mark.parametrize(("arguments", "code"), FAILING.items(), ids=str)
def test_json_says_what_failed(vallum, desk, my_game, arguments, code):
    (my_game / "cards/raid.csv").write_text("id,label\n")
    (desk / "in-the-way").write_text("mine")

    said = vallum(*arguments, "--json")

    assert (said.code, said.err, said.out.count("\n")) == (code, "", 1)
    assert (said.json["schema"], said.json["ok"]) == (1, False)
    assert said.json["faults"]


def test_every_exit_code_is_explained(vallum):
    said = " ".join(vallum("--help").out.split())

    assert all(f" {code} " in said for code in (0, 1, 2, 3, 5, 70, 130))
