"""Compare the header of a session with the one that this program would have written for it.

Some things only the header knows, such as the way of playing or the number of the attempt. Everything else follows from
them and from the game, and is written anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.base import rng
from generator.play.game_data import GameData, load_rulebook, own_place, whole_settings, written_settings
from generator.play.rules.rules_protocol import FULL, PlayError
from generator.play.text.play_messages import LANGUAGES
from generator.play.tutorials.guide import has_tutorial, tutorial_of
from generator.session.header import RELAXED, TUTORIAL, Header
from generator.solo.compiled.rulebook import Rulebook

_ENGINE = re.compile(r"vallum\x20[0-9]{1,4}(\.[0-9]{1,4}){1,3}((a|b|rc|\.dev|\.post)[0-9]{1,4})?")
"""The name of a version of this program."""
_AFTER = {"session": str, "event": int, "hash": str}
"""Types of the values that the place in a campaign has about the game before it."""
_LONGEST = 60
"""Characters of a value that are shown."""


def check_header(header: Header, data: GameData) -> None:
    """Raise PlayError for the first thing in a header that this program would have written otherwise."""
    if not _ENGINE.fullmatch(header.engine):
        raise PlayError(key="header", what=repr(f"engine {header.engine[:_LONGEST]}"))
    if header.game != data.game.id:
        raise PlayError(key="header_option", name="game", has=_shown(header.game), wanted=_shown(data.game.id))
    claimed = header.options or {}
    # The hash of the plain game: the header claims a fort and was begun without its rules.
    if data.book and data.book.fort and header.rules == load_rulebook(header.place)[1]:
        raise PlayError(key="header_fort", fort=_shown(claimed.get("fort")))
    options = written_options(header, data)
    for name in claimed:
        if name not in options:
            raise PlayError(key="header", what=repr(str(name)[:_LONGEST]))
    for name, value in options.items():
        if name not in claimed:
            raise PlayError(key="header_lacks", name=name, wanted=_shown(value))
        if _spelled(claimed[name]) != _spelled(value):
            raise PlayError(key="header_option", name=name, has=_shown(claimed[name]), wanted=_shown(value))
    # Bytes of a session are compared too, and so the order of its options counts.
    if [*claimed] != [*options]:
        raise PlayError(key="header_order", names=", ".join(options))


def written_options(header: Header, data: GameData) -> dict[str, Any]:
    """Return the options that this program would write into the header of a session, to compare them with its claims.

    Facts that only the header knows, such as the number of the attempt, are taken from the header.
    """
    claimed = header.options or {}
    language = claimed.get("language")
    options: dict[str, Any] = {
        "kind": data.rules.kind,
        # Not its truth: 1 equals True, but is written otherwise.
        "typed": claimed.get("typed") is True,
        "language": language if language in LANGUAGES else LANGUAGES[0],
    }
    if data.component:
        options["component"] = data.component.id
    else:
        options |= dict(_solo_options(claimed, data))
    options |= _deck_options(header, data)
    if place := _place(claimed, header.game):
        options["place"] = place
    return options


def _solo_options(claimed: Mapping[str, Any], data: GameData) -> Iterator[tuple[str, Any]]:
    """Yield the options that only a solo game has: settings, fort, start items, place in a campaign."""
    book = data.book
    assert book is not None  # noqa: S101  a deck alone has none
    yield "settings", _settings(claimed.get("settings"), book)
    if book.fort is None:
        return
    yield "fort", book.fort.fort.id
    yield "start", dict(book.fort.reward) if claimed.get("start") else {}
    if "campaign" in claimed:
        yield "campaign", _campaign(claimed["campaign"])


def _settings(claimed: object, book: Rulebook) -> dict[str, str]:
    """Return settings as this program writes them, without unknown names; unknown choices become defaults."""
    chosen = claimed if isinstance(claimed, dict) else {}
    whole = whole_settings(book, chosen)
    return written_settings(book, {name: whole[name] for name in chosen if name in whole})


def _campaign(claimed: object) -> dict[str, Any]:
    """Return the claimed place in a campaign as this program writes it; raise PlayError for another shape."""
    place = claimed if isinstance(claimed, dict) else {}
    name, number, after = place.get("name"), place.get("game"), place.get("after")
    # `type`, as True is an int too.
    if not (isinstance(name, str) and type(number) is int and number > 0):
        raise PlayError(key="header", what=repr("campaign"))
    if number == 1:
        return {"name": name, "game": number}
    if not isinstance(after, dict) or {key: type(value) for key, value in after.items()} != _AFTER:
        raise PlayError(key="header", what=repr("campaign"))
    return {"name": name, "game": number, "after": {key: after[key] for key in _AFTER}}


def _deck_options(header: Header, data: GameData) -> dict[str, Any]:
    """Return the options of a header about its decks: the attempt and the challenge, or the tutorial."""
    claimed = header.options or {}
    if _is_tutorial(header, data):
        return {TUTORIAL: True}
    attempt, challenge = claimed.get("attempt"), claimed.get("challenge")
    options: dict[str, Any] = {}
    if challenge is not None or attempt is not None or not rng.is_new_seed(header.seed):
        # `True` is an int for Python, and no number of an attempt.
        options["attempt"] = attempt if type(attempt) is int and attempt > 0 else 1
    if challenge is not None:
        options["challenge"] = str(challenge)
    return options


def _is_tutorial(header: Header, data: GameData) -> bool:
    """Return whether a session is its game's tutorial, as this program begins it."""
    claimed = header.options or {}
    if claimed.get(TUTORIAL) is not True or data.book is None or not has_tutorial(Path(data.game.folder)):
        return False
    tutorial = tutorial_of(data.book)
    # A claim alone would keep any game out of lists and statistics.
    is_same = (header.seed, header.mode, data.rules.kind) == (tutorial.seed, RELAXED, FULL)
    return is_same and claimed.get("settings") == written_settings(data.book, dict(tutorial.settings))


def _place(claimed: Mapping[str, Any], game: str) -> str:
    """Return the folder of a game of the player's own; empty for a shipped game, which is found by its id."""
    place = claimed.get("place")
    return own_place(place, game) if isinstance(place, str) and place else ""


def _spelled(value: object) -> str:
    """Return a value as JSON text, so that 1 and true differ."""
    return json.dumps(value)


def _shown(value: object) -> str:
    """Return a value as JSON text, cut for a message."""
    return _spelled(value)[:_LONGEST]
