"""What the files of an order take together: paper, pages and ink."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generator.base.records import dataclass
from generator.build.file_names import BOOKLET, FILLABLE, READING, file_variant
from generator.web.orders.print_job import PrintJob


def is_spare(file: Mapping[str, Any], job: PrintJob) -> bool:
    """Return whether a file need not be printed: it is for the screen, or a booklet has the same text."""
    variant = file_variant(file["file"].rpartition("/")[2], file["paper"])
    same_parts = (other for other in job.files if other["components"] == file["components"])
    booklets = (file_variant(other["file"], other["paper"]) == BOOKLET for other in same_parts)
    return not file["file"].endswith(".pdf") or variant in {FILLABLE, READING} or (not variant and any(booklets))


def marked_files(job: PrintJob) -> list[dict[str, Any]]:
    """Return the files of a job as dictionaries, each with `is_spare` added."""
    return [file | {"is_spare": is_spare(file, job)} for file in job.files]


@dataclass(frozen=True, slots=True)
class PrintTotals:
    """What an order takes, without the files that need not be printed."""

    pages: int
    pieces: int
    sheets: int
    both: int
    """Sheets printed on both sides."""
    ink: float | None
    """Mean ink coverage of all pages, in per cent; None if not measured."""
    black: float | None
    """Pages of solid black that need as much ink."""

    @classmethod
    def of(cls, files: Iterable[Mapping[str, Any]]) -> PrintTotals:
        """Add up some files, dictionaries with `is_spare`; files that need not be printed are left out."""
        printed = [file for file in files if not file["is_spare"]]
        pages = sum(file["pages"] for file in printed)
        sheets, pieces = (sum(file[name] for file in printed) for name in ("sheets", "pieces"))
        # A sheet with two printed pages; files without paper are no sheets.
        both = sum(max(0, file["pages"] - file["sheets"]) for file in printed if file["paper"])
        if not pages or any(file["ink"] is None for file in printed):
            return cls(pages, pieces, sheets, both, None, None)
        ink = sum(file["ink"] * file["pages"] for file in printed)
        return cls(pages, pieces, sheets, both, round(ink / pages, 1), round(ink / 100, 1))
