"""Begin sessions, find them again, and open them to be played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator import __version__
from generator.base import rng
from generator.base.errors import UsageError
from generator.base.messages import FALLBACK
from generator.base.records import dataclass
from generator.model.game import Game
from generator.play.game_data import (
    GameData,
    fort_rulebook,
    load_deck,
    load_rulebook,
    own_place,
    session_data,
    solo_game,
    solo_rules,
    start_items,
    written_settings,
)
from generator.play.live_session import LiveSession
from generator.play.rules.digests import digest_deck
from generator.session import session_folder
from generator.session.header import RELAXED, STRICT, TUTORIAL, Header
from generator.session.recorded_play import RecordedPlay, begin, resume


@dataclass(frozen=True, slots=True)
class SessionRequest:
    """A session to begin."""

    kind: str
    """FULL, PAPER or DECK."""
    name: str = ""
    """Empty for the game's id with a number."""
    typed: bool = False
    """The player turns up printed cards and types them."""
    relaxed: bool = False
    """Undo goes back past cards that were turned up."""
    seed: str = ""
    """Empty for a new one."""
    challenge: str = ""
    """The day or month of a challenge, such as 2026-11-23 or 2026-11, in place of a seed."""
    settings: Mapping[str, str] | None = None
    language: str = FALLBACK
    fort: str = ""
    """The id of a fort of the game's campaign, in place of the plain game."""
    start: Mapping[str, int] | None = None
    """Items to begin with, the reward of the fort before."""
    campaign: Mapping[str, Any] | None = None
    """The game's place in a campaign, for the header."""
    tutorial: bool = False
    """The game's tutorial: its decks are known, and it is in no list and no statistics."""


def start_solo(named: str | None, request: SessionRequest, folder: Path) -> RecordedPlay:
    """Begin a session of solo play; the caller closes it.

    Raises UsageError for unknown settings and for names that a file cannot have, and what `begin` raises.
    """
    name = solo_game(named)
    book, digest = load_rulebook(name)
    settings = dict(request.settings or {})
    fort: dict[str, Any] = {}
    if request.fort:
        book, digest = fort_rulebook(book, digest, request.fort)
        fort = {"fort": request.fort, "start": dict(request.start or {})}
        fort |= {"campaign": dict(request.campaign)} if request.campaign else {}
    # refuses unknown settings before a file is made
    solo_rules(request.kind, book, settings, start_items(book, request.start)).start()
    options = {"settings": written_settings(book, settings), **fort}
    return _begin(book.game, name, digest, request, folder, options)


def start_deck(named: str, request: SessionRequest, folder: Path) -> RecordedPlay:
    """Begin a session of one deck, named like `glory-to-rome/orders`; the caller closes it.

    Raises UsageError where there is no such deck, and what `begin` raises.
    """
    name, _, part = named.rpartition("/")
    if not name:
        raise UsageError(f"{named!r} names no deck; write it like GAME/COMPONENT, such as 'glory-to-rome/orders'")
    game, component = load_deck(name, part)
    return _begin(game, name, digest_deck(component), request, folder, {"component": component.id})


def _begin(
    game: Game, named: str, digest: str, request: SessionRequest, folder: Path, more: Mapping[str, Any]
) -> RecordedPlay:
    """Create the file of a session from a request and return the session; the caller closes it.

    `digest` is the hash of the rules, and `more` are options of the header that only this kind of session has.
    """
    if request.challenge and (request.seed or request.typed):
        raise UsageError(
            "a challenge deals from a seed of its own; leave out " + ("--seed" if request.seed else "--typed")
        )
    challenge = request.challenge
    seed = session_folder.challenge_seed(challenge) if challenge else request.seed or rng.new_seed()
    rng.check_seed(seed)
    options: dict[str, Any] = {"kind": request.kind, "typed": request.typed, "language": request.language, **more}
    if request.tutorial:
        options |= {TUTORIAL: True}
    elif request.seed or challenge:  # of a new seed no session can know the decks already
        options |= {"attempt": 1 + len(session_folder.same_decks(folder, game.id, seed))}
    if challenge:
        options |= {"challenge": challenge}
    # a player's own game is found again by its folder; a shipped one by its id, wherever Vallum is installed then
    if place := own_place(named, game.id):
        options["place"] = place
    mode = RELAXED if request.relaxed else STRICT
    header = Header(game.id, digest, f"vallum {__version__}", seed, mode, options)
    stem = f"{game.id}-{challenge}" if challenge else str(more.get("component", game.id)).replace("_", "-")
    stem = f"{stem}-{request.fort}".replace("_", "-") if request.fort else stem
    stem = tutorial_stem(game.id) if request.tutorial else stem
    name = request.name or session_folder.free_name(folder, stem)
    return begin(session_folder.session_path(folder, name), header, shared=True)


def tutorial_stem(game: str) -> str:
    """Return the beginning of the names of a game's tutorial sessions."""
    return f"{game}-tutorial".replace("_", "-")


def live_session(play: RecordedPlay, language: str | None = None, data: GameData | None = None) -> LiveSession[Any]:
    """Return a recorded session with its rules, told in `language`, by default the session's own.

    `data` comes from `session_data`. Raises UsageError where the rules have changed since the session began.
    """
    options = play.header.options or {}
    data = data or session_data(play.name, play.header)
    # Boxes and cards may have other numbers now, so that the actions would mean something else.
    if data.digest != play.header.rules:
        refusal = f"{play.name}: it was begun with other data of {play.header.game} than these"
        raise UsageError(f"{refusal}; `vallum solo verify {play.name}` names the first action that differs")
    text = data.text(language or str(options.get("language", FALLBACK)))
    return LiveSession(play, data.rules, text, typed=bool(options.get("typed")))


def open_play(word: str, folder: Path, *, writing: bool) -> RecordedPlay:
    """Open a session by its name, the beginning of its name, or the path of its file, and return its record.

    Raises the errors of `find_session` and `resume`.
    """
    # Shared, as a browser and a terminal may have the same game open.
    return resume(find_file(word, folder), writing=writing, shared=True)


def find_file(word: str, folder: Path) -> Path:
    """Return the file of a session, by its name, the beginning of its name, or its path; raise UsageError."""
    return Path(word) if word.endswith(session_folder.SUFFIX) else session_folder.find_session(folder, word)
