"""One's own games: a list, and their points as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import UsageError
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.session.session_folder import SUFFIX, SessionEntry, session_entries
from generator.write.output_file import write_file

KINDS = (".svg", ".png")


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over."""

    name: str
    game: str
    points: int


def list_rows(entries: Sequence[SessionEntry], words: Messages, title: Callable[[str], str]) -> list[tuple[str, ...]]:
    """The list, with its head; none for no sessions; `title` says what a game is called."""
    head = tuple(words(f"list.{key}") for key in ("name", "game", "actions", "score", "mode"))
    found = [_row(entry, words, title(entry.game)) for entry in entries]
    return [(*head, ""), *found] if found else []


def _row(entry: SessionEntry, words: Messages, title: str) -> tuple[str, ...]:
    score = words("list.going") if entry.score is None else str(entry.score)
    undo = words(f"open.{entry.mode}") if entry.mode else ""
    return entry.name, title, str(entry.actions), score if entry.mode else "", undo, entry.trouble


def document(entries: Sequence[SessionEntry]) -> dict[str, Any]:
    """The list as JSON."""
    return {"sessions": [{name: getattr(entry, name) for name in SessionEntry.__match_args__} for entry in entries]}


def finished_games(folder: Path) -> tuple[FinishedGame, ...]:
    """The games that are over, in the order in which they were ended."""
    done = [entry for entry in session_entries(folder) if isinstance(entry.score, int)]
    done.sort(key=lambda entry: (folder / f"{entry.name}{SUFFIX}").stat().st_mtime_ns)
    return tuple(FinishedGame(entry.name, entry.game, int(str(entry.score))) for entry in done)


def plot_scores(games: Sequence[FinishedGame], file: Path, words: Messages, language: str) -> None:
    """Draw the points of some games into an SVG or a PNG.

    Raises UsageError for another kind of file, or without a game; OutputError.
    """
    from generator.play.stats.score_chart import draw_score_chart

    if file.suffix not in KINDS:
        raise UsageError(f"a plot cannot be written as {file.suffix or file.name!r}; name a file .svg or .png")
    if not games:
        raise UsageError("no game is over yet, so there is nothing to plot; finish one")
    write_file(file, draw_score_chart([(game.name, game.points) for game in games], words, language, file.suffix))
