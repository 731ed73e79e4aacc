"""The games that a campaign consists of: requests for its first session, and for the one that comes next."""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import DamagedError, UsageError
from generator.base.records import replace
from generator.play.campaigns.campaign_record import CampaignRecord, free_campaign_name, next_options, session_name
from generator.play.game_data import campaign_of
from generator.play.session_library import SessionRequest
from generator.session.header import RELAXED
from generator.solo.compiled.rulebook import Rulebook


def first_request(folder: Path, book: Rulebook, request: SessionRequest) -> SessionRequest:
    """Return the request for the first game of a campaign among the sessions of a folder.

    `request` has the choices of the player; its name is that of the campaign, or empty. Raises UsageError for a game
    without a campaign, and for a name that is taken or impossible.
    """
    campaign = campaign_of(book)
    name, first = free_campaign_name(folder, book.game.id, request.name), campaign.forts[0].id
    return replace(
        request,
        name=session_name(name, 1, first),
        settings=dict(campaign.settings) | dict(request.settings or {}),
        fort=first,
        campaign={"name": name, "game": 1},
    )


def next_request(record: CampaignRecord, seed: str = "", language: str = "") -> SessionRequest:
    """Return the request for the next game of a campaign: at the next fort, or at the same one again.

    It is played as the first game was. Raises UsageError where every fort is won, DamagedError for a damaged game: the
    new header would name an event that may change.
    """
    stands, first = record.standing, record.games[0].header
    if record.damage:
        raise DamagedError(f"{record.damage}; put its file back as it was, or begin another campaign")
    if stands.fort is None:
        raise UsageError(f"{record.name}: every fort is won; begin another campaign")
    # The header of the first game has the choices of the whole campaign.
    begun_with = first.options or {}
    return SessionRequest(
        str(begun_with.get("kind")),
        name=session_name(record.name, len(record.games) + 1, stands.fort.id),
        typed=bool(begun_with.get("typed")),
        relaxed=first.mode == RELAXED,
        seed=seed,
        settings=begun_with.get("settings"),
        language=language or str(begun_with.get("language", "en")),
        fort=stands.fort.id,
        start=dict(stands.start),
        campaign=next_options(record),
    )
