"""Writes the files of one group of pieces: sheets to print, and the files by which they are cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from generator.base.records import dataclass
from generator.base.terminal_text import number_ranges
from generator.base.units import to_mm
from generator.exchange.exports.cutters.cut_pieces import CutGroup, component_of, cut_groups, press_document, slug_words
from generator.exchange.exports.export_folder import ExportFolder
from generator.exchange.exports.export_request import ExportRequest
from generator.exchange.exports.exported_game import ExportedGame
from generator.exchange.exports.findings import Report
from generator.impose.cutting.contour_lines import cut_page
from generator.impose.cutting.cut_paths import CutLayout, cut_layouts, extent, is_tile, touching
from generator.impose.imposition_inputs import SlugWords, TextSetter
from generator.impose.press_sheets import ImposedSheets
from generator.model.press_sheet import PressDocument
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

    def find_groups(self) -> list[CutGroup]:
        """Return the pieces that are cut; a game without any is a fault."""
        groups = cut_groups(self.exported)
        if not groups:
            self.report.fault(self.request.target, "nothing of this is cut; booklets and whole sheets of paper are not")
        return groups

    def slug_line(self, group: CutGroup) -> tuple[SlugWords, TextSetter]:
        """Return the words of the slug line on the sheets of a group, and what sets them."""
        return slug_words(self.exported, group), partial(self.exported.labels.label, self.exported.language)

    def write_sheets(self, name: str, group: CutGroup, imposed: ImposedSheets) -> None:
        """Write `<name>.pdf`, the sheets to print. Raises Faults for a font that cannot be embedded, OutputError."""
        exported = self.exported
        document = press_document(exported, group, imposed.sheets, imposed.duplex)
        self.folder.write(f"{name}.pdf", pdf_chunks(document, exported.forms, exported.fonts))
        for warning in imposed.warnings:
            self.report.warn(name, warning)
        self.check_tiles(name, imposed)

    def check_tiles(self, name: str, imposed: ImposedSheets) -> None:
        """Warn of components whose pieces are larger than the paper, once each."""
        tiles = (component_of(placed.piece) for sheet in imposed.sheets for placed in sheet.placed if is_tile(placed))
        for component in dict.fromkeys(tiles):
            what = "is too large for this paper and comes in parts, which are cut straight; choose a larger --paper"
            self.report.warn(f"{name}: {component}", what)

    def write_cut_files(
        self, name: str, layouts: Sequence[CutLayout], *, fill: str = "", dxf: bool = True, offset: float = 0.0
    ) -> None:
        """Write `<name>-cut.svg`, `.dxf` and `.pdf`, numbered where sheets differ, and say which sheets each is for.

        Places are told from the corner of a page that is larger than the paper by `offset` at all edges.
        """
        for number, layout in enumerate(layouts, 1):
            stem = f"{name}-cut" if len(layouts) == 1 else f"{name}-cut-{number}"
            self.folder.write(f"{stem}.svg", cut_svg(layout.paths, fill=fill).encode())
            if dxf:
                self.folder.write(f"{stem}.dxf", cut_dxf(layout.paths))
                self.folder.write(f"{stem}.pdf", self._cut_pdf(layout))
            files = f"{stem}.svg, .dxf, .pdf" if dxf else f"{stem}.svg"
            self.report.lines.append(self.request.words("cut.file", files=files, **_measures(layout, offset)))
            if touching(layout.paths):
                what = "pieces touch, so the knife follows their shared edges twice; try a larger --paper"
                self.report.warn(stem, what)

    def _cut_pdf(self, layout: CutLayout) -> Iterator[bytes]:
        exported, page = self.exported, cut_page(layout.paths)
        document = PressDocument(exported.title, "", "", exported.language, exported.game.date, (page,))
        return pdf_chunks(document, {}, exported.fonts)


def _measures(layout: CutLayout, offset: float) -> dict[str, str]:
    """Return what is told of a cut file: its sheets, the page, and size and place of all paths together, in mm."""
    page, box = layout.paths.size, extent(layout.paths)
    size = f"{to_mm(page.width):.5g} × {to_mm(page.height):.5g}"
    lengths = {"x": box.x + offset, "y": box.y + offset, "width": box.width, "height": box.height}
    sheets = number_ranges(layout.sheets)
    return {"sheets": sheets, "size": size} | {name: f"{to_mm(length):.2f}" for name, length in lengths.items()}


def layouts_of(group: CutGroup, imposed: ImposedSheets) -> list[CutLayout]:
    """Return what is cut on the sheets of a group."""
    return cut_layouts(imposed.sheets, group.corner_of)
