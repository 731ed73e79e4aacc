"""Read photos of paper scoresheets: which sheet is on them, what is marked, and what a person has to say."""

from __future__ import annotations

import base64
import io
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import numpy as np
from PIL import Image, ImageDraw

from generator.base.records import dataclass, field, replace
from generator.base.system.limited_child import ChildEnd, Send, ask_child
from generator.base.system.process_limits import ProcessLimits
from generator.model.sheet import Book
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.scoresheets.photos.alignment import align
from generator.scoresheets.photos.blank_page import SCALE, BlankPage, BoxRect
from generator.scoresheets.photos.box_reading import box_ink, read_boxes
from generator.scoresheets.photos.digits.number_reading import read_numbers
from generator.scoresheets.photos.ink_map import measure_ink
from generator.scoresheets.photos.page_finder import SURE, FoundPage, find_page, likeness_by_quarters
from generator.scoresheets.photos.page_map import flatten_photo
from generator.scoresheets.photos.photo_file import open_photo
from generator.scoresheets.photos.plane_geometry import Array, project
from generator.scoresheets.photos.print_check import check_print, has_pattern

LIMITS = ProcessLimits(memory=3 << 30, seconds=60, file_size=0, open_files=64, wall=120)
"""Limits of the process that reads a photo. Numpy's threads reserve memory that they never use."""
NO_SHEET = (
    "shows no sheet of this game, or not the whole of it; lay one sheet flat on a darker table, and take the photo from"
    " above with all four corners"
)
_NOT_LAID = "is too blurred, dark or bent to be read; take it again in better light"
_TOO_SMALL = "shows the sheet too small; go closer, until it fills the photo"
_SIMILAR, _ALIKE = 0.15, 0.5
"""Likeness, in the quarter where it is least, from which a page in doubt may be that one in another theme, and is it.

A bent print of thin lines reaches 0.56, the sheet of another game less.
"""
_MOST_STRETCHED = 1.5
"""Ratio of the scales across and down, from which a page in doubt is a part of a sheet that was taken for the whole.

Hard slants give 1.2, halves of sheets 1.9.
"""
_LEAST_SCALE = 0.4
"""Pixels of the photo for a pixel of the page: 58 dpi, at which the line of a pen is one pixel wide."""
_AROUND = 36
"""Pixels around a box in its cut-out: half an inch of paper shows which box it is."""
_WIDEST = 1200
"""Pixels to which a row is enlarged at most."""
_FRAME, _FRAME_COLOUR = 4, (200, 30, 40)
"""Width in pixels, and colour, of the frame around the box in its cut-out."""


class Doubt(StrEnum):
    """Why a photo may not be read by a page that it is like."""

    NONE = ""
    SHEET = "sheet"
    """It may show another game's sheet, or this one in another theme."""
    PATTERN = "pattern"
    """A pattern lies over the sheet, which hides marks."""
    EDITION = "edition"
    """Print of the page is absent in several places: boxes may stand elsewhere."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A box of the photo that is shown to a person."""

    box: str
    picture: bytes
    """PNG of the box and its surroundings, as the photo shows them."""
    number: int | None = None
    """The number that was read in it; None for a box of which the person has to tell."""


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The marks on one photo."""

    page: int
    """Index of the page that the photo shows."""
    states: dict[str, int]
    """States by the id of the box, without those that are asked for."""
    cut_outs: tuple[CutOut, ...]
    """Boxes that are asked for, in the order of the sheet."""
    numbers: tuple[CutOut, ...] = ()
    """Boxes whose number was read from handwriting, to be compared with the photo."""
    rows: Mapping[str, bytes] = field(default_factory=dict)
    """PNGs of rows with several boxes that are asked for, by the id of the track."""
    likeness: float = 1.0
    """Correlation of photo and print, laid over each other, in the quarter where it is least."""
    doubt: Doubt = Doubt.NONE


@dataclass(frozen=True, slots=True)
class _FlatPhoto:
    """A photo that lies over a page, pixel for pixel."""

    index: int
    """Index of the page."""
    flat: Image.Image
    likeness: float
    """Correlation of photo and print in the quarter where it is least."""
    is_doubtful: bool
    """Whether it may show another page."""


def read_photo(data: bytes, pages: Sequence[BlankPage], book: Book, free: frozenset[str] = frozenset()) -> PhotoReading:
    """Return the marks on a photo of one of several pages, read by a process with limits.

    Years on tracks of `free` need not rise, even if these are printed as a row.
    Raises UnreadableFormError with what is wrong and what to do.
    """
    answer, end = ask_child(_send_reading, (data, tuple(pages), book, free), LIMITS)
    if answer is None:
        is_limit = end is ChildEnd.CLOCK or end.is_limit
        raise UnreadableFormError(
            "took too much time or memory to read; save it smaller"
            if is_limit
            else "is not read: the process that reads it ends unexpectedly, a fault of this program, not of the file"
        )
    if "reason" in answer:
        raise UnreadableFormError(answer["reason"])
    cut_outs, numbers = (
        tuple(CutOut(id_, base64.b64decode(picture), number) for id_, picture, number in answer[kind])
        for kind in ("cut_outs", "numbers")
    )
    rows = {id_: base64.b64decode(picture) for id_, picture in answer["rows"].items()}
    doubt = Doubt(answer["doubt"])
    return PhotoReading(
        answer["page"], answer["states"], cut_outs, numbers, rows, likeness=answer["likeness"], doubt=doubt
    )


def _send_reading(subject: tuple[bytes, tuple[BlankPage, ...], Book, frozenset[str]], send: Send) -> None:
    """Send the marks on a photo to the parent process as values of JSON, or the reason why it cannot be read."""
    try:
        reading = read_photo_here(*subject)
    except UnreadableFormError as error:
        send({"reason": str(error)})
        return
    cut_outs, numbers = (
        [(cut_out.box, base64.b64encode(cut_out.picture).decode(), cut_out.number) for cut_out in boxes]
        for boxes in (reading.cut_outs, reading.numbers)
    )
    rows = {id_: base64.b64encode(picture).decode() for id_, picture in reading.rows.items()}
    about = {
        "page": reading.page,
        "rows": rows,
        "states": reading.states,
        "likeness": reading.likeness,
        "doubt": reading.doubt,
    }
    send({**about, "cut_outs": cut_outs, "numbers": numbers})


def recognized_page(data: bytes, pages: Sequence[BlankPage]) -> int | None:
    """Return the index of the page that a photo surely shows, found by a process with limits; None if it shows none."""
    answer, _ = ask_child(_send_page, (data, tuple(pages)), LIMITS)
    return answer["page"] if answer else None


def _send_page(subject: tuple[bytes, tuple[BlankPage, ...]], send: Send) -> None:
    """Send the index of the page that a photo shows to the parent process."""
    data, pages = subject
    try:
        laid = _laid_flat(data, pages)
    except UnreadableFormError:
        send({"page": None})
        return
    send({"page": None if laid.is_doubtful else laid.index})


def read_photo_here(
    data: bytes, pages: Sequence[BlankPage], book: Book, free: frozenset[str] = frozenset()
) -> PhotoReading:
    """Return the marks on a photo, without limits. Raises UnreadableFormError.

    One in doubt is compared with other prints, or refused: nothing is read in its boxes.
    """
    laid = _laid_flat(data, pages)
    doubtful = PhotoReading(laid.index, {}, (), likeness=laid.likeness, doubt=Doubt.SHEET)
    if laid.is_doubtful:
        return doubtful
    page, flat = pages[laid.index], laid.flat
    ink = measure_ink(flat, page.image)
    check = check_print(ink, page.boxes)
    if has_pattern(ink, (*page.boxes.values(), *page.sums)):
        return replace(doubtful, doubt=Doubt.PATTERN)
    if check.is_other:
        return replace(doubtful, doubt=Doubt.EDITION)
    inks = {id_: box_ink(ink, rect) for id_, rect in page.boxes.items()}
    readings = read_boxes(book, inks, check.boxes)
    written = {id_: page.boxes[id_] for id_ in readings.questions if id_ not in check.boxes}
    numbers = read_numbers(book, ink, written, free)
    cut_outs = [
        CutOut(id_, _cut_out(flat, [page.boxes[id_]], [page.boxes[id_]]), numbers.get(id_))
        for id_ in readings.questions
    ]
    return PhotoReading(
        laid.index,
        {**readings.states, **numbers},
        tuple(cut_out for cut_out in cut_outs if cut_out.number is None),
        tuple(cut_out for cut_out in cut_outs if cut_out.number is not None),
        dict(_rows(book, flat, page.boxes, {*readings.questions} - numbers.keys())),
        likeness=laid.likeness,
    )


def _laid_flat(data: bytes, pages: Sequence[BlankPage]) -> _FlatPhoto:
    """Return a photo laid over the page that it is most like. Raises UnreadableFormError where it is like none."""
    photo = open_photo(data)
    place = find_page(photo, pages)
    if place is None:
        raise UnreadableFormError(NO_SHEET)
    if _photo_scale(place) < _LEAST_SCALE:
        raise UnreadableFormError(_TOO_SMALL if place.likeness >= SURE else NO_SHEET)
    # Other themes are compared with what is laid here, so that it has to be worth their time.
    if place.likeness < SURE and _stretch(place) > _MOST_STRETCHED:
        raise UnreadableFormError(NO_SHEET)
    page_map = align(photo, place)
    if page_map is None:
        raise UnreadableFormError(_NOT_LAID if place.likeness >= SURE else NO_SHEET)
    flat = flatten_photo(photo, page_map, 1.0)
    likeness = likeness_by_quarters(flat, place.page)
    # Half a sheet is like the page in one half alone.
    if place.likeness < SURE and likeness < _SIMILAR:
        raise UnreadableFormError(NO_SHEET)
    index = next(index for index, page in enumerate(pages) if page is place.page)
    return _FlatPhoto(index, flat, likeness, place.likeness < SURE and likeness < _ALIKE)


def _photo_scale(place: FoundPage) -> float:
    """Return how many pixels of the photo a pixel of the page has, in the middle of the page."""
    return float(np.sqrt(abs(np.linalg.det(_steps(place)))))


def _stretch(place: FoundPage) -> float:
    """Return the largest scale of the page on the photo, in the middle of the page, by the least one."""
    largest, least = np.linalg.svd(_steps(place), compute_uv=False)
    return float(largest / max(least, 1e-9))


def _steps(place: FoundPage) -> Array:
    """Return the way on the photo of a pixel across, and of one down, in the middle of the page."""
    middle = np.array(place.page.size) / 2
    around = project(place.homography, middle + np.array([[0, 0], [1, 0], [0, 1]]))
    return around[1:] - around[0]


def _rows(
    book: Book, flat: Image.Image, boxes: Mapping[str, BoxRect], questions: Collection[str]
) -> Iterator[tuple[str, bytes]]:
    """Yield rows with several boxes that are asked for, as the id of the track and a PNG."""
    for track in (track for sheet in book.sheets for track in sheet.tracks if track.order == "row"):
        rects = {box.id: boxes[box.id] for box in track.boxes if box.kind == "mark" and box.id in boxes}
        doubtful = [rects[id_] for id_ in rects if id_ in questions]
        # One box alone is shown larger by its own cut-out.
        if len(doubtful) > 1:
            yield track.id, _cut_out(flat, rects.values(), doubtful)


def _cut_out(flat: Image.Image, boxes: Collection[BoxRect], framed: Iterable[BoxRect]) -> bytes:
    """Return a PNG of boxes and their surroundings from the flattened photo, twice as large where they are near."""
    x_least, y_least, x_most, y_most = (
        extreme(rect[side] for rect in boxes) + sign * _AROUND
        for side, (extreme, sign) in enumerate(((min, -1), (min, -1), (max, 1), (max, 1)))
    )
    area = flat.crop((round(x_least), round(y_least), round(x_most), round(y_most)))
    # A row over the whole sheet is large enough as it is.
    scale = min(SCALE, max(1.0, _WIDEST / area.width))
    large = area.resize((round(scale * area.width), round(scale * area.height)), Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(large)
    # Boxes of a row look alike: a frame shows which are meant.
    for x1, y1, x2, y2 in framed:
        near, far = (scale * (x1 - x_least), scale * (y1 - y_least)), (scale * (x2 - x_least), scale * (y2 - y_least))
        frame = (near[0] - _FRAME, near[1] - _FRAME, far[0] + _FRAME, far[1] + _FRAME)
        draw.rectangle(frame, outline=_FRAME_COLOUR, width=_FRAME)
    written = io.BytesIO()
    large.save(written, "PNG")
    return written.getvalue()
