"""Writes the files of one group of pieces: sheets to print, and the files by which they are cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from generator.base.records import dataclass, field
from generator.base.terminal_text import number_ranges
from generator.base.units import to_mm
from generator.exports.cutters.cut_pieces import CutGroup, component_of, cut_groups, press_document, slug_words
from generator.exports.export_folder import ExportFolder
from generator.exports.export_request import ExportRequest
from generator.exports.exported_game import ExportedGame
from generator.exports.findings import Report
from generator.impose.cutting.contour_lines import cut_page
from generator.impose.cutting.cut_paths import CutLayout, cut_layouts, extent, is_tile, touching
from generator.impose.imposition_inputs import SlugWords, TextSetter
from generator.impose.press_sheets import ImposedSheets
from generator.model.press_sheet import PressDocument
from generator.write.cut_files.cut_dxf import cut_dxf, has_dxf_library
from generator.write.cut_files.cut_svg import cut_svg
from generator.write.pdf.document import pdf_chunks


@dataclass(frozen=True, slots=True)
class CutOutputs:
    """Writer for the files of cut groups; its report describes each of them."""

    request: ExportRequest
    exported: ExportedGame
    folder: ExportFolder
    report: Report
    places: list[int] = field(default_factory=list)
    """How many places the sheets of each group have."""

    def check_skip(self) -> None:
        """Report a place to be left empty that no sheet has, and sheets whose only place is to be left empty."""
        skip, most = self.request.options.skip, max(self.places, default=0)
        for number in [number for number in skip if self.places and most < number]:
            self.report.fault("--skip", f"no sheet has a place {number}; the most that one has are {most}")
        if skip and most == 1:
            self.report.fault("--skip", "every sheet has a single place, which cannot stay empty; leave the option out")

    def find_groups(self) -> list[CutGroup]:
        """Return the groups of pieces that are cut; a game without any is a fault."""
        groups = cut_groups(self.exported)
        if not groups:
            self.report.fault(self.request.target, "nothing of this is cut; booklets and whole sheets of paper are not")
        return groups

    def slug_line(self, group: CutGroup) -> tuple[SlugWords, TextSetter]:
        """Return the words printed at the edge of a group's sheets (slug line), and the function that typesets them."""
        return slug_words(self.exported, group), partial(self.exported.labels.label, self.exported.language)

    def write_sheets(self, name: str, group: CutGroup, imposed: ImposedSheets) -> None:
        """Write `<name>.pdf`, the sheets to print, and report their warnings.

        Raises Faults for a font that cannot be embedded, OutputError.
        """
        exported = self.exported
        document = press_document(exported, group, imposed.sheets, imposed.duplex)
        self.folder.write(f"{name}.pdf", pdf_chunks(document, exported.forms, exported.fonts))
        for warning in imposed.warnings:
            self.report.warn(name, warning)
        self.check_tiles(name, imposed)

    def check_tiles(self, name: str, imposed: ImposedSheets) -> None:
        """Note how many places the sheets have, and warn of components whose pieces are larger than the paper.

        Each component is named once.
        """
        # Kept for `check_skip`, which is called after all groups.
        self.places.append(imposed.places)
        tiles = (component_of(placed.piece) for sheet in imposed.sheets for placed in sheet.placed if is_tile(placed))
        for component in dict.fromkeys(tiles):
            message = "is too large for this paper and comes in parts, which are cut straight; choose a larger --paper"
            self.report.warn(f"{name}: {component}", message)

    def write_cut_files(
        self, name: str, layouts: Sequence[CutLayout], *, fill: str = "", svg_only: bool = False, offset: float = 0.0
    ) -> None:
        """Write `<name>-cut.svg`, `.dxf` and `.pdf`, numbered where sheets differ, and report which sheets each is for.

        `offset` (points) is added to reported places, for a page larger than the paper by it at all edges. `fill` is
        the colour of shapes in SVG files, empty for outlines.
        """
        endings = ("svg",) if svg_only else self._endings()
        for number, layout in enumerate(layouts, 1):
            stem = f"{name}-cut" if len(layouts) == 1 else f"{name}-cut-{number}"
            for ending in endings:
                self.folder.write(f"{stem}.{ending}", self._cut_file(ending, layout, fill))
            files = ", .".join([f"{stem}.{endings[0]}", *endings[1:]])
            self.report.lines.append(self.request.words("cut.file", files=files, **_measures(layout, offset)))
            if touching(layout.paths):
                message = "pieces touch, so the knife follows their shared edges twice; try a larger --paper"
                self.report.warn(stem, message)

    def _endings(self) -> tuple[str, ...]:
        """Return the endings of cut files; without its library DXF is left out with a warning."""
        if has_dxf_library():
            return "svg", "dxf", "pdf"
        from generator.base.system.install_command import install_tail

        message = f"DXF files are left out, as the library ezdxf is missing{install_tail('cutting')}"
        self.report.warn(self.request.target, message)
        return "svg", "pdf"

    def tell_layers(self) -> None:
        """Add a line to the report that explains the layers of cut files and how to open them."""
        words = self.request.words
        self.report.lines.append(words("cut.layers", dxf=words("cut.dxf") if has_dxf_library() else ""))

    def _cut_file(self, ending: str, layout: CutLayout, fill: str) -> bytes | Iterator[bytes]:
        """Return the content of a cut file with an ending, "svg", "dxf" or "pdf"."""
        if ending == "svg":
            return cut_svg(layout.paths, fill=fill).encode()
        return cut_dxf(layout.paths) if ending == "dxf" else self._cut_pdf(layout)

    def _cut_pdf(self, layout: CutLayout) -> Iterator[bytes]:
        """Yield a PDF page with the paths of a cut file, piece by piece."""
        exported, page = self.exported, cut_page(layout.paths)
        document = PressDocument(exported.title, "", "", exported.language, exported.game.date, (page,))
        return pdf_chunks(document, {}, exported.fonts)


def _measures(layout: CutLayout, offset: float) -> dict[str, str]:
    """Return the numbers for the report on a cut file: sheets, page, and the rectangle around all paths, in mm."""
    page, box = layout.paths.size, extent(layout.paths)
    size = f"{to_mm(page.width):.5g} × {to_mm(page.height):.5g}"
    # People compare these lengths with those that the program of their machine shows.
    lengths = {"x": box.x + offset, "y": box.y + offset, "width": box.width, "height": box.height}
    sheets = number_ranges(layout.sheets)
    return {"sheets": sheets, "size": size} | {name: f"{to_mm(length):.2f}" for name, length in lengths.items()}


def layouts_of(group: CutGroup, imposed: ImposedSheets) -> list[CutLayout]:
    """Return the different sets of cut paths on the sheets of a group, each with the numbers of its sheets."""
    return cut_layouts(imposed.sheets, group.corner_of)
