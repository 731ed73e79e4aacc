"""The target `playground`: a package of Tabletop Playground with a state in which the game is set up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from generator.base.records import dataclass
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.exported_game import ExportedDeck, ExportedGame, ExportedPiece
from generator.exports.findings import Report
from generator.exports.virtual_tables.booklet_pdf import booklet_name, booklet_pdf
from generator.exports.virtual_tables.laid_table import LaidObject, LaidTable
from generator.exports.virtual_tables.piece_sides import draw_all
from generator.exports.virtual_tables.piece_words import piece_words
from generator.exports.virtual_tables.playground import object_templates as templates
from generator.exports.virtual_tables.playground.object_templates import Template
from generator.exports.virtual_tables.playground.saved_state import TABLE_TOP, State, StateObjects, lying, saved_state
from generator.exports.virtual_tables.playground.texture_sheets import (
    TextureSheet,
    centimetres,
    die_texture,
    sheet_picture,
    template_guid,
    texture_sheets,
)
from generator.exports.virtual_tables.table_of_export import lay_known, report_boxes
from generator.exports.virtual_tables.upright_table import box_around
from generator.model.game import Component
from generator.model.nets import FACES
from generator.model.virtual_tables.piece_stock import BOARD_KINDS
from generator.model.virtual_tables.table_setup import Seat

CARD, BOARD = 0.05, 0.2
"""Centimetres of cards and paper, and of tokens, boards and figures."""

_FLAT = ("cards", "tokens", "boards", "standees", "sheets")
_THIN = ("cards", "sheets")
_Picture = tuple[str, Callable[[], bytes]]
"""The name of a picture, and a function that draws it."""
_DROP = 0.4
"""Centimetres above the table at which things are let go."""
_LEVELS = 8
"""Neighbours are let go at so many heights, so that pieces that overlap come to lie on each other."""


def check_options(options: ExportOptions) -> None:
    """Accept every combination of options: this target refuses none."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write the folder of the package: manifest, templates, pictures, texts, and a state with the table set up.

    Raises Faults for faults of the game's own data, OutputError.
    """
    exported, report = request.typeset(), Report()
    package = _Package(exported, request.options.dpi)
    root = f"{request.game.id}/"
    table = lay_known(request, exported)
    objects = [*laid_objects(table, package.placed, StateObjects(package.guid))]
    note = table.note[request.language] if table.note else ""
    state = saved_state(
        exported.title, package.guid, note, [_slot(seat, number) for number, seat in enumerate(table.seats)], objects
    )
    _write_json(folder, f"{root}Manifest.json", templates.manifest(package.guid, exported.title, request.game.version))
    _write_json(folder, f"{root}States/{request.game.id}.vts", state)
    for template in package.templates:
        _write_json(folder, f"{root}Templates/{template['GUID']}.json", template)
    for done, (name, data) in enumerate(draw_all(_drawn, package.pictures, request.options.build.jobs), 1):
        folder.write(f"{root}Textures/{name}", data)
        request.progress(f"{request.game.id}: pictures", done, len(package.pictures))
    for deck in package.texts:
        folder.write(f"{root}Textures/{booklet_name(deck)}", booklet_pdf(deck, exported))
    _describe(request, report, package)
    return report


class _Package:
    """The templates of a game and the pictures that they need."""

    def __init__(self, exported: ExportedGame, dpi: float) -> None:
        """Make the templates of all pieces, and note the pictures to draw at `dpi`."""
        self._exported = exported
        # With the language, so that packages of one game in two languages have different ids.
        self._id = f"{exported.game.id} {exported.language}"
        self.guid = template_guid(self._id, "package")
        self.templates: list[Template] = []
        self.pictures: list[_Picture] = []
        self.placed: dict[tuple[str, str], PlacedTemplate] = {}
        self.texts = [deck for deck in exported.decks if deck.component.prose]
        for deck in exported.decks:
            if deck.component.kind in _FLAT:
                for sheet in texture_sheets(deck, dpi):
                    self._add_sheet(sheet)
            elif deck.component.kind == "dice":
                for piece in deck.pieces:
                    self._add_die(deck, piece)
        self.templates += [self._booklet(deck) for deck in self.texts]

    def _add_sheet(self, sheet: TextureSheet) -> None:
        """Add the template of pieces that share a picture, and the pictures of fronts and backs."""
        part, guid = sheet.deck.component, sheet.guid(self._id)
        front, back = f"{sheet.name}.jpg", f"{sheet.name}-back.jpg"
        size = centimetres(sheet.size.width), centimetres(sheet.size.height)
        thickness, shape = (CARD if part.kind in _THIN else BOARD), _shape(part)
        form = templates.CardForm(
            pictures=(front, back),
            grid=(sheet.columns, sheet.rows),
            size=(*size, thickness),
            shape=shape,
            has_back_sheet=len(sheet.backs) > 1,
            is_held=part.kind == "cards",
            can_stack=part.kind not in BOARD_KINDS,
        )
        name = sheet.deck.title if len(sheet.pieces) > 1 else sheet.pieces[0].title
        copies = [(piece.title, piece.copies) for piece in sheet.pieces]
        self.templates.append(templates.card_template(guid, name, form, copies))
        draw = partial(sheet_picture, exported=self._exported, dpi=sheet.dpi)
        # A single back for all pieces is a picture of one place.
        backs_across = min(sheet.columns, len(sheet.backs))
        self.pictures += [
            (front, partial(draw, sheet.fronts, sheet.columns)),
            (back, partial(draw, sheet.backs, backs_across)),
        ]
        for index, piece in enumerate(sheet.pieces):
            alike = (shape, *size, thickness)
            self.placed[sheet.deck.id, piece.piece.id] = PlacedTemplate(
                guid, index, piece.title, part.kind, alike, thickness
            )

    def _add_die(self, deck: ExportedDeck, piece: ExportedPiece) -> None:
        """Add the template of a die and its picture."""
        name = f"{deck.id}-{piece.piece.id}"
        guid, picture = template_guid(self._id, name), f"{name}.jpg"
        faces = [piece_words(piece.piece.row.cells.get(face, ""), self._exported.language) for face in FACES]
        self.templates.append(templates.die_template(guid, piece.title, picture, faces))
        self.pictures.append((picture, partial(die_texture, deck, piece, self._exported)))
        edge = centimetres(deck.component.measures["edge"])
        self.placed[deck.id, piece.piece.id] = PlacedTemplate(guid, 0, piece.title, "dice", (), edge)

    def _booklet(self, deck: ExportedDeck) -> Template:
        """Return the template (JSON for Tabletop Playground) of a booklet."""
        guid, page = template_guid(self._id, deck.id), deck.pieces[0].front.trim
        size = centimetres(page.width), centimetres(page.height)
        return templates.booklet_template(guid, deck.title, booklet_name(deck), size, len(deck.pieces))


def _shape(part: Component) -> str:
    """Return the outline that the program cuts: it has three, and other outlines are shown as rectangles."""
    if part.shape == "round":
        return "Round"
    return "Rounded" if part.corner else "Square"


def _slot(seat: Seat, number: int) -> str:
    """Return the name of a seat: its player, or its number from 1."""
    return seat.player or str(number + 1)


def _drawn(picture: _Picture) -> tuple[str, bytes]:
    """Return the name of a picture with its bytes, drawn now."""
    return picture[0], picture[1]()


def _write_json(folder: ExportFolder, name: str, content: Template) -> None:
    """Write a template or state as JSON."""
    folder.write(name, (json.dumps(content, ensure_ascii=False, indent="\t") + "\n").encode())


def _describe(request: ExportRequest, report: Report, package: _Package) -> None:
    """Add lines about the package to the report."""
    words = request.words
    report.lines.append(words("playground.written", name=request.game.id, count=len(package.templates)))
    report.lines.append(words("playground.stacks"))
    report_boxes(request, report)


@dataclass(frozen=True, slots=True)
class PlacedTemplate:
    """The template of a piece, and its place in the picture."""

    template: str
    index: int
    title: str
    kind: str
    """Kind of its component."""
    shape: tuple[object, ...]
    """Shape and size: only pieces with equal ones can lie on one stack."""
    thickness: float
    """Centimetres."""


def laid_objects(
    table: LaidTable, templates: Mapping[tuple[str, str], PlacedTemplate], objects: StateObjects
) -> Iterator[State]:
    """Yield the table and all objects on it as the program saves them; booklets are left out.

    `templates` are by component and piece.
    """
    # Texts have no place on the table: players take them out of the object library.
    visible = [it for it in table.objects if (it.copies[0].component, it.copies[0].piece) in templates]
    box = box_around(visible)
    # In centimetres, with 5 more at each edge.
    reach = max(-box.y, box.bottom) / 10 + 5, max(-box.x, box.right) / 10 + 5
    yield objects.table(reach)
    for number, laid in enumerate(visible):
        for stack in _stacks(laid, templates):
            yield _object(laid, stack, objects, number)


def _stacks(laid: LaidObject, templates: Mapping[tuple[str, str], PlacedTemplate]) -> Iterator[list[PlacedTemplate]]:
    """Yield the stacks of a pile, each with the uppermost piece first.

    Dice are never stacked, nor pieces of different sizes.
    """
    stacks: dict[tuple[object, ...], list[PlacedTemplate]] = {}
    for copy in laid.copies:
        placed = templates[copy.component, copy.piece]
        if placed.kind == "dice":
            yield [placed]
        else:
            stacks.setdefault(placed.shape, []).append(placed)
    yield from stacks.values()


def _object(laid: LaidObject, stack: list[PlacedTemplate], objects: StateObjects, number: int) -> State:
    """Return a stack as an object of the saved state; `number` counts the objects."""
    # A hand is a stack before its seat, which everybody sees.
    first, is_up = stack[0], laid.face_up and laid.form != "hand"
    is_board = first.kind == "boards"
    height = TABLE_TOP + first.thickness * len(stack) / 2
    # Boards are fixed: let go above the table, they would stay in the air.
    height += 0.0 if is_board else _DROP * (1 + number % _LEVELS)
    place = lying(laid.x / 10, laid.y / 10, height, laid.turn, is_up=is_up)
    if first.kind == "dice":
        return objects.die(first.template, place, first.title)
    # Face down, the card with the visible face is the lowest one.
    cards = [(piece.template, piece.index) for piece in (stack if is_up else reversed(stack))]
    # The program shows the names of all objects, also of those that lie face down.
    name = first.title if len(stack) == 1 and is_up else ""
    return objects.cards(cards, place, name, is_fixed=is_board)
