"""Vallum in Python: games, their faces and sheets, builds, checks, exports, filled scoresheets and solo play.

Words are those of the command line: `paper="a4"` is `--paper a4`, `ids=True` is `--ids`.

>>> import generator
>>> game = generator.load("picket")
>>> game.components
('raid', 'watch', 'score', 'rules', 'reference')
>>> game.face("raid:scouts").svg()[:4]
'<svg'

A notebook shows faces and sheets by itself: [cards from a table of pandas](cards-from-pandas.ipynb).

A word that is wrong is refused before anything is written:

>>> game.build(paper="a4", backs="doubled")
Traceback (most recent call last):
generator.base.errors.UsageError: --backs has no choice 'doubled'; did you mean 'duplex'?

So is data that is wrong, with all faults at once:

>>> try:
...     game.with_rows("raid", [{**row, "suit": "swrods"} for row in game.rows("raid")])
... except generator.Faults as error:
...     print(error.faults[0])
picket/cards/raid.csv:2 [suit]: no suit called 'swrods'; did you mean 'swords'?
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.errors import Fault, Faults, GeneratorError, OutputError, UsageError, suggestion
from generator.base.hashing import OUTPUT
from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.build import pipeline
from generator.build.adapted_game import adapt_game
from generator.build.input_digests import InputDigests
from generator.build.manifest import BuildResult
from generator.build.options import BuildOptions, check_output_folder, check_range, check_type
from generator.load.files.folder import Folder
from generator.load.game_loader import load as load_data
from generator.load.game_locations import GameFolder, find_game
from generator.load.table_edits.row_records import find_table, read_records, write_records

if TYPE_CHECKING:
    from generator.bots.bot_game import BotGame
    from generator.build.faces.face_jobs import FaceJob
    from generator.build.faces.typeset_game import TypesetGame
    from generator.build.outputs.previewed_order import PreviewedOrder
    from generator.exports.export_run import Export
    from generator.scoresheets.sheet_report import FlawText

__all__ = [
    "Face",
    "Faults",
    "Game",
    "GeneratorError",
    "OutputError",
    "Sheet",
    "UsageError",
    "Verdict",
    "export",
    "load",
    "play",
    "read_sheet",
]

SCREEN_DPI = 150
"""Resolution of pictures for the screen."""


def load(path_or_name: str | Path) -> Game:
    """Load a shipped game by its name, or a game of your own by the path of its folder.

    Raises UsageError where there is no such game, Faults with everything that is wrong in its data.
    """
    name = str(path_or_name)
    return Game(GameFolder(find_game(name), name))


class Game:
    """A game as it was read from its folder; `load` makes one."""

    def __init__(self, game_folder: GameFolder) -> None:
        self._place = game_folder
        self._data = load_data(game_folder.folder, prefix=game_folder.shown)

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    @property
    def name(self) -> str:
        """Name of the folder."""
        return self._data.id

    @property
    def title(self) -> str:
        """Title in the first language."""
        return self._data.title[self._data.languages[0]]

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages; the first one is used where none is asked for."""
        return self._data.languages

    @property
    def components(self) -> tuple[str, ...]:
        """Ids of the components, in printing order."""
        return tuple(part.id for part in self._data.components)

    def pieces(self, component: str) -> tuple[str, ...]:
        """Return the names of the pieces of a component, as `face` takes them.

        >>> import generator
        >>> generator.load("picket").pieces("raid")[:2]
        ('raid:scouts', 'raid:war_chief')
        """
        parts = {part.id: part for part in self._data.components}
        if component not in parts:
            raise UsageError(f"{self.name} has no component {component!r}{suggestion(component, parts)}")
        return tuple(f"{component}:{piece.id}" for piece in parts[component].pieces)

    def rows(self, table: str) -> list[dict[str, str]]:
        """Return the rows of a component or lookup table as its file has them, for `pandas.DataFrame` or a loop.

        >>> import generator
        >>> generator.load("picket").rows("raid")[0]["name.en"]
        'Scouts'
        """
        folder = self._files()
        return read_records(folder, find_table(folder, table))

    def with_rows(self, table: str, rows: Any) -> Game:
        """Return the game with other rows; the files of the game stay as they are.

        `rows` is a list of dicts by column, or a DataFrame. Empty cells may be None or NaN.
        Raises Faults, by the lines of the table, where the rows do not fit the game.

        >>> import generator
        >>> game = generator.load("picket")
        >>> strong = game.with_rows("raid", [{**row, "strength": 4} for row in game.rows("raid")])
        >>> {row["strength"] for row in strong.rows("raid")}
        {'4'}
        """
        folder = self._files()
        named = find_table(folder, table)
        changed = write_records(folder, named, _records(rows))
        above = Path(tempfile.mkdtemp(prefix="vallum-"))
        try:
            copy = above / self.name
            shutil.copytree(self._place.folder, copy, symlinks=True, ignore=_unread(self._place.folder))
            (copy / named.file).write_bytes(changed)
            game = Game(GameFolder(copy, self._place.shown))
        except BaseException as error:
            shutil.rmtree(above, ignore_errors=True)
            if isinstance(error, OSError):
                raise OutputError(f"{above}: the game cannot be copied there ({error})") from None
            raise
        weakref.finalize(game, shutil.rmtree, above, ignore_errors=True)
        return game

    def face(self, name: str, side: str = "front", **options: Any) -> Face:
        """Draw a side, `front` or `back`, of a piece such as `raid:scouts`.

        `options` are words such as `lang="ja"` and `theme="mono"`. Raises UsageError for a piece that the game does
        not have, Faults where it cannot be drawn.
        """
        typeset = self._typeset(_options({"paper": "a4", **options}, only=name))
        jobs = [job for job in typeset.jobs if job.side == side]
        if not jobs or len({job.piece.id for job in jobs}) > 1:
            raise UsageError(_face_advice(name, side, jobs))
        return Face(jobs[0], typeset)

    def sheet(self, only: str, page: int = 1, **options: Any) -> Sheet:
        """Draw a page of the sheets that `build` would print of some components, such as `raid`.

        `options` are those of `build`. Raises UsageError for a page that there is none of, and what `build` raises.
        """
        from generator.build.outputs.previewed_order import previewed_order

        options_of_sheet = _options({"paper": "a4", **options}, only=only)
        typeset = self._typeset(options_of_sheet)
        return Sheet(previewed_order(typeset, options_of_sheet), typeset, page)

    def build(self, **options: Any) -> BuildResult:
        """Write the PDFs of the game; the result has `files`, `warnings` and `notes`.

        `options` are the words of `vallum build`: `paper`, `lang`, `only`, `copies`, `theme`, `gap`, `out`, `png`,
        `jobs` and the others. Files that are up to date stay. Raises UsageError for options that are wrong or do not
        fit each other, Faults where pieces cannot be drawn; files that do not need them are written. Raises
        OutputError where a file cannot be written.
        """
        order = _options(options)
        check_output_folder([self._place], order.out)
        return _sound(pipeline.build(self._place, order))

    def check(self, **options: Any) -> BuildResult:
        """Draw everything and write nothing; the result has `faults`, `warnings` and how each text `fits`.

        `options` are `lang`, `only` and `theme`; without `lang`, all languages are checked.
        """
        order = _options(options)
        return pipeline.check(self._place, order if options.get("lang") else replace(order, languages=()))

    def _files(self) -> Folder:
        return Folder(self._place.folder.resolve(), self._place.shown)

    def _typeset(self, options: BuildOptions) -> TypesetGame:
        """Return the drawn faces of an order. Raises Faults where any cannot be drawn."""
        from generator.build.faces.typeset_game import typeset_game

        inputs = InputDigests.of(self._place.folder)
        typeset = typeset_game(adapt_game(self._data, options), self._place, replace(options, svg=True), inputs)
        if typeset.faces.faults:
            raise Faults(typeset.faces.all_faults)
        return typeset


class Face:
    """One side of a piece, drawn; notebooks show it by themselves. `Game.face` makes one."""

    def __init__(self, job: FaceJob, typeset: TypesetGame) -> None:
        from generator.build.outputs.screen_pictures import ScreenPictures

        self._face, self._pictures = typeset.faces.faces[job.key], ScreenPictures(typeset)
        self.name, self.side, self.language = f"{job.component.id}:{job.piece.id}", job.side, job.language

    def __repr__(self) -> str:
        return f"Face({self.name!r}, side={self.side!r}, language={self.language!r})"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height after cutting, in millimetres."""
        return round(to_mm(self._face.trim.width), 3), round(to_mm(self._face.trim.height), 3)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Doubts about the drawing, such as a picture that is too coarse for print."""
        return self._face.warnings

    def svg(self) -> str:
        """Return it with its bleed as SVG, true to size, with letters as outlines."""
        return self._pictures.face_svg(self._face)

    def png(self, dpi: float = SCREEN_DPI) -> bytes:
        """Return it with its bleed as a PNG file. Raises UsageError for too few or too many dots an inch."""
        return self._pictures.face_png(self._face, dpi)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_png_(self) -> bytes:
        return self.png()


class Sheet:
    """A page to print, with marks to cut along; notebooks show it by themselves. `Game.sheet` makes one."""

    def __init__(self, order: PreviewedOrder, typeset: TypesetGame, page: int) -> None:
        from generator.build.outputs.screen_pictures import ScreenPictures

        sheets = [sheet for file in order.files for sheet in file.sheets]
        if not 1 <= page <= len(sheets):
            raise UsageError(f"there is no page {page}; the pages are 1 to {len(sheets)}")
        self._sheet, self._pictures = sheets[page - 1], ScreenPictures(typeset)
        self.page, self.pages = page, len(sheets)

    def __repr__(self) -> str:
        return f"Sheet(page={self.page}, pages={self.pages})"

    @property
    def pieces(self) -> tuple[str, ...]:
        """Ids of the pieces on the page, as often as they are on it."""
        return tuple(placed.piece for placed in self._sheet.placed)

    def svg(self) -> str:
        """Return it as SVG, true to size, with letters as outlines."""
        return self._pictures.sheet_svg(self._sheet)

    def png(self, dpi: float = SCREEN_DPI) -> bytes:
        """Return it as a PNG file. Raises UsageError for too few or too many dots an inch."""
        return self._pictures.sheet_png(self._sheet, dpi)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_png_(self) -> bytes:
        return self.png()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A filled scoresheet, added up and held to the rules of its game."""

    game: str
    """Name of the game."""
    language: str
    """Code of the language that it is described in."""
    marks: Mapping[str, int | str]
    """What stands in each box that is not empty, by its id."""
    scores: tuple[tuple[str, int], ...]
    """The rows of the score column: title and points, those that are subtracted below zero."""
    rank: str | None
    """Title that the total reaches; None in a game without."""
    flaws: tuple[FlawText, ...]
    """What no legal game leaves on its sheets, each with `boxes`, `where`, `what` and the `rule`."""
    notes: tuple[str, ...]
    """What a reader should know and breaks no rule."""

    @property
    def is_legal(self) -> bool:
        """Whether the sheet has no flaw."""
        return not self.flaws


def read_sheet(
    path: str | Path, game: str | Path | None = None, *, lang: str | None = None, players: int = 1, final: bool = False
) -> Verdict:
    """Read a scoresheet that was filled in and saved as a PDF, and check it.

    `game` is the folder of a game of your own; shipped ones are known by the file. `players` sat at the table; `final`
    says that the game is over. Raises Faults for a file that is no readable sheet, UsageError for an unknown language.
    """
    from generator.scoresheets import filled_sheet
    from generator.scoresheets.sheet_report import SheetReport

    check_range("--players", players, 1, 99, is_length=False)
    filled = filled_sheet.read_sheet(Path(path), str(game) if game else None, players=players, is_final=final)
    report = SheetReport(filled, lang)
    # Only a photo has boxes that nobody has told of, and points that are not known.
    scores = ((title, points, is_minus) for title, points, is_minus in report.scores() if points is not None)
    return Verdict(
        game=filled.game.id,
        language=report.language,
        marks={box: value for box, value in filled.state.items() if not filled.book.box(box).is_empty(value)},
        scores=tuple((title, -points if is_minus else points) for title, points, is_minus in scores),
        rank=report.rank(),
        flaws=tuple(report.flaws()),
        notes=tuple(report.notes()),
    )


def export(game: Game | str | Path, to: str | Iterable[str], **options: Any) -> tuple[Export, ...]:
    """Write a game for print shops, cutting machines and virtual tables; each export has its `folder` and `files`.

    `to` names targets as `vallum export --list` does, such as `pictures` or `tts`; `options` are the words of
    `vallum export`. Raises UsageError for an unknown target and for an option that none of them takes, Faults where
    the game does not fit a target: nothing is then written for it.
    """
    from generator.exports.export_option_reader import read_export_options
    from generator.exports.export_run import export_one
    from generator.exports.targets import find_target

    names = to.split(",") if isinstance(to, str) else to
    targets = list(dict.fromkeys(find_target(name.strip()) for name in names))
    order = read_export_options(options, targets)
    for target in targets:
        target.load().check_options(order)
    place = _loaded(game)._place
    check_output_folder([place], order.build.out)
    exports = export_one(place, targets, order)
    if faults := [Fault(finding.place, finding.message) for done in exports for finding in done.faults]:
        raise Faults(faults)
    return exports


def play(game: Game | str | Path, seed: str, **settings: str) -> BotGame:
    """Begin a solo game for a program: Vallum deals the cards by the seed, the program decides the rest.

    `settings` are those of the game, such as `difficulty="hard"`. The result has `legal`, the actions that can be done
    now, `play(action)`, `is_over` and `score`. Raises Faults for a game without solo rules, UsageError for an unknown
    setting.

    >>> import generator
    >>> solo = generator.play("hadrians-wall", "any seed", difficulty="hard")
    >>> while not solo.is_over:
    ...     _ = solo.play(solo.legal[0])
    >>> solo.score.total
    10
    """
    from generator.bots.bot_game import BotGame, rulebook_of

    check_type("seed", seed, (str,), "a text")
    loaded = _loaded(game)
    return BotGame(rulebook_of(loaded._data, loaded._place.shown), seed, settings)


def _loaded(game: Game | str | Path) -> Game:
    return game if isinstance(game, Game) else load(game)


def _options(words: Mapping[str, Any], **options: Any) -> BuildOptions:
    """Return the options that words stand for. Raises UsageError for one that is given twice, and for wrong ones."""
    if twice := sorted(words.keys() & options.keys()):
        raise UsageError(f"{twice[0]} is named twice; leave out {twice[0]}=")
    return BuildOptions.of(**words, **options)


def _sound(result: BuildResult) -> BuildResult:
    if result.faults:
        raise Faults(result.faults)
    return result


def _records(rows: Any) -> list[Mapping[str, Any]]:
    """Convert rows, a list of dicts or a DataFrame (pandas, polars), to dicts. Raises UsageError for anything else."""
    if hasattr(rows, "to_dicts"):
        rows = rows.to_dicts()
    elif hasattr(rows, "to_dict") and not isinstance(rows, Mapping):
        rows = rows.to_dict("records")
    records = list(rows) if isinstance(rows, Iterable) and not isinstance(rows, (str, bytes, Mapping)) else None
    if records is None or not all(isinstance(row, Mapping) for row in records):
        raise UsageError("rows are a list of dicts, one for each row, or a DataFrame")
    return records


def _unread(folder: Path) -> Callable[[str, list[str]], set[str]]:
    """Return an `ignore` function for `copytree` that skips hidden names and the output folder of a game's folder."""

    def unread(place: str, names: list[str]) -> set[str]:
        hidden = {name for name in names if name.startswith(".")}
        return hidden | ({OUTPUT} if Path(place) == folder else set())

    return unread


def _face_advice(name: str, side: str, jobs: list[FaceJob]) -> str:
    if not jobs:
        return f"{name} has no {side}"
    return f"{name} names {len(jobs)} faces; name one, such as {jobs[0].component.id}:{jobs[0].piece.id}"
