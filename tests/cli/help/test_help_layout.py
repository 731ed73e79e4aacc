"""Help, examples, and commands that are spelt wrong."""

import argparse
import shlex

import pytest

from generator.base.terminal_text import text_width
from generator.cli.help.help_examples import EXAMPLES
from generator.cli.help.help_words import translations
from generator.cli.main import command_parser
from generator.cli.parser import COMMANDS, parse
from generator.exports.targets import TARGETS
from generator.preflight.shop_rules import rules_for

LINES = [line for lines in EXAMPLES.values() for line in lines]


JAPANESE = translations("ja")
STRUCTURE = {"usage:", "examples"}
"""Words of every help that no parser has."""


def parsers(parser):
    """A parser and all below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from parsers(command)


PARSERS = {
    parser.prog: parser for name in COMMANDS for parser in parsers(command_parser([name])) if parser.prog != "vallum"
} | {"vallum": command_parser([])}


def texts_of(parser):
    """All that the help of a command says, in the words of the code; names, which stay, left out."""
    yield parser.description
    yield " ".join(parser.epilog.split())
    for group in parser._action_groups:
        if group._group_actions:
            yield group.title
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from (command.help for command in action._choices_actions)
        elif action.help:
            yield action.help


def test_every_command_has_examples():
    assert EXAMPLES.keys() == {prog.removeprefix("vallum").strip() for prog in PARSERS}


def test_every_text_of_the_help_has_a_japanese_one_and_none_is_left_over():
    texts = {text for parser in PARSERS.values() for text in texts_of(parser)} | STRUCTURE

    assert texts - JAPANESE.keys() == set(), "write these into templates/help/ja.toml"
    assert JAPANESE.keys() - texts == set(), "nothing says these any more"


def test_japanese_fills_in_the_same_names():
    for english, japanese in JAPANESE.items():
        assert english.count("%(") == japanese.count("%("), english
        assert (english.count("%%") > 0) == (japanese.count("%%") > 0), english


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("prog", PARSERS)
def test_help_fits_a_terminal_of_80_columns(vallum, monkeypatch, prog, language):
    monkeypatch.setenv("COLUMNS", "80")

    said = vallum(*prog.split()[1:], "--help") if language == "en" else vallum("help", *prog.split()[1:], "--lang=ja")

    assert (said.code, said.err) == (0, "")
    assert max(map(text_width, said.out.splitlines())) <= 80
    assert ("使い方：" in said.out) == (language == "ja")


def test_help_is_in_the_language_of_the_computer(vallum, monkeypatch):
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")

    assert "データとテンプレートのフォルダから" in vallum().out


@pytest.mark.parametrize("columns", ["", "0", "-3", "eighty", "٨٠", "9" * 5000])
def test_width_that_is_none_is_that_of_the_terminal(vallum, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)

    assert 40 <= max(map(len, vallum("help", "pack").out.splitlines())) <= 100


def test_many_options_stand_in_groups_and_not_in_the_usage(vallum):
    said = vallum("build", "--help").out

    assert said.startswith("usage: vallum build [OPTIONS] [GAME ...]\n")
    groups = ("what to print", "paper and printer", "cutting and backs", "more files", "how to work")
    assert [said.index(f"\n{group}:\n") for group in groups] == sorted(said.index(f"\n{group}:\n") for group in groups)


@pytest.mark.parametrize(("no_color", "is_coloured"), [(None, True), ("", True), ("1", False)])
def test_help_has_colours_on_a_terminal_alone(vallum_terminal, no_color, is_coloured):
    shown = vallum_terminal("help", "pack", environ={"NO_COLOR": no_color} if no_color is not None else {})

    assert ("\x1b[1moptions:\x1b[0m" in shown) == is_coloured
    assert ("\x1b[" in shown) == is_coloured


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
    assert all(f"  {name} " in said.out for name in COMMANDS)
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
        (("fonts",), "vallum: no command called 'fonts'; vallum --help lists them"),
        (("print", "picket"), "vallum: no command called 'print'; did you mean 'build'?"),
        (("play",), "vallum: no command called 'play'; did you mean 'solo'?"),
        (("help", "chek"), "vallum: no command called 'chek'; did you mean 'check'?"),
        (("hlep",), "vallum: no command called 'hlep'; did you mean 'help'?"),
        (("warm", "stat"), "vallum warm: no command called 'stat'; did you mean 'status'?"),
        (("--hlep",), "vallum: '--hlep' is not known here; did you mean '--help'?"),
        (
            ("--paper", "a4"),
            "vallum: a command is missing before '--paper', such as: vallum build picket, vallum new my-game, "
            "vallum serve; vallum --help lists all",
        ),
        (
            ("warm", "--out"),
            "vallum warm: a command is missing before '--out', such as: vallum warm start, vallum warm stop; "
            "vallum warm --help lists all",
        ),
        (("list",), "vallum: no command called 'list'; did you mean 'games'?"),
        (("open", "picket"), "vallum: no command called 'open'; did you mean 'serve'?"),
        (("version",), "vallum: no command called 'version'; did you mean '--version'?"),
        (("-x",), "vallum: '-x' is not known here; it is one of '--help', '--version'"),
        (("--strict", "build"), "vallum: '--strict' is not known here; options stand behind their command"),
        (("solo", "--plot", "list"), "vallum solo: '--plot' is not known here; options stand behind their command"),
        (
            ("sheet", "--lang=en", "read"),
            "vallum sheet: '--lang' is not known here; options stand behind their command",
        ),
        (
            ("build", "--backs", "duplx"),
            "vallum build: --backs: 'duplx' cannot be chosen; did you mean 'duplex'?",
        ),
        (("solo", "nwe"), "vallum solo: no command called 'nwe'; did you mean 'new'?"),
        (("solo", "campaign", "shwo"), "vallum solo campaign: no command called 'shwo'; did you mean 'show'?"),
    ],
)
def test_misspelt_command_names_the_nearest(vallum, given, expected):
    said = vallum(*given)

    assert (said.code, said.out, said.err) == (2, "", f"{expected}\n")


def test_misspelt_command_is_told_in_japanese(vallum):
    assert vallum("biuld", "--lang=ja").err == "vallum: 'biuld'というコマンドはありません。'build'ではありませんか？\n"


@pytest.mark.parametrize("words", [("solo",), ("solo", "campaign"), ("sheet",), ("warm",)], ids=" ".join)
def test_command_that_needs_another_one_lists_them(vallum, words):
    said = vallum(*words)

    assert (said.code, said.err) == (0, "")
    assert said.out == vallum(*words, "--help").out
