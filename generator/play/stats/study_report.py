"""The results of a study: as text, and as CSV, JSON and charts in its folder."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any

from generator.base.messages import format_signed
from generator.base.records import dataclass
from generator.base.system.output_file import write_file
from generator.base.terminal_text import format_data_table, format_table
from generator.play.stats.charts import draw_histogram
from generator.play.stats.studies import Study, study_digest, study_facts, study_runner
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.solo.ai.game_study import GameOutcome
from generator.solo.ai.study_summary import QUANTILES, Mean, summarise


@dataclass(frozen=True, slots=True)
class PlayedStudy:
    """A study with its games."""

    study: Study
    outcomes: tuple[GameOutcome, ...]


class StudyReport:
    """Reports the results of one study in one language."""

    def __init__(self, played: PlayedStudy, language: str) -> None:
        """Take a study with its games, and the language of the report."""
        self.played, self._study, self._outcomes = played, played.study, played.outcomes
        self._book = study_runner(played.study.key).book
        self._messages = play_messages(language)
        self._names = ItemNames(self._book, self._messages, language)
        self.summary = summarise(self._book, played.outcomes)

    def lines(self) -> Iterator[str]:
        """Yield the report as lines of text: mean, quantiles, ranks, rows of the score, paths, years and tracks."""
        summary, messages = self.summary, self._messages
        yield self.title
        # A single game has no interval.
        if isfinite(summary.total.half):
            mean, low, high = (f"{value:.1f}" for value in (summary.total.mean, summary.total.low, summary.total.high))
            yield messages("study.mean", mean=mean, low=low, high=high, deviation=f"{summary.deviation:.1f}")
        least, q5, q25, q50, q75, q95, greatest = summary.quantiles
        yield messages("study.quantiles", least=least, q5=q5, q25=q25, q50=q50, q75=q75, q95=q95, greatest=greatest)
        yield messages("study.ranks")
        yield from format_table(list(zip(self._ranks, map(percent, summary.ranks), strict=True)))
        yield messages("study.rows")
        yield from format_table([(self._names.score_row(value), f"{mean:.1f}") for value, mean in summary.rows])
        yield messages("study.paths")
        yield from format_table(list(self._paths()))
        yield messages("study.years")
        yield from self._years()
        yield messages("study.lost", loses=self._names.track(self._book.solo.attack.disdain))
        years = enumerate(summary.years, 1)
        yield from format_table(
            [(messages("study.year", n=n), f"{year.lost:.2f}", percent(year.held_share)) for n, year in years]
        )
        for deck, share in summary.exhausted:
            yield messages("study.exhausted", deck=self._names.deck(deck), share=percent(share))
        yield messages("study.uses")
        yield from format_table(list(self._uses()))
        yield messages("study.digest", digest=self.digest)

    @cached_property
    def digest(self) -> str:
        """Return the digest of the study and all its games."""
        return study_digest(study_facts(self._study), self._outcomes)

    @cached_property
    def document(self) -> dict[str, Any]:
        """Return the results of the study as values for JSON."""
        summary = self.summary
        return {
            **self._about,
            "digest": self.digest,
            "mean": mean_document(summary.total),
            "deviation": round(summary.deviation, 4),
            "quantiles": dict(zip(map(str, QUANTILES), summary.quantiles, strict=True)),
            "totals": {str(total): games for total, games in summary.counts},
            "ranks": dict(zip(self._ranks, (round(share, 4) for share in summary.ranks), strict=True)),
            "rows": _rounded(dict(summary.rows)),
            "lost": [round(year.lost, 4) for year in summary.years],
            "held": [round(year.held_share, 4) for year in summary.years],
            "marks": [round(year.marks, 4) for year in summary.years],
            "income": [_rounded(dict(zip(self._book.items, year.income, strict=True))) for year in summary.years],
            "paths": {
                use.card: {"kept": round(use.kept_share, 4), **(mean_document(use.points) if use.points else {})}
                for use in summary.paths
            },
            "exhausted": _rounded(dict(summary.exhausted)),
            "tracks": {
                use.track: _rounded({"mean": use.mean, "unused": use.unused, "full": use.full}) for use in summary.uses
            },
        }

    def table(self) -> bytes:
        """Return the games as a CSV file, one game in a row."""
        years = range(1, len(self._book.years) + 1)
        cards = [row.id for row in self._book.deck(self._book.solo.hand.deck).rows]
        head = ["seed", "total", "decisions"]
        head += [f"points_{value}" for value, _ in self.summary.rows]
        head += [f"lost_{year}" for year in years] + [f"marks_{year}" for year in years]
        head += [f"shuffled_{cards.deck.id}" for cards in self._book.decks]
        head += [f"path_{year}" for year in years] + [f"path_points_{year}" for year in years]
        head += [f"income_{year}_{item}" for year in years for item in self._book.items]
        rows: list[list[object]] = [[*head, *(f"track_{track.id}" for track in self._book.boxes.tracks)]]
        for game in self._outcomes:
            results = (*game.rows, *game.lost, *game.marks, *game.shuffles)
            paths = [*(cards[path] for path in game.paths), *game.path_points]
            rows.append([game.seed, game.total, game.decisions, *results, *paths, *game.income, *game.levels])
        return csv_file(rows)

    def write(self, folder: Path) -> tuple[Path, ...]:
        """Write all files into a folder and return them; raises OutputError."""
        counts, language = self.summary.counts, self._names.language
        files = {
            "games.csv": self.table(),
            "summary.json": json_file(self.document),
            "totals.svg": draw_histogram(counts, self.title, language, ".svg"),
            "totals.png": draw_histogram(counts, self.title, language, ".png"),
        }
        return write_files(folder, files)

    @property
    def title(self) -> str:
        """Return the heading of the report: player, settings and number of games."""
        return self._messages("study.head", player=self.player, settings=self.settings, n=self.summary.games)

    @property
    def player(self) -> str:
        """Return the name of the computer player, with the strength if it was chosen."""
        name = self._messages(f"study.{self._study.player}")
        strength = self._study.strength
        return name if strength is None else self._messages("study.strength", player=name, n=strength)

    @property
    def settings(self) -> str:
        """Return the chosen settings and the changes of the data in words, or else the title of the game."""
        return self._messages("and").join(self.choices[1:]) or self._names.text(self._book.game.title)

    @property
    def choices(self) -> tuple[str, ...]:
        """Return the player, the chosen settings, and the changes of the data, in words."""
        titles = {
            setting.id: {choice.id: choice.title for choice in setting.choices} for setting in self._book.solo.settings
        }
        chosen = [self._names.text(titles[name][choice]) for name, choice in self._study.settings.items()]
        return (self.player, *chosen, *(edit.title for edit in self._study.edits))

    def score_row(self, number: int) -> str:
        """Return the name of a row of the score column by its number, from 0."""
        return self._names.score_row(self.summary.rows[number][0])

    @property
    def _about(self) -> dict[str, Any]:
        """Return the facts about the study that stand first in its JSON."""
        study = self._study
        about: dict[str, Any] = {"game": self._book.game.id, "player": study.player}
        about["settings"] = dict(study.settings)
        if study.strength is not None:
            about["strength"] = study.strength
        if study.edits:
            about["edits"] = {f"{edit.file}:{edit.key}": edit.value for edit in study.edits}
        return {**about, "games": self.summary.games}

    @property
    def _ranks(self) -> tuple[str, ...]:
        """Return the titles of the ranks, the lowest first."""
        return tuple(self._names.text(rank.title) for rank in self._book.boxes.ranks.rows)

    def _paths(self) -> Iterator[tuple[str, ...]]:
        """Yield for each path card (kept for points) its name, how often it was kept, and its mean points."""
        rows = self._book.deck(self._book.solo.hand.deck).rows
        for row, use in zip(rows, self.summary.paths, strict=True):
            yield self._names.row(row), percent(use.kept_share), with_error(use.points, ".2f") if use.points else ""

    def _years(self) -> Iterator[str]:
        """Yield the table of years: the mean items at the start of each, and the boxes that are paid for in it."""
        head = ("", *map(self._names.item, self._book.items), self._messages("study.marks"))
        years = enumerate(self.summary.years, 1)
        rows = [
            (self._messages("study.year", n=n), *(f"{mean:.1f}" for mean in (*year.income, year.marks)))
            for n, year in years
        ]
        yield from (f"  {line}" for line in format_data_table(head, rows))

    def _uses(self) -> Iterator[tuple[str, ...]]:
        """Yield for each track its mean level and the shares of games that left it empty or filled it.

        Tracks of text boxes are left out.
        """
        for track, use in zip(self._book.boxes.tracks, self.summary.uses, strict=True):
            if any(box.kind != "text" for box in track.boxes):
                size = f"{use.mean:.1f} / {len(track.boxes)}"
                yield self._names.track(track.id), size, percent(use.unused), percent(use.full)


def csv_file(rows: Iterable[Sequence[object]]) -> bytes:
    """Return rows as the bytes of a CSV file."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def json_file(document: Mapping[str, Any]) -> bytes:
    """Return a document as the bytes of a JSON file that people can read too."""
    return json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"


def write_files(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write files by their names into a folder and return them; raises OutputError."""
    for name, data in files.items():
        write_file(folder / name, data)
    return tuple(folder / name for name in files)


def percent(share: float) -> str:
    """Return a share as text in per cent, with one decimal."""
    return f"{share * 100:.1f}%"


def with_error(mean: Mean, form: str = ".1f") -> str:
    """Return a mean with half the width of its interval, if it has one: `59.3 ± 4.6`.

    `form` is a format of Python: with `+.1f` the mean has its sign, `+5.2 ± 1.9`.
    """
    error = f" ± {mean.half:{form.removeprefix('+')}}" if isfinite(mean.half) else ""
    return format_signed(mean.mean, form) + error


def mean_document(mean: Mean) -> dict[str, float | None]:
    """Return a mean with its interval as values for JSON; a single value has None for its bounds."""
    bounds = (round(mean.low, 4), round(mean.high, 4)) if isfinite(mean.half) else (None, None)
    return dict(zip(("mean", "low", "high"), (round(mean.mean, 4), *bounds), strict=True))


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    """Return values rounded to four decimals."""
    return {key: round(value, 4) for key, value in values.items()}
