"""Makes a game of finished pictures of cards, with bleed repeated from their edges where they have none."""

from __future__ import annotations

import csv
import hashlib
import io
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from generator.base.errors import Fault, fault
from generator.base.geometry import Size
from generator.base.text_files.toml_syntax import toml_text
from generator.base.units import MM, decimal, to_mm
from generator.load.files.fault_report import FaultReport, quote
from generator.load.headings.row_ids import id_of, row_ids

if TYPE_CHECKING:
    from PIL import Image

# 3.175 mm are an eighth of an inch.
_BLEEDS = (3.0, 3.175)
"""Millimetres that pictures for print shops usually have around the card."""
_ALIKE = 0.012
"""How far the proportions of a picture may be from those of a size of cards."""
# A scan that was cropped by hand, or a poker card among cards of 63 x 88 mm; wider stripes than this would be seen.
_FILLED = 0.09
"""How far they may be if the picture is filled at its edges, so that nothing of it is cut off."""
_RARE = 4
"""A size joins a similar one that has this many times its cards."""
_OTHER_SIZE = "has other proportions than --size; crop it, or leave --size out"
_MOST_NAMED = 6
_ROUNDED = 0.3
"""Millimetres by which whole pixels may change the size of a page."""
# 3.5 inches, as tall as a poker card.
_TALL = 88.9
"""Millimetres of the longer side of a card of no known size."""
# Many programs write 72 or 96 where nobody has chosen a resolution.
_FINEST, _COARSEST = 2400, 100
"""Dots per inch that a picture can say of itself."""

_GAME = """\
# Finished cards from {origin}. Every key is explained in data/README.md; lines that begin with # are remarks.

format = 1
title = {{ en = {title} }}
"""
_COMPONENT = """
[components.{id}]
kind = "cards"
title = {{ en = {title} }}
trim = ["{width}mm", "{height}mm"]
bleed = "{bleed}mm"
rows = "{id}.csv"
front = "front.svg.j2"
{back}columns = {{ front.type = "text"{column} }}
"""
_TEMPLATE = """\
{{# The picture of a side, with its bleed over the edge of the cut card. #}}
{{% from "shared/card.svg.j2" import svg, cover %}}
{{% call svg(face) %}}
{{{{ cover(face, "art/" ~ card.{side}) }}}}
{{% endcall %}}
"""


class SidePicture(NamedTuple):
    """The picture of a side of a card."""

    name: str
    """Name of the card, read from the file's name."""
    place: str
    """The file, or the page of one, as faults name it."""
    data: bytes
    size: Size | None = None
    """Size of the cut card, if the file states it."""
    bleed: float = 0.0
    """Points of bleed that it has, where the file says it."""


class FinishedCard(NamedTuple):
    """A card with its back; cards without one have none."""

    front: SidePicture
    back: SidePicture | None = None
    copies: int = 1


class PictureDeck(NamedTuple):
    """A new game made of finished pictures."""

    files: Mapping[str, bytes]
    remarks: tuple[str, ...]


class _Fit(NamedTuple):
    """The size of a card, and how much of its bleed is in the picture; all in millimetres."""

    width: float
    height: float
    bleed: float


class _Measures(NamedTuple):
    """Of a picture: pixels, and how many millimetres tall it says it is; 0 if it says nothing."""

    width: int
    height: int
    tall: float


class _Fits:
    """The sizes of cards that pictures are nearest to; each is decoded once, also the back of many cards."""

    def __init__(self, sizes: Sequence[Size]) -> None:
        """Take the sizes of cut cards that pictures may have; a single one is the size that the user asked for."""
        self._sizes = sizes
        self._fits: dict[str, _Fit] = {}
        self._measures: dict[str, _Measures] = {}

    def fit(self, side: SidePicture) -> _Fit:
        """Return the size of card that a picture's proportions are nearest to, and the bleed that the picture includes.

        A size stated by the file itself comes first.
        """
        if side.place not in self._fits:
            self._fits[side.place] = (
                _known_fit(side.place, side.size, side.bleed, self._sizes) if side.size else self._nearest(side)
            )
        return self._fits[side.place]

    def common_fit(self, side: SidePicture, common: Mapping[_Fit, int]) -> _Fit:
        """Return the first size in `common` that a picture's proportions fit, or else the picture's nearest size.

        `common` counts the cards of each size. Similar sizes fit as well if this picture's own is rare beside them.
        """
        nearest = self.fit(side)
        # A page says its size itself, and no vote changes it.
        if side.size:
            return nearest
        measures = self._measured(side)
        for fit, count in common.items():
            is_rare = common[nearest] * _RARE <= count and not measures.tall
            if count > common[nearest] and _distance(measures, fit) <= (_FILLED if is_rare else _ALIKE):
                return fit
        return nearest

    def is_filled(self, side: SidePicture, fit: _Fit) -> bool:
        """Return whether a picture is too wide or too tall for a size, and is filled at its edges."""
        return not side.size and _is_unlike(self._measured(side), fit)

    def _measured(self, side: SidePicture) -> _Measures:
        """Return the pixels and the stated height of a picture, decoded only at the first call."""
        if side.place not in self._measures:
            self._measures[side.place] = _measures(side)
        return self._measures[side.place]

    def _nearest(self, side: SidePicture) -> _Fit:
        """Return the known size, upright or lying and with or without bleed, that is nearest to a picture.

        A picture unlike every size gets a size of its own proportions. Raises Faults if it is unlike the only size.
        """
        fits = [
            _Fit(to_mm(sides[0]), to_mm(sides[1]), bleed)
            for size in self._sizes
            for sides in ((size.width, size.height), (size.height, size.width))
            for bleed in (0.0, *_BLEEDS)
        ]
        measures = self._measured(side)
        best = min(fits, key=lambda fit: _distance(measures, fit))
        if len(self._sizes) == 1:
            # A size that was asked for may crop a little, and is never exchanged for another one in silence.
            shape = measures._replace(tall=0.0)
            best = min(fits, key=lambda fit: _distance(shape, fit))
            if _is_unlike(shape, best):
                # Its bleed would be mixed with what fills it.
                best = min((fit for fit in fits if not fit.bleed), key=lambda fit: _distance(shape, fit))
            if _distance(shape, best) > _FILLED:
                raise fault(side.place, _OTHER_SIZE, unreadable=True)
        elif _distance(measures, best) > _ALIKE:
            # No known size fits: the picture's own proportions, and the longer side of a poker card.
            share = measures.width / measures.height
            sides = (_TALL * share, _TALL) if share <= 1 else (_TALL, _TALL / share)
            return _Fit(round(sides[0], 1), round(sides[1], 1), 0.0)
        return _Fit(round(best.width, 2), round(best.height, 2), best.bleed)


def deck_of_cards(cards: Sequence[FinishedCard], sizes: Sequence[Size], origin: str, title: str) -> PictureDeck:
    """Return the files of a game; cards of different proportions become components of their own.

    Raises Faults for a picture that cannot be read, and for a back of other proportions than its front.
    """
    art: dict[bytes, str] = {}
    files: dict[str, bytes] = {"game.toml": b""}
    fits = _Fits(sizes)
    _check_pictures(cards, fits)
    groups = _groups(cards, fits)
    _check_backs(groups, fits, origin)
    parts, remarks = [_GAME.format(origin=origin, title=toml_text(title))], []
    for number, (fit, group) in enumerate(groups.items(), 1):
        id_ = "deck" if number == 1 else f"deck_{number}"
        rows = list(_rows(group, fit, art, files))
        has_backs = any(card.back for card in group)
        parts.append(_component(id_, fit, has_backs=has_backs))
        files[f"{id_}.csv"] = _csv_file(rows, has_backs=has_backs)
        remarks.append(_summary(id_, fit, group))
        remarks.extend(_filled_remark(id_, fit, group, fits))
    files["game.toml"] = "".join(parts).encode()
    sides = ("front", "back") if any(card.back for card in cards) else ("front",)
    files.update((f"templates/{side}.svg.j2", _TEMPLATE.format(side=side).encode()) for side in sides)
    return PictureDeck(files, tuple(remarks))


def _check_pictures(cards: Sequence[FinishedCard], fits: _Fits) -> None:
    """Raise Faults with all pictures that cannot be read."""
    with FaultReport() as report:
        for side in (side for card in cards for side in (card.front, card.back) if side):
            with report.collecting():
                fits.fit(side)


def _groups(cards: Sequence[FinishedCard], fits: _Fits) -> dict[_Fit, list[FinishedCard]]:
    """Return cards grouped by size.

    A card of a rare size joins a more common one that its proportions allow as well.
    """
    # The most common sizes come first, so that a rounded picture does not open a deck of its own.
    common = dict(Counter(fits.fit(card.front) for card in cards).most_common())
    groups: dict[_Fit, list[FinishedCard]] = {}
    for card in cards:
        groups.setdefault(fits.common_fit(card.front, common), []).append(card)
    return groups


def _check_backs(groups: Mapping[_Fit, Sequence[FinishedCard]], fits: _Fits, origin: str) -> None:
    """Raise Faults for fronts without a back where others have one, and for sides of different proportions."""
    backs = Counter(card.back.place for group in groups.values() for card in group if card.back)
    with FaultReport() as report:
        for fit, group in groups.items():
            for fault_ in chain(_bare_fronts(group, origin), _uneven_sides(fit, group, backs, fits)):
                report.add(fault_)


def _bare_fronts(group: Sequence[FinishedCard], origin: str) -> Iterator[Fault]:
    """Yield the fault of fronts without a back where others of their size have one; `origin` is the folder or PDF."""
    bare = [card.front for card in group if not card.back]
    if bare and len(bare) < len(group):
        names = ", ".join(quote(PurePosixPath(side.place).name) for side in bare[:_MOST_NAMED])
        names += ", …" if len(bare) > _MOST_NAMED else ""
        yield Fault(origin, f"no back for {names}; add back.png, for all that have none of their own")


def _uneven_sides(fit: _Fit, group: Sequence[FinishedCard], backs: Mapping[str, int], fits: _Fits) -> Iterator[Fault]:
    """Yield the faults of cards of a size whose backs do not fit it; `backs` counts the cards of each back, by file."""
    for front, back in ((card.front, card.back) for card in group if card.back):
        if not _are_alike(fits.fit(back), fit):
            yield _uneven(front, back, is_common=backs[back.place] > 1)


def _uneven(front: SidePicture, back: SidePicture, *, is_common: bool) -> Fault:
    """Return the fault of a card whose sides have different proportions.

    It is reported at the back, or at the front where other cards share this back (`is_common`).
    """
    if not is_common:
        return Fault(back.place, f"has other proportions than its front, {quote(front.place)}; crop one of them")
    back_name = f"{PurePosixPath(front.name).name}_back.png"
    problem = f"has other proportions than its back, {quote(back.place)}; crop it, or give it a back of its own"
    return Fault(front.place, f"{problem}, like {quote(back_name)}")


def _rows(
    group: Sequence[FinishedCard], fit: _Fit, art: dict[bytes, str], files: dict[str, bytes]
) -> Iterator[tuple[str, int, str, str]]:
    """Yield a table's rows (id, copies, front file, back file) and add their pictures to `files`.

    `art` holds the file names of pictures by digest, so that equal pictures are written once.
    """
    ids = row_ids([card.front.name for card in group], range(len(group)), "card")
    for id_, card in zip(ids, group, strict=True):
        front = _stored(card.front, id_, fit, art, files)
        back = id_of(card.back.name, "back") if card.back else ""
        back = back if back == "back" else f"{back}_back"
        yield id_, card.copies, front, _stored(card.back, back, fit, art, files)


def _stored(side: SidePicture | None, name: str, fit: _Fit, art: dict[bytes, str], files: dict[str, bytes]) -> str:
    """Add the picture of a side to `files` with its bleed, and return its name in the folder art.

    Equal pictures share a file; a missing side gives an empty name.
    """
    if side is None:
        return ""
    digest = hashlib.sha256(side.data).digest()
    if digest not in art:
        data, ending = _with_bleed(side, fit)
        art[digest] = f"{name}{ending}"
        files[f"art/{name}{ending}"] = data
    return art[digest]


def _are_alike(one: _Fit, other: _Fit) -> bool:
    """Return whether two sizes of cards have the same proportions, or such that the edges of one can be filled."""
    return abs(math.log(one.width / one.height * other.height / other.width)) <= _FILLED


def _distance(measures: _Measures, fit: _Fit) -> float:
    """Return the difference between a picture and a size: the logarithms of their proportions and heights, 0 if equal.

    Height only counts where the picture states its resolution.
    """
    width, height, tall = measures
    wide, high = fit.width + 2 * fit.bleed, fit.height + 2 * fit.bleed
    # Of logarithms, so that twice as wide is as far off as half as wide.
    return abs(math.log(width / height * high / wide)) + (abs(math.log(tall / high)) if tall else 0.0)


def _is_unlike(measures: _Measures, fit: _Fit) -> bool:
    """Return whether a picture has too different proportions to be cropped to a size."""
    return _distance(measures._replace(tall=0.0), fit) > 2 * _ALIKE


def _measures(side: SidePicture) -> _Measures:
    """Return the pixels of a picture, and its height in mm if its resolution is credible."""
    with _decoded(side) as picture:
        width, height = picture.size
        dpi = picture.info.get("dpi", (0, 0))[0]
    return _Measures(width, height, height / float(dpi) * 25.4 if _COARSEST < dpi < _FINEST else 0.0)


def _known_fit(place: str, size: Size, bleed: float, sizes: Sequence[Size]) -> _Fit:
    """Return the size of a card that a file states, in mm: a known size if it is within rounding of one.

    A single known size was asked for and is taken if the proportions agree. Raises Faults if they do not.
    """
    upright = [*sizes, *(Size(card_size.height, card_size.width) for card_size in sizes)]
    near = [
        card_size
        for card_size in upright
        if abs(card_size.width - size.width) + abs(card_size.height - size.height) < _ROUNDED * MM
    ]
    if len(sizes) == 1 and not near:
        shares = [abs(math.log(size.width / size.height * side.height / side.width)) for side in upright]
        if min(shares) > 2 * _ALIKE:
            raise fault(place, _OTHER_SIZE, unreadable=True)
        near = [upright[shares.index(min(shares))]]
    width, height = (near[0].width, near[0].height) if near else (size.width, size.height)
    return _Fit(round(to_mm(width), 2), round(to_mm(height), 2), round(to_mm(bleed), 2))


def _with_bleed(side: SidePicture, fit: _Fit) -> tuple[bytes, str]:
    """Return a picture with bleed on all sides, and its file ending.

    Edges are repeated where it has no bleed, and where it is too narrow or too low for its size.
    """
    with _decoded(side) as picture:
        extra = _missing_pixels(picture.width, picture.height, fit) if not side.size else (0, 0)
        if fit.bleed and extra == (0, 0):
            ending = {"JPEG": ".jpg", "PNG": ".png", "WEBP": ".webp"}.get(picture.format or "")
            return (side.data, ending) if ending else (_encoded(picture, "PNG"), ".png")
        # A photo stays a JPEG, as a PNG of it would be many times larger.
        kind = "JPEG" if picture.format == "JPEG" else "PNG"
        edge = 0 if fit.bleed else max(1, round(_BLEEDS[0] / fit.width * (picture.width + 2 * extra[0])))
        edges = (edge + extra[0], edge + extra[1])
        return _encoded(_with_repeated_edges(picture, edges), kind), ".jpg" if kind == "JPEG" else ".png"


def _missing_pixels(width: int, height: int, fit: _Fit) -> tuple[int, int]:
    """Return the pixels that a picture lacks at its left and right, and at its top and bottom, to fill a size.

    Both are 0 if its proportions are near enough to be cropped.
    """
    if not _is_unlike(_Measures(width, height, 0.0), fit):
        return 0, 0
    wide, high = fit.width + 2 * fit.bleed, fit.height + 2 * fit.bleed
    return max(0, round((height * wide / high - width) / 2)), max(0, round((width * high / wide - height) / 2))


def _with_repeated_edges(picture: Image.Image, edges: tuple[int, int]) -> Image.Image:
    """Return a picture grown at left and right, and at top and bottom, by its outermost pixels.

    `edges` are the pixels on each side.
    """
    from PIL import Image

    if picture.mode not in {"RGB", "RGBA", "L", "CMYK"}:
        picture = picture.convert("RGBA" if "transparency" in picture.info or picture.mode.endswith("A") else "RGB")
    (width, height), (side, top) = picture.size, edges
    wide, high = width + 2 * side, height + 2 * top
    extended = Image.new(picture.mode, (wide, high))
    extended.paste(picture, edges)
    for x, target_x in ((side, 0), (wide - side - 1, wide - side)) if side else ():
        extended.paste(extended.crop((x, 0, x + 1, high)).resize((side, high)), (target_x, 0))
    # After the sides, so that the corners are filled as well.
    for y, target_y in ((top, 0), (high - top - 1, high - top)) if top else ():
        extended.paste(extended.crop((0, y, wide, y + 1)).resize((wide, top)), (0, target_y))
    extended.info = {key: value for key, value in picture.info.items() if key in {"icc_profile", "dpi"}}
    return extended


def _encoded(picture: Image.Image, kind: str) -> bytes:
    """Return a picture as the bytes of a JPEG or PNG (`kind`), with its colour profile and resolution."""
    packed = io.BytesIO()
    about = {key: picture.info[key] for key in ("icc_profile", "dpi") if picture.info.get(key)}
    # Full colour resolution: a JPEG that is saved anew must not blur coloured letters.
    options = {"quality": 95, "subsampling": 0} if kind == "JPEG" else {"compress_level": 6}
    picture.save(packed, kind, **options, **about)
    return packed.getvalue()


def _decoded(side: SidePicture) -> Image.Image:
    """Return the decoded and upright picture of a side. Raises Faults if its data cannot be decoded."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        picture = Image.open(io.BytesIO(side.data))
        # A picture that is turned is a copy, which no longer knows its format.
        kind = picture.format
        # Cameras keep a picture as the sensor saw it, and say beside it how it is to be turned.
        turned = ImageOps.exif_transpose(picture)
        turned.load()
    except UnidentifiedImageError:
        raise fault(side.place, "cannot be read as a picture: it is none, or damaged", unreadable=True) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise fault(side.place, f"cannot be read as a picture: {str(error)[:60].lower()}", unreadable=True) from None
    turned.format = kind
    return turned


def _component(id_: str, fit: _Fit, *, has_backs: bool) -> str:
    """Return the table of a deck of cards for game.toml."""
    return _COMPONENT.format(
        id=id_,
        title=toml_text("Cards"),
        width=decimal(fit.width),
        height=decimal(fit.height),
        bleed=decimal(fit.bleed or _BLEEDS[0]),
        back='back = "back.svg.j2"\n' if has_backs else "",
        column=', back.type = "text"' if has_backs else "",
    )


def _csv_file(rows: Sequence[tuple[str, int, str, str]], *, has_backs: bool) -> bytes:
    """Return the rows of a deck as a CSV file: id, copies, front, and back if there are backs."""
    text = io.StringIO()
    # Python's writer ends lines with CR and LF otherwise.
    writer = csv.writer(text, lineterminator="\n")
    width = 4 if has_backs else 3
    writer.writerow(("id", "copies", "front", "back")[:width])
    writer.writerows(row[:width] for row in rows)
    return text.getvalue().encode()


def _summary(id_: str, fit: _Fit, group: Sequence[FinishedCard]) -> str:
    """Return a line for the user about a deck: cards, size, bleed and backs."""
    backs = {card.back.data for card in group if card.back}
    backs_text = f"{len(backs)} backs" if len(backs) > 1 else "one back for all" if backs else "no backs"
    bleed = "with their bleed" if fit.bleed else "bleed repeated from their edges"
    size = f"{decimal(fit.width)} × {decimal(fit.height)} mm"
    return f"{id_}: {len(group)} card{'s' * (len(group) > 1)} of {size}, {bleed}; {backs_text}"


def _filled_remark(id_: str, fit: _Fit, group: Sequence[FinishedCard], fits: _Fits) -> Iterator[str]:
    """Yield a line that names the pictures of a deck that are filled at their edges, if there are any."""
    sides = {side.place: side for card in group for side in (card.front, card.back) if side}
    names = [PurePosixPath(place).name for place, side in sides.items() if fits.is_filled(side, fit)]
    if names:
        more = ", …" if len(names) > _MOST_NAMED else ""
        yield f"{id_}: other proportions, filled at their edges: {', '.join(names[:_MOST_NAMED])}{more}"
