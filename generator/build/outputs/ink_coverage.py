"""Ink coverage: how dark the paper of a file becomes, and how much of each ink that takes, in per cent.

pdfium renders each different face at DPI. A pixel takes as much black as its lightest channel lacks, and of cyan,
magenta and yellow what red, green and blue lack besides: an estimate, for each printer mixes inks in its own way. The
darkness of a face, the mean of 1 - (R + G + B) / 3, is its black and a third of its other inks. Faces are measured once
within the trim and once for the bleed. A file's coverage is that of all its faces, weighted by their area, divided by
the area of all printed sides. Marks and cut lines, less than 1 %, are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.records import replace
from generator.base.workers import WorkerPool, worker_count
from generator.build.manifest import KEPT_BUILDS, OutputFile

if TYPE_CHECKING:
    from PIL.Image import Image as RgbImage

    from generator.build.faces.face_batch import FaceSet
    from generator.build.faces.labels import Labels
    from generator.build.faces.packed_faces import PackedForms
    from generator.model.face import Face
    from generator.model.press_sheet import PressSheet

_MOST_PIXELS = 25_000_000
"""Most pixels of a face; twenty bytes are needed for each while its ink is measured."""
DPI = 100
"""Resolution for measuring; lines of 0.25 mm get their true width, as pdfium draws none thinner than a pixel."""

MANY = 12
"""New faces per worker."""

GROUP = 40
"""Faces drawn on the pages of one PDF to be measured: 20,000 at once would fill the memory."""

NAME = f"inks-{DPI}"
"""Folder of the cache entries with the inks of faces."""

FEW = 20
"""Faces of a cache entry that count as used in each build, at least."""

TrimAndBleed = tuple[float, float]
"""A number for the area within the trim, and one for the bleed."""

Inks = tuple[float, float, float, float]
"""Shares of the area covered by cyan, magenta, yellow and black."""

FaceInks = tuple[Inks, Inks]
"""Inks within the trim, and inks of the bleed."""

PaperShares = Mapping[str, TrimAndBleed]
"""Share of a file's paper that each face covers, by face key."""


def paper_shares(sheets: Sequence[PressSheet]) -> PaperShares:
    """Return by face the shares of all paper that its trim and its bleed cover on some sheets."""
    paper = sum(sheet.size.width * sheet.size.height for sheet in sheets)
    covered: dict[str, TrimAndBleed] = {}
    for sheet in sheets:
        for placed in sheet.placed:
            reach, trim = (rect.width * rect.height / paper for rect in (placed.clip, placed.trim))
            # A tile shows only a part of the trim.
            within, beyond = covered.get(placed.face.key, (0.0, 0.0))
            covered[placed.face.key] = within + min(reach, trim), beyond + max(0.0, reach - trim)
    return covered


def with_ink(
    files: Sequence[OutputFile],
    shares: Mapping[Path, PaperShares],
    faces: FaceSet,
    labels: Labels,
    ink_cache: Cache,
    processes: int,
) -> list[OutputFile]:
    """Return the records of files with their ink coverage added, for the files in `shares`.

    Workers measure the faces that `ink_cache` does not have.
    """
    used = {key for covered in shares.values() for key in covered}
    inks = _known_inks(ink_cache, used)
    missing = {face.key: face for face in faces.faces.values() if face.key in used and face.key not in inks}
    if missing:
        measured = _measured([*missing.values()], faces, labels, processes)
        _keep(ink_cache, measured, used)
        inks |= measured
    return [replace(file, inks=_inks_of(shares[file.path], inks)) if file.path in shares else file for file in files]


def _known_inks(ink_cache: Cache, keys: Collection[str]) -> dict[str, FaceInks]:
    """Return the inks of faces that the cache has, by face key."""
    inks_by_key: dict[str, FaceInks] = {}
    for entry in {_entry(key) for key in keys}:
        inks_by_key |= {key: inks for key, inks in (ink_cache.get(entry) or {}).items() if key in keys}
    return inks_by_key


def _keep(ink_cache: Cache, measured: Mapping[str, FaceInks], used: Collection[str]) -> None:
    """Store the measured inks of faces in the cache; the values that were not used for longest are dropped."""
    for entry in {_entry(key) for key in measured}:
        stored: dict[str, FaceInks] = ink_cache.get(entry) or {}
        stored |= {key: inks for key, inks in measured.items() if _entry(key) == entry}
        # Faces in use come last, so the oldest of the others are dropped first.
        ordered = {key: stored[key] for key in sorted(stored, key=lambda key: key in used)}
        most = KEPT_BUILDS * max(FEW, sum(key in used for key in stored))
        ink_cache.put(entry, dict([*ordered.items()][-most:]))


def _entry(key: str) -> str:
    """Return the name of the cache entry for a face's ink.

    Faces whose keys begin alike share an entry, so that a changed face rewrites a part of a large deck.
    """
    return f"{NAME}/{key[:1]}"


def _measured(faces: Sequence[Face], all_: FaceSet, labels: Labels, processes: int) -> dict[str, FaceInks]:
    """Return the inks of some faces, measured by workers if that pays."""
    workers = worker_count(processes, len(faces) // MANY + 1)
    groups = [faces[start : start + GROUP] for start in range(0, len(faces), GROUP)]
    results = WorkerPool(partial(_measure, all_.forms, labels), groups, workers, largest=1).results()
    pairs = zip(groups, results, strict=True)
    return {face.key: inks for batch, values in pairs for face, inks in zip(batch, values, strict=True)}


def _measure(forms: PackedForms, labels: Labels, batch: Sequence[Face]) -> list[FaceInks]:
    """Return the inks of some faces, rendered from one PDF."""
    from generator.write.pdf.document import face_pdf
    from generator.write.png import page_pixels

    dpi = _resolution(batch)
    drawn = page_pixels(face_pdf(batch, forms, labels.fonts), dpi)
    return [_face_inks(face, dpi, *raster) for face, raster in zip(batch, drawn, strict=True)]


def _inks_of(covered: PaperShares, inks: Mapping[str, FaceInks]) -> Inks:
    """Return the inks of a file in per cent of its paper."""
    pairs = [(part, ink) for key, parts in covered.items() for part, ink in zip(parts, inks[key], strict=True)]
    cyan, magenta, yellow, black = (
        100 * sum(part * ink[channel_index] for part, ink in pairs) for channel_index in range(4)
    )
    return cyan, magenta, yellow, black


def _resolution(faces: Iterable[Face]) -> int:
    """Return the dots per inch at which some faces are rendered: fewer than DPI for a board of two metres."""
    inches = max((face.trim.width + 2 * face.bleed) * (face.trim.height + 2 * face.bleed) for face in faces) / 72**2
    return min(DPI, int((_MOST_PIXELS / inches) ** 0.5))


def _face_inks(face: Face, dpi: int, width: int, height: int, rows: bytes) -> FaceInks:
    """Return the shares of ink of a face, within the trim and in the bleed, from its rendered pixels."""
    from PIL import Image

    image = Image.frombuffer("RGB", (width, height), rows, "raw", "RGB", 0, 1)
    # At least one pixel must be left within the trim.
    bleed = min(round(face.bleed * dpi / 72), (width - 1) // 2, (height - 1) // 2)
    inner = image.crop((bleed, bleed, width - bleed, height - bleed))
    within, whole = _inks(inner), _inks(image)
    area = inner.width * inner.height
    # A face without bleed has no ring; 1 avoids a division by zero.
    ring = width * height - area or 1
    beyond = ((all_ - inside) / ring for all_, inside in zip(whole, within, strict=True))
    return tuple(ink / area for ink in within), tuple(beyond)  # type: ignore[return-value]  # four each


def _inks(image: RgbImage) -> Inks:
    """Return how many pixels' worth of each ink a picture takes."""
    from PIL import ImageChops

    red, green, blue = image.split()
    missing = [_missing(channel.histogram()) for channel in (red, green, blue)]
    # The lightest channel: grey common to all three is printed in black.
    black = _missing(ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram())
    return *(channel - black for channel in missing), black  # type: ignore[return-value]  # four


def _missing(counts: Sequence[int]) -> float:
    """Return the missing white of a channel, summed over its histogram; 1 is a black pixel."""
    return sum((255 - level) * count for level, count in enumerate(counts)) / 255
