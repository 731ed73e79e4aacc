"""The argument parser of `vallum`: its commands, the options that several of them share, and the types of arguments."""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from generator.base.errors import UsageError, suggestion
from generator.base.records import replace
from generator.base.units import MM, half_width, parse_length
from generator.cli import terminal

if TYPE_CHECKING:
    from generator.build.options import BuildOptions

COMMANDS = {
    "games": "List the games with their components and counts.",
    "build": "Make the PDFs of some games, or of every shipped one.",
    "join": "Put the shards of a build together that several computers have made.",
    "diff": "Show what differs between two prints of a game, before and after side by side, as PDF and HTML.",
    "check": "Validate data and templates and report how every text fits; write no PDF.",
    "gallery": "Draw contact sheets of every face of a game as PNG.",
    "schema": "Write JSON Schemas into a game's folder, by which editors check and complete its files.",
    "new": "Start a game of your own: from a small finished one, a sheet, or pictures of cards.",
    "import": "Start a game from a project of another program.",
    "fetch": "Bring published tables, such as Google Sheets, into a game's folder.",
    "pack": "Write a game as one file to give to others, which build and check read.",
    "export": "Write games for print shops, cutting machines and virtual tables.",
    "preflight": "Check PDFs, of Vallum or any program, before they are printed or sent to a shop.",
    "calibrate": "Print the test sheet of a printer, or save the offsets read off it.",
    "sheet": "Read a filled scoresheet and check it, or fill one in.",
    "solo": "Play solo: Vallum deals the cards, keeps the session and applies the rules.",
    "warm": "Keep a process running that makes builds start at once.",
    "serve": "Play, browse and print on web pages served from this computer.",
    "site": "Write the pages as a folder of files that run in a browser tab, from any web host.",
    "completion": "Print the script by which a shell completes command lines with the Tab key.",
    "doctor": "Check the libraries, folders and printers of this computer.",
}
"""Help of each command by name, which `vallum --help` shows without loading any command."""

EXIT_CODES = """\
exit codes: 0 done, 1 checked and found faults, 2 wrong command line, 3 bad input data, 4 not a legal move,
5 output or session cannot be written or workers are lost, 6 session in use, 7 no fault found but not all
checked, 70 a bug in this program, 130 interrupted"""

_SYNONYMS = {
    "play": "solo",
    "print": "build",
    "make": "build",
    "validate": "check",
    "compare": "diff",
    "init": "new",
    "list": "games",
    "ls": "games",
    "open": "serve",
    "start": "serve",
    "web": "serve",
    "version": "--version",
}
"""Commands, and an option, by words that people try first, and other programs have."""
_NEGATIVE_LENGTH = re.compile(r"[-−－][.0-9０-９]+\s*[a-zａ-ｚ]+\Z")
_LONG_OPTION = re.compile(r"--[a-z][a-z-]*\Z")

Subcommands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Type of the result of `add_subparsers`; argparse has no public name for it."""
Options: TypeAlias = "argparse._ActionsContainer"
"""Parser, or group of its options, to which options are added; argparse has no public name for it."""
PRINTED, WORK = "what to print", "how to work"
"""Titles of groups of options that several commands have."""


class Parser(argparse.ArgumentParser):
    """Parser that raises UsageError, in one line, instead of printing its usage."""

    def __init__(self, **options: Any) -> None:
        """Take the options of `argparse.ArgumentParser`."""
        # argparse makes a formatter for each argument that is added. Without a width each would measure the terminal,
        # for which argparse imports shutil and its compressors: 2 ms.
        formatter = partial(argparse.HelpFormatter, width=80)
        # No abbreviations: a new option would change what a script's abbreviation means.
        super().__init__(allow_abbrev=False, formatter_class=formatter, **options)
        self._positionals.title = "arguments"  # "positional arguments" means nothing to most people
        # From Python 3.14 on argparse has colours of its own, which would stand in usages and manual pages.
        self.color = False

    def format_help(self) -> str:
        """Return the help in the language of faults, as wide as the terminal."""
        from generator.cli.help.help_layout import help_text, reader_words

        words = reader_words(terminal.fault_language_in_use())
        return help_text(self, words, terminal.help_width(), colour=terminal.has_colours(sys.stdout))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse words; a list may go on behind options. Raises UsageError for an option before its command."""
        group = self._group()
        if group:
            self._refuse_early_option(args, group.choices)
        options, unknown = super().parse_known_args(args, namespace)
        # argparse ends a list where an option stands, and knows no place for the words behind it.
        if unknown and not unknown[0].startswith("-") and not group:
            return super().parse_known_args(options_last(args, self._option_string_actions), namespace)
        return options, unknown

    def _refuse_early_option(self, words: Sequence[str], commands: Collection[str]) -> None:
        """Raise UsageError for words that begin with an option which only the commands below this parser may have."""
        # argparse would miss a command behind a misspelt option, and not say which option that is.
        first = (*words, "")[0].partition("=")[0]
        if first.startswith("-") and first not in self._option_string_actions:
            if {*commands} & {*words}:
                hint = "; options stand behind their command"
            elif first.startswith("--") and not _is_like_one(first, _long_options(self)):
                lines = ", ".join(self._example_lines())
                message = f"a command is missing before {first!r}, such as: {lines}; {self.prog} --help lists all"
                raise UsageError(f"{self.prog}: {message}")
            else:
                hint = suggestion(first, _long_options(self))
            raise UsageError(f"{self.prog}: {first!r} is not known here{hint}")

    def _example_lines(self) -> Sequence[str]:
        """Return a few command lines with commands below this parser."""
        from generator.cli.help.help_examples import examples_of

        return examples_of(self.prog.partition(" ")[2])[:3]

    def _group(self) -> Subcommands | None:
        """Return the action that holds the commands below this one, if there are any."""
        return next((action for action in self._actions if isinstance(action, argparse._SubParsersAction)), None)

    def is_group(self, words: Sequence[str]) -> bool:
        """Return whether words name a command that needs another one behind it, such as `solo`, and nothing else."""
        parser = self
        for word in words:
            group = parser._group()
            if not group or word not in group.choices:
                return False
            parser = group.choices[word]
        return parser._group() is not None

    def subcommand(self, name: str) -> Parser:
        """Return the parser of a command below this one. Raises UsageError, with the nearest name, if there is none."""
        group = self._group()
        if not group:
            raise UsageError(f"{self.prog}: {name!r} is not known here")
        self._check_value(group, name)
        return group.choices[name]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise UsageError for an unknown command or choice, with the nearest one there is."""
        if isinstance(action, argparse._SubParsersAction) and value not in action.choices:
            is_first = " " not in self.prog
            names = [*action.choices, *(["help", "--version"] if is_first else [])]
            hint = (
                suggestion(_SYNONYMS.get(value, value) if is_first else value, names)
                or f"; {self.prog} --help lists them"
            )
            raise UsageError(f"{self.prog}: no command called {value!r}{hint}")
        # argparse lists all choices, and quotes them in its own way on each Python.
        if action.choices is not None and value not in action.choices:
            name = "/".join(action.option_strings) or action.metavar or action.dest
            hint = suggestion(str(value), list(action.choices))
            raise UsageError(f"{self.prog}: {name}: {value!r} cannot be chosen{hint}")

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with a message of argparse, and a hint at `--help` unless the message has a hint."""
        # argparse begins with `argument --gap: `, and faults of ours with the name alone.
        message = message.removeprefix("argument ")
        raise UsageError(f"{self.prog}: {message}" + ("" if ";" in message else f"; see {self.prog} --help"))


def parse(parser: Parser, arguments: list[str]) -> argparse.Namespace:
    """Parse a command line. Raises UsageError for an unknown argument, with the nearest known option."""
    options: argparse.Namespace
    options, unknown = parser.parse_known_args(_with_negative_lengths(arguments))
    if unknown:
        first = next((word for word in unknown if word.startswith("-")), unknown[0])
        option = first.partition("=")[0]
        word = option if _LONG_OPTION.match(option) else first
        # A word that is no option may be anything: no option is near to it.
        hint = _nearest_option(options.parser, word) if word.startswith("-") else f"; see {options.parser.prog} --help"
        raise UsageError(f"{options.parser.prog}: {word!r} is not known here{hint}")
    return options


def _nearest_option(parser: argparse.ArgumentParser, word: str) -> str:
    """Return the hint for an unknown option: the only one whose value is called so, else the nearest."""
    value = word.lstrip("-").upper()
    named = [action.option_strings[-1] for action in parser._actions if action.metavar == value]
    return f"; did you mean {named[0]!r}?" if len(named) == 1 else suggestion(word, _long_options(parser))


def _is_like_one(word: str, names: Collection[str]) -> bool:
    """Return whether a word seems to be a misspelt name: closer than two names of options mostly are.

    >>> _is_like_one("--hlep", ["--help", "--version"]), _is_like_one("--json", ["--help", "--version"])
    (True, False)
    """
    import difflib  # only messages need it

    return bool(difflib.get_close_matches(word[:80], names, n=1, cutoff=0.75))


def _long_options(parser: argparse.ArgumentParser) -> list[str]:
    """Return the options of a parser by their long names."""
    return [name for name in parser._option_string_actions if name.startswith("--")]


def _with_negative_lengths(arguments: list[str]) -> list[str]:
    """Return arguments in which a negative length is joined to its option; argparse would take it for an option.

    >>> _with_negative_lengths(["build", "--gap", "-3mm"])
    ['build', '--gap=-3mm']
    """
    joined: list[str] = []
    for word in arguments:
        if _NEGATIVE_LENGTH.match(word) and joined and _LONG_OPTION.match(joined[-1]):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def options_last(arguments: list[str], options: Mapping[str, argparse.Action]) -> list[str]:
    """Return the words of a command line with its options behind all other words.

    A line that may be read in several ways, with options not in `options` or with lists as values, remains as it is.
    """
    words: list[str] = []
    moved: list[str] = []
    remaining = [*arguments]
    while remaining:
        word = remaining.pop(0)
        name, equals, _ = word.partition("=")
        if not word.startswith("-"):
            words.append(word)
        elif name not in options or options[name].nargs in {"*", "+"}:
            return [*arguments]
        else:
            count = 0 if equals else _value_count(options[name], remaining)
            moved += [word, *remaining[:count]]
            del remaining[:count]
    return [*words, *moved]


def _value_count(option: argparse.Action, following: list[str]) -> int:
    """Return how many of the words that follow an option are its values."""
    if option.nargs == "?":
        return int(not following[0].startswith("-")) if following else 0
    return 1 if option.nargs is None else int(option.nargs)


def add_subcommands(parser: Parser) -> Subcommands:
    """Make a parser expect a command, and return the object that commands are added to."""
    return parser.add_subparsers(title="commands", metavar="COMMAND", required=True)


def add_group(commands: Subcommands, name: str) -> Subcommands:
    """Add a command that has commands of its own, such as `vallum sheet`, and return the object to add them to."""
    return add_named_group(commands, name, COMMANDS[name])


def add_named_group(commands: Subcommands, name: str, about: str) -> Subcommands:
    """Add such a command inside a group, like `vallum solo campaign`, and return the object to add its commands to."""
    return add_subcommands(commands.add_parser(name, help=about, description=about, epilog=EXIT_CODES))


def add_command(
    commands: Subcommands, name: str, about: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Add a command with its `--json` option; `run` takes the parsed options and returns the exit code."""
    parser = commands.add_parser(name, help=about, description=about, epilog=EXIT_CODES)
    parser.add_argument("--json", action="store_true", help="print one JSON document on stdout and nothing else")
    parser.set_defaults(run=run, parser=parser)
    return parser


def add_selection(parser: argparse.ArgumentParser, languages: str = "the first") -> Options:
    """Add the games, and a group of options for languages, components and theme; return that group.

    `languages` says in the help which of the game's languages count where none is given.
    """
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="a shipped game, a folder of your own, or a pack: game.zip"
    )
    group = parser.add_argument_group(PRINTED)
    about = (
        "language of the pieces, such as en or en,ja; repeatable; en+ja: both on one reference sheet; "
        f"default: {languages} that the game names"
    )
    group.add_argument("--lang", action="append", metavar="LANG", help=about)
    only = "only these components, such as orders,sites, or pieces of one: orders:bath,villa*; repeatable"
    group.add_argument("--only", action="append", metavar="PARTS", help=only)
    themes = "colour, light (white grounds), ink-saver (at most 35 %% of the ink) or mono; default: colour"
    group.add_argument("--theme", default="colour", metavar="THEME", help=themes)
    return group


def add_copies(parser: Options) -> None:
    """Add the options for the numbers of pieces and the size of cards."""
    copies = "5: five of each piece; x2: twice as many as the game has; score_pad=5: of one component; repeatable"
    parser.add_argument("--copies", action="append", metavar="N", help=copies)
    size = "size of the cards, such as mini, 50x75mm or 95%%; pictures and texts are scaled; default: their own"
    parser.add_argument("--size", metavar="SIZE", help=size)


def add_ids(parser: Options) -> None:
    """Add the option that prints ids and notes on sources on the pieces."""
    about = "print ids, marks of house values and notes on sources on the pieces too"
    parser.add_argument("--ids", action=argparse.BooleanOptionalAction, default=False, help=about)


def add_out(parser: Options) -> None:
    """Add the option for the folder of output files."""
    about = "output folder; default: output"
    parser.add_argument("--out", type=Path, default=Path("output"), metavar="DIR", help=about)


def add_jobs(parser: Options) -> None:
    """Add the option for the number of processes."""
    number, every = whole_number(1, 999, "a number of processes"), os.cpu_count() or 1
    about = "processes; default: one for each core"
    parser.add_argument("--jobs", type=number, default=every, metavar="N", help=about)


def length_from(least: int) -> Callable[[str], float]:
    """Return an argument type that parses a length from `least` mm to 25 mm, in points.

    >>> round(length_from(0)("25.4mm"))
    72
    """

    def parse_argument(text: str) -> float:
        """Return the points of a length such as `3mm`. Raises ArgumentTypeError."""
        try:
            points = parse_length(text)
        except ValueError as error:
            raise ArgumentTypeError(str(error)) from None
        if not least * MM <= points <= 72:  # an inch, so that 1in passes too
            raise ArgumentTypeError(f"{text!r} is out of range; between {least}mm and 25mm is possible")
        return points

    return parse_argument


def whole_number(least: int, most: int, noun: str = "a whole number") -> Callable[[str], int]:
    """Return an argument type that parses a whole number from `least` to `most`; `noun` names it in messages."""

    def parse_argument(text: str) -> int:
        """Return a whole number within the limits. Raises ArgumentTypeError."""
        # int() of a very long text is slow, and it takes digits of other scripts and signs.
        digits = half_width(text)
        if digits.isascii() and digits.isdecimal() and len(digits) < 9 and least <= int(digits) <= most:
            return int(digits)
        raise ArgumentTypeError(f"{text!r} is not {noun} from {least} to {most}")

    return parse_argument


def shard(text: str) -> tuple[int, int]:
    """Parse an argument: the number of a part, and of all parts, such as `2/8`.

    >>> shard("2/8")
    (2, 8)
    """
    number, _, parts = text.partition("/")
    try:
        part = whole_number(1, 999)(number), whole_number(1, 999)(parts)
    except ArgumentTypeError:
        part = 1, 0
    if part[0] > part[1]:
        raise ArgumentTypeError(f"{text[:20]!r} is no part of a build; write it like 2/8")
    return part


def build_options(arguments: argparse.Namespace) -> BuildOptions:
    """Return the options of a build; a command without `--paper` means all languages if none is named.

    Raises what `BuildOptions.of` raises.
    """
    from generator.build.options import OPTION_WORDS, BuildOptions

    words = vars(arguments)
    options = BuildOptions.of(**{word: words[word] for word in words if word in OPTION_WORDS})
    # `check` and `gallery` have no --paper: they look at every language.
    return options if arguments.lang or "paper" in words else replace(options, languages=())
