"""What stands in the output folder: which files, from which inputs, so that nothing is written twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.errors import Fault
from generator.base.hashing import digest, file_stamp
from generator.base.records import dataclass, field, replace
from generator.base.timing import Times
from generator.base.units import to_mm

if TYPE_CHECKING:
    from generator.model.face import TextFit


Progress = Callable[[str, int, int], None]
"""Called before each file with its name, the number of files done, and the number of all."""


def no_progress(_file: str, _done: int, _total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file of the output."""

    path: Path
    components: tuple[str, ...]
    paper: str
    language: str
    pages: int
    pieces: int
    sheets: int
    """Sheets of paper that its pages fill."""
    key: str
    """Digest of everything in it."""
    warnings: tuple[str, ...] = ()
    size: int = 0
    mtime: int = 0
    fresh: bool = True
    """Whether this build wrote it; False where it stood there already."""
    ink: float = 0.0
    """Per cent of its paper that is covered; how this is measured is told in generator.build.outputs.ink_coverage."""

    @property
    def paper_sheets(self) -> int:
        """Sheets of paper it takes: backs in a file of their own go on the paper of their fronts."""
        return 0 if self.path.stem.endswith("-backs") else self.sheets

    def is_current(self) -> bool:
        """Whether the file is still there as it was written."""
        return (self.mtime, self.size) == file_stamp(self.path)

    def with_stamp(self) -> OutputFile:
        """The same, with what the disk now says about it."""
        mtime, size = file_stamp(self.path)
        return replace(self, size=size, mtime=mtime)

    def document(self) -> dict[str, object]:
        """For `--json`."""
        names = ("components", "paper", "language", "pages", "pieces", "fresh")
        about = {"file": self.path.as_posix()} | {name: getattr(self, name) for name in names}
        return about | {"sheets": self.paper_sheets, "ink": round(self.ink, 1)}


@dataclass(frozen=True, slots=True)
class FitRow:
    """How one text of one face went into its rect."""

    piece: str
    language: str
    fit: TextFit

    @property
    def tight(self) -> bool:
        """Whether it had to shrink or does not fit."""
        return self.fit.used < self.fit.asked or self.fit.overflow > 0

    def cells(self) -> tuple[str, ...]:
        """For the table of `check`."""
        numbers = (
            f"{self.fit.asked:.1f}",
            f"{self.fit.used:.1f}",
            str(self.fit.lines),
            f"{to_mm(self.fit.overflow):.1f}",
        )
        return (f"{self.piece} {self.fit.element}", self.language, *numbers)

    def document(self) -> dict[str, object]:
        """For `--json`; sizes in points, overflow in millimetres."""
        return {
            "piece": self.piece,
            "language": self.language,
            "text": self.fit.element,
            "asked": round(self.fit.asked, 2),
            "used": round(self.fit.used, 2),
            "floor": round(self.fit.floor, 2),
            "lines": self.fit.lines,
            "overflow": round(to_mm(self.fit.overflow), 2),
        }


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What became of one game."""

    game: str
    files: tuple[OutputFile, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[str, ...] = ()
    fits: tuple[FitRow, ...] = ()
    timings: Times = field(default_factory=dict)
    """Seconds by stage; empty where nothing was built."""

    def summary(self) -> str:
        """One line for `check`."""
        tight = [row for row in self.fits if row.tight]
        smallest = min((row.fit.used for row in self.fits), default=0.0)
        count = len(self.faults)
        state = f"{count or 'no'} fault{'' if count == 1 else 's'}"
        return f"{self.game}: {state}; {len(self.fits)} texts, {len(tight)} shrunk, smallest {smallest:.1f} pt"


class Manifest:
    """The record of the files made for one game in one output folder."""

    def __init__(self, cache: Cache, game_folder: Path, out: Path) -> None:
        self._cache = cache
        self._name = f"made/{digest(str(game_folder.resolve()), str(out.resolve()))}"
        kept = cache.get(self._name)
        self._files: dict[str, OutputFile] = kept[0] if kept else {}
        self._builds: dict[str, BuildResult] = kept[1] if kept else {}

    def find_build(self, key: str) -> BuildResult | None:
        """The result of the same build, if all its files stand as it left them."""
        result = self._builds.get(key)
        if result is None or not all(made.is_current() for made in result.files):
            return None
        return replace(result, files=tuple(replace(file, fresh=False) for file in result.files), timings={})

    def find_file(self, file: Path, key: str) -> OutputFile | None:
        """The record of a file that already holds exactly this."""
        made = self._files.get(str(file))
        return replace(made, fresh=False) if made and made.key == key and made.is_current() else None

    def record(self, key: str, result: BuildResult) -> None:
        """Record a finished build; faulty ones are tried again next time."""
        self._files |= {str(made.path): made for made in result.files}
        if not result.faults:
            self._builds[key] = replace(result, fits=())  # a build shows none, and they are many
            self._builds = dict(list(self._builds.items())[-KEPT_BUILDS:])
        self._cache.put(self._name, (self._files, self._builds))


KEPT_BUILDS = 12
"""How many different builds of a game are remembered: papers, themes and languages that take turns."""
