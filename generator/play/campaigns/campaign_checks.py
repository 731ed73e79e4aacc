"""Verification of a campaign: each of its games as a session, and its place: fort, start items, and the game before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import GeneratorError
from generator.play.campaigns.campaign_record import (
    CampaignGame,
    CampaignRecord,
    campaign_place,
    read_campaign_record,
)
from generator.play.session_checks import SessionVerdict, is_score_line, judge, judge_file
from generator.play.session_library import find_file
from generator.play.text.play_messages import play_messages
from generator.session.header import Header
from generator.session.session_folder import SUFFIX, read_header
from generator.solo.fort_goals import campaign_standing

_SAME = ("kind", "typed", "settings", "place")
"""What all games of a campaign have in common in their options."""


def judge_campaign(name: str, folder: Path, language: str) -> SessionVerdict:
    """Verify a campaign; raises what reading it raises."""
    record = read_campaign_record(folder, name)
    wrong = _first_wrong(record, record.games, folder, language)
    return wrong or SessionVerdict(True, tuple(_lines(record, language)), document(record))


def judge_with_campaign(word: str, folder: Path, language: str) -> SessionVerdict:
    """Verify a session or a score line as `judge`, and of a session its place in the campaign that it claims."""
    if is_score_line(word):
        return judge(word, folder, language)
    path = find_file(word, folder)
    verdict, header = judge_file(path, language), read_header(path)
    return _judge_place(path, header, verdict, language) if verdict.good and header else verdict


def _judge_place(path: Path, header: Header, verdict: SessionVerdict, language: str) -> SessionVerdict:
    """The verdict of a good session, and that of its place in a campaign where it claims one."""
    try:
        place = campaign_place(header)
        if place is None:
            return verdict
        record = read_campaign_record(path.parent, place.name)
    except GeneratorError as error:
        what = play_messages(language)("verify.bad", name=path.stem, what=str(error))
        return SessionVerdict(False, (what,), {**verdict.document, "wrong": {"event": 0, "what": str(error)}})
    if wrong := _first_wrong(record, record.games[: place.number or None], path.parent, language, good=path.stem):
        return wrong
    line = play_messages(language)("campaign.chain", name=record.name, games=place.number - 1)
    return SessionVerdict(True, (*verdict.lines, line), {**verdict.document, "campaign": record.name})


def _first_wrong(
    record: CampaignRecord, games: Sequence[CampaignGame], folder: Path, language: str, good: str = ""
) -> SessionVerdict | None:
    """The verdict of the first game that is wrong or not in its place; `good` is a session known to be right itself."""
    for number, game in enumerate(games, 1):
        path = folder / f"{game.session}{SUFFIX}"
        if game.session != good and not (verdict := judge_file(path, language)).good:
            return verdict
        if wrong := next(_wrong_claims(record, number, game), ""):
            line = play_messages(language)("verify.bad", name=game.session, what=wrong)
            return SessionVerdict(False, (line,), {"session": game.session, "wrong": {"event": 0, "what": wrong}})
    return None


def _wrong_claims(record: CampaignRecord, number: int, game: CampaignGame) -> Iterator[str]:
    """What the header of a game says falsely of its place in the campaign."""
    before = record.games[: number - 1]
    stood = campaign_standing(record.campaign, [(each.won, each.rewarded) for each in before])
    if stood.fort is None:
        yield "the campaign was won before this game"
    elif game.fort != stood.fort.id:
        yield f"it is played at {game.fort}, and the fort to be played is {stood.fort.id}"
    if game.start != dict(stood.start):
        yield f"it begins with {game.start or 'nothing'}; the games before it give {dict(stood.start) or 'nothing'}"
    first, own = (each.header.options or {} for each in (record.games[0], game))
    for key in [key for key in _SAME if first.get(key) != own.get(key)]:
        yield f"its {key} is {str(own.get(key))[:60]}, and the campaign was begun with {str(first.get(key))[:60]}"
    place = campaign_place(game.header)
    if before and place:
        last = before[-1]
        if (place.after, place.event, place.hash) != (last.session, last.last.number, last.last.hash):
            yield f"the game before it is not session {place.after[:60]!r} as it stood at event {place.event}"


def _lines(record: CampaignRecord, language: str) -> Iterator[str]:
    messages, stands = play_messages(language), record.standing
    counts: dict[str, Any] = {"won": stands.won, "forts": len(record.campaign.forts), "met": len(stands.rewarded)}
    yield messages("campaign.good", name=record.name, games=len(record.games), **counts)
    if said := sum(game.is_said for game in record.games):
        yield messages("campaign.word", n=said)


def document(record: CampaignRecord) -> dict[str, Any]:
    """A campaign as JSON."""
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
