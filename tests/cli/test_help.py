"""Help, examples, and commands that are spelt wrong."""

import shlex

import pytest

from generator.cli.help_examples import EXAMPLES
from generator.cli.main import command_parser
from generator.cli.parser import COMMANDS, parse
from generator.exports.targets import TARGETS
from generator.preflight.shop_rules import rules_for

LINES = [line for lines in EXAMPLES.values() for line in lines]


def test_every_command_has_examples():
    assert EXAMPLES.keys() == {"", *COMMANDS}


@pytest.mark.parametrize("line", LINES)
def test_example_is_a_command_line(line):
    program, *given = shlex.split(line)

    assert program == "vallum"
    assert given[0] == "help" or parse(command_parser(given), given).run


@pytest.mark.parametrize("line", EXAMPLES["preflight"])
def test_example_of_preflight_names_a_shop_that_takes_pdfs(line):
    options = parse(command_parser(shlex.split(line)[1:]), shlex.split(line)[1:])

    assert options.shop is None or rules_for(options.shop).shop


@pytest.mark.parametrize("line", EXAMPLES["export"])
def test_example_of_export_names_targets(line):
    (names,) = parse(command_parser(shlex.split(line)[1:]), shlex.split(line)[1:]).to

    assert {*names.split(",")} <= TARGETS.keys()


@pytest.mark.parametrize("line", [line for line in LINES if " help " in line])
def test_example_of_help_names_a_command(vallum, line):
    assert vallum(*shlex.split(line)[1:]).code == 0


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
