"""The files that an order would write, laid out on sheets of paper and not written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.base.cache import Cache
from generator.base.errors import Fault, UsageError
from generator.base.memory.value_size import value_size
from generator.base.records import dataclass
from generator.build.faces.typeset_game import TypesetGame
from generator.build.manifest import Manifest
from generator.build.options import BuildOptions
from generator.model.face import Font
from generator.model.press_sheet import PressSheet

MOST_PIECES = 5000
"""Most pieces with their copies for which sheets are laid out for a page."""


@dataclass(frozen=True, slots=True)
class PreviewedFile:
    """One PDF that would be written."""

    name: str
    sheets: tuple[PressSheet, ...]
    """Its pages."""
    warnings: tuple[str, ...]

    @property
    def papers(self) -> int:
        """Sheets of paper that it takes."""
        return len({sheet.number for sheet in self.sheets})


@dataclass(frozen=True, slots=True)
class PreviewedOrder:
    """All files that an order would write, as far as they are printed."""

    files: tuple[PreviewedFile, ...]
    fonts: Mapping[str, Font]
    faults: tuple[Fault, ...]
    """Faults of faces; files that need these faces are left out."""
    size: int
    """Bytes in memory."""

    def with_others(self, other_orders: Iterable[PreviewedOrder]) -> PreviewedOrder:
        """Return the files of this and of other orders of a game together."""
        every = [self, *other_orders]
        files = tuple(file for order in every for file in order.files)
        fonts = {name: font for order in every for name, font in order.fonts.items()}
        return PreviewedOrder(files, fonts, _faults(every), sum(order.size for order in every))


def previewed_order(typeset: TypesetGame, options: BuildOptions) -> PreviewedOrder:
    """Lay the faces of an order on sheets, as a build does. Raises UsageError for too many pieces."""
    from generator.build.outputs.pdf_files import PdfFiles

    fronts = {(job.component.id, job.piece.id): job.component for job in typeset.jobs if job.side == "front"}
    count = sum(typeset.selection.copies_of(part, piece) for (_, piece), part in fronts.items())
    if count > MOST_PIECES:
        raise UsageError(f"{count:,} pieces are too many to be shown before they are made; choose fewer copies")
    # A manifest without a cache: everything is laid out anew and nothing is recorded.
    manifest = Manifest(Cache(None), typeset.game.folder, options.out)
    pdfs = PdfFiles(typeset.game, options, typeset.renderer.labels, typeset.faces, manifest, typeset.names)
    files = []
    for group in pdfs.group(typeset.jobs):
        for pdf in pdfs.prepare(group):
            # Files for the screen are not shown on paper.
            if pdf.imposed and not (pdf.target.reading or pdf.target.fillable):
                files.append(PreviewedFile(pdf.target.path.name, pdf.imposed.sheets, pdf.imposed.warnings))
    fonts = typeset.renderer.labels.fonts
    return PreviewedOrder(tuple(files), fonts, typeset.faces.all_faults, value_size(files))


def _faults(orders: Iterable[PreviewedOrder]) -> tuple[Fault, ...]:
    """Return the faults of several orders, each once."""
    return tuple(dict.fromkeys(fault for order in orders for fault in order.faults))
