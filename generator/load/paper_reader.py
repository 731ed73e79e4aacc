"""Reads the papers that can be printed on."""

from __future__ import annotations

from generator.base import units
from generator.base.geometry import Size
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import GREATEST, TomlTable
from generator.model.paper import Paper

_SMALLEST = 50 * units.MM


def read_papers(folder: Folder) -> dict[str, Paper]:
    """The papers of `papers.toml` by id, in its order; raises Faults with everything that is wrong in it."""
    with FaultReport() as report:
        top = TomlTable(read_toml(folder, "papers.toml"), report)
        return {id_: _paper(id_, top.table(id_)) for id_ in top.data}


def _paper(id_: str, entry: TomlTable) -> Paper:
    size = Size(entry.length("width", _SMALLEST, GREATEST), entry.length("height", _SMALLEST, GREATEST))
    margin = entry.length("margin", 0, max(size.width, _SMALLEST) / 4)
    if size.width > size.height:
        entry.fault("width", "papers stand upright; give the shorter side as the width")
    entry.close()
    return Paper(id_, size, margin)
