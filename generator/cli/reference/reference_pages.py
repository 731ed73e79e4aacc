"""The reference pages by their file names: of commands, keys, templates and SVG, made from the tables of the code."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from generator.cli.main import command_parser
from generator.cli.parser import COMMANDS, EXIT_CODES, Parser
from generator.cli.reference.key_page import key_page
from generator.cli.reference.markdown_text import code, listed, table
from generator.cli.reference.template_page import descriptions, macro_page, template_page
from generator.typeset.svg.profile import ATTRIBUTES, EFFECTS, STYLE, TEXT_STYLE

OWN = "pnp:"
"""Prefix of Vallum's own attributes."""


def svg_page() -> str:
    """Return the Markdown of all elements and attributes that a drawing may have."""
    words = descriptions()["pnp"]
    own_rows = [(code(OWN + name), _elements_with(OWN + name), about) for name, about in words.items()]
    style, text = STYLE - EFFECTS - TEXT_STYLE, f"Text has {listed(sorted(TEXT_STYLE))} too."
    parts = [
        "# The SVG of templates",
        "What is not named here is a fault that tells what to write instead.",
        '## Attributes of Vallum\n\nTheir namespace is declared once: `xmlns:pnp="urn:vallum:pnp"`.',
        table(("Attribute", "of", "means"), own_rows),
        "## Elements\n\nWhat is drawn may also have the attributes of style below, and a `transform`.",
        table(("Element", "has"), ((code(name), _own_attributes(name)) for name in ATTRIBUTES)),
        f"## Style\n\nAs attributes, or in `style=` and `<style>`: {listed(sorted(style))}. {text}",
        f"What is drawn through a soft picture or a blend: {listed(sorted(EFFECTS))}.",
    ]
    return "\n\n".join(parts) + "\n"


def _elements_with(attribute: str) -> str:
    return listed(sorted(name for name, attributes in ATTRIBUTES.items() if attribute in attributes))


def _own_attributes(element: str) -> str:
    names = {name for name in ATTRIBUTES[element] - STYLE - {"transform"} if not name.startswith(OWN)}
    return listed(sorted(names))


def option_page() -> str:
    """Return the Markdown of all commands with their arguments and options."""
    parts = ["# The command line", "What `vallum --help` and `vallum COMMAND --help` say, on one page."]
    for name in COMMANDS:
        for parser in _commands(command_parser([name]), name):
            parts += [f"## {parser.prog}", parser.description or "", _arguments(parser)]
    # The codes stand in one place: the text that ends every help.
    numbers = EXIT_CODES.partition(":")[2].split(",")
    exits = [
        (code_and_meaning[0], code_and_meaning[1])
        for code_and_meaning in (" ".join(exit_text.split()).split(" ", 1) for exit_text in numbers)
    ]
    parts += ["## Exit codes", table(("Code", "means"), exits)]
    return "\n\n".join(filter(None, parts)) + "\n"


def arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments and options of a command, without `--help` and its subcommands."""
    return [action for action in parser._actions if action.dest != "help" and not _subcommands(action)]


def _commands(parser: argparse.ArgumentParser, name: str = "") -> Iterator[argparse.ArgumentParser]:
    """Yield the parsers below a parser that run something; of the top level only the command `name`."""
    groups = [group for group in map(_subcommands, parser._actions) if group]
    for group in groups:
        for command_name, command in group.items():
            if not name or command_name == name:
                yield from _commands(command)
    if not groups:
        yield parser


def _subcommands(action: argparse.Action) -> dict[str, Parser]:
    return dict(action.choices) if isinstance(action, argparse._SubParsersAction) else {}


def _arguments(parser: argparse.ArgumentParser) -> str:
    expand = parser._get_formatter()._expand_help  # fills in choices and the like, as --help does
    rows = [(code(_written(argument)), expand(argument)) for argument in arguments(parser)]
    return table(("Argument", "means"), rows)


def _written(action: argparse.Action) -> str:
    """Return an argument as it is written: `GAME`, `--out DIR`, `--backs {duplex,fold,none}`."""
    value = "{" + ",".join(map(str, action.choices)) + "}" if action.choices else _metavar(action)
    if not action.option_strings:
        return str(value)
    name = ", ".join(action.option_strings)
    return name if action.nargs == 0 else f"{name} {value}"


def _metavar(action: argparse.Action) -> str:
    name = action.metavar or action.dest
    return " ".join(name) if isinstance(name, tuple) else name


PAGES: Mapping[str, Callable[[], str]] = {
    "command-line.md": option_page,
    "keys.md": key_page,
    "templates.md": template_page,
    "macros.md": macro_page,
    "svg.md": svg_page,
}
"""Functions that return the Markdown of each page, by file name."""


def write_reference(folder: Path) -> list[Path]:
    """Write every page into a folder, which is made if it is missing; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in PAGES]
    for file in files:
        file.write_text(PAGES[file.name](), encoding="utf-8", newline="\n")
    return files
