"""The target `cut`: press sheets for any cutting machine, with the paths of its knife as SVG and DXF."""

from __future__ import annotations

from generator.exports.cutters.cut_outputs import CutOutputs, layouts_of
from generator.exports.cutters.cut_pieces import is_cut
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.findings import Report
from generator.impose.cutting.spaced_sheets import impose_apart
from generator.impose.imposition_inputs import ImpositionOptions


def check_options(options: ExportOptions) -> None:
    """Accept every combination of options: this target refuses none."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write press sheets `<stem>-<paper>.pdf` and their cut files, for each group of pieces and each paper.

    Raises Faults for pieces whose back has another size.
    """
    outputs = CutOutputs(request, request.typeset(needs=is_cut), folder, Report())
    # The widest gap that costs no paper: a knife that follows an edge twice tears the paper.
    options = ImpositionOptions(gap=None, empty=request.options.skip)
    for group in outputs.find_groups():
        for paper in request.options.papers:
            name = f"{group.stem}-{paper.id}"
            imposed = impose_apart(group.pieces, paper, options, *outputs.slug_line(group))
            outputs.write_sheets(name, group, imposed)
            outputs.write_cut_files(name, layouts_of(group, imposed))
    outputs.check_skip()
    outputs.tell_layers()
    return outputs.report
