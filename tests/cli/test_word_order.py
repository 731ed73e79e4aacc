"""Options between the words of a command line: whoever types them does not mind where they stand."""

import io

import pytest

from generator.cli.main import command_parser
from generator.cli.parser import options_last

COMMANDS = {
    "build": "picket --json --paper a4 arena --gap=2mm concordia",
    "join": "a --json b --out c d",
    "preflight": "a.pdf --for tgc b.pdf",
    "serve": "a --editor vi b --editor --lan c",
    "calibrate": "--read 1 2 3 4 --printer x --json",
}


def leaf_options(command, name=""):
    parser = command_parser([command]).subcommand(command)
    return (parser.subcommand(name) if name else parser)._option_string_actions


@pytest.mark.parametrize(
    ("command", "expected"),
    {
        "build": "picket arena concordia --json --paper a4 --gap=2mm",
        "join": "a b d --json --out c",
        "preflight": "a.pdf b.pdf --for tgc",
        "serve": "a b c --editor vi --editor --lan",
        "calibrate": "--read 1 2 3 4 --printer x --json",
    }.items(),
)
def test_options_move_behind_all_words_with_their_values(command, expected):
    assert options_last(COMMANDS[command].split(), leaf_options(command)) == expected.split()


@pytest.mark.parametrize("line", ["a --no-such b", "a --merge b c --json d", "a -- --json b"])
def test_line_that_may_be_read_in_two_ways_stays(line):
    assert options_last(line.split(), leaf_options("solo", "study")) == line.split()


def test_command_of_a_session_stands_behind_an_option(vallum, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    begun = ("solo", "new", "hadrians-wall", "--name", "evening", "--sessions", str(tmp_path), "--seed", "3", "--json")
    assert vallum(*begun).code == 0

    said = vallum("solo", "resume", "evening", "--sessions", str(tmp_path), "--json", "path planner")

    assert (said.code, said.json["ok"]) == (0, True)


def test_games_stand_on_both_sides_of_an_option(vallum):
    said = vallum("check", "picket", "--json", "--only", "raid", "roll-and-write", "--lang", "en")

    assert "no game called 'roll-and-write'" in said.err + said.out


def test_word_nobody_asked_for_is_told_behind_options_too(vallum):
    assert vallum("doctor", "--fix", "x").err == "vallum doctor: 'x' is not known here; see vallum doctor --help\n"
