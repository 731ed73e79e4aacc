"""The target `cricut`: cut files for Design Space, and, over the page that it prints with its marks, the sheets."""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import DamagedError, UsageError
from generator.base.geometry import Rect
from generator.base.records import dataclass, replace
from generator.base.terminal_text import number_ranges
from generator.base.units import to_mm
from generator.exports.cutters.cricut_page import PrintedShapes, cricut_rules, find_shapes, lay_over
from generator.exports.cutters.cut_outputs import CutOutputs, layouts_of
from generator.exports.cutters.cut_pieces import (
    CutGroup,
    check_plain_papers,
    is_cut,
    press_document,
)
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.findings import Report
from generator.impose.cutting.cut_paths import CutLayout, extent
from generator.impose.imposition_inputs import ImpositionOptions
from generator.impose.press_sheets import ImposedSheets, impose
from generator.model.paper import Paper
from generator.write.pdf.document import pdf_chunks

UNDER = "--under"
"""Where faults of the page are told to be."""


def check_options(options: ExportOptions) -> None:
    """Raise UsageError for papers without room for marks, and for a PDF that cannot be opened."""
    # The margin lies on both sides of the paper.
    check_plain_papers(options.papers, 2 * cricut_rules().margin)
    if options.under and options.under.is_dir():
        raise UsageError(f"--under {options.under}: is a folder; name the PDF that Design Space's page was printed to")
    if options.under and not options.under.is_file():
        raise UsageError(f"--under {options.under}: there is no such file; print the page of Design Space to a PDF")


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write cut files `<stem>-<paper>-cut.svg`; with a page of Design Space, the sheets `<stem>-<paper>.pdf` over it.

    A page that belongs to none of the sheets is a fault.
    """
    outputs = CutOutputs(request, request.typeset(needs=is_cut), folder, Report())
    jobs = [_imposed(outputs, group, paper) for group in outputs.find_groups() for paper in request.options.papers]
    if request.options.under:
        try:
            _write_over(outputs, jobs, request.options.under)
        except DamagedError as error:
            outputs.report.fault(UNDER, str(error))
        return outputs.report
    for job in jobs:
        outputs.check_tiles(job.name, job.imposed)
        # Print Then Cut prints shapes in their own fill, by which they are found on its page.
        outputs.write_cut_files(job.name, job.layouts, fill=cricut_rules().colour, svg_only=True)
        _check_area(job, outputs.report)
        for warning in job.imposed.warnings:
            outputs.report.warn(job.name, warning)
    outputs.check_skip()
    outputs.report.lines += [request.words(f"cricut.step_{number}", limit=_limit()) for number in (1, 2, 3)]
    return outputs.report


@dataclass(frozen=True, slots=True)
class CricutJob:
    """The sheets of one group of pieces on one paper."""

    name: str
    group: CutGroup
    imposed: ImposedSheets
    layouts: tuple[CutLayout, ...]


def _imposed(outputs: CutOutputs, group: CutGroup, paper: Paper) -> CricutJob:
    """Return the sheets of a group on a paper, with the margin and gap that Cricut's machines need."""
    rules = cricut_rules()
    paper = replace(paper, margin=rules.margin)
    pieces = [replace(piece, gap=max(piece.gap, rules.gap)) for piece in group.pieces]
    # The page of Design Space brings its own marks.
    options = ImpositionOptions(gap=None, empty=outputs.request.options.skip, marks="none")
    imposed = impose(pieces, paper, options, *outputs.slug_line(group))
    return CricutJob(f"{group.stem}-{paper.id}", group, imposed, tuple(layouts_of(group, imposed)))


def _check_area(job: CricutJob, report: Report) -> None:
    """Warn of sheets whose shapes take more room than Design Space prints and cuts at once."""
    for box in [box for box in (extent(layout.paths) for layout in job.layouts) if not cricut_rules().takes(box)]:
        message = (
            f"all paths together measure {_size(box)} mm, and Print Then Cut takes {_limit()} mm at most;"
            " choose a smaller --paper such as letter, or fewer pieces with --only"
        )
        report.warn(job.name, message)


def _limit() -> str:
    """Return the largest area that is printed and cut at once, as text in mm."""
    rules = cricut_rules()
    return f"{to_mm(rules.longer):.0f} × {to_mm(rules.shorter):.0f}"


def _write_over(outputs: CutOutputs, jobs: list[CricutJob], base: Path) -> None:
    """Write the sheets that belong to a printed page of Design Space, over that page.

    A page without shapes, or with those of other sheets, is a fault in the report.
    """
    rules, report = cricut_rules(), outputs.report
    shapes = find_shapes(base, rules)
    if shapes is None:
        message = (
            f"nothing on the page has the colour {rules.colour} of cut files; print the shapes in their own colour"
        )
        report.fault(UNDER, message)
        return
    if shapes.pages > 1:
        report.warn(UNDER, f"has {shapes.pages} pages, of which the first is used; print each page to a PDF of its own")
    # A page may fit cut files of several papers; the sheets of each are written.
    matches = [(job, layout) for job in jobs for layout in job.layouts if shapes.cuts(extent(layout.paths), rules)]
    if not matches:
        report.fault(UNDER, _no_sheet(shapes, jobs))
    for job, layout in matches:
        _write_sheets(outputs, job, layout, shapes)


def _no_sheet(shapes: PrintedShapes, jobs: list[CricutJob]) -> str:
    """Return the message that a page's shapes fit no cut file, with the sizes of both."""
    sizes = dict.fromkeys(_size(extent(layout.paths)) for job in jobs for layout in job.layouts)
    return (
        f"its shapes measure {_size(shapes.box)} mm together, those of the cut files {', '.join(sizes)} mm;"
        " set the size in Design Space, and do not turn them"
    )


def _size(box: Rect) -> str:
    """Return width and height of a box as text, in mm."""
    return f"{to_mm(box.width):.1f} × {to_mm(box.height):.1f}"


def _write_sheets(outputs: CutOutputs, job: CricutJob, layout: CutLayout, shapes: PrintedShapes) -> None:
    """Write the sheets of one cut file over the printed page, as a PDF."""
    box, exported, base = extent(layout.paths), outputs.exported, outputs.request.options.under
    # Sheets with other paths have another page of Design Space.
    sheets = tuple(shapes.place(sheet, box) for sheet in job.imposed.sheets if sheet.number in layout.sheets)
    document = press_document(exported, job.group, sheets, job.imposed.duplex)
    pdf = b"".join(pdf_chunks(document, exported.forms, exported.fonts))
    assert base is not None  # noqa: S101  the shapes were found there
    outputs.folder.write(f"{job.name}.pdf", lay_over(pdf, base, shapes))
    numbers = number_ranges(layout.sheets)
    outputs.report.lines.append(outputs.request.words("cricut.sheets", file=f"{job.name}.pdf", sheets=numbers))
