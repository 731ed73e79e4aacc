"""The results of a study: as text, and as CSV, JSON and charts in its folder."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.base.terminal_text import format_table
from generator.play.stats.charts import draw_histogram
from generator.play.stats.studies import Study
from generator.play.text.item_names import ItemNames
from generator.solo.ai.game_study import QUANTILES, GameOutcome, Summary
from generator.write.output_file import write_file


class StudyReport:
    """Reports the results of one study in one language."""

    def __init__(self, names: ItemNames, study: Study, outcomes: Sequence[GameOutcome], summary: Summary) -> None:
        self._names, self._messages, self._book = names, names.messages, names.book
        self._study, self._outcomes, self._summary = study, outcomes, summary

    def lines(self) -> Iterator[str]:
        found, messages = self._summary, self._messages
        yield messages("study.head", **self._title_values)
        mean, low, high = (f"{value:.1f}" for value in found.total)
        yield messages("study.mean", mean=mean, low=low, high=high, deviation=f"{found.deviation:.1f}")
        least, q5, q25, q50, q75, q95, greatest = found.quantiles
        yield messages("study.quantiles", least=least, q5=q5, q25=q25, q50=q50, q75=q75, q95=q95, greatest=greatest)
        yield messages("study.ranks")
        yield from format_table(list(zip(self._ranks, map(_percent, found.ranks), strict=True)))
        yield messages("study.rows")
        yield from format_table([(self._names.score_row(value), f"{mean:.1f}") for value, mean in found.rows])
        yield messages("study.lost", loses=self._names.track(self._book.solo.attack.disdain))
        years = enumerate(zip(found.lost, found.held, strict=True), 1)
        yield from format_table(
            [(messages("study.year", n=n), f"{lost:.2f}", _percent(held)) for n, (lost, held) in years]
        )
        for deck, share in found.exhausted:
            yield messages("study.exhausted", deck=self._names.deck(deck), share=_percent(share))
        yield messages("study.uses")
        yield from format_table(list(self._uses()))

    def document(self) -> dict[str, Any]:
        found = self._summary
        return {
            **self._about,
            "mean": _rounded(found.total._asdict()),
            "deviation": round(found.deviation, 4),
            "quantiles": dict(zip(map(str, QUANTILES), found.quantiles, strict=True)),
            "totals": {str(total): games for total, games in found.counts},
            "ranks": dict(zip(self._ranks, (round(share, 4) for share in found.ranks), strict=True)),
            "rows": _rounded(dict(found.rows)),
            "lost": [round(mean, 4) for mean in found.lost],
            "held": [round(share, 4) for share in found.held],
            "exhausted": _rounded(dict(found.exhausted)),
            "tracks": {
                use.track: _rounded({"mean": use.mean, "unused": use.unused, "full": use.full}) for use in found.uses
            },
        }

    def table(self) -> bytes:
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        years = [f"lost_{year}" for year in range(1, len(self._book.years) + 1)]
        decks = [f"shuffled_{cards.deck.id}" for cards in self._book.decks]
        rows = [value for value, _ in self._summary.rows]
        tracks = [track.id for track in self._book.boxes.tracks]
        writer.writerow(["seed", "total", *rows, *years, *decks, "decisions", *tracks])
        for game in self._outcomes:
            results = (*game.rows, *game.lost, *game.shuffles, game.decisions, *game.levels)
            writer.writerow([game.seed, game.total, *results])
        return text.getvalue().encode()

    def write(self, folder: Path, language: str) -> tuple[Path, ...]:
        """Write all files into a folder and return them; raises OutputError."""
        title = self._messages("study.plot", **self._title_values)
        files = {
            "games.csv": self.table(),
            "summary.json": json.dumps(self.document(), ensure_ascii=False, indent=2).encode() + b"\n",
            "totals.svg": draw_histogram(self._summary.counts, title, language, ".svg"),
            "totals.png": draw_histogram(self._summary.counts, title, language, ".png"),
        }
        for name, data in files.items():
            write_file(folder / name, data)
        return tuple(folder / name for name in files)

    @property
    def _about(self) -> dict[str, Any]:
        study = self._study
        settings = dict(study.settings)
        return {"game": self._book.game.id, "player": study.player, "settings": settings, "games": self._summary.games}

    @property
    def _title_values(self) -> dict[str, Any]:
        solo = self._book.solo
        titles = {each.id: {choice.id: choice.title for choice in each.choices} for each in solo.settings}
        chosen = [self._names.text(titles[name][choice]) for name, choice in self._study.settings.items()]
        named = self._messages("and").join(chosen) or self._names.text(self._book.game.title)
        return {"player": self._messages(f"study.{self._study.player}"), "settings": named, "n": self._summary.games}

    @property
    def _ranks(self) -> tuple[str, ...]:
        ranks = next(sheet.ranks for sheet in self._book.boxes.book.sheets if sheet.ranks)
        return tuple(self._names.text(rank.title) for rank in ranks.rows)

    def _uses(self) -> Iterator[tuple[str, ...]]:
        """How much of each track was filled; tracks of text boxes are left out."""
        for track, use in zip(self._book.boxes.tracks, self._summary.uses, strict=True):
            if any(box.kind != "text" for box in track.boxes):
                size = f"{use.mean:.1f} / {len(track.boxes)}"
                yield self._names.track(track.id), size, _percent(use.unused), _percent(use.full)


def _percent(share: float) -> str:
    return f"{share * 100:.1f}%"


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {key: round(value, 4) for key, value in values.items()}
