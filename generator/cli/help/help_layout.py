"""The help of a command: in the reader's language, as wide as the terminal, and coloured where one can be."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

from generator.base.terminal_text import text_width, wrap
from generator.cli.help.help_examples import examples_of

_USAGE = "usage:"
_COLON, _WIDE_COLON = ":", "："
_MOST_SHOWN = 6
"""Most options that a usage names; of more it would fill half the window, and all stand below with their texts."""
_BOLD, _CYAN, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"

HelpWords = Callable[[str], str]
"""Function that returns the translation of an English text of the help; the text itself if it has none."""


def reader_words(language: str) -> HelpWords:
    """Return the function that puts texts of the help into a language; texts in the code are English."""
    if language in {"en", "C", "POSIX", ""}:
        return str
    from generator.cli.help.help_words import translations

    texts = translations(language)
    # Long texts are broken into lines where they stand in the code.
    return lambda english: texts.get(" ".join(english.split()), english)


def help_text(parser: argparse.ArgumentParser, words: HelpWords, width: int, *, colour: bool) -> str:
    """Return the help of a command in lines of at most `width` columns; `words` translates it."""
    formatter = _HelpFormatter(parser.prog, words, width)
    formatter.add_usage(parser.usage, _usage_actions(parser), parser._mutually_exclusive_groups)
    formatter.add_text(parser.description)
    for group in parser._action_groups:
        formatter.start_section(words(group.title or ""))
        formatter.add_text(group.description)
        formatter.add_arguments(group._group_actions)
        formatter.end_section()
    text = "\n".join(map(_with_its_colon, formatter.format_help().split("\n"))) + _ending(parser, words, width)
    return _coloured(text) if colour else text


def _usage_actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the arguments that the usage of a command names; one word stands for many options."""
    # The positional ones stand last, as people type them.
    options = [action for action in parser._actions if action.option_strings]
    if len(options) <= _MOST_SHOWN:
        return parser._actions
    return [argparse.Action(["OPTIONS"], "options", nargs=0), *parser._get_positional_actions()]


def _ending(parser: argparse.ArgumentParser, words: HelpWords, width: int) -> str:
    """Return the examples of a command, whose lines stay as they are, and its last paragraph."""
    # Examples are copied: none is ever wrapped.
    lines = [f"  {line}" for line in examples_of(parser.prog.partition(" ")[2])]
    examples = ["", _with_its_colon(f"{words('examples')}:"), *lines] if lines else []
    paragraph = ["", *wrap(words(" ".join((parser.epilog or "").split())), width)]
    return "".join(f"{line}\n" for line in (*examples, *paragraph))


def _with_its_colon(line: str) -> str:
    """Return a line of help; a heading in a script of wide letters gets a wide colon.

    >>> _with_its_colon("指定:"), _with_its_colon("options:")
    ('指定：', 'options:')
    """
    heading = line.removesuffix(_COLON)
    is_wide = heading != line and text_width(heading[-1:]) > 1
    return heading + _WIDE_COLON if is_wide and not line.startswith(" ") else line


def _coloured(text: str) -> str:
    """Return a help with bold headings and coloured names of options and commands, for a terminal."""
    return "\n".join(map(_coloured_line, text.split("\n")))


def _coloured_line(line: str) -> str:
    """Return a line of help with the codes that colour it: a heading, or a name with the gap before its text."""
    if line.endswith((_COLON, _WIDE_COLON)) and not line.startswith(" "):
        return f"{_BOLD}{line}{_PLAIN}"
    if line[:2] != "  " or line[2:3] in {" ", ""}:
        return line
    name, gap, about = line[2:].partition("  ")
    return f"  {_CYAN}{name}{_PLAIN}{gap}{about}"


class _HelpFormatter(argparse.HelpFormatter):
    """Formatter of argparse that translates texts and counts wide characters as two columns."""

    def __init__(self, prog: str, words: HelpWords, width: int) -> None:
        """Take the name of the command, the translation and the width of a line."""
        super().__init__(prog, width=width)
        self._words = words
        # Python 3.14 would colour the parts, and count the codes as letters.
        if set_color := getattr(self, "_set_color", None):
            set_color(False)

    def _get_help_string(self, action: argparse.Action) -> str:
        """Return the text on an argument, before names in it are filled in."""
        return self._words(action.help or "")

    def _format_action(self, action: argparse.Action) -> str:
        """Return the lines of an argument; commands stand in line with it, without a word above them."""
        if isinstance(action, argparse._SubParsersAction):
            return "".join(map(self._format_action, action._get_subactions()))
        return super()._format_action(action)

    def _split_lines(self, text: str, width: int) -> list[str]:
        """Return a text on an argument in lines; argparse would break between words alone."""
        return wrap(" ".join(text.split()), width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Return a paragraph in lines."""
        return "\n".join(indent + line for line in wrap(self._words(text), width))

    def _format_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None,
    ) -> str:
        """Return the usage behind its word; argparse indents by the letters of that word, not by their columns."""
        usage_word = self._words(_USAGE)
        word = prefix or usage_word + (" " if usage_word.endswith(_COLON) else "")
        stand_in = "\0" * text_width(word)
        return super()._format_usage(usage, actions, groups, stand_in).replace(stand_in, word, 1)
