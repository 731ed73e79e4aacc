"""What to build: which games, and how to print them."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.errors import OutputError, UsageError, suggestion
from generator.base.hashing import OUTPUT
from generator.base.records import dataclass, replace
from generator.base.units import MM, parse_length, to_mm
from generator.base.user_folders import user_config
from generator.build.card_formats import find_card_size, find_scale, find_sleeves
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
from generator.load.game_locations import GameFolder, data_root, find_game, game_name, shipped_games
from generator.model.card_format import CardScale, CardSize, Sleeve
from generator.model.paper import FULL, Paper, Printer

if TYPE_CHECKING:
    from generator.model.game import Component, Game


PLAIN_THEME = "colour"
"""Default theme, which file names do not mention."""
LIGHT_THEME = "light"
"""Theme of backs that are printed in little ink."""


CARDS = "cards"
"""Kind of the components that have backs, can be printed at another size and put into sleeves."""
BOARDS = "boards"
"""Kind of the components that can be printed at a scale."""
SQUARE = "square"
"""Word for tokens that are cut along straight lines."""
INCH = 72.0
ART_DPI = 450
"""Default resolution of pictures: printers show no more."""


FIRST_LANGUAGE = "first"
"""Word for the language that a game names first; no language code has five letters."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How to print. Lengths are in points; words are those of the command line."""

    papers: tuple[Paper, ...] = ()
    languages: tuple[str, ...] = (FIRST_LANGUAGE,)
    """Languages to print; FIRST_LANGUAGE for the first one, empty for all of the game."""
    share: tuple[str, ...] = ()
    """Languages to print in this shard; empty for all. Print plans name the others too."""
    combined_languages: tuple[tuple[str, ...], ...] = ()
    """Languages that share a file of reference sheets: `en+ja`."""
    only: tuple[str, ...] = ()
    """Components, and pieces as `component:piece`; empty for everything."""
    copies: tuple[CopyRule, ...] = ()
    """Rules for copies, special ones later; empty for the copies that the game has."""
    players: int = 0
    """How many will play: what fewer players do not need is left out; 0 for all of the game."""
    size: CardSize | CardScale | None = None
    """Size to print cards at; None for their own."""
    scale: CardScale | None = None
    """Scale to print boards at; None for their own size."""
    sleeved: tuple[Sleeve, ...] = ()
    """Sleeves that boxes are made for, the fitting one for each deck; empty for unsleeved cards."""
    dice: str = ""
    """Form of dice, `net` or `stickers`; empty for the game's own."""
    tokens: str = SQUARE
    """How tokens with outlines are cut: as squares around their motifs, or along the outlines."""
    theme: str = PLAIN_THEME
    backs_theme: str = ""
    """Theme of the backs of cards; empty for the one of `back_theme`."""
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
    """Unprintable strip at the edges of the paper; None for the paper's own."""
    order: str = "rows"
    """Order of the pieces: `rows`, one after the other on a sheet, or `stack`, for cutting all sheets at once."""
    skip: int = 0
    overlap: float = 8 * MM
    """Overlap of the tiles of a piece larger than the paper."""
    printer: Printer | None = None
    proof: bool = False
    ids: bool = False
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
    """Colour visions to simulate, of VISIONS."""
    art_dpi: int = ART_DPI
    """Highest resolution of pictures in dpi; 0 for no limit."""
    ink: bool = False
    """Measure how much ink each file takes."""
    out: Path = Path("output")
    date: str = ""
    """ISO date of the files; empty for the date of the game's version."""
    jobs: int = 1
    changed_since: Path | None = None
    """Path of an earlier print: only changes since then are printed; None to print everything."""
    form_characters: str = ""
    """Characters that forms must be able to show, besides the usual ones."""
    is_shared: bool = False
    """Whether an option without effect is noted instead of refused: another game of the order may obey it, or a form
    kept it.
    """

    @staticmethod
    def of(**words: Any) -> BuildOptions:
        """Return the options that the words of the command line stand for; a word that is None is left out.

        >>> BuildOptions.of(paper="a4", only="raid", gap="2mm").only
        ('raid',)

        Raises UsageError for an unknown word, a value out of range, and for words that exclude each other.
        """
        return _options_from_words(words)

    @property
    def look(self) -> str:
        """Words of everything that all faces depend on besides data: theme, ids, and resolution of pictures."""
        art = "" if self.art_dpi == ART_DPI else f"-art-{self.art_dpi}"
        return f"{self.theme}{'-ids' if self.shows_ids else ''}{art}"

    def back_theme(self, part: Component) -> str:
        """Return the theme of the backs of a component: of cards the one asked for, or the light one for `light_back`.

        A theme asked for as a whole is that of the backs too.
        """
        if part.kind != CARDS or self.proof:
            return self.theme
        return self.backs_theme or (LIGHT_THEME if part.light_back and self.theme == PLAIN_THEME else self.theme)

    @property
    def shows_ids(self) -> bool:
        """Whether faces show ids: if asked for, and in proofs, which show little else."""
        return self.ids or self.proof

    @property
    def keeps_ink(self) -> bool:
        """Whether finished faces are looked at, besides being printed."""
        return self.svg or self.html or self.text

    @property
    def has_plan(self) -> bool:
        """Whether a print plan is written: of whole games, or of selected components if asked for; never of proofs."""
        return (self.plan or not self.only) and not self.proof and not self.changed_since

    @property
    def shows_a_part(self) -> bool:
        """Whether components are printed in part, so that the files say nothing of their other pieces."""
        return self.changed_since is not None or bool(self.players) or any(":" in name for name in self.only)

    @property
    def sheet_settings(self) -> str:
        """Text of all options that the sheets of a file depend on: a part of the key of the file."""
        plain = replace(
            self,
            papers=(),
            languages=(),
            share=(),
            combined_languages=(),
            only=(),
            copies=(),
            strict=False,
            simulate=(),
            verify=False,
            is_shared=False,
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

    def printed_languages(self, game: Game) -> tuple[str, ...]:
        """Return the languages to print in this shard. Raises UsageError for one that the game does not have."""
        languages = self.languages_of(game)
        return tuple(language for language in languages if language in self.share) or languages


def game_folders(names: Sequence[str | GameFolder]) -> tuple[GameFolder, ...]:
    """Return the folders of the named games, or of every shipped game; folders that were found stay as they are.

    Raises UsageError for an unknown game, and for two games of one name, whose files would overwrite each other.
    """
    if not names:
        return tuple(GameFolder(data_root() / name, name) for name in shipped_games())
    folders_by_name: dict[str, GameFolder] = {}
    for name in names:
        game_folder = name if isinstance(name, GameFolder) else GameFolder(find_game(name), name)
        folder = game_folder.folder.resolve()
        # On Windows and macOS two names that differ in capitals only are one folder.
        other = folders_by_name.setdefault(game_name(folder).casefold(), game_folder)
        if other.folder.resolve() != folder:
            two = f"{other.shown!r} and {game_folder.shown!r}"
            raise UsageError(f"{two} have one name; build one at a time, or rename one")
    return tuple(folders_by_name.values())


def _near(name: str, games: Sequence[Game]) -> str:
    """Return a hint for an unknown component: the ids of scoresheets if it is their kind, else the nearest name."""
    pads = {part.id: None for game in games for part in game.components if part.sheets and part.kind == name}
    if pads:
        return f"; scoresheets here are called {', '.join(map(repr, pads))}"
    known_names = {component for game in games for part in game.components for component in component_names(part)}
    return suggestion(name, sorted(known_names)) or "; vallum games lists them"


def options_by_game(options: BuildOptions, chosen: Sequence[GameFolder]) -> list[tuple[GameFolder, BuildOptions]]:
    """Give each game the components that it has; leave out games that have none of those asked for.

    Raises UsageError for a component that none of several games has. A single game checks its options itself.
    """
    component_ids = [name.partition(":")[0] for name in options.only]
    component_ids += [rule.component for rule in options.copies if rule.component]
    # Loading the games costs time, so it is left to the build where it can be.
    if not component_ids or len(chosen) < 2:
        # A single game checks its options itself, and tells more.
        return [(game_folder, options) for game_folder in chosen]
    from generator.load.game_loader import load

    games = [load(game_folder.folder, prefix=game_folder.shown) for game_folder in chosen]
    has = [{name for part in game.components for name in component_names(part)} for game in games]
    for part in component_ids:
        if not any(part in names for names in has):
            raise UsageError(f"no game here has a component {part!r}{_near(part, games)}")
    game_options = [_options_of(options, names) for names in has]
    pairs = zip(chosen, game_options, strict=True)
    return [
        (game_folder, options_of_game)
        for game_folder, options_of_game in pairs
        if options_of_game.only or not options.only
    ]


def _options_of(options: BuildOptions, names: Collection[str]) -> BuildOptions:
    """Return the options without components that a game does not have; `names` are the components that it has."""
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
        game_output = out / game_name(folder)
        place = game_output.resolve()
        if place.is_relative_to(folder) and not place.is_relative_to(folder / OUTPUT):
            raise OutputError(f"{out}: lies in the folder of the game itself; choose another with --out")
        _check_no_link(game_output, *_folders_in(game_output))


# Links below the output folder are followed by the writing too.


def _check_no_link(*paths: Path) -> None:
    """Check that no path is a link. Raises OutputError.

    Links below the output folder are followed by the writing too.
    """
    for path in paths:
        if os.path.islink(path):  # noqa: PTH114  no error for a name that is too long, which is told when it is written
            raise OutputError(f"{path}: is a link; name the folder it leads to with --out, or remove it")


def _folders_in(folder: Path) -> list[Path]:
    """Return the folders in an output folder, and links, which may lead to folders."""
    try:
        with os.scandir(folder) as entries:
            return [Path(entry.path) for entry in entries if entry.is_dir()]
    except OSError:
        return []


_SETTINGS = {"languages", "share", "combined_languages", "papers", "booklet_flip", "date"}
"""Fields of BuildOptions that are set by other words."""
OPTION_WORDS = frozenset({*BuildOptions.__match_args__, "paper", "lang"} - _SETTINGS)
"""The words that `BuildOptions.of` takes."""


def _options_from_words(words: Mapping[str, Any]) -> BuildOptions:
    """Return the options for words of the command line. Raises UsageError, as `BuildOptions.of` says."""
    for word, value in words.items():
        if word not in OPTION_WORDS:
            raise UsageError(f"{option_flag(word)} is no option of a build{suggestion(word, OPTION_WORDS)}")
        _check_word(word, value)
    settings = {word: value for word, value in words.items() if value is not None and word not in _WORD_READERS}
    for word, read in _WORD_READERS.items():
        if words.get(word) not in (None, ""):
            # None is left out above; an empty text is a cleared field of a form.
            settings |= read(words[word])
    # Programs may give lengths as numbers of points; texts have a unit.
    settings |= {word: read_length(word, value) for word in _LENGTHS if isinstance(value := settings.get(word), str)}
    names = dict.fromkeys(_separated(words.get("paper")) or DEFAULT_PAPERS)
    settings["papers"] = tuple(dict.fromkeys(_paper(name, settings.get("margin")) for name in names))
    settings["date"] = _day(os.environ.get("SOURCE_DATE_EPOCH", ""))
    options = BuildOptions(**settings)
    check_options(options)
    return options


def _check_word(word: str, value: Any) -> None:
    """Check that a word is of a type that its reader takes. Raises UsageError."""
    types = (*_WORD_TYPES.get(word, (object,)), type(None))
    is_list = word in _LIST_WORDS and not isinstance(value, types)
    if not (is_list and isinstance(value, Collection) and all(isinstance(item, types) for item in value)):
        check_type(option_flag(word), value, types, "a text or a list of texts" if word in _LIST_WORDS else "a text")


def check_type(flag: str, value: Any, types: tuple[type, ...], takes: str) -> None:
    """Check the type of an option, which is told as `takes`; True is no number. Raises UsageError."""
    if not isinstance(value, types) or (isinstance(value, bool) and not {bool, object} & {*types}):
        raise UsageError(f"{flag} takes {takes}, not {value!r}")


def _listed(value: Any) -> list[Any]:
    """Return a list of one value or of several; empty for None."""
    return [value] if isinstance(value, (str, int, Paper)) else [*(value or ())]


def _separated(value: Any) -> list[Any]:
    """Return the names in one word or several; a word may have several names with commas."""
    names: list[Any] = []
    for word in _listed(value):
        parts = [part.strip() for part in word.split(",")] if isinstance(word, str) else [word]
        names += [part for part in parts if part] or parts[:1]
    return names


def _paper(name: Any, margin: float | None) -> Paper:
    """Return a paper by its name, with another margin in points if one is given."""
    return name if isinstance(name, Paper) else find_paper(name, margin)


def _languages(value: Any) -> dict[str, Any]:
    """Return the fields for languages such as `en,ja` or `en+ja`, which share files."""
    groups = [tuple(word.split("+")) for word in _separated(value)]
    languages = tuple(dict.fromkeys(language for group in groups for language in group))
    combined = tuple(dict.fromkeys(group for group in groups if len(set(group)) > 1))
    return {"languages": languages or (FIRST_LANGUAGE,), "combined_languages": combined}


def read_length(word: str, value: str) -> float:
    """Return the length in points of a text such as `2mm`. Raises UsageError that names the option `word`."""
    try:
        return parse_length(value)
    except ValueError as error:
        raise UsageError(f"{option_flag(word)}: {error}") from None


def _sleeves(value: Any) -> dict[str, Any]:
    """Return the field for sleeves, from a name or from sleeves that were found."""
    return {"sleeved": find_sleeves(value) if isinstance(value, str) else tuple(value)}


_LENGTHS = ("bleed", "gap", "margin", "overlap")
_WORD_READERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "paper": lambda _: {},
    "lang": _languages,
    "flip": lambda edge: {"flip": edge, "booklet_flip": edge},
    "only": lambda names: {"only": split_names(_listed(names))},
    "copies": lambda rules: {"copies": split_copies(map(str, _listed(rules)))},
    "size": lambda name: {"size": find_card_size(name) if isinstance(name, str) else name},
    "scale": lambda name: {"scale": find_scale(name) if isinstance(name, str) else name},
    "sleeved": _sleeves,
    "simulate": lambda visions: {"simulate": tuple(dict.fromkeys(_listed(visions)))},
    "changed_since": lambda path: {"changed_since": Path(path)},
    "out": lambda path: {"out": Path(path)},
    "printer": lambda name: {"printer": find_profile(printers_file(), name) if isinstance(name, str) else name},
}
"""Readers of words that set other fields: from the command line's texts, or from the objects themselves."""
_WORD_TYPES: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(_WORD_READERS, (str,)),
    "paper": (str, Paper),
    "copies": (str, int),
    "size": (str, CardSize, CardScale),
    "scale": (str, CardScale),
    "sleeved": (str, Sleeve),
    "printer": (str, Printer),
    **dict.fromkeys(("changed_since", "out"), (str, Path)),
}
"""Types that those readers take, or take lists of."""
_LIST_WORDS = {"paper", "lang", "only", "copies", "sleeved", "simulate"}


VISIONS = ("deutan", "protan", "tritan", "grey")
"""Colour visions that can be simulated."""
WORDS = {
    "backs": ("duplex", "fold", "none"),
    "flip": ("long", "short"),
    "booklet_flip": ("long", "short"),
    "marks": ("corners", "lines", "none"),
    "order": ("rows", "stack"),
    "dice": ("", "net", "stickers"),
    "tokens": (SQUARE, "outline"),
}
"""Allowed words of options."""
RANGES = {
    "bleed": (0.0, INCH, True),
    "gap": (0.0, INCH, True),
    "margin": (0.0, INCH, True),
    "overlap": (4 * MM, INCH, True),
    "skip": (0, 999, False),
    "players": (1, 99, False),
    "png": (36, 600, False),
    "art_dpi": (100, 2400, False),
    "jobs": (1, 999, False),
}
"""Least and largest value of numeric options, and whether they are lengths."""
_OFF = ("png", "art_dpi", "players")
"""Numeric options that 0 switches off."""


def check_options(options: BuildOptions) -> None:
    """Check that options have values that the command line takes, and that they fit each other. Raises UsageError."""
    # Programs in Python make options without the command line, which refuses such words.
    for name, words in WORDS.items():
        check_choice(option_flag(name), getattr(options, name), words)
    for vision in options.simulate:
        check_choice("--simulate", vision, VISIONS)
    for name in BuildOptions.__match_args__:
        _check_value(options, name)
    if names := [paper for paper in options.papers if not isinstance(paper, Paper)]:
        raise UsageError(f"--paper has {names[0]!r}, which is no Paper; find_paper makes one of a name")
    if not isinstance(options.out, Path):
        raise UsageError(f"--out has {options.out!r}, which is no Path; make one of it")
    _check_together(options)


def _check_together(options: BuildOptions) -> None:
    """Check that no two options exclude each other. Raises UsageError."""
    if options.split and options.backs != "duplex":
        raise UsageError(f"--split is for --backs duplex; with --backs {options.backs} the paper has one side only")
    if options.proof and options.ids:
        raise UsageError("--proof prints outlines and ids as it is; leave out --ids")
    if options.order == "stack" and options.skip:
        raise UsageError("--order stack cuts all sheets at once, so none can be half used; leave out --skip")
    whole = [paper.id for paper in options.papers if paper.cells or paper == FULL]
    if whole and options.backs == "fold":
        raise UsageError(f"--backs fold is for paper that is cut; with {whole[0]} use duplex or none")
    if options.plan and (options.proof or options.changed_since):
        conflict = "--proof" if options.proof else "--changed-since"
        raise UsageError(f"--plan is for prints of whole pieces; with {conflict} there is none, leave it out")
    if options.plan and len(whole) == len(options.papers) > 0:
        raise UsageError(f"--plan is for paper that is cut; with {whole[0]} there is none, leave it out")


def check_choice(flag: str, word: Any, words: Sequence[str]) -> None:
    """Check that an option has one of the words that it takes. Raises UsageError with the nearest one."""
    if word not in words:
        among = [choice for choice in words if choice]
        raise UsageError(f"{flag} has no choice {word!r}{suggestion(str(word), among)}")


def _check_value(options: BuildOptions, name: str) -> None:
    """Check the range of a number, and the type of a text and of a tick."""
    value, usual = getattr(options, name), getattr(_USUAL, name)
    if name in RANGES:
        # Some numbers may be left open.
        if (value is not None or usual is not None) and not (name in _OFF and value == 0):
            check_range(option_flag(name), value, *RANGES[name])
    elif isinstance(usual, bool):
        check_type(option_flag(name), value, (bool,), "True or False")
    elif isinstance(usual, str):
        check_type(option_flag(name), value, (str,), "a text")


_USUAL = BuildOptions()


def check_range(flag: str, value: Any, least: float, most: float, is_length: bool) -> None:
    """Check that a number, in points if it is a length, lies in a range. Raises UsageError."""
    types = (int, float) if is_length else (int,)
    # True and False are numbers in Python.
    if isinstance(value, bool) or not isinstance(value, types) or not least <= value <= most:
        limits = f"{to_mm(least):.3g}mm and {to_mm(most):.3g}mm" if is_length else f"{least} and {most}"
        typed = f"{to_mm(value):.6g}mm" if is_length and isinstance(value, (int, float)) else repr(value)
        raise UsageError(f"{flag} {typed} is out of range; between {limits} is possible")


def option_flag(name: str) -> str:
    """Return the flag of the command line for a word of an option, `--art-dpi`."""
    return {"booklet_flip": "--flip"}.get(name, f"--{name.replace('_', '-')}")


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
        # By UTC, so that the day is the same in every time zone.
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH is {epoch!r}; it must be a number of seconds since 1970") from None
