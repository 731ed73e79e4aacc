"""Pages about games that were played: the list of all, statistics, a picture to share, the check of score lines."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import GeneratorError, UsageError
from generator.base.hashing import changed_at
from generator.base.messages import format_local_time
from generator.base.records import dataclass
from generator.base.system.offload import offload
from generator.play.challenge_link import ChallengeLink
from generator.play.rules.rules_protocol import FULL
from generator.play.score_line import DEALT, LONGEST, ScoreClaim, parse_score_line
from generator.play.session_checks import judge_line
from generator.play.session_summaries import ListedGames, SessionSummaries, difficulty_name, known_points
from generator.play.stats.game_statistics import FinishedGames, GameStatistics, game_statistics
from generator.play.stats.result_picture import GameResult, draw_result, game_result
from generator.play.text.play_messages import play_messages
from generator.session.session_folder import challenge_seed
from generator.web.http.page_renderer import PageRenderer, translated
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import field_value, read_form, require_found
from generator.web.lobby.list_pages import ListPage
from generator.web.previews.face_previews import FacePreviews
from generator.web.previews.served_games import ServedGames
from generator.web.sessions.open_sessions import OpenSessions
from generator.web.sessions.playable_games import load_playable

CHART = (160, 40)
"""Width and height of the small chart in a row, in pixels."""
SHOWN = 40
"""Games in the small chart: the last ones."""


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A score line that was checked."""

    good: bool
    lines: tuple[str, ...]
    claim: ScoreClaim | None = None
    title: str = ""
    """Title of the game."""
    rank: str = ""
    challenge: str = ""
    """Address of the challenge with the same cards; empty for cards that a player turned up."""


class RecordPages:
    """The list of all games, the statistics, and the check of score lines."""

    def __init__(
        self,
        *,
        games: ServedGames,
        sessions: OpenSessions,
        summaries: SessionSummaries,
        pages: PageRenderer,
        previews: FacePreviews,
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._summaries = summaries
        self._pages = pages
        self._previews = previews
        self._finished = FinishedGames(sessions.folder)

    def routes(self) -> list[Route]:
        return [
            Route("/games", self._finished_games),
            Route("/statistics", self._statistics),
            Route("/play/{name}/result.png", self._picture),
            Route("/verify", self._form),
            Route("/verify", self._check, methods=["POST"]),
        ]

    async def _finished_games(self, request: Request) -> Response:
        """Answer with the list of all saved games, a part at a time."""
        page, language = ListPage.of(request, "page"), ReaderSettings.of(request).lang
        count, summaries = await offload(self._summaries.part, language, page.start, page.size)
        context = {"room": "play", "page": page, "count": count, "shown": summaries}
        return self._pages.html(request, "lobby/games", **context)

    async def _statistics(self, request: Request) -> Response:
        """Answer with the statistics of finished games, by game."""
        listed = ListedGames(ReaderSettings.of(request).lang)
        groups = await offload(lambda: game_statistics(self._finished.oldest_first(), listed))
        context = {"room": "play", "groups": groups, "curve": score_curve, "chart": CHART}
        return self._pages.html(request, "lobby/statistics", **context)

    async def _picture(self, request: Request) -> Response:
        """Send a picture of the result of a finished game, to share; HTTPException 404 while the game goes on."""
        name, language = request.path_params["name"], ReaderSettings.of(request).lang
        result = require_found(await self._sessions.run(lambda: self._result(name, language)))
        words = play_messages(language)
        data = await self._previews.run(lambda: draw_result(result, words, language))
        return Response(data, media_type="image/png")

    def _result(self, name: str, language: str) -> GameResult | None:
        """Return the data of the picture; None while the game goes on, or before a paper game's total is noted."""
        session = self._sessions.open(name, language)
        state = session.visible
        points = known_points(state, session.play)
        if not state.over or points is None:
            return None
        difficulty = difficulty_name(session.solo_text.book, dict(state.settings), language)
        # Only the day: the picture is shared, and the hour is nobody's business.
        date = format_local_time(changed_at(session.play.store.path))[: len("2026-11-23")]
        return game_result(session.solo_text, state, points, difficulty, date)

    async def _form(self, request: Request) -> Response:
        """Answer with the form into which a score line is pasted for a check."""
        return self._verify_page(request, "", None)

    async def _check(self, request: Request) -> Response:
        """Check a posted score line, a text that encodes a finished game, and answer with the verdict."""
        line = "".join(field_value(await read_form(request), "line").split())  # mail breaks long lines
        language = ReaderSettings.of(request).lang
        try:
            checked = await offload(self._checked, line, language)
        except HTTPException:
            message = self._pages.messages[language]("verify.no_game", game=line.split("/")[1])
            checked = CheckedLine(False, (message,))
        except GeneratorError as error:
            checked = CheckedLine(False, (translated(language, error),))
        return self._verify_page(request, line, checked)

    def _verify_page(self, request: Request, line: str, checked: CheckedLine | None) -> Response:
        """Return the page with the form for score lines, and with a verdict if there is one."""
        context = {"room": "play", "line": line, "checked": checked, "longest": LONGEST, "here": "/verify"}
        return self._pages.html(request, "lobby/verify", 422 if checked and not checked.good else 200, **context)

    def _checked(self, line: str, language: str) -> CheckedLine:
        """Replay the game of a score line and return the verdict.

        Raises UsageError for other texts, HTTPException for a game that is not served.
        """
        claim = parse_score_line(line)
        game = load_playable(self._games, claim.game)
        verdict = judge_line(line, language, game.location)
        if not verdict.good:
            return CheckedLine(False, verdict.lines)
        listed = ListedGames(language)
        rank = listed.text(game.book).rank(claim.score)
        challenge = f"/challenge?{_challenge(claim).query}" if _is_repeatable(claim) else ""
        return CheckedLine(True, verdict.lines, claim, listed.title(game.location), rank, challenge)


def _is_repeatable(claim: ScoreClaim) -> bool:
    """Return whether a link can begin the same game: with cards dealt by the program, and not a fort of a campaign."""
    return claim.draw == DEALT and "fort" not in claim.settings


def _challenge(claim: ScoreClaim) -> ChallengeLink:
    """Return the challenge with the same cards and settings as a score line."""
    # The challenge of a day or a month has a seed made of its period; any other seed is given as it is.
    period = claim.seed.removeprefix("challenge-")
    try:
        is_period = challenge_seed(period) == claim.seed
    except UsageError:
        is_period = False
    decks = {"challenge": period} if is_period else {"seed": claim.seed}
    return ChallengeLink(claim.game, **decks, kind=FULL, undo=claim.mode, settings=claim.settings, rules=claim.rules)


def score_curve(group: GameStatistics) -> str:
    """Return the points of the last games of a group, as the `points` of an SVG polyline within CHART."""
    points = group.points[-SHOWN:]
    low, high = min(points), max(points)
    width, height = CHART
    # Four pixels of margin, so that the line's width is not cut off.
    across, up = (width - 8) / max(1, len(points) - 1), (height - 8) / max(1, high - low)
    return " ".join(
        f"{4 + index * across:.1f},{height - 4 - (value - low) * up:.1f}" for index, value in enumerate(points)
    )
