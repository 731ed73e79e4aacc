"""The served games with solo rules, as the lobby begins sessions of them."""

from __future__ import annotations

from generator.base.records import dataclass
from generator.load.game_locations import GameFolder, find_game, shipped_games
from generator.load.sheets.campaign_reader import NAME as CAMPAIGN
from generator.load.solo_reader import NAME
from generator.model.game import Game
from generator.model.solo.solo_rules import GameSetting
from generator.play.game_data import load_rulebook
from generator.play.tutorials.guide import has_tutorial
from generator.solo.compiled.rulebook import Rulebook
from generator.web.http.request_form import require_found
from generator.web.previews.served_games import ServedGames


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game with solo rules."""

    id: str
    location: str
    """Name or folder of the game; see `game_location`."""
    book: Rulebook
    digest: str
    """Hash of its rules."""

    @property
    def game(self) -> Game:
        """Game that the rules belong to."""
        return self.book.game

    @property
    def settings(self) -> tuple[GameSetting, ...]:
        """Settings that a player may choose, the difficulty first."""
        difficulty = self.book.solo.difficulty
        return tuple(sorted(self.book.solo.settings, key=lambda setting: setting.id != difficulty))

    @property
    def sheets(self) -> str:
        """Id of the component with the scoresheets; empty if there is none."""
        return next((part.id for part in self.game.components if part.sheets), "")

    @property
    def has_campaign(self) -> bool:
        """Whether the game has a campaign of several forts."""
        return (self.game.folder / CAMPAIGN).is_file()

    @property
    def has_tutorial(self) -> bool:
        """Whether the game has a guided first year."""
        return has_tutorial(self.game.folder)


def playable_folders(games: ServedGames) -> dict[str, GameFolder]:
    """Return the folders of the served games with solo rules, by id."""
    return {id_: folder for id_, folder in games.folders.items() if (folder.folder / NAME).is_file()}


def load_playable(games: ServedGames, id_: str) -> PlayableGame:
    """Load a game with solo rules by its id.

    Raises HTTPException 404 if there is none, Faults if its files have faults.
    """
    location = game_location(id_, require_found(playable_folders(games).get(id_)))
    return PlayableGame(id_, location, *load_rulebook(location))


def game_location(id_: str, folder: GameFolder) -> str:
    """Return the place of a game as session headers record it: the name of a shipped game, else the folder."""
    is_shipped = id_ in shipped_games() and find_game(id_).resolve() == folder.folder.resolve()
    return id_ if is_shipped else str(folder.folder.resolve())
