"""The list of sessions as a table and as JSON, and the scores of finished games as a chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import UsageError
from generator.base.messages import Messages
from generator.session.session_folder import SUFFIX, SessionEntry
from generator.write.output_file import write_file

KINDS = (".svg", ".png")


def list_rows(
    entries: Sequence[SessionEntry], messages: Messages, title: Callable[[str], str]
) -> list[tuple[str, ...]]:
    """The table with its heading, or nothing for no sessions; `title` gives the title of a game by its id."""
    head = tuple(messages(f"list.{key}") for key in ("name", "game", "actions", "score", "mode"))
    found = [_row(entry, messages, title(entry.game)) for entry in entries]
    return [(*head, ""), *found] if found else []


def _row(entry: SessionEntry, messages: Messages, title: str) -> tuple[str, ...]:
    score = messages("list.going") if entry.score is None else str(entry.score)
    undo = messages(f"open.{entry.mode}") if entry.mode else ""
    return entry.name, title, str(entry.actions), score if entry.mode else "", undo, entry.trouble


def document(entries: Sequence[SessionEntry]) -> dict[str, Any]:
    """The list as JSON."""
    return {"sessions": [{name: getattr(entry, name) for name in SessionEntry.__match_args__} for entry in entries]}


def finished_games(folder: Path, entries: Sequence[SessionEntry]) -> tuple[tuple[str, int], ...]:
    """The name and points of each finished game of a folder, in the order in which they ended."""
    done = [(entry.name, entry.score) for entry in entries if isinstance(entry.score, int)]
    return tuple(sorted(done, key=lambda game: (folder / f"{game[0]}{SUFFIX}").stat().st_mtime_ns))


def plot_scores(games: Sequence[tuple[str, int]], file: Path, messages: Messages, language: str) -> None:
    """Draw names and points of games into an SVG or a PNG.

    Raises UsageError for another kind of file or for no games, and OutputError.
    """
    from generator.play.stats.charts import draw_score_chart

    if file.suffix not in KINDS:
        raise UsageError(f"a plot cannot be written as {file.suffix or file.name!r}; name a file .svg or .png")
    if not games:
        raise UsageError("no game is over yet, so there is nothing to plot; finish one")
    write_file(file, draw_score_chart(games, messages, language, file.suffix))
