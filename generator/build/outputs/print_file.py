"""What is written together: the faces of one file, and the PDF files that they make."""

from __future__ import annotations

from pathlib import Path

from generator.base.records import dataclass
from generator.build.faces.face_jobs import FaceJob
from generator.build.file_names import BOOKLET, FILLABLE, READING
from generator.model.game import Component
from generator.model.paper import Paper


@dataclass(frozen=True, slots=True)
class PrintFile:
    """The faces that share one PDF, or two if fronts and backs are split."""

    stem: str
    paper: Paper
    edition: str
    """Language in its name, or several: `en+ja`."""
    jobs: tuple[FaceJob, ...]

    @property
    def language(self) -> str:
        """The first language of the file, in which its slug lines are written."""
        return self.edition.partition("+")[0]

    @property
    def title(self) -> str:
        """Stem, paper and language, for the line of progress."""
        return f"{self.stem} {self.paper.id} {self.language}"

    @property
    def is_backed(self) -> bool:
        """Whether any piece in it has a back."""
        return any(job.side == "back" for job in self.jobs)

    @property
    def components(self) -> tuple[Component, ...]:
        """Components in the file, each once: a booklet as a booklet, not as its text on whole sheets."""
        components: dict[str, Component] = {}
        for job in self.jobs:
            components.setdefault(job.component.id, job.component)
        return tuple(components.values())


@dataclass(frozen=True, slots=True)
class PdfTarget:
    """One PDF of a PrintFile."""

    path: Path
    side: str = ""
    """`fronts` or `backs` if they are split, else empty."""
    folded: bool = False
    """Whether it is a booklet, to be folded and stapled."""
    fillable: bool = False
    reading: bool = False
    """Whether its pages have their own size, for the screen."""

    @staticmethod
    def of_variant(variant: str) -> PdfTarget:
        """Return a target that has no file yet."""
        return PdfTarget(Path(), "", variant == BOOKLET, variant == FILLABLE, variant == READING)

    @property
    def is_for_screen(self) -> bool:
        """Whether the PDF is for the screen: a form, or pages to be read."""
        return self.fillable or self.reading

    @property
    def is_own_size(self) -> bool:
        """Whether a text is on pages of its own size, not on whole sheets of paper."""
        return self.folded or self.reading

    @property
    def variant(self) -> str:
        """BOOKLET, FILLABLE or READING; empty for sheets to print."""
        return BOOKLET if self.folded else FILLABLE if self.fillable else READING if self.reading else ""


def jobs_of(file: PrintFile, *, is_own_size: bool) -> tuple[FaceJob, ...]:
    """Return the faces of one PDF: a booklet's pages at their own size, or its text on whole sheets."""
    if not any(part.is_booklet for part in file.components):
        return file.jobs
    return tuple(job for job in file.jobs if job.component.is_full_pages != is_own_size)
