"""Several studies on the same seeds, each compared with the first: as text, CSV, JSON and charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.base.hashing import digest
from generator.base.terminal_text import format_data_table, pad, text_width
from generator.play.stats.charts import draw_histogram
from generator.play.stats.study_report import (
    StudyReport,
    csv_file,
    json_file,
    mean_document,
    percent,
    with_error,
    write_files,
)
from generator.play.text.play_messages import play_messages
from generator.solo.ai.study_summary import Comparison, compare

_WIDEST = 36
"""Columns of the widest name of a study that leaves room for the other columns in 80."""


class ComparisonReport:
    """Reports how several studies differ, in one language."""

    def __init__(self, labels: Sequence[str], reports: Sequence[StudyReport], language: str) -> None:
        """Take at least two reports of studies with the same seeds, and the label of each."""
        self._labels, self._reports, self._language = labels, reports, language
        self._messages = play_messages(language)
        first = reports[0].played.outcomes
        self._found = [compare(report.played.outcomes, first) for report in reports[1:]]

    def lines(self) -> Iterator[str]:
        """Yield the report as lines of text: the totals, the rows where two studies are compared, and doubts."""
        messages = self._messages
        yield messages("study.compared", n=self._reports[0].summary.games, settings=self._shared)
        yield from self._totals()
        if len(self._found) == 1:
            yield messages("study.by_row")
            yield from self._rows(self._found[0])
        first, *others_names = self._names
        # A lead whose interval includes 0 may be luck of the seeds.
        unsure = [name for name, comparison in zip(others_names, self._found, strict=True) if not comparison.is_sure]
        if unsure:
            yield messages("study.unsure", names=messages("and").join(unsure), first=first)
        yield messages("study.digest", digest=self.digest)

    @cached_property
    def digest(self) -> str:
        """Return the digest of all studies, in their order."""
        return digest(*(report.digest for report in self._reports))[:32]

    @cached_property
    def document(self) -> dict[str, Any]:
        """Return the results of all studies as values for JSON, each with its lead over the first."""
        leads = [None, *map(_document, self._found)]
        studies = [
            {"name": label, **report.document, "against_first": lead}
            for label, report, lead in zip(self._labels, self._reports, leads, strict=True)
        ]
        return {"games": self._reports[0].summary.games, "digest": self.digest, "studies": studies}

    def table(self) -> bytes:
        """Return the totals as a CSV file: a row for each seed, a column for each study."""
        played = zip(*(report.played.outcomes for report in self._reports), strict=True)
        return csv_file(
            [["seed", *self._labels], *([games[0].seed, *(game.total for game in games)] for games in played)]
        )

    def write(self, folder: Path) -> tuple[Path, ...]:
        """Write all files into a folder and return them; raises OutputError."""
        files = {
            "comparison.csv": self.table(),
            "comparison.json": json_file(self.document),
        }
        if len(self._found) == 1:
            files |= {f"difference{kind}": self._chart(kind) for kind in (".svg", ".png")}
        return write_files(folder, files)

    def _chart(self, kind: str) -> bytes:
        """Return a histogram of the differences of two totals, game by game, as an `.svg` or a `.png`."""
        first, second = (report.played.outcomes for report in self._reports)
        # Both play the same seeds in the same order.
        counts = Counter(these.total - those.total for these, those in zip(second, first, strict=True))
        named = dict(zip(("first", "second"), self._titles, strict=True))
        title = self._messages("study.difference", **named, n=len(first))
        return draw_histogram(sorted(counts.items()), title, self._language, kind)

    @property
    def _shared(self) -> str:
        """Return the choices that all studies have in common, in words: the player, and settings."""
        first, *other_choices = [report.choices for report in self._reports]
        return self._messages("and").join(choice for choice in first if all(choice in other for other in other_choices))

    def _totals(self) -> Iterator[str]:
        """Yield the table of mean totals, each with its lead over the first study."""
        names = self._names
        if names != self._titles:
            yield from (f"  {name}: {title}" for name, title in zip(names, self._titles, strict=True))
        head = ("", *(self._messages(f"study.{key}") for key in ("column_mean", "column_lead", "column_ahead")))
        first, *other_means = [with_error(report.summary.total) for report in self._reports]
        rows = [(names[0], first, "", "")]
        rows += [
            (name, mean, with_error(comparison.lead, "+.1f"), percent(comparison.ahead))
            for name, mean, comparison in zip(names[1:], other_means, self._found, strict=True)
        ]
        yield from (f"  {line}" for line in format_data_table(head, rows))

    @property
    def _names(self) -> list[str]:
        """Return the names of the studies for the table: their titles, or numbers where a title is too long."""
        # Long names would break the lines of the table, so that they stand above it with numbers.
        is_long = max(map(text_width, self._titles)) > _WIDEST
        return [str(number) if is_long else title for number, title in enumerate(self._titles, 1)]

    @property
    def _titles(self) -> list[str]:
        """Return the names that tell the studies apart: the players, or else the labels."""
        players = [report.player for report in self._reports]
        # Two studies of one player differ in their data or settings, which the labels name.
        return players if len(set(players)) == len(players) else list(self._labels)

    def _rows(self, comparison: Comparison) -> Iterator[str]:
        """Yield a line for each row of the score column, with the mean lead over the first study."""
        names = [self._reports[0].score_row(number) for number in range(len(comparison.rows))]
        room = max(map(text_width, names))
        for name, lead in zip(names, comparison.rows, strict=True):
            yield f"  {pad(name, room)}  {with_error(lead, '+.1f')}"


def _document(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as values for JSON, rounded to four decimals."""
    return {
        **mean_document(comparison.lead),
        "ahead": round(comparison.ahead, 4),
        "level": round(comparison.level, 4),
        "rows": [mean_document(lead) for lead in comparison.rows],
    }
