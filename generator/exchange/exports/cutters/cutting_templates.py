"""Which published template of a cutting machine takes which pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from generator.base.errors import UsageError, suggestion
from generator.base.geometry import Size
from generator.base.units import MM
from generator.build.papers import find_paper
from generator.exchange.exports.cutters.cutter_reader import read_cutter
from generator.exchange.exports.product_needs import NEAR
from generator.impose.cutting.cutter_grid import CutterGrid, cutter_grid
from generator.load.game_locations import data_root
from generator.model.card_format import CardSize
from generator.model.cutting.cutter import Cutter, CuttingTemplate
from generator.model.face import Face
from generator.model.game import Component
from generator.model.paper import Paper

CARDS = "cards"
"""Kind of the components that may be printed at another size."""

_EQUAL = 0.05 * MM  # what places in whole pixels differ by


@lru_cache(maxsize=1)
def silhouette() -> Cutter:
    """Return Silhouette's machines, as data/cutters has them."""
    return read_cutter(data_root(), "data", "cutters/silhouette.toml")


def find_template(name: str, papers: Iterable[Paper]) -> CuttingTemplate:
    """Return the template of a name; raises UsageError for an unknown one, with those of the papers at hand."""
    templates = silhouette().templates
    if name in templates:
        return templates[name]
    ids = {paper.id for paper in papers}
    usual = sorted(each.name for each in templates.values() if each.paper in ids and "-standard-" in each.name)
    near = suggestion(name, templates) or f"; it is a template of silhouette-card-maker, such as {' or '.join(usual)}"
    raise UsageError(f"no product called {name!r}{near}")


def usual_templates(paper: Paper) -> list[CuttingTemplate]:
    """Return the templates for a paper but those without a border, which not every printer can print."""
    return [each for each in silhouette().templates.values() if each.paper == paper.id and not each.borderless]


def cuts(template: CuttingTemplate, part: Component, face: Face) -> bool:
    """Whether a template cuts the outline of a piece."""
    is_alike = part.shape == "round" if template.is_round else not face.cut
    return is_alike and takes(template, face.trim)


def takes(template: CuttingTemplate, trim: Size, slack: float = _EQUAL) -> bool:
    """Whether a template cuts pieces of a size, upright or lying."""
    return trim.difference(template.card) <= slack


def scaled_cards(template: CuttingTemplate, components: Iterable[Component]) -> dict[str, CardSize]:
    """Return the size of the template for cards that differ by 1 mm at most, by the id of their component."""
    size = CardSize(template.name, template.card.upright)
    cards = [(part.id, part.trim) for part in components if part.kind == CARDS and part.trim is not None]
    return {id_: size for id_, trim in cards if takes(template, trim, NEAR) and not takes(template, trim)}


def template_grid(template: CuttingTemplate) -> CutterGrid:
    """Return the places of a template."""
    cutter, upright = silhouette(), find_paper(template.paper).size
    page = upright if template.portrait else upright.transpose()
    marks = cutter.marks_of(template)
    grid = cutter_grid(page, template.card, marks, cutter.gap, cutter.dpi, corner=template.corner)
    assert grid is not None, template.name  # noqa: S101  every template has cards, as a test makes sure
    return grid
