"""Ink coverage: how dark the paper of a file becomes, and how much of each ink that takes, in per cent.

pdfium renders each different face at DPI. A pixel takes as much black as its lightest channel lacks, and of cyan,
magenta and yellow what red, green and blue lack besides: an estimate, for each printer mixes inks in its own way. The
darkness of a face, the mean of 1 - (R + G + B) / 3, is its black and a third of its other inks. Faces are measured once
within the trim and once for the bleed. A file's coverage is that of all its faces, weighted by their area, divided by
the area of all printed sides. Marks and cut lines, less than 1 %, are left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.records import replace
from generator.base.workers import WorkerPool
from generator.build.outputs.manifest import OutputFile
from generator.write.png import page_pixels

if TYPE_CHECKING:
    from PIL.Image import Image as RgbImage

    from generator.build.faces.face_batch import FaceSet
    from generator.build.faces.labels import Labels
    from generator.model.face import Face
    from generator.model.press_sheet import PressSheet

DPI = 100
"""Shows lines of 0.25 mm at their true width: pdfium draws none thinner than a pixel."""

MANY = 12
"""New faces for each worker."""

NAME = "inks"
"""Cache entry of the inks of faces."""

KEPT = 4000
"""Most faces in the cache entry."""

TrimAndBleed = tuple[float, float]
"""A number for the area within the trim, and one for the bleed."""

Inks = tuple[float, float, float, float]
"""Share of the area that cyan, magenta, yellow and black cover."""

FaceInks = tuple[Inks, Inks]
"""The inks within the trim, and those of the bleed."""

PaperShares = Mapping[str, TrimAndBleed]
"""Share of a file's paper that each face covers, by face key."""


def paper_shares(sheets: Sequence[PressSheet]) -> PaperShares:
    """Return the share of the paper that each face covers on some sheets, as far as its art is clipped."""
    paper = sum(sheet.size.width * sheet.size.height for sheet in sheets)
    covered: dict[str, TrimAndBleed] = {}
    for sheet in sheets:
        for placed in sheet.placed:
            reach, trim = (rect.width * rect.height / paper for rect in (placed.clip, placed.trim))
            within, beyond = covered.get(placed.face.key, (0.0, 0.0))
            covered[placed.face.key] = within + min(reach, trim), beyond + max(0.0, reach - trim)
    return covered


class InkCoverage:
    """Measures faces by workers, while the caller writes PDF files."""

    def __init__(self, faces: FaceSet, keys: Iterable[str], labels: Labels, kept: Cache, processes: int) -> None:
        """Start to measure the faces of the jobs `keys` that the cache `kept` does not know."""
        self._faces, self._labels, self._kept = faces, labels, kept
        self._known: dict[str, FaceInks] = kept.get(NAME) or {}
        wanted = {face.key: face for face in (faces.faces[key] for key in keys)}
        missing = [face for key, face in wanted.items() if key not in self._known]
        workers = min(processes, len(missing) // MANY + 1, os.cpu_count() or 1) if processes > 1 else 0
        self._groups = [missing[start::workers] for start in range(workers)] if workers > 0 else [missing]
        self._pool = WorkerPool(self._measure, self._groups if missing else [], workers)

    def _measure(self, faces: Sequence[Face]) -> list[FaceInks]:
        from generator.write.pdf.document import face_pdf

        drawn = page_pixels(face_pdf(faces, self._faces.forms, self._labels.fonts), DPI)
        return [_face_inks(face, *raster) for face, raster in zip(faces, drawn, strict=True)]

    def add_to(self, files: Sequence[OutputFile], shares: Mapping[Path, PaperShares]) -> list[OutputFile]:
        """Return the files with their coverage; `shares` has those that were written anew."""
        results = list(self._pool.results())
        for faces, values in zip(self._groups, results, strict=False):  # no results where nothing was missing
            self._known |= {face.key: value for face, value in zip(faces, values, strict=True)}
        if results:
            known = (self._kept.get(NAME) or {}) | self._known  # another may have kept some in the meantime
            self._kept.put(NAME, dict(list(known.items())[-KEPT:]))
        return [self._with_coverage(each, shares[each.path]) if each.path in shares else each for each in files]

    def _with_coverage(self, file: OutputFile, covered: PaperShares) -> OutputFile:
        pairs = [
            (share, inks)
            for key, shares in covered.items()
            for share, inks in zip(shares, self._known[key], strict=True)
        ]
        cyan, magenta, yellow, black = (100 * sum(share * inks[at] for share, inks in pairs) for at in range(4))
        ink = (cyan + magenta + yellow) / 3 + black
        return replace(file, ink=ink, inks=(cyan, magenta, yellow, black))


def _face_inks(face: Face, width: int, height: int, rows: bytes) -> FaceInks:
    """Return the inks of a face that was rendered with its bleed."""
    from PIL import Image

    image = Image.frombuffer("RGB", (width, height), rows, "raw", "RGB", 0, 1)
    bleed = min(round(face.bleed * DPI / 72), (width - 1) // 2, (height - 1) // 2)
    inner = image.crop((bleed, bleed, width - bleed, height - bleed))
    within, whole = _inks(inner), _inks(image)
    area = inner.width * inner.height
    ring = width * height - area or 1
    beyond = ((all_ - inside) / ring for all_, inside in zip(whole, within, strict=True))
    return tuple(ink / area for ink in within), tuple(beyond)  # type: ignore[return-value]  # four each


def _inks(image: RgbImage) -> Inks:
    """Return how many pixels' worth of each ink a picture takes."""
    from PIL import ImageChops

    red, green, blue = image.split()
    missing = [_missing(channel.histogram()) for channel in (red, green, blue)]
    black = _missing(ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram())
    return *(channel - black for channel in missing), black  # type: ignore[return-value]  # four


def _missing(counts: Sequence[int]) -> float:
    """Return what a channel lacks of white over all pixels of its histogram."""
    return sum((255 - at) * count for at, count in enumerate(counts)) / 255
