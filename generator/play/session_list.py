"""The list of sessions, for `vallum solo list`: as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from generator.base.errors import GeneratorError
from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.base.terminal_text import format_table
from generator.play.game_data import attempt_number, campaign_of
from generator.play.rules.rules_protocol import DECK
from generator.play.session_summaries import ListedGames, difficulty_name, fort_result
from generator.play.text.session_text import attempt_text
from generator.play.verified_sessions import is_verified, verified_marks
from generator.session.recorded_play import resume
from generator.session.session_folder import SUFFIX, SessionEntry

WON, LOST = "won", "lost"
"""How a game at a fort has ended."""


@dataclass(frozen=True, slots=True)
class ListedSession:
    """One session of the list."""

    name: str
    game: str
    """The id of its game; empty for a file that is no session."""
    title: str
    actions: int
    mode: str
    score: object
    """None until the game is over."""
    trouble: str
    difficulty: str
    """The difficulty in the game's own words; empty for a deck, and where the data of the game cannot be read."""
    rank: str
    fort: str
    """The fort of a campaign that it is played at; empty for a plain game."""
    result: str
    """WON, LOST, or empty where no fort is played or nothing is decided."""
    date: str
    """The day on which it was last played, on this computer's calendar."""
    challenge: str
    attempt: int
    """Which attempt with these decks it says it is; 0 where the decks were new."""
    verified: bool
    """Whether `verify` has found it good, byte for byte as it is now."""


def listed_sessions(folder: Path, entries: Sequence[SessionEntry], language: str = "en") -> tuple[ListedSession, ...]:
    """Return the sessions of a folder as the list shows them; `entries` were read from their files."""
    marks, games = verified_marks(), ListedGames(language)
    return tuple(
        _listed(entry, folder, games, verified=is_verified(folder / f"{entry.name}{SUFFIX}", marks))
        for entry in entries
    )


def _listed(entry: SessionEntry, folder: Path, games: ListedGames, *, verified: bool) -> ListedSession:
    """Return the line of the list for a session; `verified` tells whether its file was verified as it is now."""
    header = entry.header
    options = (header.options or {}) if header else {}
    difficulty, rank = _of_game(entry, games)
    fort, result = _of_fort(entry, folder, games)
    return ListedSession(
        name=entry.name,
        game=header.game if header else "",
        title=games.title(header.game) if header else "",
        actions=entry.actions,
        mode=header.mode if header else "",
        score=entry.score,
        trouble=entry.trouble,
        difficulty=difficulty,
        rank=rank,
        fort=fort,
        result=result,
        date=f"{datetime.fromtimestamp(entry.changed).astimezone():%Y-%m-%d}" if entry.changed else "",
        challenge=str(options.get("challenge", "")),
        attempt=attempt_number(header) if header else 0,
        verified=verified,
    )


def _of_game(entry: SessionEntry, games: ListedGames) -> tuple[str, str]:
    """Return the titles of a session's difficulty and of the rank of its score; empty where the data do not tell."""
    header = entry.header
    options = (header.options or {}) if header else {}
    settings = options.get("settings")
    if header is None or options.get("kind") == DECK or not isinstance(settings, dict):
        return "", ""
    # The game of an old session may be gone; it is listed all the same.
    with suppress(GeneratorError):
        book, _ = games.rulebook(header.place)
        rank = games.text(book).rank(entry.score) if isinstance(entry.score, int) else ""
        return difficulty_name(book, settings, games.language), rank
    return "", ""


def _of_fort(entry: SessionEntry, folder: Path, games: ListedGames) -> tuple[str, str]:
    """Return the title of a session's fort, and WON or LOST where its game is over; empty where the data do not tell.

    Only a finished game of a campaign is replayed for it: no file says what is won.
    """
    id_ = str((entry.header.options or {}).get("fort", "")) if entry.header else ""
    if not entry.header or not id_:
        return "", ""
    with suppress(GeneratorError):
        book, _ = games.rulebook(entry.header.place)
        title = next((games.text(book).forts.title(fort) for fort in campaign_of(book).forts if fort.id == id_), "")
        # A game under way has no result, and of a damaged one nothing is sure.
        if entry.score is None or entry.trouble:
            return title, ""
        with resume(folder / f"{entry.name}{SUFFIX}", writing=False) as play:
            won = fort_result(play, games)
        return title, "" if won is None else WON if won else LOST
    return "", ""


def list_lines(sessions: Sequence[ListedSession], messages: Messages) -> Iterator[str]:
    """Yield the list of sessions as a table with its heading; nothing for no sessions."""
    if sessions:
        head = tuple(messages(f"list.{key}") for key in ("name", "date", "score", "about"))
        yield from format_table([head, *(_row(session, messages) for session in sessions)], indent="")


def _row(session: ListedSession, messages: Messages) -> tuple[str, ...]:
    """Return the cells of a session in the list: name, date, score, and the rest in one cell."""
    # A file that is no session has neither mode nor score.
    score = messages("list.going") if session.score is None else str(session.score)
    about = [
        session.title,
        session.difficulty,
        session.rank,
        session.fort,
        messages(f"list.{session.result}") if session.result else "",
        messages("list.actions", n=session.actions) if session.mode else "",
        messages(f"open.{session.mode}") if session.mode else "",
        attempt_text(messages, "list", session.challenge, session.attempt),
        "" if session.verified or not session.mode or session.trouble else messages("list.unverified"),
        session.trouble,
    ]
    return session.name, session.date, score if session.mode else "", messages("list.also").join(filter(None, about))


def document(sessions: Sequence[ListedSession]) -> dict[str, Any]:
    """Return the list of sessions as values for JSON."""
    return {
        "sessions": [{name: getattr(session, name) for name in ListedSession.__match_args__} for session in sessions]
    }
