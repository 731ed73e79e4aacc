"""Record which files were written from which inputs, so that nothing is written twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Fault
from generator.base.hashing import digest, file_stamp
from generator.base.records import dataclass, field, replace
from generator.base.timing import Times
from generator.base.units import to_mm
from generator.model.cutting.knife_work import NO_WORK, KnifeWork

if TYPE_CHECKING:
    from generator.build.changes.comparison import PrintChanges
    from generator.build.picture_resolution import PictureRow
    from generator.build.text_pages.deck_figures import ValueFigures
    from generator.model.face import TextFit


Progress = Callable[[str, int, int], None]
"""Function that reports progress: the step in words, faces or files done, and their total."""


def no_progress(_step: str, _done: int, _total: int) -> None:
    """Report no progress."""


INKS = ("cyan", "magenta", "yellow", "black")
"""Names of the inks in documents."""


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One output file."""

    path: Path
    components: tuple[str, ...]
    paper: str
    """Id of the paper; empty for pages to read and for pictures."""
    language: str
    pages: int
    pieces: int
    sheets: int
    """Sheets of paper for its pages."""
    key: str
    """Digest of the content."""
    warnings: tuple[str, ...] = ()
    size: int = 0
    mtime: int = 0
    fresh: bool = True
    """Whether this build wrote it."""
    grids: tuple[str, ...] = ()
    """Names of its sheets' layouts; empty for pages to read and for pictures."""
    inks: tuple[float, ...] = ()
    """Coverage of cyan, magenta, yellow and black in per cent; empty if not measured."""
    work: KnifeWork = NO_WORK
    """Work of cutting the pieces out of its sheets."""

    @property
    def ink(self) -> float | None:
        """Ink coverage in per cent, see `ink_coverage`; None where it was not measured."""
        if not self.inks:
            return None
        *colours, black = self.inks
        return sum(colours) / 3 + black

    @property
    def paper_sheets(self) -> int:
        """Number of sheets of paper that the file adds.

        Pages to read add none, and backs none, as they are printed on the paper of their fronts.
        """
        return 0 if not self.paper or self.path.stem.endswith("-backs") else self.sheets

    def is_current(self) -> bool:
        """Whether the file on disk is still the one that was written."""
        # By time and size alone, as all files are not read in every build; --verify looks into them.
        return (self.mtime, self.size) == file_stamp(self.path)

    def with_stamp(self) -> OutputFile:
        """Return the record with the size and time of the file on disk."""
        mtime, size = file_stamp(self.path)
        return replace(self, size=size, mtime=mtime)

    def document(self) -> dict[str, object]:
        """Return the record for `--json`; ink in per cent of the paper, None if not measured."""
        names = ("components", "paper", "language", "pages", "pieces", "fresh")
        about = {"file": self.path.as_posix()} | {name: getattr(self, name) for name in names}
        ink = round(self.ink, 1) if self.ink is not None else None
        inks = {name: round(ink, 1) for name, ink in zip(INKS, self.inks, strict=True)} if self.inks else None
        return about | {"sheets": self.paper_sheets, "ink": ink, "inks": inks}


@dataclass(frozen=True, slots=True)
class FitRow:
    """How one text of one face was fitted."""

    piece: str
    language: str
    fit: TextFit

    def cells(self) -> tuple[str, ...]:
        """Return piece, language, asked and used size in points, lines, and overflow in millimetres, as texts."""
        numbers = (
            f"{self.fit.asked:.1f}",
            f"{self.fit.used:.1f}",
            str(self.fit.lines),
            f"{to_mm(self.fit.overflow):.1f}",
        )
        return (f"{self.piece} {self.fit.element}", self.language, *numbers)

    def size_cells(self) -> tuple[str, ...]:
        """Return piece, language, used font size and smallest allowed size in points, as texts."""
        return (f"{self.piece} {self.fit.element}", self.language, f"{self.fit.used:.1f}", f"{self.fit.floor:.1f}")

    def document(self) -> dict[str, object]:
        """Return the row for `--json`; sizes in points, overflow in millimetres."""
        about: dict[str, object] = {"piece": self.piece, "language": self.language, "text": self.fit.element}
        sizes = {name: round(getattr(self.fit, name), 2) for name in ("asked", "used", "floor")}
        return about | sizes | {"lines": self.fit.lines, "overflow": round(to_mm(self.fit.overflow), 2)}


@dataclass(frozen=True, slots=True)
class BuildResult:
    """The outcome of building one game."""

    game: str
    files: tuple[OutputFile, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[str, ...] = ()
    fits: tuple[FitRow, ...] = ()
    notes: tuple[str, ...] = ()
    """Lines about options that some components do not obey."""
    timings: Times = field(default_factory=dict)
    """Seconds by stage; empty where nothing was built."""
    face_lists: tuple[OutputFile, ...] = ()
    """Records of the files that say how each piece looks."""
    changes: PrintChanges | None = None
    """Changes since an earlier print, with `--changed-since`; else None."""
    pictures: tuple[PictureRow, ...] = ()
    """Pictures that are finer or coarser than their print needs; only after a check."""
    figures: tuple[ValueFigures, ...] = ()
    """Counts of the cards of each deck by the values of its columns."""
    small: tuple[FitRow, ...] = ()
    """Texts of scaled cards that are too small to be read, for which nothing was printed."""

    def summary(self) -> str:
        """Return the one line that a check prints about a game."""
        tight = [row for row in self.fits if row.fit.is_tight]
        smallest = min((row.fit.used for row in self.fits), default=0.0)
        count = len(self.faults)
        state = f"{count or 'no'} fault{'' if count == 1 else 's'}"
        return f"{self.game}: {state}; {len(self.fits)} texts, {len(tight)} shrunk, smallest {smallest:.1f} pt"


class Manifest:
    """The record of the files of one game in one output folder, kept in the cache."""

    def __init__(self, cache: Cache, game_folder: Path, out: Path, *, trusted: bool = True) -> None:
        """Read the record of earlier builds of a game into one output folder.

        Without `trusted` no file counts as current: only writing the files again tells whether they are.
        """
        self._cache, self._trusted = cache, trusted
        self._name = f"made/{digest(str(game_folder.resolve()), str(out.resolve()))}"
        stored = cache.get(self._name)
        self._files: dict[str, OutputFile] = stored[0] if stored else {}
        self._builds: dict[str, BuildResult] = stored[1] if stored else {}

    def find_build(self, key: str) -> BuildResult | None:
        """Return the result of an earlier build with this key; None if a file of it is missing or was changed."""
        result = self._builds.get(key) if self._trusted else None
        # A file that somebody has deleted or changed must be written again.
        if result is None or not all(file.is_current() for file in (*result.files, *result.face_lists)):
            return None
        return replace(result, files=tuple(replace(file, fresh=False) for file in result.files), timings={})

    def find_file(self, file: Path, key: str) -> OutputFile | None:
        """Return the record of a file that already has this content."""
        record = self._files.get(str(file)) if self._trusted else None
        return replace(record, fresh=False) if record and record.key == key and record.is_current() else None

    def damaged(self, files: Iterable[OutputFile]) -> list[OutputFile]:
        """Return the files that this build wrote again although their content is the same: they had been changed."""
        return [file for file in files if self._is_damaged(file, self._files.get(str(file.path)))]

    @staticmethod
    def _is_damaged(file: OutputFile, earlier: OutputFile | None) -> bool:
        """Whether a file was written again with the same content as an earlier one with another stamp."""
        return (
            earlier is not None and earlier.key == file.key and (earlier.mtime, earlier.size) != (file.mtime, file.size)
        )

    def record(self, key: str, result: BuildResult) -> None:
        """Store the result of a build and the records of its files; a build with faults is run again next time."""
        self._files |= {str(file.path): file for file in result.files}
        if not result.faults:
            # A build with faults must be repeated: its result would hide that they are mended.
            self._builds[key] = result
            # The oldest are dropped, since a dict keeps the order of insertion.
            self._builds = dict(list(self._builds.items())[-KEPT_BUILDS:])
        self._cache.put(self._name, (self._files, self._builds))


KEPT_BUILDS = 12
"""Builds of a game that are remembered: papers, themes and languages in turn."""
