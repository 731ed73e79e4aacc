"""Replaces a face that cannot be drawn without transparency by a picture of pixels under its text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.records import replace
from generator.exports.press.flat.ink_leaves import Leaf, leaf_of, placed_clip, placed_ink
from generator.model.face import (
    Clip,
    Composite,
    Drawing,
    EncodedPixels,
    Face,
    Font,
    GlyphRun,
    Group,
    Image,
    Ink,
    Part,
    Raster,
    image_digest,
)
from generator.typeset.ink.png_rows import packed_rows
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import face_pdf
from generator.write.png import page_bands

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from generator.base.stored_data import DataStore

DPI, ENOUGH = 600, 300
"""Resolutions of the picture: edges of drawings as sharp as most presses print them, and as sharp as shops ask for."""
LARGE, LARGEST = 25e6, 60e6
"""Most pixels of a picture that is finer than enough, and of any."""
# In bands, maps are made in a third of the memory, and viewers show them in seconds.
BAND, _OVERLAP = 4_000_000, 4
"""Pixels of a band of a picture, and rows that it shares with the next: viewers blur the edges of pictures."""


def is_blended(face: Face) -> bool:
    """Return whether any ink of a face has a blend mode.

    Multiplied inks can add up beyond the limit of a press.
    """
    ink, parts = face.ink.unpack()
    return _blends(ink) or any(isinstance(part, Part) and _blends(part.ink) for part in parts)


def _blends(ink: Iterable[Ink]) -> bool:
    """Return whether any ink has a blend mode, also inside groups."""
    for item in ink:
        if isinstance(item, Composite) and item.blend != "normal":
            return True
        if isinstance(item, Group | Composite) and _blends(item.ink):
            return True
    return False


def pictured_face(face: Face, fonts: Mapping[str, Font], store: DataStore) -> Face:
    """Return a face that is a picture with the bleed, and above it, as text, all text that nothing else touches."""
    ink, parts = face.ink.unpack()
    parts_by_key = {part.key: part for part in parts}
    text = _free_text(ink, parts_by_key)
    # By identity: an equal text may lie elsewhere on the face, below something.
    lifted = {id(leaf.item) for leaf in text}
    bands = list(_bands(replace(face, ink=Drawing.of(_without(ink, lifted), parts)), fonts, store))
    drawn = (*(Image(raster.key, rect) for raster, rect in bands), *placed_ink(text))
    # Bands may be equal, as on a plain ground: each raster is stored once.
    rasters = {raster.key: raster for raster, _ in bands}
    return replace(face, key=f"{face.key}-picture", ink=Drawing.of(drawn, tuple(rasters.values())))


def _bands(face: Face, fonts: Mapping[str, Font], store: DataStore) -> Iterator[tuple[Raster, Rect]]:
    """Yield the picture of a face in bands, as a large one would take much memory, each with its place in points."""
    forms = {form.key: form for form in compile_face(face, fonts)}
    whole = face.box
    pdf, dpi = face_pdf([face], forms, fonts), picture_dpi(face.trim.expand(face.bleed))
    for top, height, band in page_bands(pdf, dpi, BAND, _OVERLAP):
        row = whole.height / height
        raster = _raster(band.image(), store)
        yield raster, Rect(whole.x, whole.y + top * row, whole.width, band.height * row)


def _raster(image: Picture, store: DataStore) -> Raster:
    """Return a picture as a raster, whose pixels are kept in the store."""
    key = image_digest(image.width, image.height, "/DeviceRGB", image.tobytes(), b"")
    return Raster(key, image.width, image.height, EncodedPixels(store.keep(packed_rows(image))), None, key)


def picture_dpi(size: Size) -> float:
    """Return the resolution for the picture of a face; `size` is in points, with the bleed."""
    large, largest = (math.sqrt(most / (size.width * size.height)) * 72 for most in (LARGE, LARGEST))
    return min(DPI, max(large, min(ENOUGH, largest)))


def _free_text(ink: Iterable[Ink], parts: dict[str, Part | Raster]) -> list[Leaf]:
    """Return the opaque text over which nothing else lies."""
    free: list[Leaf] = []
    for leaf in _text_and_boxes(ink, IDENTITY, (), parts):
        if isinstance(leaf.item, GlyphRun):
            free.append(leaf)
        else:
            # Ink that is drawn later lies above, and may cover text that was free so far.
            free = [text for text in free if not text.box.overlaps(leaf.box)]
    return free


def _text_and_boxes(
    ink: Iterable[Ink], matrix: Matrix, clips: tuple[Clip, ...], parts: dict[str, Part | Raster]
) -> Iterator[Leaf]:
    """Yield opaque text as leaves (single drawn items); for anything else a leaf that only tells its box."""
    for item in ink:
        if isinstance(item, Group) and item.opacity == 1:
            inner = (*clips, placed_clip(item.clip, matrix)) if item.clip else clips
            yield from _text_and_boxes(item.ink, matrix @ item.matrix, inner, parts)
        elif isinstance(item, Group):
            yield from _boxes(item.ink, matrix @ item.matrix, parts)
        elif isinstance(item, Composite):
            yield from _boxes(item.ink, matrix, parts)
        # Transparent text stays in the picture: as text it would need transparency.
        elif isinstance(item, GlyphRun) and item.opacity < 1:
            yield replace(leaf_of(item, matrix, clips, parts), item=Image("", Rect(0, 0, 0, 0)))
        else:
            yield leaf_of(item, matrix, clips, parts)


def _boxes(ink: Iterable[Ink], matrix: Matrix, parts: dict[str, Part | Raster]) -> Iterator[Leaf]:
    """Yield a leaf for the box of each item of ink, for any kind of item."""
    for leaf in _text_and_boxes(ink, matrix, (), parts):
        yield replace(leaf, item=Image("", Rect(0, 0, 0, 0)))


def _without(ink: Iterable[Ink], lifted: set[int]) -> tuple[Ink, ...]:
    """Return ink without some items, given by their identity."""
    return tuple(
        replace(item, ink=_without(item.ink, lifted)) if isinstance(item, Group) else item
        for item in ink
        if id(item) not in lifted
    )
