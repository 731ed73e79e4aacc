"""Pages of all rooms, which take long to load and are not needed for the start page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.web.app.device_pages import DevicePages
from generator.web.app.late_rooms import Pages
from generator.web.editing.cell_picture_pages import PicturePages
from generator.web.editing.table_pages import TablePages
from generator.web.explain.about_pages import AboutPages
from generator.web.explain.puzzle_pages import PuzzlePages
from generator.web.explain.review_pages import ReviewPages
from generator.web.gallery.card_pages import CardPages
from generator.web.gallery.fit_report import FitPages
from generator.web.gallery.gallery_pages import GalleryPages
from generator.web.gallery.sheet_previews import SheetPages
from generator.web.layout.layout_pages import LayoutPages
from generator.web.lobby.campaign_pages import CampaignPages
from generator.web.lobby.challenge_pages import ChallengePages
from generator.web.lobby.lobby_pages import LobbyPages
from generator.web.lobby.record_pages import RecordPages
from generator.web.lobby.session_pages import SessionPages
from generator.web.offline.app_pages import AppPages
from generator.web.own_games.own_game_pages import OwnGamePages
from generator.web.own_games.setting_pages import SettingPages
from generator.web.own_games.state_pages import StatePages
from generator.web.play.play_pages import PlayPages
from generator.web.printing.estimate_pages import EstimatePages
from generator.web.printing.export_pages import ExportPages
from generator.web.printing.print_pages import PrintPages
from generator.web.rules.rules_pages import RulesPages
from generator.web.tutorial.tutorial_pages import TutorialPages
from generator.web.uploads.calibration_pages import CalibrationPages
from generator.web.uploads.filled_sheet_pages import FilledSheetPages
from generator.web.uploads.preflight_pages import PreflightPages
from generator.web.uploads.sheet_photo_pages import SheetPhotoPages

if TYPE_CHECKING:
    from generator.web.app.services import Services
    from generator.web.http.auth import Auth
    from generator.web.http.connection_limits import ConnectionLimits

ROOMS: tuple[type[Pages], ...] = (
    GalleryPages,
    CardPages,
    FitPages,
    SheetPages,
    TablePages,
    PicturePages,
    OwnGamePages,
    SettingPages,
    StatePages,
    LayoutPages,
    PreflightPages,
    CalibrationPages,
    FilledSheetPages,
    SheetPhotoPages,
    EstimatePages,
    PrintPages,
    ExportPages,
    LobbyPages,
    CampaignPages,
    ChallengePages,
    RecordPages,
    PlayPages,
    AboutPages,
    ReviewPages,
    PuzzlePages,
    RulesPages,
    TutorialPages,
    AppPages,
)
"""The pages of all rooms that need nothing but the services."""


def pages_of_rooms(
    services: Services, auth: Auth, connections: ConnectionLimits, in_place_of_devices: Sequence[Pages]
) -> list[Pages]:
    """Return the pages of all rooms; others may stand in place of those that list browsers and their connections."""
    devices: Pages = services.provide(DevicePages, auth=auth, connections=connections)
    pages: list[Pages] = [services.provide(SessionPages, auth=auth), *(in_place_of_devices or [devices])]
    return [*pages, *(services.provide(kind) for kind in ROOMS)]
