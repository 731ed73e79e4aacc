"""The files that an order would write, laid out on sheets of paper and kept for the pages that show them."""

from __future__ import annotations

from argparse import Namespace
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from generator.base.cache import Cache
from generator.base.errors import Fault, UsageError
from generator.base.hashing import digest
from generator.base.records import dataclass
from generator.build.adapted_game import load_game
from generator.build.faces.typeset_game import TypesetGame
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions, GameFolder, read_options
from generator.build.outputs.manifest import Manifest
from generator.model.face import Font
from generator.model.press_sheet import PressSheet
from generator.web.gallery.face_previews import FacePreviews, drop_oldest

MOST_PIECES = 5000
"""Pieces to print, with their copies, up to which sheets are laid out for a page."""
MOST_KEPT = 4
"""Orders whose sheets are kept."""


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
    """Of faces; files that need these are left out."""

    def with_others(self, others: Iterable[PreviewedOrder]) -> PreviewedOrder:
        """Return the files of this and of other orders of a game together."""
        every = [self, *others]
        files = tuple(file for order in every for file in order.files)
        fonts = {name: font for order in every for name, font in order.fonts.items()}
        return PreviewedOrder(files, fonts, tuple(dict.fromkeys(fault for order in every for fault in order.faults)))


def previewed_order(typeset: TypesetGame, options: BuildOptions) -> PreviewedOrder:
    """Lay the faces of an order on sheets, as a build does. Raises UsageError for too many pieces."""
    from generator.build.outputs.pdf_files import PdfFiles

    fronts = {(job.component.id, job.piece.id): job.component for job in typeset.jobs if job.side == "front"}
    count = sum(typeset.selection.copies_of(part, piece) for (_, piece), part in fronts.items())
    if count > MOST_PIECES:
        raise UsageError(f"{count:,} pieces are too many to be shown before they are made; choose fewer copies")
    manifest = Manifest(Cache(None), typeset.game.folder, options.out)
    pdfs = PdfFiles(typeset.game, options, typeset.renderer.labels, typeset.faces, manifest, typeset.selection)
    files = []
    for group in pdfs.group(typeset.jobs):
        for pdf in pdfs.prepare(group):
            if pdf.imposed and not (pdf.target.reading or pdf.target.fillable):
                files.append(PreviewedFile(pdf.target.path.name, pdf.imposed.sheets, pdf.imposed.warnings))
    return PreviewedOrder(tuple(files), typeset.renderer.labels.fonts, typeset.faces.all_faults)


class PreviewedOrders:
    """The sheets of the last orders that pages have asked for."""

    def __init__(self, previews: FacePreviews, out: Path) -> None:
        self._previews, self._out = previews, out
        self._orders: OrderedDict[str, PreviewedOrder] = OrderedDict()

    async def order(self, folder: GameFolder, inputs: InputDigests, chosen: Mapping[str, Any]) -> PreviewedOrder:
        """Return the sheets of an order, or those kept; `chosen` are the options of `vallum build`, with its `themes`.

        Raises UsageError for what cannot be printed.
        """
        asked = {**chosen, "only": chosen["only"] or [], "jobs": 1, "plan": False, "out": self._out}
        asked |= {"svg": True, "strict": False, "verify": False}
        builds = [read_options(Namespace(**asked, theme=theme)) for theme in chosen["themes"]]
        key = digest(repr(folder), repr(builds), inputs.everything)
        if key not in self._orders:
            first, *others = [await self._laid_out(folder, inputs, options) for options in builds]
            self._orders[key] = first.with_others(others) if others else first
            drop_oldest(self._orders, MOST_KEPT)
        self._orders.move_to_end(key)
        return self._orders[key]

    async def _laid_out(self, folder: GameFolder, inputs: InputDigests, options: BuildOptions) -> PreviewedOrder:
        game = await self._previews.run(lambda: load_game(folder, options))
        typeset = await self._previews.typeset(folder, options, game, inputs)
        return await self._previews.run(lambda: previewed_order(typeset, options))
