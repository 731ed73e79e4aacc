"""The view model of the sheets: their drawings, the ink on them, and a control over each legal box."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.base.errors import Faults
from generator.base.hashing import digest
from generator.base.memory.limited_cache import LimitedCache
from generator.base.memory.value_size import value_size
from generator.base.records import dataclass
from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.load.game_locations import GameFolder
from generator.load.sheets.short_rules_reader import read_short_rules
from generator.model.game import Game
from generator.model.paper import Paper
from generator.model.sheet import Sheet
from generator.model.solo.short_rules import ShortRules
from generator.play.text.item_names import ItemNames
from generator.web.http.request_form import require_found
from generator.web.previews.face_previews import CACHE_FOREVER, PAPER, FacePreviews, game_language
from generator.web.sessions.tapped_boxes import boxes_of
from generator.web.sessions.turn_view import ActionView
from generator.web.sheets.hit_areas import TEXT, places_css
from generator.web.sheets.ink_svg import InkSvg, Marks
from generator.web.sheets.printed_icons import PartIcons, icons_by_part
from generator.web.sheets.sheet_parts import ICON, SheetPart, sheet_parts
from generator.web.sheets.sheet_svg import IconLinks, Place, SheetSvg, sheet_svg, with_places

FRONT = "front"
MAX_BYTES = 8 << 20
"""Size of all kept drawings; those of a game in one language stay together."""

ActionsByBox = Mapping[str, "tuple[ActionView, ...]"]


@dataclass(frozen=True, slots=True)
class SvgLayer:
    """A part of a sheet that the page replaces on its own."""

    id: str
    key: str
    """Value of its `data-key`."""
    markup: str
    """Content of its `<svg>`."""


class SheetDrawing:
    """A sheet as SVG, which all sessions of a game share."""

    def __init__(self, svg: SheetSvg, game: Game, sheet: Sheet, rules: ShortRules) -> None:
        self.id, self.svg, self.game, self.sheet = svg.id, svg, game, sheet
        self._rules = rules
        self.parts = sheet_parts(game, sheet, rules, svg.width, svg.height)
        boxes = [svg.boxes[box.id] for box in sheet.boxes if box.id in svg.boxes]
        self.icons = icons_by_part(svg.icons, self.parts, boxes, rules.icons)
        self.css = places_css(svg, sheet)
        # Names differ by language, the drawing does not: layers are made when a language is first asked for.
        self._layers: dict[str, SvgLayer] = {}

    def layer(self, names: ItemNames) -> SvgLayer:
        """Return the drawing with the names of its parts and boxes, in the language of the names."""
        if names.language not in self._layers:
            parts = [Place(part.id, self._part_name(names, part), part.place) for part in self.parts]
            drawn = {box.id: self.svg.boxes[box.id] for box in self.sheet.boxes if box.id in self.svg.boxes}
            boxes = [Place(id_, box_label(names, id_), rect) for id_, rect in drawn.items()]
            icons = [self._icon_links(names, part_icons) for part_icons in self.icons]
            markup = with_places(self.svg, parts, icons, boxes)
            self._layers[names.language] = SvgLayer(f"art-{self.id}", digest(markup)[:16], markup)
        return self._layers[names.language]

    def _icon_links(self, names: ItemNames, icons: PartIcons) -> IconLinks:
        """Return the links over the icons of one part, with names in the language."""
        title = icons.part.title if icons.part else self.sheet.title
        links = tuple((f"{ICON}-{icon}", self._icon_name(names, icon), places) for icon, places in icons.places.items())
        return IconLinks(names.messages("explain.icons", what=names.text(title)), links)

    def _icon_name(self, names: ItemNames, icon: str) -> str:
        """Return the name of an icon: the title of its rule, else its plain name."""
        return names.text(self._rules.icons[icon].title) or names.icon(icon)

    @staticmethod
    def _part_name(names: ItemNames, part: SheetPart) -> str:
        """Return the name of a part of a sheet as a link."""
        return names.messages("explain.part", what=names.text(part.title))


@dataclass(frozen=True, slots=True)
class BoxControl:
    """The control over a box that can be marked now."""

    box: str
    label: str
    """Name of the box, with its costs and gains."""
    line: str
    """Line of the action to post; empty for several actions, which a dialog offers."""


@dataclass(frozen=True, slots=True)
class AreaLink:
    """A link to an area of the sheet."""

    id: str
    title: str
    legal: int
    """Number of its boxes that can be marked now."""


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

    @property
    def legal(self) -> int:
        """Number of the sheet's boxes that can be marked now."""
        return len(self.controls)


class SheetViews:
    """The drawings of games' sheets, kept as long as the game's data stay the same."""

    def __init__(self, previews: FacePreviews, papers: Mapping[str, Paper]) -> None:
        self._previews, self._paper = previews, papers[PAPER]
        self._kept = LimitedCache[tuple[str, str, int], tuple[SheetDrawing, ...]](MAX_BYTES, _size)

    async def drawings(self, game: Game, language: str) -> tuple[SheetDrawing, ...]:
        """Return the sheets of a game, in its first language if it lacks this one; raises Faults."""
        language = game_language(game, language)
        key = (str(game.folder), language, id(game))  # two sessions may have the data before and after a change
        stored = self._kept.get(key)
        if stored is None or any(
            drawing.game is not game for drawing in stored
        ):  # an id is used again once its game is gone
            stored = self._kept[key] = await self._previews.run(lambda: self._draw(game, language))
        return stored

    def routes(self) -> list[Route]:
        return [Route("/play/places/{key}.css", self._style), Route("/play/art/{key}.svg", self._art)]

    async def _style(self, request: Request) -> Response:
        """Send the style sheet with the places of the boxes.

        HTTPException 404 if the drawings are not kept any more.
        """
        key = request.path_params["key"]
        drawings = require_found(
            next(
                (
                    drawings_of_game
                    for _, drawings_of_game in self._kept.stored()
                    if places_key(drawings_of_game) == key
                ),
                None,
            )
        )
        return Response(board_css(drawings), media_type="text/css", headers={"cache-control": CACHE_FOREVER})

    async def _art(self, request: Request) -> Response:
        """Send the drawing of a sheet as compressed SVG; HTTPException 404 if it is not kept any more."""
        key = request.path_params["key"]
        drawings = (drawing.svg for _, game_drawings in self._kept.stored() for drawing in game_drawings)
        sheet_svg_found = require_found(next((sheet for sheet in drawings if sheet.key == key), None))
        # The key is a digest of the drawing, so browsers may keep it for ever.
        headers = {"cache-control": CACHE_FOREVER, "content-encoding": "gzip"}
        return Response(sheet_svg_found.drawing, media_type="image/svg+xml", headers=headers)

    def _draw(self, game: Game, language: str) -> tuple[SheetDrawing, ...]:
        """Return the drawings of a game's sheets in a language; empty without sheets, raises Faults."""
        only = tuple(part.id for part in game.components if part.sheets)
        if not only:
            return ()
        options = BuildOptions(papers=(self._paper,), languages=(language,), only=only, svg=True)
        folder = GameFolder(game.folder, game.id)
        typeset = typeset_game(game, folder, options, InputDigests.of(folder.folder))
        # All or none: a session cannot be played without one of its sheets.
        if typeset.faces.faults:
            raise Faults(typeset.faces.all_faults)
        faces = [(job.piece.id, typeset.faces.faces[job.key]) for job in typeset.jobs if job.side == FRONT]
        fonts, rules = typeset.renderer.labels.fonts, read_short_rules(game)
        return tuple(SheetDrawing(sheet_svg(id_, face, fonts), game, game.sheets[id_], rules) for id_, face in faces)


def _size(drawings: Sequence[SheetDrawing]) -> int:
    """Return the estimated bytes of drawings, including the links that will lie over each."""
    return 2 * sum(value_size(drawing.svg, drawing.css) for drawing in drawings)


def places_key(drawings: Sequence[SheetDrawing]) -> str:
    """Return the key of the style sheet for some sheets: `/play/places/KEY.css`."""
    return digest(board_css(drawings))[:16]


def board_css(drawings: Sequence[SheetDrawing]) -> str:
    """Return a style sheet: places of the boxes, number of sheets, and the ratio of width to height of each.

    `--ratio` of the page is that of the highest sheet.
    """
    ratios = {drawing.id: drawing.svg.width / drawing.svg.height for drawing in drawings}
    root = f":root{{--sheets:{len(ratios)};--ratio:{min(ratios.values(), default=1):.4f}}}\n"
    sheet_rules = "".join(f"#sheet-{id_}{{--ratio:{ratio:.4f}}}\n" for id_, ratio in ratios.items())
    return root + sheet_rules + "".join(drawing.css for drawing in drawings)


def actions_by_box(
    names: ItemNames, marks: Marks, actions: Iterable[ActionView], question: Sequence[str] = ()
) -> dict[str, tuple[ActionView, ...]]:
    """Return the legal actions that are done by tapping a box, by the box's id.

    `question` is the question that the game asks now, `VisibleState.asks`; empty for none.
    """
    by_box: dict[str, tuple[ActionView, ...]] = {}
    for action in actions:
        for box in boxes_of(names, marks, action.action, question):
            by_box[box] = (*by_box.get(box, ()), action)
    return by_box


def sheet_view(
    drawing: SheetDrawing,
    names: ItemNames,
    before: Marks,
    after: Marks,
    by_box: ActionsByBox,
    *,
    is_over: bool = False,
) -> SheetView:
    """Return a sheet with its marks, and with controls over the boxes in `by_box` that stand on it.

    Marks in `after` that differ from `before` are drawn as new. Once the game `is_over`, the rank is ticked.
    """
    boxes = drawing.svg.boxes
    legal_boxes = {id_: by_box[id_] for id_ in boxes if id_ in by_box}
    # In the order of the boxes on the sheet, which is that of the tab key.
    controls = tuple(_control(names, box, actions) for box, actions in legal_boxes.items())
    ink = InkSvg(names, boxes, drawing.svg.free).draw(before, after, legal_boxes, is_over=is_over)
    areas = tuple(
        AreaLink(area.id, names.text(area.title), sum(box.id in legal_boxes for box in area.boxes))
        for area in drawing.sheet.areas
        # Text fields are typed, not tapped.
        if any(box.kind != TEXT for box in area.boxes)
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
    """Return the control over a box: it does the only action, or opens a dialog with several."""
    if len(actions) > 1:
        return BoxControl(box, box_label(names, box), "")
    (only,) = actions
    name = names.box(box)
    # Some actions are described by the name of their box already.
    return BoxControl(box, only.means if only.means.startswith(name) else f"{name}: {only.means}", only.line)


def box_label(names: ItemNames, id_: str) -> str:
    """Return the name of a box, with its costs, gains and needs."""
    box, words = names.book.boxes.book.box(id_), names.messages
    parts = [part for part in (names.box_price(box).strip(), names.box_needs(box)) if part]
    return f"{names.box(id_)}: {words('sheet.also').join(parts)}" if parts else names.box(id_)
