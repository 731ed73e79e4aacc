"""The page of commands and options, from the parser of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from generator.cli.main import command_parser
from generator.cli.parser import COMMANDS, EXIT_CODES, Parser
from generator.cli.reference.markdown_text import code, table


def option_page() -> str:
    """The Markdown of every command with its arguments and options."""
    parts = ["# The command line", "What `vallum --help` and `vallum COMMAND --help` say, on one page."]
    for name in COMMANDS:
        for parser in _commands(command_parser([name]), name):
            parts += [f"## {parser.prog}", parser.description or "", _arguments(parser)]
    numbers = EXIT_CODES.partition(":")[2].split(",")
    exits = [(found[0], found[1]) for found in (" ".join(each.split()).split(" ", 1) for each in numbers)]
    parts += ["## Exit codes", table(("Code", "means"), exits)]
    return "\n\n".join(filter(None, parts)) + "\n"


def arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The arguments and options of a command, without `--help` and commands of its own."""
    return [each for each in parser._actions if each.dest != "help" and not _subcommands(each)]


def _commands(parser: argparse.ArgumentParser, name: str = "") -> Iterator[argparse.ArgumentParser]:
    """The commands below a parser that do something themselves; of the uppermost only the one with a name."""
    groups = [group for group in map(_subcommands, parser._actions) if group]
    for group in groups:
        for each, command in group.items():
            if not name or each == name:
                yield from _commands(command)
    if not groups:
        yield parser


def _subcommands(action: argparse.Action) -> dict[str, Parser]:
    return dict(action.choices) if isinstance(action, argparse._SubParsersAction) else {}


def _arguments(parser: argparse.ArgumentParser) -> str:
    expand = parser._get_formatter()._expand_help  # fills in choices and the like, as --help does
    rows = [(code(_written(each)), expand(each)) for each in arguments(parser)]
    return table(("Argument", "means"), rows)


def _written(action: argparse.Action) -> str:
    """How an argument is written: `GAME`, `--out DIR`, `--backs {duplex,fold,none}`."""
    value = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else _metavar(action)
    if not action.option_strings:
        return str(value)
    name = ", ".join(action.option_strings)
    return name if action.nargs == 0 else f"{name} {value}"


def _metavar(action: argparse.Action) -> str:
    name = action.metavar or action.dest
    return " ".join(name) if isinstance(name, tuple) else name
