"""The values that an argument may have, for a shell to offer: names of games, components, papers, targets and files."""

from __future__ import annotations

import argparse
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from generator.base.errors import GeneratorError
from generator.base.messages import FALLBACK
from generator.build.options import printers_file
from generator.build.papers import OWN_FILE, own_papers
from generator.build.printer_profiles import read_profiles
from generator.cli.terminal import fault_language_in_use
from generator.exports.export_words import export_words
from generator.exports.targets import TARGETS
from generator.load.card_format_reader import known_formats
from generator.load.game_locations import data_root, find_game, sample, shipped_games, starters, templates_root
from generator.load.shops.shop_reader import shop_names
from generator.play.commands.command_options import session_choices

Candidates = Iterable[str] | Mapping[str, str]
"""Words, or words with what they mean."""


def completed_values(action: argparse.Action, prefix: str, options: argparse.Namespace) -> Candidates:
    """Return the words that may stand for an argument; none for a number or a free text.

    `prefix` is the beginning of the word, `options` are those that stand before it.
    """
    metavar = action.metavar if isinstance(action.metavar, str) else action.dest
    # The help has the same word wherever the same values may stand.
    names = _VALUES.get(metavar) or _VALUES.get(" ".join(action.option_strings))
    # A game that cannot be read has no names to offer; its faults are told by the commands.
    with suppress(GeneratorError, OSError, ValueError):
        if metavar == "GAME":
            return {**_titles(), **dict.fromkeys(paths(prefix, folders_only=True), "")}
        if names is not None:
            return _listed(names(options), prefix) if metavar in _LISTS else names(options)
    return () if action.type is not Path else paths(prefix, folders_only=metavar in {"DIR", "FOLDER"})


def paths(prefix: str, *, folders_only: bool) -> Iterator[str]:
    """Yield the files and folders whose path begins with `prefix`; folders end with a slash."""
    folder, slash, beginning = prefix.rpartition("/")
    try:
        # Not all shells write out the home folder before they ask.
        place = os.path.expanduser(folder + slash)  # noqa: PTH111  Path's would raise for a user who is not there
        entries = sorted(os.scandir(place or "."), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        # Hidden files are offered to those who begin with the dot, as shells do.
        is_offered = entry.name.startswith(beginning) and (beginning.startswith(".") or not entry.name.startswith("."))
        if is_offered and (entry.is_dir() or not folders_only):
            yield f"{folder}{slash}{entry.name}{'/' if entry.is_dir() else ''}"


def _listed(names: Candidates, prefix: str) -> Candidates:
    """Return names for the last place of a list such as `orders,si`, behind the names before it.

    >>> _listed(["orders", "sites"], "orders,s")
    {'orders,orders': '', 'orders,sites': ''}
    """
    before, comma, _ = prefix.rpartition(",")
    about = names if isinstance(names, Mapping) else dict.fromkeys(names, "")
    return {f"{before}{comma}{name}": text for name, text in about.items()} if comma else names


def _document(folder: Path) -> dict[str, Any]:
    """Return the `game.toml` of a folder as it is written. Raises OSError, ValueError."""
    return tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))


def _titles() -> Mapping[str, str]:
    """Return the games that came with the program, with their titles in English."""
    names = [*shipped_games(), sample().name]
    return {name: str(_document(data_root() / name)["title"].get(FALLBACK, "")) for name in names}


def _chosen_games(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the `game.toml` of each game in a command line; if it has none, of every game of the program."""
    words = getattr(options, "games", None) or getattr(options, "game", None) or shipped_games()
    for word in [words] if isinstance(words, str) else words:
        with suppress(GeneratorError, OSError, ValueError):
            yield _document(find_game(str(word)))


def _components(options: argparse.Namespace) -> Iterable[str]:
    """Return the ids of the components of the chosen games."""
    return dict.fromkeys(id_ for game in _chosen_games(options) for id_ in game.get("components", {}))


def _languages(options: argparse.Namespace) -> Iterable[str]:
    """Return the languages of the chosen games."""
    games = [*_chosen_games(options)] if hasattr(options, "games") else []
    return dict.fromkeys(str(language) for game in games for language in game.get("languages", ())) or ("en", "ja")


def _themes(options: argparse.Namespace) -> Iterable[str]:
    """Return the themes of the program and of the chosen games."""
    folders_of_games = [find_game(str(word)) for word in getattr(options, "games", None) or ()]
    folders = [templates_root(), *(folder / "templates" for folder in folders_of_games)]
    return sorted({file.stem for folder in folders for file in folder.glob("themes/*.toml")})


def _papers() -> Iterable[str]:
    """Return the papers and label sheets, the user's own first."""
    files = [data_root() / OWN_FILE, data_root() / "label_sheets.toml"]
    shipped = [name for file in files for name in tomllib.loads(file.read_text(encoding="utf-8"))]
    return [*own_papers(), *shipped, "full"]


def _targets() -> Mapping[str, str]:
    """Return the targets of exports with their titles."""
    words = export_words(fault_language_in_use())
    return {name: words(f"targets.{name}.title") for name in TARGETS}


_VALUES: Mapping[str, Callable[[argparse.Namespace], Candidates]] = {
    "PARTS": _components,
    "LANG": _languages,
    "THEME": _themes,
    "PAPER": lambda _: _papers(),
    "TARGET": lambda _: _targets(),
    "SHOP": lambda _: shop_names(),
    "SLEEVES": lambda _: [*known_formats().sleeves, "fit"],
    "STARTER": lambda _: [*starters()],
    "SESSION|LINE": session_choices,
    "SESSION": session_choices,
    "--printer": lambda _: read_profiles(printers_file()),
}
"""Functions that return the values of an argument, by the word that stands for it in the help, or by its option."""
_LISTS = frozenset({"PARTS", "LANG", "PAPER", "TARGET"})
"""Arguments that take several values with commas between them."""
