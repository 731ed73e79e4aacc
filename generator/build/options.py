"""What to build: which games, and how to print them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.errors import OutputError, UsageError, suggestion
from generator.base.hashing import OUTPUT
from generator.base.records import dataclass, replace
from generator.base.units import MM
from generator.base.user_folders import user_config
from generator.build.card_formats import find_card_size, find_sleeves
from generator.build.papers import DEFAULT_PAPERS, find_paper
from generator.build.piece_selection import (
    CopyRule,
    PieceSelection,
    component_names,
    select_pieces,
    split_copies,
    split_names,
)
from generator.build.printer_profiles import find_profile
from generator.load.game_locations import data_root, find_game, game_name, shipped_games
from generator.model.card_format import CardSize, Sleeve
from generator.model.paper import Paper, Printer

if TYPE_CHECKING:
    from generator.model.game import Game


PLAIN_THEME = "colour"
"""Default theme, which file names do not mention."""


ART_DPI = 450
"""Default resolution of pictures: printers show no more."""


FIRST_LANGUAGE = "first"
"""Stands for the language that a game names first; no code of a language has five letters."""


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game's folder, and its name as the user typed it."""

    folder: Path
    shown: str


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How to print. Lengths are in points; words are those of the command line."""

    papers: tuple[Paper, ...] = ()
    languages: tuple[str, ...] = (FIRST_LANGUAGE,)
    """Empty for all languages of the game."""
    combined_languages: tuple[tuple[str, ...], ...] = ()
    """Languages that share a file of reference sheets: `en+ja`."""
    only: tuple[str, ...] = ()
    """Components, and pieces as `component:piece`; empty for all."""
    copies: tuple[CopyRule, ...] = ()
    """Rules for the copies of pieces, the more special later; empty for the copies that the game has."""
    size: CardSize | None = None
    """Size to print cards at; None for their own."""
    sleeved: tuple[Sleeve, ...] = ()
    """Sleeves of which boxes are made for the one that fits; empty for cards without."""
    dice: str = ""
    """How dice are made, `net` or `stickers`; empty for what the game says."""
    theme: str = PLAIN_THEME
    backs: str = "duplex"
    flip: str = "long"
    booklet_flip: str = "short"
    """Edge that booklets are turned over; their sheets are printed in landscape."""
    split: bool = False
    marks: str = "corners"
    bleed: float | None = None
    gap: float | None = None
    """None for the widest gap that costs no sheet of paper."""
    margin: float | None = None
    """Strip at the edges of the paper that the printer does not reach; None for that of the paper."""
    order: str = "rows"
    """Order of the pieces: `rows`, one after the other on a sheet, or `stack`, for cutting all sheets at once."""
    skip: int = 0
    overlap: float = 8 * MM
    """Overlap of the tiles of a piece larger than the paper."""
    printer: Printer | None = None
    proof: bool = False
    ids: bool = True
    """Whether pieces show their ids, marks of house values, and where values come from."""
    plan: bool = False
    """Print a plan for selected components too; a whole game always has one."""
    strict: bool = False
    verify: bool = False
    """Look whether files of an earlier build still have their content, and write those that have not again."""
    svg: bool = False
    html: bool = False
    """Write a page of HTML with all texts and pieces in words."""
    text: bool = False
    """Write the same as plain text."""
    png: int = 0
    simulate: tuple[str, ...] = ()
    """Colour visions to simulate: `deutan`, `protan`, `tritan`, `grey`."""
    art_dpi: int = ART_DPI
    """Finest resolution at which pictures of pixels are printed; 0 for all they have."""
    ink: bool = False
    """Measure how much ink each file takes."""
    out: Path = Path("output")
    date: str = ""
    """ISO date of the files; empty for the date of the game's version."""
    jobs: int = 1
    changed_since: Path | None = None
    """Earlier print: only what has changed since is printed."""
    form_characters: str = ""
    """Characters that forms must be able to show, besides the usual ones."""

    @property
    def look(self) -> str:
        """What all faces depend on besides the data: the theme, whether they show ids, and how fine pictures are."""
        art = "" if self.art_dpi == ART_DPI else f"-art-{self.art_dpi}"
        return f"{self.theme}{'' if self.ids else '-no-ids'}{art}"

    @property
    def has_plan(self) -> bool:
        return (self.plan or not self.only) and not self.proof and not self.changed_since

    @property
    def shows_a_part(self) -> bool:
        """Whether components are printed in part, so that the files say nothing of their other pieces."""
        return self.changed_since is not None or any(":" in name for name in self.only)

    @property
    def sheet_settings(self) -> str:
        """What the sheets of a file depend on, for its key: no other file, and not where or how fast it is written."""
        plain = replace(
            self,
            papers=(),
            languages=(),
            combined_languages=(),
            only=(),
            copies=(),
            strict=False,
            simulate=(),
            verify=False,
        )
        return repr(replace(plain, svg=False, html=False, text=False, png=0, ink=False, out=Path(), jobs=1))

    def select_pieces(self, game: Game) -> PieceSelection:
        """Return the pieces of a game that are asked for.

        Raises UsageError for a component, a piece or a language that the game does not have.
        """
        self.languages_of(game)
        return select_pieces(game, self.only, self.copies)

    def languages_of(self, game: Game) -> tuple[str, ...]:
        """Return the languages to print a game in. Raises UsageError for one that it does not have."""
        if self.languages == (FIRST_LANGUAGE,):
            return game.languages[:1]
        for language in self.languages:
            if language not in game.languages:
                raise UsageError(f"{game.id} has no language {language!r}{suggestion(language, game.languages)}")
        return self.languages or game.languages


def game_folders(names: Sequence[str | GameFolder]) -> tuple[GameFolder, ...]:
    """Return the folders of the named games, or of every shipped game; folders that were found stay as they are.

    Raises UsageError for an unknown game, and for two games of one name, whose files would overwrite each other.
    """
    if not names:
        return tuple(GameFolder(data_root() / name, name) for name in shipped_games())
    found: dict[str, GameFolder] = {}
    for name in names:
        game_folder = name if isinstance(name, GameFolder) else GameFolder(find_game(name), name)
        folder = game_folder.folder.resolve()
        other = found.setdefault(game_name(folder).casefold(), game_folder)
        if other.folder.resolve() != folder:
            two = f"{other.shown!r} and {game_folder.shown!r}"
            raise UsageError(f"{two} have one name; build one at a time, or rename one")
    return tuple(found.values())


def _near(name: str, games: Sequence[Game]) -> str:
    """Return a hint for an unknown component: the ids of scoresheets if it is their kind, else the nearest name."""
    pads = {part.id: None for game in games for part in game.components if part.sheets and part.kind == name}
    if pads:
        return f"; scoresheets here are called {', '.join(map(repr, pads))}"
    known = {known for game in games for part in game.components for known in component_names(part)}
    return suggestion(name, sorted(known)) or "; vallum games lists them"


def options_by_game(options: BuildOptions, chosen: Sequence[GameFolder]) -> list[tuple[GameFolder, BuildOptions]]:
    """Give each game the components that it has; leave out games that have none of those asked for.

    Raises UsageError for a component that none of several games has. A single game checks its options itself.
    """
    wanted = [name.partition(":")[0] for name in options.only]
    wanted += [rule.component for rule in options.copies if rule.component]
    if not wanted or len(chosen) < 2:
        return [(game_folder, options) for game_folder in chosen]
    from generator.load.game_loader import load

    games = [load(game_folder.folder, shown=game_folder.shown) for game_folder in chosen]
    has = [{name for part in game.components for name in component_names(part)} for game in games]
    for part in wanted:
        if not any(part in names for names in has):
            raise UsageError(f"no game here has a component {part!r}{_near(part, games)}")
    own = [_options_of(options, names) for names in has]
    pairs = zip(chosen, own, strict=True)
    return [(game_folder, each) for game_folder, each in pairs if each.only or not options.only]


def _options_of(options: BuildOptions, names: Collection[str]) -> BuildOptions:
    """Return the options for a game with components of these names, without what is asked of others."""
    only = tuple(name for name in options.only if name.partition(":")[0] in names)
    return replace(options, only=only, copies=tuple(rule for rule in options.copies if rule.component in {"", *names}))


def check_output_folder(chosen: Sequence[GameFolder], out: Path) -> None:
    """Check that no output would be written where it is not expected.

    In a game's own folder only `output` is never read. A link may stand in the folder of a stranger, and lead
    anywhere: only a path that begins at the root of the disk, as the user has typed it, may pass through links.
    Raises OutputError.
    """
    if not out.is_absolute():
        _check_no_link(*out.parents, out)
    for game_folder in chosen:
        folder = game_folder.folder.resolve()
        own = out / game_name(folder)
        place = own.resolve()
        if place.is_relative_to(folder) and not place.is_relative_to(folder / OUTPUT):
            raise OutputError(f"{out}: lies in the folder of the game itself; choose another with --out")
        _check_no_link(own, *_folders_in(own))


def _check_no_link(*paths: Path) -> None:
    for path in paths:
        if os.path.islink(path):  # noqa: PTH114  no error for a name that is too long, which is told when it is written
            raise OutputError(f"{path}: is a link; name the folder it leads to with --out, or remove it")


def _folders_in(folder: Path) -> list[Path]:
    """Return what lies in an output folder and is or may lead to a folder."""
    try:
        with os.scandir(folder) as entries:
            return [Path(entry.path) for entry in entries if entry.is_dir()]
    except OSError:
        return []


def read_options(arguments: argparse.Namespace) -> BuildOptions:
    """Return the options of a command line; `check` has fewer than `build`.

    Raises UsageError for an unknown paper or printer.
    """
    names = set(BuildOptions.__match_args__) - {"printer"}
    given = {name: value for name, value in vars(arguments).items() if name in names}
    if getattr(arguments, "split", False) and arguments.backs != "duplex":
        raise UsageError(f"--split is for --backs duplex; with --backs {arguments.backs} the paper has one side only")
    if getattr(arguments, "proof", False) and not arguments.ids:
        raise UsageError("--proof prints outlines and ids; leave out --no-ids")
    papers = dict.fromkeys(getattr(arguments, "paper", None) or DEFAULT_PAPERS)
    given["papers"] = tuple(dict.fromkeys(find_paper(name, given.get("margin")) for name in papers))
    if getattr(arguments, "order", "") == "stack" and arguments.skip:
        raise UsageError("--order stack cuts all sheets at once, so none can be half used; leave out --skip")
    labels = [paper.id for paper in given["papers"] if paper.cells]
    if labels and getattr(arguments, "backs", "") == "fold":
        raise UsageError(f"--backs fold is for paper that is cut; with {labels[0]} use duplex or none")
    flip = getattr(arguments, "flip", None)
    given["flip"], given["booklet_flip"] = flip or "long", flip or "short"
    asked = [tuple(words.split("+")) for words in arguments.lang or ()]
    languages = tuple(dict.fromkeys(language for words in asked for language in words))
    given["languages"] = languages or ((FIRST_LANGUAGE,) if hasattr(arguments, "paper") else ())
    given["combined_languages"] = tuple(dict.fromkeys(words for words in asked if len(set(words)) > 1))
    given["only"] = split_names(arguments.only or ())
    given["copies"] = split_copies(getattr(arguments, "copies", None) or ())
    given["size"] = find_card_size(size) if (size := given.get("size")) else None
    given["sleeved"] = find_sleeves(sleeved) if (sleeved := given.get("sleeved")) else ()
    given["dice"] = given.get("dice") or ""
    given["png"] = given.get("png") or 0
    given["simulate"] = tuple(dict.fromkeys(given.get("simulate") or ()))
    given["date"] = _day(os.environ.get("SOURCE_DATE_EPOCH", ""))
    printer = getattr(arguments, "printer", None)
    return BuildOptions(**given, printer=find_profile(printers_file(), printer) if printer is not None else None)


def printers_file() -> Path:
    """Return the file with this user's printer profiles. Raises UsageError for a user without a home folder."""
    config = user_config()
    if config is None:
        raise UsageError("there is no home folder to keep printers in; set XDG_CONFIG_HOME to a folder")
    return config / "printers.json"


def _day(epoch: str) -> str:
    """Return the date of SOURCE_DATE_EPOCH (reproducible-builds.org), or an empty text.

    Raises UsageError if it is not a number of seconds.
    """
    if not epoch:
        return ""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is {epoch!r}; it must be a number of seconds since 1970") from None
