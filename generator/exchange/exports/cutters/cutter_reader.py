"""Reads a make of cutting machines: its marks, and the published templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import MM
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.model.cutting.cutter import Cutter, CuttingTemplate, RegistrationMarks

_LONGEST = 1000 * MM
_FINEST = 2400  # dpi
_NAME = re.compile(r"(?P<paper>[a-z0-9]+)-(?P<card>[a-z0-9_]+?)(?P<borderless>-borderless)?-v[0-9]+\Z")

Cards = Mapping[str, tuple[float, float, float]]
"""Width, height and radius of the corners, by name."""


def read_cutter(root: Path, shown: str, name: str) -> Cutter:
    """Return the machines of a file below `root`, which faults call `shown`; raise Faults with all that is wrong."""
    with FaultReport() as report:
        top = TomlTable(read_toml(Folder(root, shown), name), report)
        marks = top.section("marks", _marks)
        borderless = replace(marks, inset=_length(top, "borderless_inset"))
        dpi, gap = top.integer("dpi", 1, _FINEST), _length(top, "gap")
        cards = top.section("cards", _cards)
        templates = top.section("templates", lambda table: dict(_templates(table, cards)))
        top.close()
        return Cutter(marks, borderless, dpi, gap, templates)


def _marks(table: TomlTable) -> RegistrationMarks:
    keys = ("inset", "thickness", "square", "least", "most", "clear")
    return RegistrationMarks(*(_length(table, key) for key in keys))


def _length(table: TomlTable, key: str) -> float:
    return table.length(key, low=0, high=_LONGEST)


def _cards(table: TomlTable) -> Cards:
    found = {}
    for name in table.data:
        sizes = [table.measure(name, text, 0, _LONGEST) for text in table.text_list(name)]
        if len(sizes) == 3:
            found[name] = (sizes[0], sizes[1], sizes[2])
        else:
            table.fault(name, 'must be width, height and radius of the corners, like ["63mm", "88mm", "3mm"]')
    return found


def _templates(table: TomlTable, cards: Cards) -> Iterator[tuple[str, CuttingTemplate]]:
    for way in ("landscape", "portrait"):
        for name in table.text_list(way):
            found = _NAME.match(name)
            if not found or found["card"] not in cards:
                table.fault(way, f"{quote(name)} names no paper, card and version, like 'a4-standard-v5'")
                continue
            width, height, corner = cards[found["card"]]
            size, is_borderless = Size(width, height), bool(found["borderless"])
            yield name, CuttingTemplate(name, found["paper"], size, corner, way == "portrait", is_borderless)
