"""The scores of finished games, as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.base.errors import UsageError
from generator.base.messages import Messages
from generator.base.system.output_file import write_file
from generator.session.session_folder import SUFFIX, SessionEntry

KINDS = (".svg", ".png")


def finished_games(folder: Path, entries: Sequence[SessionEntry]) -> tuple[tuple[str, int], ...]:
    """Return name and points of each finished game of a folder, in the order in which the games ended."""
    done = [(entry.name, entry.score) for entry in entries if isinstance(entry.score, int)]
    return tuple(sorted(done, key=lambda game: (folder / f"{game[0]}{SUFFIX}").stat().st_mtime_ns))


def plot_scores(games: Sequence[tuple[str, int]], file: Path, messages: Messages, language: str) -> None:
    """Draw the points of games into an SVG or a PNG file, by its suffix.

    Raises UsageError for another kind of file or for no games, and OutputError.
    """
    from generator.play.stats.charts import draw_score_chart

    if file.suffix not in KINDS:
        raise UsageError(f"a plot cannot be written as {file.suffix or file.name!r}; name a file .svg or .png")
    if not games:
        raise UsageError("no game is over yet, so there is nothing to plot; finish one")
    write_file(file, draw_score_chart(games, messages, language, file.suffix))
