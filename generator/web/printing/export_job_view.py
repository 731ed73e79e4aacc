"""A job that exports, as its page and the list of jobs show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.records import dataclass
from generator.exports.export_words import export_words
from generator.web.http.page_renderer import phrase
from generator.web.orders.part_titles import part_titles
from generator.web.orders.print_job import PrintJob
from generator.web.previews.served_games import ServedGame

FIELDS = (
    ("--only", "parts"),
    ("--size", "size"),
    ("--paper", "paper"),
    ("--product", "product"),
    ("--url-prefix https://…", "url_prefix"),
    ("--url-prefix", "url_prefix"),
    ("--dpi", "dpi"),
    ("--bleed", "bleed"),
    ("--under", "under"),
    ("--copies", "copies"),
    ("--split", "split"),
    ("--skip", "skip"),
)
"""Options that findings and reports name, with the field of the form for each; its label is `export.<name>`."""


@dataclass(frozen=True, slots=True)
class ExportJobView:
    """A job that exports, with titles for people."""

    job: PrintJob
    title: str
    """The title of the game."""
    parts: tuple[str, ...]
    """Titles of the chosen components; empty for the whole game."""
    targets: tuple[str, ...]
    """Titles of the targets."""
    target_titles: Mapping[str, str]
    """Titles of the targets by their names."""
    exports: tuple[Mapping[str, Any], ...]
    """Exports of the job, with `title`, `zip` and `is_available` added."""
    fields: tuple[tuple[str, str], ...] = FIELDS

    @classmethod
    def of(cls, job: PrintJob, served: ServedGame, language: str) -> ExportJobView:
        """Return the view of a job of a game, with titles in a language."""
        game = served.game
        # A game whose files have faults by now is still named by its id.
        titles = {part.id: phrase(part.title, language) for part in game.components} if game else {}
        words = export_words(language)
        targets = {name: words(f"targets.{name}.title") for name in job.options["to"]}
        exports = (
            {
                **export,
                "title": targets[export["target"]],
                "zip": f"{number}.zip",
                # Nothing is offered for download that a later job has replaced.
                "is_available": job.export_folder(number) is not None,
            }
            for number, export in enumerate(job.exports)
        )
        return cls(
            job=job,
            title=phrase(game.title, language) if game else job.game,
            parts=part_titles(titles, job.parts),
            targets=tuple(targets.values()),
            target_titles=targets,
            exports=tuple(exports),
        )
