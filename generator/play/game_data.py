"""The data that a session is played from: its game, the rules, and the text that tells it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.base.errors import GeneratorError, UsageError, fault, suggestion
from generator.base.hashing import digest, file_digests
from generator.base.records import dataclass
from generator.base.rng import check_seed
from generator.load.game_loader import load
from generator.load.game_locations import data_root, find_game, is_shipped, shipped_games
from generator.load.solo_reader import NAME, read_solo_rules
from generator.model.game import Component, Game
from generator.model.solo.campaign import Campaign
from generator.play.rules.deck_rules import DeckRules
from generator.play.rules.digests import digest_deck, digest_fort, digest_solo_rules
from generator.play.rules.full_rules import FullRules
from generator.play.rules.paper_rules import PaperRules
from generator.play.rules.rules_protocol import DECK, FULL, PAPER, Rules
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.session_text import DeckText, SessionText
from generator.play.text.solo_text import SoloText
from generator.session.header import Header
from generator.solo.compiled.fort_rules import fort_rules
from generator.solo.compiled.rulebook import Rulebook

_KINDS = (FULL, PAPER, DECK)


@dataclass(frozen=True, slots=True)
class GameData:
    """The data that a session is played from."""

    game: Game
    rules: Rules[Any]
    digest: str
    """The hash of all data that the rules read; a session keeps the hash of its beginning."""
    book: Rulebook | None = None
    """None for a single deck."""
    component: Component | None = None
    """The deck; None for solo play."""

    def text(self, language: str) -> SessionText:
        """Return the object that words the session in a language: of the deck, or of the solo game."""
        messages = play_messages(language)
        if self.component:
            return DeckText(self.component, self.game.title, messages, language)
        assert self.book is not None  # noqa: S101  it is one or the other
        return SoloText(ItemNames(self.book, messages, language))


def game_title(game: str, language: str) -> str:
    """Return the title of a game in a language, or the game's id where its title cannot be read."""
    with suppress(GeneratorError, OSError, ValueError):
        # Only the title is read: loading the whole game would take far longer.
        titles = tomllib.loads((find_game(game) / "game.toml").read_text("utf-8")).get("title")
        if isinstance(titles, dict):
            return str(titles.get(language) or next(iter(titles.values()), game))
    return game


def solo_game(named: str | None) -> str:
    """Return `named`, or for None the only shipped game that has solo rules.

    Raises UsageError where there are several.
    """
    solo_games = tuple(name for name in shipped_games() if (data_root() / name / NAME).is_file())
    if named or len(solo_games) == 1:
        return named or solo_games[0]
    raise UsageError(f"name the game{suggestion('', solo_games)}")


def load_rulebook(named: str) -> tuple[Rulebook, str]:
    """Return the rulebook of a game, given by name or folder, and the hash of its rules.

    The rulebook is kept in memory. Every call hashes the game's files, to notice a change, and takes some milliseconds.
    Raises Faults for a game without solo rules.
    """
    # The digest is only a key: a changed file leads to another entry of the cache.
    return _load_rulebook(named, digest(repr(file_digests(find_game(named)))))


@lru_cache(maxsize=4)
def _load_rulebook(named: str, _: str) -> tuple[Rulebook, str]:
    """Return the rulebook of a game and the hash of its rules; the second argument only tells changed files apart."""
    return rulebook_of_folder(find_game(named), named)


def rulebook_of_folder(folder: Path, shown_name: str) -> tuple[Rulebook, str]:
    """Return the rulebook of the game in a folder and the hash of its rules; faults begin with `shown_name`."""
    game = load(folder, prefix=shown_name)
    rules = read_solo_rules(game, prefix=shown_name)
    return Rulebook(game, rules), digest_solo_rules(game, rules)


@lru_cache(maxsize=4)
def campaign_of(book: Rulebook) -> Campaign:
    """Return the campaign of a game; raise Faults where it has none."""
    # Imported late: most sessions have no campaign.
    from generator.load.sheets.campaign_reader import read_campaign

    return read_campaign(book.game, book.solo, prefix=book.game.id)


@lru_cache(maxsize=16)
def fort_rulebook(book: Rulebook, digest: str, id_: str) -> tuple[Rulebook, str]:
    """Return the rulebook of a fort of the campaign and the hash of its rules.

    `book` and `digest` are those of the plain game, `id_` is the fort's. Raises Faults for a game without a campaign,
    UsageError for an unknown fort.
    """
    campaign = campaign_of(book)
    fort = campaign.fort(id_)
    if fort is None:
        raise UsageError(
            f"no fort called {id_[:60]!r}{suggestion(id_, [known_fort.id for known_fort in campaign.forts])}"
        )
    rules = fort_rules(book.game, book.solo, campaign, fort)
    return Rulebook(book.game, book.solo, rules), digest_fort(digest, fort, campaign.values)


Load = Callable[[str], tuple[Rulebook, str]]


def load_game_data(header: Header, load_book: Load | None = None) -> GameData:
    """Return the data that a session is played from, as its header names them.

    `load_book` is used in place of `load_rulebook`. Raises UsageError for an unknown game, component or kind of
    session.
    """
    check_seed(header.seed)
    options = header.options or {}
    place, kind = header.place, options.get("kind")
    # A session may be of a newer version.
    if kind not in _KINDS:
        raise UsageError(f"{kind!r} is no way to play that this program knows; a newer one may")
    if kind == DECK:
        game, component = load_deck(place, str(options.get("component")))
        return GameData(game, DeckRules(component), digest_deck(component), component=component)
    book, digest = (load_book or load_rulebook)(place)
    # A fort changes the rules, so that it has a hash of its own.
    if fort := options.get("fort"):
        book, digest = fort_rulebook(book, digest, str(fort))
    rules = solo_rules(str(kind), book, _settings(options), start_items(book, options.get("start")))
    return GameData(book.game, rules, digest, book=book)


def session_data(name: str, header: Header) -> GameData:
    """Return the data of the session called `name`; raise Faults with that name where its header leads to no game."""
    try:
        return load_game_data(header)
    except UsageError as error:
        raise fault(name, str(error)) from None


def load_deck(named: str, part: str) -> tuple[Game, Component]:
    """Return a game and one of its decks, by the component's id; raise UsageError for an unknown one."""
    game = load(find_game(named), prefix=named)
    decks = {component.id: component for component in game.components if component.pieces}
    if part not in decks:
        raise UsageError(f"{game.id} has no component {part!r}{suggestion(part, tuple(decks))}")
    return game, decks[part]


def solo_rules(
    kind: str, book: Rulebook, settings: Mapping[str, str], start: Mapping[str, int] | None = None
) -> Rules[Any]:
    """Return the rules of a FULL or PAPER session; `start` holds the items that the player begins with."""
    return FullRules(book, settings, start) if kind == FULL else PaperRules(book, settings, start)


def start_items(book: Rulebook, items: object) -> Mapping[str, int]:
    """Return the items that a game begins with: none, or the reward of the fort before.

    `items` comes from the header of a session. Raises UsageError for any other items.
    """
    reward = dict(book.fort.reward) if book.fort else {}
    # A session file may claim anything; only the reward of the fort before can be checked.
    if items and items != reward:
        raise UsageError(f"a game cannot begin with {str(items)[:60]}; only the reward of the fort before is possible")
    return reward if items else {}


def whole_settings(book: Rulebook, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a choice for each setting of a game, with the defaults for those that were not chosen."""
    return {setting.id: str(chosen.get(setting.id, setting.default)) for setting in book.solo.settings}


def written_settings(book: Rulebook, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the settings as the header of a session holds them: the chosen ones, or all where none was chosen."""
    return dict(chosen) or whole_settings(book, chosen)


def own_place(named: str, game: str) -> str:
    """Return the folder of a player's own game, for sessions to find it again; empty for a shipped game.

    Raises UsageError for an unknown game.
    """
    folder = find_game(named)
    return "" if is_shipped(folder) and game in shipped_games() else str(folder.resolve())


def attempt_number(header: Header) -> int:
    """Return the number of the attempt with the same decks, as the header of a session claims.

    0 where the decks were new.
    """
    # A header may be written by hand, so that the type is checked before use.
    number = (header.options or {}).get("attempt")
    return number if isinstance(number, int) else 0


def _settings(options: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the settings in the options of a header as texts; empty where the options hold none."""
    settings = options.get("settings")
    return {str(name): str(choice) for name, choice in settings.items()} if isinstance(settings, dict) else {}
