"""Find the sheet on a photo: the outline of bright paper, or its marks, and which page lies there which way up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PIL import Image

from generator.base.records import dataclass
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.scoresheets.photos.blank_page import BlankPage
from generator.scoresheets.photos.image_filters import box_blur, grey_pixels, label_areas, local_detail, otsu_threshold
from generator.scoresheets.photos.mark_finder import mark_outlines, printed_marks
from generator.scoresheets.photos.page_map import PageMap, flatten_photo
from generator.scoresheets.photos.plane_geometry import (
    Array,
    convex_hull,
    fit_homography,
    frame,
    largest_quadrilateral,
    project,
)

_OUTLINE_SIDE = 240
"""Longer side, in pixels, of the image in which paper is looked for."""
_PAGE_SIDE = 200
"""Longer side, in pixels, at which the paper is compared with the blank pages."""
_SLACK = 6
"""Pixels of that size by which the outline may be off."""
_SMALLEST = 0.05
"""Least share of the photo that a sheet covers: below it a box has some ten pixels."""
SURE = 0.3
"""Correlation from which paper is that page. Other pages of the same game reach 0.2, photos of other things 0.1."""
_FAINT = 0.12
"""Correlation from which paper may be that page: bent prints of thin lines, or in another theme, reach no more."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page on a photo."""

    page: BlankPage
    homography: Array
    """Matrix from pixels of the page to pixels of the photo."""
    likeness: float
    """Correlation with the blank page, up to 1."""


@dataclass(frozen=True, slots=True)
class _SmallPrint:
    """A blank page at the size at which paper is compared with it."""

    page: BlankPage
    spectrum: Array
    """Fourier transform of its details, conjugated."""
    energy: float

    @staticmethod
    def of(page: BlankPage) -> _SmallPrint:
        """Return a page with its details reduced."""
        drawn = _small_details(page.image)
        return _SmallPrint(page, np.conj(np.fft.rfft2(drawn)), float((drawn**2).sum()))


def find_page(photo: Image.Image, pages: Sequence[BlankPage]) -> FoundPage | None:
    """Return the page that a photo shows, with its place on the photo; None where no page is recognized.

    A page that is less like the photo than SURE has to be compared again, laid over it. Raises UnreadableFormError
    where two sheets lie beside each other.
    """
    grey = photo.convert("L")
    prints = [*map(_SmallPrint.of, pages)]
    places = [*_outlined_places(grey, prints)]
    best = max(places, key=_likeness)
    if any(place.likeness >= SURE and _is_beside(place, best) for place in places):
        raise UnreadableFormError("shows two sheets; take a photo of each")
    if best.likeness < SURE:
        # A table of light wood is as bright as paper in the shade, but has less blue.
        best = max([best, *_outlined_places(photo.getchannel("B"), prints)], key=_likeness)
    if best.likeness < SURE:
        # On a white table, or with a corner hidden, the paper has no outline.
        best = max([best, *_marked_places(grey, prints)], key=_likeness)
    return best if best.likeness >= _FAINT else None


def likeness_by_quarters(flat: Image.Image, page: BlankPage) -> float:
    """Return the correlation of a flattened photo with a blank page in the quarter of the page where it is least."""
    photographed, drawn = _small_details(flat), _small_details(page.image)
    across, down = (side // 2 for side in drawn.shape[::-1])
    quarters = [
        np.s_[rows, columns] for rows in (np.s_[:down], np.s_[down:]) for columns in (np.s_[:across], np.s_[across:])
    ]
    products = [(photographed[quarter] * drawn[quarter]).sum() for quarter in quarters]
    energies = [(photographed[quarter] ** 2).sum() * (drawn[quarter] ** 2).sum() for quarter in quarters]
    return min(float(product / np.sqrt(energy + 1e-9)) for product, energy in zip(products, energies, strict=True))


def _small_details(image: Image.Image) -> Array:
    """Return the details of a page at the size at which pages are compared."""
    width, height = (max(1, round(_scale(image.size) * side)) for side in image.size)
    return local_detail(grey_pixels(image.resize((width, height), Image.Resampling.BOX)), _SLACK)


def _is_beside(place: FoundPage, other: FoundPage) -> bool:
    """Return whether two places lie beside each other: their middles are more than half a page apart."""
    middle, other_middle = (project(side.homography, np.array([side.page.size]) / 2) for side in (place, other))
    corners = project(other.homography, frame(*other.page.size))
    sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
    return bool(np.linalg.norm(middle - other_middle) > sides.min() / 2)


def _likeness(place: FoundPage) -> float:
    """Return the likeness of a place, to compare places by."""
    return place.likeness


def _outlined_places(photo: Image.Image, prints: Sequence[_SmallPrint]) -> Iterator[FoundPage]:
    """Yield places of pages with their corners on the corners of an outline of paper."""
    outlines = [*_paper_outlines(photo)]
    for size in dict.fromkeys(small.page.size for small in prints):
        alike = [small for small in prints if small.page.size == size]
        for outline in outlines:
            yield from _places(photo, outline, frame(*size), alike)


def _marked_places(photo: Image.Image, prints: Sequence[_SmallPrint]) -> Iterator[FoundPage]:
    """Yield places of pages whose marks lie on marks of the photo."""
    outlines = mark_outlines(photo)
    for small in prints if outlines else ():
        corners = printed_marks(small.page.image)
        if corners is not None:
            for outline in outlines:
                yield from _places(photo, outline, corners, [small])


def _paper_outlines(photo: Image.Image) -> Iterator[Array]:
    """Yield quadrilaterals that may be the sheet, and the whole photo last."""
    factor = max(photo.size) / _OUTLINE_SIDE
    small = photo.resize((round(photo.width / factor), round(photo.height / factor)), Image.Resampling.BOX)
    pixels = grey_pixels(small)
    # Divided by the light around, a sheet that lies half in the shade is one area.
    even = pixels / np.maximum(box_blur(pixels, _OUTLINE_SIDE // 4), 8) * 128
    for image in (pixels, even):
        smooth = box_blur(image, 1)
        yield from (factor * outline for outline in _bright_areas(smooth > otsu_threshold(np.clip(smooth, 0, 255))))
    yield frame(*photo.size)


def _bright_areas(mask: Array) -> Iterator[Array]:
    """Yield the quadrilaterals around the two largest areas of a mask."""
    labels = label_areas(mask)
    numbers, counts = np.unique(labels[labels > 0], return_counts=True)
    for index in np.argsort(-counts)[:2]:
        if counts[index] >= _SMALLEST * mask.size:
            yield largest_quadrilateral(convex_hull(_ends_of_rows(labels == numbers[index])))


def _ends_of_rows(mask: Array) -> Array:
    """Return the outer corners of the first and last pixel of each row of a mask."""
    rows = np.nonzero(mask.any(1))[0]
    first = mask[rows].argmax(1)
    last = mask.shape[1] - mask[rows, ::-1].argmax(1)
    return np.concatenate([np.c_[x, y] for x in (first, last) for y in (rows, rows + 1)])


def _places(photo: Image.Image, outline: Array, corners: Array, prints: Sequence[_SmallPrint]) -> Iterator[FoundPage]:
    """Yield pages of one size in their four orientations on a photo; their `corners` lie on the outline's."""
    size = prints[0].page.size
    scale = _scale(size)
    for turn in range(4):
        homography = fit_homography(corners, np.roll(outline, turn, 0))
        # The light on a photo differs from that of a print; only details can be compared.
        flat = local_detail(grey_pixels(flatten_photo(photo, PageMap(homography, size), scale)), _SLACK)
        spectrum, energy = np.fft.rfft2(flat), float((flat**2).sum())
        for small in prints:
            products = np.fft.irfft2(spectrum * small.spectrum, flat.shape)
            near = np.roll(products, (_SLACK, _SLACK), (0, 1))[: 2 * _SLACK + 1, : 2 * _SLACK + 1]
            down, across = np.unravel_index(near.argmax(), near.shape)
            shift = np.array([across - _SLACK, down - _SLACK]) / scale
            moved = fit_homography(corners, project(homography, corners + shift))
            yield FoundPage(small.page, moved, float(near.max() / np.sqrt(energy * small.energy + 1e-9)))


def _scale(size: tuple[int, int]) -> float:
    """Return the scale at which paper is compared with a page of some size."""
    return _PAGE_SIDE / max(size)
