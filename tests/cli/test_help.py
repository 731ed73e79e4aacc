"""Help, examples, and commands that are spelt wrong."""

import shlex

import pytest

from generator.cli.help_examples import EXAMPLES
from generator.cli.main import command_parser
from generator.cli.parser import COMMANDS, parse

LINES = [line for lines in EXAMPLES.values() for line in lines]


def test_every_command_has_examples():
    assert EXAMPLES.keys() == {"", *COMMANDS}


@pytest.mark.parametrize("line", LINES)
def test_example_is_a_command_line(line):
    program, *given = shlex.split(line)

    assert program == "vallum"
    assert given[0] == "help" or parse(command_parser(given), given).run


@pytest.mark.parametrize("given", [(), ("help",), ("--help",)])
def test_help_names_all_commands_and_first_steps(vallum, given):
    said = vallum(*given)

    assert (said.code, said.err) == (0, "")
    assert all(f"    {name}" in said.out for name in COMMANDS)
    assert "  vallum new my-game\n" in said.out


def test_help_of_a_command_is_its_option_help(vallum):
    said = vallum("help", "pack")

    assert said.out == vallum("pack", "--help").out
    assert "examples:\n  vallum pack my-game\n\nexit codes: 0 done" in said.out
    assert max(map(len, said.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("biuld",), "vallum: no command called 'biuld'; did you mean 'build'?"),
        (("help", "chek"), "vallum: no command called 'chek'; did you mean 'check'?"),
        (("solo", "nwe"), "vallum solo: no command called 'nwe'; did you mean 'new'?"),
        (("solo", "campaign", "shwo"), "vallum solo campaign: no command called 'shwo'; did you mean 'show'?"),
    ],
)
def test_misspelt_command_names_the_nearest(vallum, given, expected):
    said = vallum(*given)

    assert (said.code, said.out, said.err) == (2, "", f"{expected}\n")


def test_misspelt_command_is_told_in_japanese(vallum):
    assert vallum("biuld", "--lang=ja").err == "vallum: 'biuld'というコマンドはありません。'build'ではありませんか？\n"
