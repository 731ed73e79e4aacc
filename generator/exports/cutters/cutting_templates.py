"""Reads a make of cutting machines: its marks, and the published templates with the pieces that fit them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from generator.base.errors import UsageError, suggestion
from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.build.papers import find_paper
from generator.exports.product_needs import NEAR
from generator.impose.cutting.cutter_grid import CutterGrid, cutter_grid
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root
from generator.model.card_format import CardSize
from generator.model.cutting.cutter import Cutter, CuttingTemplate, RegistrationMarks
from generator.model.face import Face
from generator.model.game import Component
from generator.model.paper import Paper

CARDS = "cards"
"""Kind of the components that may be printed at another size."""

_EQUAL = 0.05 * MM  # templates place cards in whole pixels, which rounds sizes by less than this
_LONGEST = 1000 * MM
_FINEST = 2400  # dpi
_NAME = re.compile(r"(?P<paper>[a-z0-9]+)-(?P<card>[a-z0-9_]+?)(?P<borderless>-borderless)?-v[0-9]+\Z")

Cards = Mapping[str, tuple[float, float, float]]
"""Width, height and radius of the corners, by name."""


@lru_cache(maxsize=1)
def silhouette() -> Cutter:
    """Return Silhouette's machines: their marks and templates, as data/cutters has them."""
    return read_cutter(data_root(), "data", "cutters/silhouette.toml")


def find_template(name: str, papers: Iterable[Paper]) -> CuttingTemplate:
    """Return a template by its name.

    Raises UsageError for an unknown one, with the usual templates for the papers.
    """
    templates = silhouette().templates
    if name in templates:
        return templates[name]
    ids = {paper.id for paper in papers}
    usual = sorted(
        template.name for template in templates.values() if template.paper in ids and "-standard-" in template.name
    )
    near = suggestion(name, templates) or f"; it is a template of silhouette-card-maker, such as {' or '.join(usual)}"
    raise UsageError(f"no product called {name!r}{near}")


def usual_templates(paper: Paper) -> list[CuttingTemplate]:
    """Return the templates for a paper, without borderless ones, which not every printer can print."""
    return [
        template
        for template in silhouette().templates.values()
        if template.paper == paper.id and not template.borderless
    ]


def cuts(template: CuttingTemplate, part: Component, face: Face) -> bool:
    """Return whether a template cuts the outline of a piece: its shape and its size."""
    # Templates have circles and rectangles only; a piece with another outline needs a cut file of its own.
    is_alike = part.shape == "round" if template.is_round else not face.cut
    return is_alike and takes(template, face.trim)


def takes(template: CuttingTemplate, trim: Size, slack: float = _EQUAL) -> bool:
    """Return whether a template cuts pieces of a size, upright or lying.

    `slack` is the allowed difference in points.
    """
    return trim.difference(template.card) <= slack


def scaled_cards(template: CuttingTemplate, components: Iterable[Component]) -> dict[str, CardSize]:
    """Return the template's size for cards that differ from it by 1 mm at most, by the id of their component."""
    size = CardSize(template.name, template.card.upright)
    cards = [(part.id, part.trim) for part in components if part.kind == CARDS and part.trim is not None]
    # Cards that the template takes as they are keep their size.
    return {id_: size for id_, trim in cards if takes(template, trim, NEAR) and not takes(template, trim)}


def template_grid(template: CuttingTemplate) -> CutterGrid:
    """Return the places of cards on a template's page, and its registration marks."""
    cutter, upright = silhouette(), find_paper(template.paper).size
    page = upright if template.portrait else upright.transpose()
    marks = cutter.marks_of(template)
    grid = cutter_grid(page, template.card, marks, cutter.gap, cutter.dpi, corner=template.corner)
    assert grid is not None, template.name  # noqa: S101  every template has cards, as a test makes sure
    return grid


def read_cutter(root: Path, root_name: str, name: str) -> Cutter:
    """Read the machines of a file below `root`, which messages call `root_name`.

    Raises Faults with all faults of the file.
    """
    with FaultReport() as report:
        top = TomlTable(read_toml(Folder(root, root_name), name), report)
        marks = top.section("marks", _marks)
        # Borderless marks differ from the others in their place alone.
        borderless = replace(marks, inset=_length(top, "borderless_inset"))
        dpi, gap = top.integer("dpi", 1, _FINEST), _length(top, "gap")
        cards = top.section("cards", _cards)
        templates = top.section("templates", lambda table: dict(_templates(table, cards)))
        places = top.section("borderless_places", lambda table: {paper: _length(table, paper) for paper in table.data})
        top.close()
        return Cutter(marks, borderless, dpi, gap, templates, places)


def _marks(table: TomlTable) -> RegistrationMarks:
    """Read the measures of registration marks, in points."""
    keys = ("inset", "thickness", "square", "least", "most", "clear")
    return RegistrationMarks(*(_length(table, key) for key in keys))


def _length(table: TomlTable, key: str) -> float:
    """Return a length of the file in points, up to a metre."""
    return table.length(key, low=0, high=_LONGEST)


def _cards(table: TomlTable) -> Cards:
    """Read the sizes of cards: width, height and radius of the corners, in points."""
    cards = {}
    for name in table.data:
        sizes = [table.measure(name, text, 0, _LONGEST) for text in table.text_list(name)]
        if len(sizes) == 3:
            cards[name] = (sizes[0], sizes[1], sizes[2])
        else:
            table.fault(name, 'must be width, height and radius of the corners, like ["63mm", "88mm", "3mm"]')
    return cards


def _templates(table: TomlTable, cards: Cards) -> Iterator[tuple[str, CuttingTemplate]]:
    """Yield the templates of the file by name; the name says paper, card, border and version."""
    for orientation in ("landscape", "portrait"):
        for name in table.text_list(orientation):
            match = _NAME.match(name)
            if not match or match["card"] not in cards:
                table.fault(orientation, f"{quote(name)} names no paper, card and version, like 'a4-standard-v5'")
                continue
            width, height, corner = cards[match["card"]]
            size, is_borderless = Size(width, height), bool(match["borderless"])
            yield name, CuttingTemplate(name, match["paper"], size, corner, orientation == "portrait", is_borderless)
