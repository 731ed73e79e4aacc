"""The target `cutcontour`: press sheets for printers that cut, with the cuts as lines in an ink of their own."""

from __future__ import annotations

from functools import lru_cache

from generator.base.records import replace
from generator.exports.cutters.cut_outputs import CutOutputs
from generator.exports.cutters.cut_pieces import is_cut
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.findings import Report
from generator.impose.cutting.contour_lines import with_contours
from generator.impose.cutting.spaced_sheets import impose_apart
from generator.impose.imposition_inputs import ImpositionOptions
from generator.load.files.fault_report import FaultReport
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.game_locations import data_root
from generator.model.face import Stroke


def check_options(options: ExportOptions) -> None:
    """Accept every combination of options: this target refuses none."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write press sheets `<stem>-<paper>.pdf` with cut lines, for each group of pieces and each paper.

    Folds get no line, as no ink is known for them. Raises Faults for pieces whose back has another size.
    """
    # Booklets and full sheets are not typeset, as nothing of them is cut.
    outputs, ink = CutOutputs(request, request.typeset(needs=is_cut), folder, Report()), cutting_ink()
    # The machine finds the sheet by marks that its own program adds.
    options = ImpositionOptions(gap=None, empty=request.options.skip, marks="none")
    for group in outputs.find_groups():
        for paper in request.options.papers:
            # The file of inks is small and read whole, so that a misspelt key is a fault too.
            imposed = impose_apart(group.pieces, paper, options, *outputs.slug_line(group))
            sheets = with_contours(imposed.sheets, group.corner_of, ink)
            outputs.write_sheets(f"{group.stem}-{paper.id}", group, replace(imposed, sheets=sheets))
    outputs.check_skip()
    outputs.report.lines.append(request.words("cutcontour.ink", ink=ink.spot))
    return outputs.report


@lru_cache(maxsize=1)
def cutting_ink() -> Stroke:
    """Return the line of a cut: its width in points, its colour, and the name of its ink, which printers look for."""
    with FaultReport() as report:
        table = TomlTable(read_toml(Folder(data_root(), "data"), "cutters/spot_inks.toml"), report).table("cut")
        stroke = Stroke(table.text("colour"), table.length("width", low=0, high=72), spot=table.text("name"))
        table.close()
        return stroke
