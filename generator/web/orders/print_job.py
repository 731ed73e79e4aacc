"""One job of the print room: what was ordered, how far it is, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from generator.base.hashing import MISSING, file_stamp
from generator.base.records import dataclass, field
from generator.exports.findings import REPORT
from generator.web.http.event_stream import EventStream
from generator.web.orders.choice_fields import ChosenValues, form_fields


@dataclass(slots=True)
class PrintJob:
    """One job, and its progress."""

    id: str
    game: str
    options: dict[str, Any]
    """Options of `vallum build` with the `themes` to build, or options of `vallum export`, by name."""
    choices: ChosenValues
    """Fields of the form."""
    parts: tuple[str, ...]
    """Ids of the chosen components; empty for the whole game."""
    state: str = "waiting"
    """`waiting`, `running`, `done` or `stopped`."""
    cause: str = ""
    """Reason of the stop: `person` asked for it, its `time` was over, or its process was `lost`."""
    before: int = 0
    """Number of jobs before it in the queue, the running one included."""
    begun: float = 0.0
    """Time of a monotonic clock when it left the queue, in seconds."""
    ended: float = 0.0
    step: str = ""
    """Present step, as the process reports it: `mpc: picket: pictures` or `picket: sheets`."""
    done: int = 0
    total: int = 0
    files: list[dict[str, Any]] = field(default_factory=list)
    """`OutputFile.document` of each file."""
    warnings: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    changes: dict[str, Any] | None = None
    """`PrintChanges.document`, if only changes were ordered; else None."""
    exports: list[dict[str, Any]] = field(default_factory=list)
    """`Export.document` of each export."""
    checked: dict[str, list[str]] | None = None
    """Result of checking a PDF: lines of its `summary`, and of each `fault` and `warning`."""
    sheet: dict[str, Any] | None = None
    """Result of reading a filled scoresheet, as `read_filled_sheet` returns it."""
    events: EventStream = field(default_factory=EventStream)
    _stamps: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def query(self) -> str:
        """Fields of the form that the job was ordered with, as the query of an address."""
        return urlencode(form_fields(self.choices, self.parts, self.options.get("to", ())))

    @property
    def is_export(self) -> bool:
        """Whether the job exports to the targets `to`, and prints nothing."""
        return "to" in self.options

    @property
    def is_estimate(self) -> bool:
        """Whether the job only counts the sheets of paper, and the ink if that is asked for."""
        return bool(self.options.get("estimate"))

    @property
    def address(self) -> str:
        """Address of the job's page."""
        return f"/print/{'export' if self.is_export else 'order'}/{self.id}"

    @property
    def is_over(self) -> bool:
        """Whether the job has ended, with or without files."""
        return self.state in ("done", "stopped")

    @property
    def folder(self) -> str:
        """Folder of the job's files; empty if there are none."""
        return str(Path(self.files[0]["file"]).resolve().parent) if self.files else ""

    @property
    def stamp(self) -> str:
        """Text that differs whenever the job's page would differ."""
        result_count = len(self.files) + len(self.exports)
        return "-".join(map(str, (self.state, self.before, self.step, self.done, self.total, result_count)))

    @property
    def target(self) -> str:
        """The name of the target that is being written; empty for a job that prints."""
        return self._under_way("to")

    @property
    def theme(self) -> str:
        """Theme that is being printed now, for a job that prints several themes; else empty."""
        return self._under_way("themes")

    def _under_way(self, option: str) -> str:
        """Return the value of an option, a target or a theme, that the job is working on; empty for none."""
        name = self.step.partition(": ")[0]
        return name if name in self.options.get(option, ()) else ""

    @property
    def doing(self) -> str:
        """Present step in words, such as `sheets` or the title of a file."""
        return self.step.rpartition(": ")[2]

    @property
    def seconds(self) -> int:
        """Whole seconds since the job left the queue, until its end if it is over; 0 while it waits."""
        return round((self.ended or time.monotonic()) - self.begun) if self.begun else 0

    def file(self, name: str) -> Path | None:
        """Return the path of one of the job's files by name; None if a later job has replaced the file."""
        path = next((path for path in self._paths if path.name == name), None)
        return path if path and self._is_current(path) else None

    @property
    def archive_files(self) -> list[tuple[str, Path]]:
        """Files that are as the job made them, with their names below the output folder."""
        out = Path(self.options["out"])
        return [(path.relative_to(out).as_posix(), path) for path in self._paths if self._is_current(path)]

    @property
    def _paths(self) -> list[Path]:
        """Paths of the job's files."""
        return [Path(file["file"]) for file in self.files]

    def _is_current(self, path: Path) -> bool:
        """Return whether a file is still the one that the job has written."""
        # Never printed and gone now have the same stamp: both are MISSING.
        return file_stamp(path) == self._stamps[path.as_posix()] != MISSING

    def export_folder(self, number: int) -> Path | None:
        """Return the folder of an export by its number, from 0.

        None if nothing was written, or the files were changed.
        """
        if number >= len(self.exports) or not self.exports[number]["files"]:
            return None
        report = _report(self.exports[number])
        return report.parent if file_stamp(report) == self._stamps[report.as_posix()] != MISSING else None

    def begin(self) -> None:
        """Note that the job has left the queue, and notify its page."""
        self.state, self.begun = "running", time.monotonic()
        self.events.notify()

    def stop(self, cause: str) -> None:
        """Note the cause of the job's end, unless the job is over already, and notify its page."""
        if not self.is_over:
            self.state, self.cause, self.ended = "stopped", cause, time.monotonic()
        self.events.notify()

    def update(self, message: dict[str, Any]) -> None:
        """Take in a message of the job's process and notify the page; messages after the end are ignored."""
        if self.is_over:
            return
        if "step" in message:
            self.step, self.done, self.total = message["step"]
        else:
            result = message["done"]
            self.files = result["files"]
            self.warnings, self.faults = map(self._shown, (result["warnings"], result["faults"]))
            self.changes, self.exports, self.checked = result["changes"], result["exports"], result["checked"]
            self.sheet = result["sheet"]
            # Stamps are taken at once, so that files which a later job has replaced are told apart.
            written = [*(Path(file["file"]) for file in self.files), *map(_report, self.exports)]
            self._stamps = {path.as_posix(): file_stamp(path) for path in written}
            self.state, self.ended = "done", time.monotonic()
        self.events.notify()

    def _shown(self, lines: list[str]) -> list[str]:
        """Return faults with the game's name for its path on this disk, which other computers are not told."""
        return [line.replace(f"{self.options.get('game')}/", f"{self.game}/") for line in lines]


def _report(export: Mapping[str, Any]) -> Path:
    """Return the file with the report of an export; its state stands for all files in the folder."""
    return Path(export["folder"], REPORT)
