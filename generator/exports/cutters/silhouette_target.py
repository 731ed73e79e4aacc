"""The targets `silhouette` and `silhouette-4`: sheets with registration marks, for templates or own cut files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from generator.base.errors import UsageError
from generator.base.records import dataclass
from generator.base.units import to_mm
from generator.build.papers import find_paper
from generator.exports.cutters.cut_outputs import CutOutputs, layouts_of
from generator.exports.cutters.cut_pieces import (
    CutGroup,
    check_plain_papers,
    component_of,
    is_cut,
)
from generator.exports.cutters.cutting_templates import (
    cuts,
    find_template,
    scaled_cards,
    silhouette,
    template_grid,
    usual_templates,
)
from generator.exports.export_folder import ExportFolder
from generator.exports.export_options import PAPER, ExportOptions
from generator.exports.export_request import ExportRequest
from generator.exports.findings import Report
from generator.impose.cutting.cutter_sheets import (
    CutterSetup,
    CutterSheets,
    impose_between_marks,
    impose_on_template,
)
from generator.impose.cutting.registration_marks import FOUR, THREE
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, size_in_mm
from generator.model.cutting.cutter import CuttingTemplate
from generator.model.paper import Paper

MARKS: Mapping[str, int] = {"silhouette": THREE, "silhouette-4": FOUR}
"""How many marks the sheets of a target have."""


@dataclass(frozen=True, slots=True)
class CutterJob:
    """Pieces that are cut by one template, or by a cut file of their own."""

    name: str
    """Stem of its files."""
    group: CutGroup
    paper: Paper
    template: CuttingTemplate | None


def products() -> Iterable[str]:
    """Return the names of all templates, sorted by paper."""
    return sorted(silhouette().templates)


def check_options(options: ExportOptions) -> None:
    """Raise UsageError for papers without room for marks, unknown templates, and templates for another paper."""
    marks = silhouette().marks
    check_plain_papers(options.papers, 2 * marks.kept)
    if not options.product:
        return
    paper = find_template(options.product, options.papers).paper
    papers = [chosen.id for chosen in options.papers]
    # A4 is also what the options have if no paper was named: the template decides then.
    if papers not in ([PAPER], [paper]):
        raise UsageError(f"--product {options.product} is for {paper}, not for {', '.join(papers)}; leave out --paper")


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write sheets with registration marks, `<stem>-<template or paper>.pdf`, and their cut files.

    A template that is asked for and takes none of the cards is a fault.
    """
    report, product = Report(), request.options.product
    template = find_template(product, request.options.papers) if product else None
    exported = request.typeset(scaled_cards(template, request.components) if template else {}, needs=is_cut)
    outputs = CutOutputs(request, exported, folder, report)
    jobs = [job for group in outputs.find_groups() for job in _jobs(group, request.options, template)]
    if template and not any(job.template for job in jobs):
        message = (
            f"no piece is cut by it, {size_in_mm(template.card)} mm; leave out --product for cut files of any size"
        )
        report.fault(product, message)
        return report
    _tell_marks(report, request)
    for job in jobs:
        _write_job(outputs, job, MARKS[request.target])
    outputs.check_skip()
    outputs.tell_layers()
    return report


def _jobs(group: CutGroup, options: ExportOptions, template: CuttingTemplate | None) -> Iterator[CutterJob]:
    """Yield the pieces of a group by the templates that cut them; pieces without a template share sheets.

    `template` is the one that the user chose, None for any.
    """
    if template:
        yield from _jobs_on(group, find_paper(template.paper), template)
        return
    for paper in options.papers:
        yield from _jobs_on(group, paper, None)


def _jobs_on(group: CutGroup, paper: Paper, chosen_template: CuttingTemplate | None) -> Iterator[CutterJob]:
    """Yield the pieces of a group on one paper, by template; with a chosen one no other is tried."""
    parts = {deck.id: deck.component for deck in group.decks}
    templates = [chosen_template] if chosen_template else usual_templates(paper)
    # None is for pieces that no template takes; they get a cut file of their own.
    by_template: dict[CuttingTemplate | None, list[PieceToPrint]] = {}
    for piece in group.pieces:
        part = parts[component_of(piece.id)]
        template = next((candidate for candidate in templates if cuts(candidate, part, piece.front)), None)
        by_template.setdefault(template, []).append(piece)
    for template, pieces in by_template.items():
        subgroup = group.part(pieces)
        yield CutterJob(f"{group.stem}-{template.name if template else paper.id}", subgroup, paper, template)


def _write_job(outputs: CutOutputs, job: CutterJob, count: int) -> None:
    """Write the sheets and cut files of a job; `count` is the number of registration marks."""
    cutter = silhouette()
    setup = CutterSetup(cutter.marks_of(job.template), count, cutter.gap)
    slug, label = outputs.slug_line(job.group)
    # No crop marks: the machine finds the sheet by its registration marks.
    options = ImpositionOptions(gap=None, empty=outputs.request.options.skip, marks="none")
    if job.template:
        grid = template_grid(job.template)
        sheets = impose_on_template(
            job.group.pieces, job.template.name, grid, setup, options=options, slug=slug, set_text=label
        )
    else:
        sheets = impose_between_marks(job.group.pieces, job.paper, setup, options, slug, label)
    outputs.write_sheets(job.name, job.group, sheets.imposed)
    _tell_settings(outputs, job, setup, sheets)
    layouts, offset = layouts_of(job.group, sheets.imposed), cutter.enlarged_by(setup.marks) / 2
    outputs.write_cut_files(job.name, layouts, offset=offset)
    if job.template:
        _check_corners(outputs.report, job, job.template)


def _check_corners(report: Report, job: CutterJob, template: CuttingTemplate) -> None:
    """Warn of decks whose corners are rounded otherwise than the template cuts them."""
    # A circle has no corners.
    for deck in job.group.decks if not template.is_round else ():
        radius, cut_radius = (f"{to_mm(corner):.3g}" for corner in (deck.component.corner, template.corner))
        if radius != cut_radius:
            radii = f"a radius of {radius} mm, {template.name} cuts {cut_radius} mm; the cut file has {radius} mm"
            report.warn(deck.id, f"its corners have {radii}")


def _tell_settings(outputs: CutOutputs, job: CutterJob, setup: CutterSetup, sheets: CutterSheets) -> None:
    """Add a line to the report with the settings of the machine's program for one file."""
    # Silhouette Studio allows no marks so near to the edge: its page is then set larger than the paper.
    extra = silhouette().enlarged_by(setup.marks)
    sizes = dict.fromkeys((sheet.size.width + extra, sheet.size.height + extra) for sheet in sheets.imposed.sheets)
    key, template = ("template", job.template.name) if job.template else ("own", "")
    line = outputs.request.words(
        f"silhouette.{key}",
        file=f"{job.name}.pdf",
        template=template,
        size=", ".join(f"{to_mm(width):.5g} × {to_mm(height):.5g}" for width, height in sizes),
        arm=f"{to_mm(sheets.arm):.2f}",
    )
    outputs.report.lines.append(line)
    if extra:
        outputs.report.lines.append(outputs.request.words("silhouette.borderless", extra=f"{to_mm(extra):.3g}"))


def _tell_marks(report: Report, request: ExportRequest) -> None:
    """Add a line to the report with the settings of marks that all files share.

    Marks of borderless templates lie nearer to the edge: they are at the usual inset of a larger page.
    """
    marks, count = silhouette().marks, MARKS[request.target]
    thickness, inset = (f"{to_mm(length):.3g}" for length in (marks.thickness, marks.inset))
    kind = request.words(f"silhouette.marks_{count}")
    report.lines.append(request.words("silhouette.settings", marks=kind, thickness=thickness, inset=inset))
