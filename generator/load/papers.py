"""The papers that can be printed on."""

from __future__ import annotations

from generator import units
from generator.geometry import Size
from generator.load import toml
from generator.load.entry import GREATEST, Entry
from generator.load.folder import Folder
from generator.load.report import Report
from generator.model.paper import Paper

_SMALLEST = 50 * units.MM


def papers(folder: Folder) -> dict[str, Paper]:
    """The papers in a folder's `papers.toml` by id, in its order; Faults with everything that is wrong in it."""
    with Report() as report:
        top = Entry(toml.read(folder, "papers.toml"), report)
        return {id_: _paper(id_, top.table(id_)) for id_ in top.data}


def _paper(id_: str, entry: Entry) -> Paper:
    size = Size(entry.length("width", _SMALLEST, GREATEST), entry.length("height", _SMALLEST, GREATEST))
    margin = entry.length("margin", 0, max(size.width, _SMALLEST) / 4)
    if size.width > size.height:
        entry.fault("width", "papers stand upright; give the shorter side as the width")
    entry.close()
    return Paper(id_, size, margin)
