"""Verification of a campaign: each of its games as a session, and its place: fort, start items, and the game before.

Sessions that look like games of the campaign and are not among them are named with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator.base.errors import GeneratorError, UsageError
from generator.play.campaigns.campaign_record import (
    CampaignGame,
    CampaignRecord,
    campaign_place,
    read_campaign_record,
)
from generator.play.game_data import whole_settings
from generator.play.session_checks import SessionVerdict, is_score_line, judge, judge_file
from generator.play.session_library import find_file
from generator.play.text.play_messages import play_messages
from generator.session.header import Header
from generator.session.session_folder import SUFFIX, read_header, session_names
from generator.solo.fort_goals import campaign_standing

_SAME = ("kind", "typed", "settings", "place")
"""Keys of the options that are equal in all games of a campaign."""


def judge_campaign(name: str, folder: Path, language: str) -> SessionVerdict:
    """Return the verdict on a campaign: on each of its games, and on their places in it.

    Raises UsageError for an unknown name and the errors of opening its sessions.
    """
    record = read_campaign_record(folder, name)
    wrong = _first_wrong(record, record.games, folder, language)
    unread_files = tuple(left_out_files(folder, record))
    reasons = [_reason(file, language) for file in unread_files]
    lines = (*(wrong.lines if wrong else _lines(record, language)), *reasons)
    about = wrong.document if wrong else document(record)
    files = [{"file": file.file, "why": file.key} for file in unread_files]
    return SessionVerdict(wrong is None, lines, about | {"left_out": files})


def _reason(left_out: LeftOutFile, language: str) -> str:
    """Return the sentence why a file is not read as a game of the campaign."""
    return play_messages(language)(f"left_out.{left_out.key}", file=left_out.file, other=left_out.other)


def judge_with_campaign(word: str, folder: Path, language: str) -> SessionVerdict:
    """Return the verdict on a score line or a session, and on the session's place in the campaign that it claims.

    Raises the errors of `judge`.
    """
    # A score line names no campaign.
    if is_score_line(word):
        return judge(word, folder, language)
    path = find_file(word, folder)
    verdict, header = judge_file(path, language), read_header(path)
    return _judge_place(path, header, verdict, language) if verdict.good and header else verdict


def _judge_place(path: Path, header: Header, verdict: SessionVerdict, language: str) -> SessionVerdict:
    """Return the verdict on a good session, and on its place in a campaign where it claims one."""
    try:
        place = campaign_place(header)
        if place is None:
            return verdict
        record = read_campaign_record(path.parent, place.name)
    except GeneratorError as error:
        line_of_fault = play_messages(language)("verify.bad", name=path.stem, what=str(error))
        return SessionVerdict(False, (line_of_fault,), {**verdict.document, "wrong": {"event": 0, "what": str(error)}})
    # Only the games up to this one: what was played later says nothing of its place.
    if wrong := _first_wrong(record, record.games[: place.number or None], path.parent, language, good=path.stem):
        return wrong
    line = play_messages(language)("campaign.chain", name=record.name, games=place.number - 1)
    return SessionVerdict(True, (*verdict.lines, line), {**verdict.document, "campaign": record.name})


def _first_wrong(
    record: CampaignRecord, games: Sequence[CampaignGame], folder: Path, language: str, good: str = ""
) -> SessionVerdict | None:
    """Return the verdict on the first game that is wrong or not in its place; None where all are right.

    `good` names a session that was verified already and is not replayed again.
    """
    for number, game in enumerate(games, 1):
        path = folder / f"{game.session}{SUFFIX}"
        # A session that was verified a moment ago is not replayed again.
        if game.session != good and not (verdict := judge_file(path, language)).good:
            return verdict
        if wrong := next(_wrong_claims(record, number, game), ""):
            line = play_messages(language)("verify.bad", name=game.session, what=wrong)
            return SessionVerdict(False, (line,), {"session": game.session, "wrong": {"event": 0, "what": wrong}})
    return None


def _wrong_claims(record: CampaignRecord, number: int, game: CampaignGame) -> Iterator[str]:
    """Yield the false claims that the header of a game makes about its place in the campaign."""
    before = record.games[: number - 1]
    stood = campaign_standing(record.campaign, [(game_before.won, game_before.rewarded) for game_before in before])
    if stood.fort is None:
        yield "the campaign was won before this game"
    elif game.fort != stood.fort.id:
        yield f"it is played at {game.fort}, and the fort to be played is {stood.fort.id}"
    if game.start != dict(stood.start):
        yield f"it begins with {game.start or 'nothing'}; the games before it give {dict(stood.start) or 'nothing'}"
    first, options = (_common_options(record, played) for played in (record.games[0], game))
    # Values of a header may be long or hostile, so that they are cut in the message.
    for key in [key for key in _SAME if first[key] != options[key]]:
        yield f"its {key} is {str(options[key])[:60]}, and the campaign was begun with {str(first[key])[:60]}"
    place = campaign_place(game.header)
    if before and place:
        last = before[-1]
        if (place.after, place.event, place.hash) != (last.session, last.last.number, last.last.hash):
            yield f"the game before it is not session {place.after[:60]!r} as it stood at event {place.event}"


def _common_options(record: CampaignRecord, game: CampaignGame) -> dict[str, Any]:
    """Return the options that all games have in common; older sessions name only the settings that were chosen."""
    options = game.header.options or {}
    common = {key: options.get(key) for key in _SAME}
    return common | {"settings": whole_settings(record.book, dict(options.get("settings") or {}))}


def _lines(record: CampaignRecord, language: str) -> Iterator[str]:
    """Yield the lines that report a good campaign: games, forts won, challenges met, results the player has told."""
    messages, stands = play_messages(language), record.standing
    counts: dict[str, Any] = {"won": stands.won, "forts": len(record.campaign.forts), "met": len(stands.rewarded)}
    yield messages("campaign.good", name=record.name, games=len(record.games), **counts)
    if words := sum(game.is_said for game in record.games):
        yield messages("campaign.word", n=words)


def document(record: CampaignRecord) -> dict[str, Any]:
    """Return a campaign as values for JSON; `next` is the fort to be played, None when all are won."""
    stands = record.standing
    games = [
        {
            "session": game.session,
            "fort": game.fort,
            "start": dict(game.start),
            "over": game.over,
            "won": game.won,
            "challenge": game.rewarded,
            "points": game.points,
            "said": game.is_said,
        }
        for game in record.games
    ]
    return {
        "campaign": record.name,
        "game": record.book.game.id,
        "won": stands.won,
        "forts": len(record.campaign.forts),
        "challenges": list(stands.rewarded),
        "next": stands.fort.id if stands.fort else None,
        "start": dict(stands.start),
        "in_play": record.in_play.session if record.in_play else None,
        "games": games,
    }


class LeftOutFile(NamedTuple):
    """A file that is not read as a game of a campaign."""

    file: str
    key: str
    """Key of the reason in the section `left_out` of the messages."""
    other: str = ""
    """The session or the campaign that the reason names."""


def left_out_files(folder: Path, record: CampaignRecord) -> Iterator[LeftOutFile]:
    """Yield the files that a campaign leaves out, in the order of their names."""
    games = {game.session for game in record.games}
    for stem in session_names(folder):
        if stem not in games:
            yield from _reasons(record, stem, read_header(folder / f"{stem}{SUFFIX}"))


def _reasons(record: CampaignRecord, stem: str, header: Header | None) -> Iterator[LeftOutFile]:
    """Yield why a file is not a game of the campaign; nothing for a file that does not look like one."""
    file, is_named = f"{stem}{SUFFIX}", bool(re.match(rf"{re.escape(record.name)}-\d\d-", stem))
    try:
        place = campaign_place(header) if header else None
    except UsageError:
        # A file of no campaign at all is nobody's loss.
        if is_named or _names_campaign(header, record.name):
            yield LeftOutFile(file, "unreadable_place")
        return
    if place and place.name == record.name:
        if not stem.startswith(record.name):
            yield LeftOutFile(file, "renamed", record.name)
        else:
            yield LeftOutFile(file, "twice", record.games[place.number - 1].session)
    elif is_named and not (place and stem.startswith(place.name)):
        key = "other_campaign" if place else "no_campaign" if header else "no_session"
        yield LeftOutFile(file, key, place.name if place else "")


def _names_campaign(header: Header | None, name: str) -> bool:
    """Return whether a header names this campaign, be the rest of its claim readable or not."""
    claimed = (header.options or {}).get("campaign") if header else None
    return isinstance(claimed, dict) and claimed.get("name") == name
