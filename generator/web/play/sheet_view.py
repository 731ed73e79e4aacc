"""The printed sheets to play on: the drawing, what is marked on it, and a control over every box that may be filled."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import Faults
from generator.base.geometry import Rect
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions, GameFolder
from generator.model.sheet import Area, Box
from generator.model.sheet import Sheet as SheetData
from generator.play.text.item_names import ItemNames
from generator.solo.action import CHOOSE, FAVOUR, MARK, PATH, PLACE, STOP, Action
from generator.web.gallery.face_previews import FOREVER, PAPER, shortened
from generator.web.play.hit_areas import reaches
from generator.web.play.ink_svg import InkSvg, Marks
from generator.web.play.sheet_svg import SheetSvg, named, plate

if TYPE_CHECKING:
    from starlette.requests import Request

    from generator.model.game import Game
    from generator.model.paper import Paper
    from generator.web.gallery.face_previews import FacePreviews
    from generator.web.play.turn_view import ActionView

WIDE = 1416
"""CSS pixels of a sheet's width at the least: whatever may be filled at one time is then 44 wide and high."""
FRONT = "front"
ROW, WORDS = "row", "text"
_KEPT = 8
"""Languages of games whose sheets are kept."""

_ASKED_BY_BOXES = ("choose", "answer", "source")
"""Questions that stand with the box they are about."""

Ways = Mapping[str, "tuple[ActionView, ...]"]


@dataclass(frozen=True, slots=True)
class SvgLayer:
    """A part of a sheet that changes by itself."""

    id: str
    key: str
    """New whenever it looks otherwise."""
    markup: str
    """What stands in its `<svg>`."""


class SheetDrawing:
    """A sheet drawn for the page, once for all moments of all games."""

    def __init__(self, plate: SheetSvg, game: Game, sheet: SheetData) -> None:
        self.plate, self.game, self.sheet = plate, game, sheet
        self.css = _css(plate, sheet)
        """Where its boxes are, and where its areas begin: rules for `.at-BOX` and `.at-area-AREA`."""
        self._layers: dict[str, SvgLayer] = {}

    @property
    def id(self) -> str:
        """The sheet's id."""
        return self.plate.id

    def layer(self, naming: ItemNames) -> SvgLayer:
        """The drawing with a name on every box."""
        if naming.language not in self._layers:
            markup = named(self.plate, {box.id: about(naming, box.id) for box in self.sheet.boxes})
            self._layers[naming.language] = SvgLayer(f"art-{self.id}", digest(markup)[:16], markup)
        return self._layers[naming.language]


@dataclass(frozen=True, slots=True)
class BoxControl:
    """A box that may be filled now."""

    box: str
    name: str
    """The box, what it costs and gives."""
    line: str
    """What is posted; empty where there are several ways, and `?box=` shows them."""


@dataclass(frozen=True, slots=True)
class AreaLink:
    """An area to go to."""

    id: str
    title: str
    open: int
    """How many of its boxes may be filled now."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """One sheet as it stands."""

    id: str
    title: str
    view: str
    """Of all its `<svg>`."""
    art: SvgLayer
    ink: SvgLayer
    keys: tuple[BoxControl, ...]
    keys_key: str
    """New whenever there are other keys."""
    areas: tuple[AreaLink, ...]
    areas_key: str
    """New whenever something may be filled elsewhere."""


class SheetViews:
    """The sheets of games, drawn when they are first asked for and kept as long as the game's data are the same."""

    def __init__(self, previews: FacePreviews, papers: Mapping[str, Paper]) -> None:
        self._previews, self._paper = previews, papers[PAPER]
        self._kept: OrderedDict[tuple[str, str, int], tuple[SheetDrawing, ...]] = OrderedDict()

    async def drawings(self, place: GameFolder, game: Game, language: str) -> tuple[SheetDrawing, ...]:
        """The sheets of a game; none where it has none.

        Raises Faults where one cannot be drawn.
        """
        told = language if language in game.languages else game.languages[0]
        name = (str(place.folder), told, id(game))  # two tables may be played by the data before and after a change
        known = self._kept.get(name)
        if known is None or any(each.game is not game for each in known):
            known = await self._previews.run(lambda: self._drawn(place, game, told))
            self._kept[name] = known
        self._kept.move_to_end(name)
        shortened(self._kept, _KEPT)
        return known

    def routes(self) -> list[Route]:
        """Where the style sheet is that puts controls in their places: `/play/places/KEY.css`, see `places_key`."""
        return [Route("/play/places/{key}.css", self._style)]

    async def _style(self, request: Request) -> Response:
        key = request.path_params["key"]
        arts = next((arts for arts in self._kept.values() if places_key(arts) == key), None)
        if arts is None:
            raise HTTPException(404)
        return Response("".join(art.css for art in arts), media_type="text/css", headers={"cache-control": FOREVER})

    def _drawn(self, place: GameFolder, game: Game, language: str) -> tuple[SheetDrawing, ...]:
        from generator.build.faces.typeset_game import typeset_game

        only = tuple(part.id for part in game.components if part.sheets)
        if not only:
            return ()
        order = BuildOptions(papers=(self._paper,), languages=(language,), only=only, svg=True)
        typeset = typeset_game(game, place, order, InputDigests.of(place.folder))
        if typeset.faces.faults:
            raise Faults(typeset.faces.all_faults)
        faces = [(job.piece.id, typeset.faces.faces[job.key]) for job in typeset.jobs if job.side == FRONT]
        fonts = typeset.renderer.labels.fonts
        return tuple(SheetDrawing(plate(id_, face, fonts), game, game.sheets[id_]) for id_, face in faces)


def places_key(arts: Sequence[SheetDrawing]) -> str:
    """What the style sheet of some sheets is asked for by."""
    return digest(*(each.css for each in arts))[:16]


def board(  # what a move changes, beside what stays
    arts: Sequence[SheetDrawing],
    naming: ItemNames,
    before: Marks,
    after: Marks,
    answers: Sequence[ActionView],
    asks: Sequence[str] = (),
) -> tuple[SheetView, ...]:
    """The sheets as they stand, and what was marked since `before`; `asks` are those of what is seen."""
    found = ways(naming, after, answers, asks)
    return tuple(_sheet(art, naming, (before, after), found) for art in arts)


def ways(
    naming: ItemNames, marks: Marks, answers: Iterable[ActionView], asks: Sequence[str] = ()
) -> dict[str, tuple[ActionView, ...]]:
    """The answers that are given by tapping a box, by the box: one or several."""
    found: dict[str, tuple[ActionView, ...]] = {}
    for answer in answers:
        for box in _meant(naming, marks, answer.action, asks):
            found[box] = (*found.get(box, ()), answer)
    return found


def _meant(naming: ItemNames, marks: Marks, action: Action, asks: Sequence[str]) -> Iterator[str]:
    """The boxes that an answer is about: one it names, the next of a track that it fills, or the one that asks."""
    book = naming.book
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
    if asks and asks[0] in _ASKED_BY_BOXES and verb != STOP:
        yield asks[1]


def _next(boxes: Sequence[Box], marks: Marks, state: int) -> Iterator[str]:
    """The first box of a track that is in a state."""
    yield from [box.id for box in boxes if (marks.get(box.id) or 0) == state][:1]


def _sheet(art: SheetDrawing, naming: ItemNames, marks: tuple[Marks, Marks], found: Ways) -> SheetView:
    plate = art.plate
    own = {id_: found[id_] for id_ in plate.boxes if id_ in found}
    keys = tuple(_key(naming, box, answers) for box, answers in own.items())
    ink = InkSvg(naming, plate.boxes).ink(*marks, own)
    spots = tuple(_spot(area, naming, own) for area in art.sheet.areas if _is_played(area))
    return SheetView(
        art.id,
        naming.text(art.sheet.title),
        plate.view,
        art.layer(naming),
        SvgLayer(f"ink-{art.id}", digest(ink)[:16], ink),
        keys,
        digest(repr(keys))[:16],
        spots,
        digest(repr(spots))[:16],
    )


def _key(naming: ItemNames, box: str, answers: Sequence[ActionView]) -> BoxControl:
    """A control, named by its box and what it means; of several ways, by what the box says itself."""
    if len(answers) > 1:
        return BoxControl(box, about(naming, box), "")
    (only,) = answers
    name = naming.box(box)
    return BoxControl(box, only.means if only.means.startswith(name) else f"{name}: {only.means}", only.line)


def about(naming: ItemNames, id_: str) -> str:
    """A box by its name, with what it costs, gives and needs."""
    box, words = naming.book.boxes.book.box(id_), naming.words
    prices = words("or").join(naming.pays(price.items) or words("free") for price in box.costs)
    gives = naming.gives(box)
    said = prices + (f" → {gives}" if gives else "")
    needs = words("and").join(_need(naming, need.value, need.least) for need in (*box.needs, *box.when))
    parts = [said.strip()] if said else []
    parts += [words("show.needs", what=needs)] if needs else []
    return f"{naming.box(id_)}: {words('sheet.also').join(parts)}" if parts else naming.box(id_)


def _need(naming: ItemNames, value: str, least: int) -> str:
    return naming.box(value) if value in naming.book.boxes.book.boxes else f"{naming.value(value)} {least}"


def _spot(area: Area, naming: ItemNames, found: Ways) -> AreaLink:
    boxes = (box.id for track in area.tracks for box in track.boxes)
    return AreaLink(area.id, naming.text(area.title), sum(box in found for box in boxes))


def _is_played(area: Area) -> bool:
    """Whether there is anything in it but words."""
    return any(box.kind != WORDS for track in area.tracks for box in track.boxes)


def _css(plate: SheetSvg, sheet: SheetData) -> str:
    """The places of a sheet's boxes, as large as a finger needs them, and of the first corner of each area."""
    scale = WIDE / plate.width
    boxes = {box.id: _scaled(plate.boxes[box.id], scale) for box in sheet.boxes if box.id in plate.boxes}
    tapped = {box.id: boxes[box.id] for box in sheet.boxes if box.kind != WORDS and box.id in boxes}
    rules = {f"at-{id_}": area for id_, area in reaches(tapped, _rivals(sheet, tapped)).items()}
    for area in sheet.areas:
        own = [boxes[box.id] for track in area.tracks for box in track.boxes if box.id in boxes]
        rules |= {f"at-area-{area.id}": Rect(min(each.x for each in own), min(each.y for each in own), 0, 0)}
    high = plate.height * scale
    return "".join(f".{name}{{{_shares(rect, high)}}}\n" for name, rect in rules.items())


def _rivals(sheet: SheetData, boxes: Mapping[str, Rect]) -> Iterator[tuple[str, str]]:
    """The boxes that may be filled at one time: all but two of a track that is filled in order."""
    ranked = {box.id: track.id if track.order == ROW else "" for track in sheet.tracks for box in track.boxes}
    pairs = combinations((id_ for id_ in boxes), 2)
    return ((one, other) for one, other in pairs if not ranked[one] or ranked[one] != ranked[other])


def _scaled(rect: Rect, by: float) -> Rect:
    return Rect(rect.x * by, rect.y * by, rect.width * by, rect.height * by)


def _shares(rect: Rect, high: float) -> str:
    """A place as parts of the sheet."""
    sides = {"left": rect.x / WIDE, "top": rect.y / high, "width": rect.width / WIDE, "height": rect.height / high}
    return ";".join(f"{side}:{share * 100:.3f}%" for side, share in sides.items())
