"""The request to a target: one game in one language, with options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from generator.base.messages import Messages
from generator.base.records import dataclass, replace
from generator.build.adapted_game import resize
from generator.build.manifest import Progress
from generator.exports.export_options import ExportOptions
from generator.exports.export_words import export_words
from generator.exports.exported_game import ExportedGame, export_game
from generator.load.game_locations import GameFolder

if TYPE_CHECKING:
    from generator.model.card_format import CardSize
    from generator.model.game import Component, Game


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """One game in one language for one target."""

    target: str
    """Its name."""
    game_folder: GameFolder
    game: Game
    """The game of its folder; cards have the size that the options ask for."""
    language: str
    options: ExportOptions
    progress: Progress

    @property
    def components(self) -> tuple[Component, ...]:
        """Return the components with at least one selected piece, not yet typeset or resized."""
        return self.options.build.select_pieces(self.game).components(self.game)

    @property
    def reader(self) -> str:
        """Return the language of reports."""
        return self.options.reader or self.language

    @property
    def words(self) -> Messages:
        """Return the words for reports in the reader's language, from `templates/exports/<language>.toml`."""
        return export_words(self.reader)

    def typeset(
        self,
        sizes: Mapping[str, CardSize] | None = None,
        bleed: float | None = None,
        *,
        needs: Callable[[Component], bool] | None = None,
        keep_ink: bool = False,
    ) -> ExportedGame:
        """Return the game with its faces typeset; `sizes` gives some components, by id, other sizes.

        `bleed` is the bleed of all components that bleed, in points; None for their own. Components for which `needs`
        is false are left out, so that a fault in the rules stops no export of cards. `keep_ink` keeps the ink of
        faces, for targets that draw them in their own way. Raises Faults for faces that cannot be made and for texts
        that would be too small to read.
        """
        build = replace(self.options.build, svg=keep_ink)
        if needs:
            build = replace(build, only=self._names_of(needs) or build.only)
        return export_game(resize(self.game, sizes or {}, bleed), self.game_folder, build, self.progress)

    def _names_of(self, needs: Callable[[Component], bool]) -> tuple[str, ...]:
        """Return the values of `--only` that select the same pieces, in components for which `needs` is true."""
        copies = self.options.build.select_pieces(self.game).copies
        parts = [part for part in self.components if needs(part)]
        return tuple(f"{part.id}:{piece}".rstrip(":") for part in parts for piece in copies[part.id])
