"""The view model of the sheets: their drawings, the ink on them, and a control over each legal box."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import Faults
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions, GameFolder
from generator.model.game import Game
from generator.model.paper import Paper
from generator.model.sheet import Box, Sheet
from generator.play.text.item_names import ItemNames
from generator.solo.action import CHOOSE, FAVOUR, MARK, PATH, PLACE, STOP, Action
from generator.web.gallery.face_previews import CACHE_FOREVER, PAPER, FacePreviews, drop_oldest, game_language
from generator.web.play.hit_areas import TEXT, places_css
from generator.web.play.ink_svg import InkSvg, Marks
from generator.web.play.sheet_svg import SheetSvg, sheet_svg, with_box_names
from generator.web.play.turn_view import ActionView
from generator.web.server.request_form import require_found

FRONT = "front"
MAX_KEPT = 8
"""Games in a language whose drawings are kept in memory."""

_QUESTIONS_OF_BOXES = ("choose", "answer", "source")
"""Questions whose second word is the box that asks."""

ActionsByBox = Mapping[str, "tuple[ActionView, ...]"]


@dataclass(frozen=True, slots=True)
class SvgLayer:
    """A part of a sheet that the page replaces on its own."""

    id: str
    key: str
    """Its `data-key`."""
    markup: str
    """The content of its `<svg>`."""


class SheetDrawing:
    """A sheet as SVG, which all sessions of a game share."""

    def __init__(self, svg: SheetSvg, game: Game, sheet: Sheet) -> None:
        self.id, self.svg, self.game, self.sheet = svg.id, svg, game, sheet
        self.css = places_css(svg, sheet)
        self._layers: dict[str, SvgLayer] = {}

    def layer(self, names: ItemNames) -> SvgLayer:
        """Return the drawing with the name of every box, in the language of the names."""
        if names.language not in self._layers:
            markup = with_box_names(self.svg, {box.id: box_label(names, box.id) for box in self.sheet.boxes})
            self._layers[names.language] = SvgLayer(f"art-{self.id}", digest(markup)[:16], markup)
        return self._layers[names.language]


@dataclass(frozen=True, slots=True)
class BoxControl:
    """The control over a box that can be marked now."""

    box: str
    label: str
    """The name of the box, with what it costs and gives."""
    line: str
    """The action to post; empty for several actions, which a dialog shows."""


@dataclass(frozen=True, slots=True)
class AreaLink:
    """A link to an area of the sheet."""

    id: str
    title: str
    legal: int
    """How many of its boxes can be marked now."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet."""

    id: str
    title: str
    view_box: str
    art: SvgLayer
    ink: SvgLayer
    controls: tuple[BoxControl, ...]
    areas: tuple[AreaLink, ...]


class SheetViews:
    """The drawings of games' sheets, kept as long as the game's data stay the same."""

    def __init__(self, previews: FacePreviews, papers: Mapping[str, Paper]) -> None:
        self._previews, self._paper = previews, papers[PAPER]
        self._kept: OrderedDict[tuple[str, str, int], tuple[SheetDrawing, ...]] = OrderedDict()

    async def drawings(self, folder: GameFolder, game: Game, language: str) -> tuple[SheetDrawing, ...]:
        """Return the sheets of a game, in its first language if it lacks this one; raises Faults."""
        language = game_language(game, language)
        key = (str(folder.folder), language, id(game))  # two sessions may have the data before and after a change
        kept = self._kept.get(key)
        if kept is None or any(each.game is not game for each in kept):  # an id is used again once its game is gone
            kept = self._kept[key] = await self._previews.run(lambda: self._draw(folder, game, language))
        self._kept.move_to_end(key)
        drop_oldest(self._kept, MAX_KEPT)
        return kept

    def routes(self) -> list[Route]:
        return [Route("/play/places/{key}.css", self._style)]

    async def _style(self, request: Request) -> Response:
        key = request.path_params["key"]
        found = require_found(next((each for each in self._kept.values() if places_key(each) == key), None))
        css = "".join(each.css for each in found)
        return Response(css, media_type="text/css", headers={"cache-control": CACHE_FOREVER})

    def _draw(self, folder: GameFolder, game: Game, language: str) -> tuple[SheetDrawing, ...]:
        only = tuple(part.id for part in game.components if part.sheets)
        if not only:
            return ()
        options = BuildOptions(papers=(self._paper,), languages=(language,), only=only, svg=True)
        typeset = typeset_game(game, folder, options, InputDigests.of(folder.folder))
        if typeset.faces.faults:
            raise Faults(typeset.faces.all_faults)
        faces = [(job.piece.id, typeset.faces.faces[job.key]) for job in typeset.jobs if job.side == FRONT]
        fonts = typeset.renderer.labels.fonts
        return tuple(SheetDrawing(sheet_svg(id_, face, fonts), game, game.sheets[id_]) for id_, face in faces)


def places_key(drawings: Sequence[SheetDrawing]) -> str:
    """Return the key of the style sheet for some sheets: `/play/places/KEY.css`."""
    return digest(*(each.css for each in drawings))[:16]


def actions_by_box(
    names: ItemNames, marks: Marks, actions: Iterable[ActionView], question: Sequence[str] = ()
) -> dict[str, tuple[ActionView, ...]]:
    """Return the legal actions that are done by tapping a box, by box; `question` is `VisibleState.asks`."""
    found: dict[str, tuple[ActionView, ...]] = {}
    for each in actions:
        for box in _boxes_of(names, marks, each.action, question):
            found[box] = (*found.get(box, ()), each)
    return found


def _boxes_of(names: ItemNames, marks: Marks, action: Action, question: Sequence[str]) -> Iterator[str]:
    """The boxes to tap for an action: one it names, the next of a track that it fills, and the one that asks."""
    book = names.book
    tracks, (verb, words) = book.boxes.book.tracks, action
    if verb == MARK:
        yield words[0]
    elif verb == PLACE:
        cells = book.boxes.tracks[book.map].boxes
        yield from (cells[int(word) - 1].id for word in words[1:])
    elif verb == PATH:
        yield from _next(book.boxes.tracks[book.paths].boxes, marks, 0)
    elif verb == FAVOUR and words[-1] in tracks:
        yield from _next(tracks[words[-1]].boxes, marks, 1)
    elif verb == CHOOSE and words[0] in tracks:
        yield from _next(tracks[words[0]].boxes, marks, 0)
    if question and question[0] in _QUESTIONS_OF_BOXES and verb != STOP:
        yield question[1]


def _next(boxes: Sequence[Box], marks: Marks, state: int) -> Iterator[str]:
    """The first box of a track with a mark of this state, if there is one."""
    yield from [box.id for box in boxes if (marks.get(box.id) or 0) == state][:1]


def sheet_view(drawing: SheetDrawing, names: ItemNames, before: Marks, after: Marks, by_box: ActionsByBox) -> SheetView:
    """Return a sheet with the marks `after`, those that are new since `before`, and the legal boxes."""
    boxes = drawing.svg.boxes
    own = {id_: by_box[id_] for id_ in boxes if id_ in by_box}
    controls = tuple(_control(names, box, actions) for box, actions in own.items())
    ink = InkSvg(names, boxes, drawing.svg.free).draw(before, after, own)
    boxes_of = {area.id: [box for track in area.tracks for box in track.boxes] for area in drawing.sheet.areas}
    areas = tuple(
        AreaLink(area.id, names.text(area.title), sum(box.id in own for box in boxes_of[area.id]))
        for area in drawing.sheet.areas
        if any(box.kind != TEXT for box in boxes_of[area.id])
    )
    return SheetView(
        id=drawing.id,
        title=names.text(drawing.sheet.title),
        view_box=drawing.svg.view_box,
        art=drawing.layer(names),
        ink=SvgLayer(f"ink-{drawing.id}", digest(ink)[:16], ink),
        controls=controls,
        areas=areas,
    )


def _control(names: ItemNames, box: str, actions: Sequence[ActionView]) -> BoxControl:
    if len(actions) > 1:
        return BoxControl(box, box_label(names, box), "")
    (only,) = actions
    name = names.box(box)
    return BoxControl(box, only.means if only.means.startswith(name) else f"{name}: {only.means}", only.line)


def box_label(names: ItemNames, id_: str) -> str:
    """Return the name of a box, with what it costs, gives and needs."""
    box, words = names.book.boxes.book.box(id_), names.messages
    parts = [part for part in (names.box_price(box).strip(), names.box_needs(box)) if part]
    return f"{names.box(id_)}: {words('sheet.also').join(parts)}" if parts else names.box(id_)
