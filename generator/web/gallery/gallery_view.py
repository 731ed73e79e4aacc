"""What a page of the gallery shows: a component of a game, in a language and a theme, as its address says."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from generator.base.records import dataclass, replace
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.load.game_locations import GameFolder, themes
from generator.model.face import Face
from generator.model.game import Component, Game
from generator.model.paper import Paper
from generator.web.gallery.column_values import ShownColumn, columns_of
from generator.web.gallery.piece_filter import PieceFilter
from generator.web.http.page_renderer import PageRenderer
from generator.web.http.reader_settings import ReaderSettings
from generator.web.http.request_form import option_or_default, require_found
from generator.web.kept_states.state_store import StateStore
from generator.web.previews.face_previews import PAPER, FacePreviews, PreviewSet, game_language
from generator.web.previews.game_requests import GameRequests
from generator.web.previews.served_games import ServedGame, ServedGames

ZOOMS = ("small", "true", "large")
EARLIER = "earlier"
"""Value of `compared`: faces as they were at the start."""
WAYS = ("beside", "over", "difference")
"""How two faces are compared: side by side, one over the other, or where they differ."""


@dataclass(frozen=True, slots=True)
class GalleryView:
    """The choices of the page: a component of a game, and how to show it."""

    game: Game
    part: Component
    language: str
    theme: str
    paper: str
    zoom: str
    bleed: str
    columns: tuple[ShownColumn, ...]
    """Columns of the component's table."""
    wanted: PieceFilter
    compared: str = ""
    """Subject of the comparison: EARLIER, a language, or empty for none."""
    how: str = WAYS[0]
    """Way of the comparison, one of WAYS."""

    @property
    def address(self) -> str:
        """Path of the game's gallery."""
        return f"/gallery/{quote(self.game.id)}"

    def query(self, **changes: str) -> str:
        """Return the address of this view with some of its fields changed."""
        names = ("language", "theme", "paper", "zoom", "bleed")
        fields = {"part": self.part.id} | {name: getattr(self, name) for name in names} | self._comparison
        fields |= self.wanted.fields | changes
        return f"{self.address}?{urlencode({name: value for name, value in fields.items() if value})}"

    @property
    def everything(self) -> str:
        """Address of all pieces of the component in the same order."""
        return replace(self, wanted=PieceFilter(sort=self.wanted.sort)).query()

    def tab(self, part: str) -> str:
        """Return the address of another component of the game, with the same way of showing it."""
        return replace(self, wanted=PieceFilter(words=self.wanted.words)).query(part=part)

    def card(self, piece: str) -> str:
        """Return the address of the page of one piece."""
        return self.page("card", part=self.part.id, card=piece, bleed=self.bleed, **self._comparison)

    @property
    def _comparison(self) -> dict[str, str]:
        """Fields of an address that give the same comparison; empty for none."""
        return {"with": self.compared, "how": self.how} if self.compared else {}

    @property
    def comparisons(self) -> list[str]:
        """Values of the choice "compare with" that the page offers; the empty value is for no comparison."""
        return ["", EARLIER, *(language for language in self.game.languages if language != self.language)]

    def page(self, name: str, **fields: str) -> str:
        """Return the address of another page about the game, in the same language, theme and paper."""
        names = ("language", "theme", "paper")
        return f"{self.address}/{name}?{urlencode(fields | {name: getattr(self, name) for name in names})}"


class GalleryRequests(GameRequests):
    """Reads what a request to the gallery asks for, and has it drawn."""

    def __init__(
        self,
        *,
        games: ServedGames,
        pages: PageRenderer,
        previews: FacePreviews,
        kept_states: StateStore,
        papers: Mapping[str, Paper],
    ) -> None:
        super().__init__(games=games, pages=pages, previews=previews, kept_states=kept_states)
        self._papers = papers

    def view(self, request: Request, served: ServedGame, game: Game) -> GalleryView:
        """Return the choices that the address of a request makes.

        Unknown values become the defaults, so old links stay valid.
        """

        def choice(name: str, options: list[str] | tuple[str, ...], default: str) -> str:
            """Return the value of a field of the address if it is an option, else the default."""
            return option_or_default(next(iter(request.query_params.getlist(name)), None), options, default)

        parts = {part.id: part for part in game.components}
        part = parts[choice("part", [*parts], next(iter(parts)))]
        language = choice("language", game.languages, game_language(game, ReaderSettings.of(request).lang))
        columns = columns_of(part, language)
        view = GalleryView(
            game=game,
            part=part,
            language=language,
            theme=choice("theme", themes(served.folder), "colour"),
            paper=choice("paper", [*self._papers], PAPER),
            zoom=choice("zoom", ZOOMS, ZOOMS[0]),
            bleed=choice("bleed", ("yes", "no"), "no"),
            columns=columns,
            wanted=PieceFilter.of(request.query_params, columns),
        )
        return replace(view, compared=choice("with", view.comparisons, ""), how=choice("how", WAYS, WAYS[0]))

    async def draw(
        self,
        served: ServedGame,
        inputs: InputDigests,
        view: GalleryView,
        *pieces: str,
        is_whole: bool = False,
        can_wait: bool = False,
    ) -> PreviewSet:
        """Draw the faces of a component, of some pieces in it, or with `is_whole` of the whole game.

        With `can_wait`, the drawing gives way to more urgent ones; see `FacePreviews.draw`.
        """
        papers = (self._papers[view.paper],)
        only = () if is_whole else tuple(f"{view.part.id}:{piece}" for piece in pieces) or (view.part.id,)
        options = BuildOptions(
            papers=papers, languages=(view.language,), only=only, theme=view.theme, backs_theme=view.theme
        )
        previews = self._previews
        return await previews.draw(served.folder, options, view.game, inputs, can_wait=can_wait)

    async def cover(self, request: Request, folder: GameFolder, game: Game, inputs: InputDigests) -> Response:
        """Return the picture of a game's first face. Raises HTTPException 404 for a game without any."""
        if not game.components:
            raise HTTPException(404)
        languages = (game_language(game, ReaderSettings.of(request).lang),)
        options = BuildOptions(papers=(self._papers[PAPER],), languages=languages, only=(game.components[0].id,))
        previews = await self._previews.draw(folder, options, game, inputs)
        # The first face may have faults; then another one stands for the game.
        face = next((preview.face for preview in previews.faces if preview.face), None)
        return await self.picture(face.key if face else "", bleed=False, cache="no-cache")

    async def picture(self, key: str, *, bleed: bool, cache: str) -> Response:
        """Return the picture of a face by its key. Raises HTTPException 404."""
        data = require_found(await self._previews.svg(key, bleed=bleed))
        # Previews are stored compressed, and sent as they are.
        return Response(data, 200, {"content-encoding": "gzip", "cache-control": cache}, "image/svg+xml")

    async def others(
        self, served: ServedGame, inputs: InputDigests, view: GalleryView, previews: PreviewSet, piece: str = ""
    ) -> dict[tuple[str, str], Face]:
        """Return the faces to compare with, by the piece's id and the side.

        Only those of `piece` if it is not empty.
        """
        if view.compared == EARLIER:
            return {
                (preview.job.piece.id, preview.job.side): preview.first for preview in previews.faces if preview.first
            }
        if not view.compared:
            return {}
        other = await self.draw(served, inputs, replace(view, language=view.compared), *((piece,) if piece else ()))
        return {(preview.job.piece.id, preview.job.side): preview.shown for preview in other.faces if preview.shown}
