"""The help of a command as a manual page, in the roff that `man` reads: `vallum help build --man | man -l -`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from copy import copy

from generator import __version__
from generator.base.terminal_text import phrases
from generator.cli.help.help_examples import examples_of
from generator.cli.help.help_layout import HelpWords

_BREAK = "\\:"
"""Escape for a place where a line may be broken; in Japanese roff has none but spaces."""
_AS_TYPED = (".ad l", ".nh")
"""Requests for even spaces and whole words: options are copied, and Japanese has few spaces to stretch."""


def manual_page(parser: argparse.ArgumentParser, words: HelpWords) -> str:
    """Return the manual page of a command; `words` translates its texts, and headings stay as `man` knows them."""
    name = parser.prog.replace(" ", "-")
    # The empty field is the date: a page would differ from day to day.
    lines = [f'.TH "{_escaped(name.upper())}" 1 "" "Vallum {__version__}"', *_AS_TYPED, ".SH NAME"]
    lines += [f"{_escaped(name)} \\- {_escaped(words(parser.description or ''))}", ".SH SYNOPSIS", *_synopsis(parser)]
    for group in parser._action_groups:
        if group._group_actions:
            lines += [f".SH {_escaped(words(group.title or '').upper())}", *_arguments(parser, group, words)]
    if examples := examples_of(parser.prog.partition(" ")[2]):
        lines += [f".SH {words('examples').upper()}", ".nf", *map(_escaped, examples), ".fi"]
    return "\n".join([*lines, ".SH EXIT STATUS", _escaped(words(" ".join((parser.epilog or "").split()))), ""])


def _synopsis(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines of the usage: the command in bold, then its arguments."""
    usage = " ".join(parser.format_usage().split()).partition(parser.prog)[2]
    yield f".B {_escaped(parser.prog)}"
    yield _escaped(usage.strip())


def _arguments(parser: argparse.ArgumentParser, group: argparse._ArgumentGroup, words: HelpWords) -> Iterator[str]:
    """Yield the lines of a group: each argument with its text; of commands the name and its text."""
    formatter = parser._get_formatter()
    for action in group._group_actions:
        choices = action._get_subactions() if isinstance(action, argparse._SubParsersAction) else [action]
        for choice in choices:
            worded = copy(choice)
            worded.help = words(choice.help or "")
            # Names such as %(default)s are filled in by argparse.
            text = formatter._expand_help(worded)
            yield from (".TP", f".B {_escaped(formatter._format_action_invocation(choice))}", _escaped(text))


def _escaped(text: str) -> str:
    """Return text that roff takes as it is: a hyphen that can be copied, and no line that begins with a request."""
    plain = _BREAK.join(phrases(text.replace("\\", "\\e"))).replace(f" {_BREAK}", " ").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
