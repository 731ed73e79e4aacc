"""The changes that a fort of a campaign makes to the rules, as the rulebook takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from generator.base.records import dataclass, replace
from generator.model.game import Game
from generator.model.sheet import Area, Book, Box, Price, Sheet, Track
from generator.model.solo.campaign import (
    AttackCardsChange,
    Campaign,
    Closing,
    Counts,
    Fort,
    IncomeCondition,
    NeutralCardsChange,
    PriceChange,
    values_sheet,
)
from generator.model.solo.solo_rules import SoloRules


@dataclass(frozen=True, slots=True)
class FortRules:
    """A fort, and the rules of the game with its changes."""

    campaign: Campaign
    fort: Fort
    reward: Counts
    """Items that the challenge of the fort before gives."""
    book: Book
    """The sheets with the fort's prices, and the values that its goals count."""
    solo: SoloRules
    more_attack_cards: int
    """Cards that every attack has more than the board says."""
    closings: tuple[Closing, ...]
    income: IncomeCondition | None


def fort_rules(game: Game, solo: SoloRules, campaign: Campaign, fort: Fort) -> FortRules:
    """Return the rules of a game with the changes that a fort of its campaign makes."""
    effects = [change.effect for change in fort.changes]
    prices = [effect for effect in effects if isinstance(effect, PriceChange)]
    sheets = tuple(_priced_sheet(sheet, prices) for sheet in game.sheets.values())
    for neutral in [effect for effect in effects if isinstance(effect, NeutralCardsChange)]:
        solo = replace(solo, neutral=replace(solo.neutral, cards=neutral.cards))
    return FortRules(
        campaign=campaign,
        fort=fort,
        reward=campaign.reward_at(fort),
        book=replace(Book.of((*sheets, values_sheet(campaign.values))), sheets=sheets),
        solo=solo,
        more_attack_cards=sum(effect.more for effect in effects if isinstance(effect, AttackCardsChange)),
        closings=tuple(effect for effect in effects if isinstance(effect, Closing)),
        income=next((effect for effect in effects if isinstance(effect, IncomeCondition)), None),
    )


def _priced_sheet(sheet: Sheet, prices: Iterable[PriceChange]) -> Sheet:
    """Return a sheet with the changed prices of its boxes."""
    areas = sheet.areas
    for change in prices:
        areas = tuple(_priced_area(area, change) for area in areas)
    return replace(sheet, areas=areas)


def _priced_area(area: Area, change: PriceChange) -> Area:
    """Return an area with the changed prices of its boxes."""
    return replace(area, tracks=tuple(_priced_track(track, change) for track in area.tracks))


def _priced_track(track: Track, change: PriceChange) -> Track:
    """Return a track with the changed prices of its boxes."""
    return replace(track, boxes=tuple(_priced_box(box, change) for box in track.boxes))


def _priced_box(box: Box, change: PriceChange) -> Box:
    """Return a box with its changed prices; the same box where the change does not concern it."""
    if box.id not in change.boxes:
        return box
    return replace(box, costs=tuple(_dearer(price, change.more) for price in change.instead or box.costs))


def _dearer(price: Price, more: Counts) -> Price:
    """Return a price with some items on top; an item that the price does not have yet comes last."""
    return Price(tuple((Counter(dict(price.items)) + Counter(dict(more))).items()))
