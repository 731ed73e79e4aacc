"""A picture of a finished game to share, as a PNG: its points and rank over a wall, and what the points come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.geometry import Size
from generator.base.messages import Messages, format_signed
from generator.base.records import dataclass, replace
from generator.build.faces.labels import Labels, LabelStyle
from generator.model.face import Ink
from generator.play.rules.visible_state import VisibleState
from generator.play.stats.charts import bar, draw_page, line
from generator.play.text.session_text import claim_lines
from generator.play.text.solo_text import SoloText

SIZE = Size(600.0, 315.0)
"""Size in points. Drawn at 144 dpi it has 1200 × 630 pixels, which most places that show linked pictures ask for."""
_PAPER, _INK, _FAINT, _RED, _LINE = "#f7f2e8", "#2b2622", "#665b50", "#8c2f1b", "#b9a98f"
_MORTAR = "#a9503b"
_MARGIN = 34.0
_MIDDLE, _GAP = 336.0, 24.0
"""Left edge of the column of rows, and the space that stays free on either side of it."""
_WALL, _COURSE, _BRICK, _MERLON = 262.0, 13.25, 40.0, 13.0
"""The top of the wall; the height and width of its bricks; the height of its battlements. Four courses fill it."""
_ROWS = 13
"""Rows that the column has room for at their full distance."""


_LINES = 4
"""Lines that fit between the rank and the wall."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The content of the picture."""

    title: str
    """The game's title."""
    points: int
    rank: str
    about: tuple[str, ...]
    """Lines below the rank: the difficulty, the challenge, what was taken back, the date."""
    rows: tuple[tuple[str, int], ...]
    """Rows of the score, each with its points; empty for a game on paper."""


def game_result(text: SoloText, state: VisibleState, points: int, difficulty: str, date: str) -> GameResult:
    """Return the content of the picture of a game that is over.

    `points` is its total, with sheets on paper the noted one.
    """
    # The difficulty is empty where the data of the game cannot be read.
    mode = " · ".join(filter(None, (difficulty, text.messages(f"open.{state.kind}"))))
    rows = tuple((row.title, row.points) for row in text.score_rows(state) if not row.is_total)
    about = (mode, *claim_lines(text.messages, state), date)
    return GameResult(text.names.text(text.names.game.title), points, text.rank(points), about, rows)


def draw_result(result: GameResult, messages: Messages, language: str) -> bytes:
    """Draw the picture of a result as a PNG; raises Faults where no font has a character."""
    return draw_page(
        lambda labels: result_ink(result, messages, language, labels), SIZE, result.title, language, ".png"
    )


def result_ink(result: GameResult, messages: Messages, language: str, labels: Labels) -> Iterator[Ink]:
    """Yield the shapes and labels of the picture, in points."""
    yield bar(0, 0, SIZE.width, SIZE.height, _PAPER)
    yield from _wall()
    room = (_MIDDLE if result.rows else SIZE.width) - _GAP - _MARGIN
    heading = LabelStyle("heading", 24.0, _INK, bold=True)
    text = LabelStyle("text", 12.5, _FAINT)
    # One point takes the singular, also below 0.
    unit = messages("result.point" if result.points in (1, -1) else "result.points")
    lines = (
        (result.title, 52.0, heading),
        (format_signed(result.points), 138.0, replace(heading, size=84.0, colour=_RED)),
        (" · ".join(filter(None, (unit, result.rank))), 167.0, replace(heading, size=19.0)),
        *((words, 188.0 + 15.0 * number, text) for number, words in enumerate(result.about[:_LINES])),
    )
    for words, y, style in lines:
        yield from labels.fitted(language, words, _MARGIN, y, style, room)
    yield from _column(result.rows, labels, language)
    mark = replace(heading, size=15.0, colour=_PAPER)
    yield from labels.fitted(language, "Vallum", SIZE.width - _MARGIN, 300.0, style=mark, room=room, anchor="end")


def _column(rows: Sequence[tuple[str, int]], labels: Labels, language: str) -> Iterator[Ink]:
    """Yield the rows of the score with their points, with a line below each."""
    right = SIZE.width - _MARGIN
    # Many rows stand closer together rather than run off the picture.
    step = min(15.5, 15.5 * _ROWS / max(1, len(rows)))
    style = LabelStyle("text", step * 0.77, _INK)
    for number, (words, points) in enumerate(rows):
        y = 44.0 + step * number
        yield line(_MIDDLE, y + step * 0.3, right, y + step * 0.3, _LINE, 0.4)
        yield from labels.fitted(language, words, _MIDDLE, y, style, right - _MIDDLE - 34.0)
        yield from labels.fitted(
            language, format_signed(points), right, y, style=replace(style, bold=True), room=30.0, anchor="end"
        )


def _wall() -> Iterator[Ink]:
    """Yield a wall of bricks with battlements, along the lower edge."""
    yield bar(0, _WALL, SIZE.width, SIZE.height, _RED)
    for x in range(0, int(SIZE.width), 50):
        yield bar(x, _WALL - _MERLON, x + 30, _WALL, _RED)
    # One line more than courses: the top edge has one too.
    courses = int((SIZE.height - _WALL) / _COURSE) + 1
    for course in range(courses):
        y = _WALL + course * _COURSE
        yield line(0, y, SIZE.width, y, _MORTAR, 0.7)
        for x in range(int(_BRICK / 2) * (course % 2), int(SIZE.width) + 1, int(_BRICK)):
            yield line(x, y, x, min(y + _COURSE, SIZE.height), _MORTAR, 0.7)
