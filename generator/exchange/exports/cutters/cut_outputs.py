"""Writes the files of one group of pieces: sheets to print, and the files by which they are cut."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.exchange.exports.cutters.cut_pieces import CutGroup, press_document
from generator.exchange.exports.export_folder import ExportFolder
from generator.exchange.exports.export_request import ExportRequest
from generator.exchange.exports.exported_game import ExportedGame
from generator.exchange.exports.findings import Report
from generator.impose.cutting.cut_paths import CutLayout, cut_layouts, touching
from generator.impose.press_sheets import ImposedSheets
from generator.write.cut_files.cut_dxf import cut_dxf
from generator.write.cut_files.cut_svg import cut_svg
from generator.write.pdf.document import pdf_chunks


@dataclass(frozen=True, slots=True)
class CutOutputs:
    """Where files are written, and what is told of them."""

    request: ExportRequest
    exported: ExportedGame
    folder: ExportFolder
    report: Report

    def write_sheets(self, name: str, group: CutGroup, imposed: ImposedSheets) -> None:
        """Write `<name>.pdf`, the sheets to print. Raises Faults for a font that cannot be embedded, OutputError."""
        exported = self.exported
        two_sided = {sheet.side for sheet in imposed.sheets} == {"recto", "verso"}
        document = press_document(exported, group, imposed.sheets, imposed.duplex if two_sided else None)
        self.folder.write(f"{name}.pdf", pdf_chunks(document, exported.forms, exported.fonts))
        for warning in imposed.warnings:
            self.report.warn(name, warning)

    def write_cut_files(self, name: str, layouts: Sequence[CutLayout], *, fill: str = "", dxf: bool = True) -> None:
        """Write `<name>-cut.svg` and `.dxf`, numbered where sheets differ, and say which sheets each is for."""
        for number, layout in enumerate(layouts, 1):
            stem = f"{name}-cut" if len(layouts) == 1 else f"{name}-cut-{number}"
            self.folder.write(f"{stem}.svg", cut_svg(layout.paths, fill=fill).encode())
            if dxf:
                self.folder.write(f"{stem}.dxf", cut_dxf(layout.paths))
            self._tell(stem, layout, dxf=dxf)

    def _tell(self, stem: str, layout: CutLayout, *, dxf: bool) -> None:
        size = layout.paths.size
        files = f"{stem}.svg, {stem}.dxf" if dxf else f"{stem}.svg"
        width, height = (f"{to_mm(side):.5g}" for side in (size.width, size.height))
        sheets = number_ranges(layout.sheets)
        self.report.lines.append(self.request.words("cut.file", files=files, sheets=sheets, size=f"{width} × {height}"))
        if touching(layout.paths):
            self.report.warn(stem, "pieces touch, so the knife follows their shared edges twice; try a larger --paper")


def layouts_of(group: CutGroup, imposed: ImposedSheets) -> list[CutLayout]:
    """Return what is cut on the sheets of a group."""
    return cut_layouts(imposed.sheets, group.corner_of)


def number_ranges(numbers: Sequence[int]) -> str:
    """Return sorted numbers with those that follow each other drawn together.

    >>> number_ranges((1, 2, 3, 5, 7, 8))
    '1–3, 5, 7–8'
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][-1] == number - 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    return ", ".join(f"{some[0]}" if len(some) == 1 else f"{some[0]}–{some[-1]}" for some in ranges)
