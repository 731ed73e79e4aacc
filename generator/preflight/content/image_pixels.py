"""The ink of a picture's pixels."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from generator.base.errors import HandledError
from generator.base.records import dataclass
from generator.preflight.content.colour_space import CMYK, ColourSpace
from generator.preflight.content.painted import PlacedImage

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 60_000_000
"""Pixels of a picture that is looked into; a sheet of 12 by 18 inches has 19 million at 300 dpi."""
_STRIP = 1_000_000
"""Pixels that are added up at once."""


class UnreadPixelsError(HandledError):
    """A picture in CMYK is too large to be looked into, or has pixels of an unknown kind."""


@dataclass(frozen=True, slots=True)
class PixelInk:
    """The ink of a picture."""

    most: float
    """Per cent of the pixel with the most ink."""
    share: float
    """Share of the pixels above the limit."""


def pixel_ink(image: PlacedImage, limit: float) -> PixelInk | None:
    """Return the ink of a picture in CMYK; None for other colours.

    `limit` is in per cent. Raises UnreadPixelsError for a picture that is too large or cannot be decoded.
    """
    space = image.space
    if space is None or image.stream is None:
        return None
    if space.palette is not None:
        return _palette_ink(space, limit)
    if space.kind != CMYK or space.components != 4:
        return None
    if image.width * image.height > MOST_PIXELS or image.bits not in {8, 16}:
        raise UnreadPixelsError
    try:
        pixels = _samples(image)
        strips = [*_strips(pixels, _hidden(image), image.width, image.height, limit)]
    except MemoryError:
        raise
    except Exception:  # whatever the decoders make of damaged pictures
        raise UnreadPixelsError from None
    over = sum(count for _, count in strips)
    most = max((most for most, _ in strips), default=0)
    return PixelInk(most / 2.55, over / (image.width * image.height))


def _palette_ink(space: ColourSpace, limit: float) -> PixelInk | None:
    """Return the ink of the colours in a palette; None where it is not known."""
    count, palette = space.components, space.palette or b""
    colours = [palette[start : start + count] for start in range(0, len(palette) - count + 1, count)]
    inks = [ink for colour in colours if (ink := space.ink([level / 255 for level in colour])) is not None]
    if not inks:
        return None
    return PixelInk(max(inks), sum(ink > limit for ink in inks) / len(inks))


def _samples(image: PlacedImage) -> bytes:
    """Return the pixels of a picture, a byte for each ink, 255 for all of it."""
    import pikepdf
    from PIL import Image, ImageChops

    stream = image.stream
    if "/JPXDecode" in str(stream.get("/Filter", "")):
        with Image.open(io.BytesIO(stream.read_raw_bytes()), formats=("JPEG2000",)) as picture:
            return bytes(picture.convert("CMYK").tobytes())
    data = bytes(stream.read_bytes(pikepdf.StreamDecodeLevel.all))
    # Of the two bytes of a sample, the first is the high one; it is exact enough for a percentage.
    data = data[::2] if image.bits == 16 else data
    decode = [float(bound) for bound in stream.get("/Decode", ())]
    # Pictures in CMYK from Adobe's programs are often stored inverted, and say so in Decode.
    if decode[:2] == [1.0, 0.0]:
        inverted = ImageChops.invert(Image.frombytes("CMYK", (image.width, image.height), data))
        return inverted.tobytes()
    return data


def _hidden(image: PlacedImage) -> Image | None:
    """Return a mask of the pixels that a soft mask hides completely; None without such a mask."""
    from PIL import Image

    mask = image.stream.get("/SMask")
    if mask is None or int(mask.get("/BitsPerComponent", 8)) != 8:
        return None
    size = int(mask.Width), int(mask.Height)
    if size[0] * size[1] > MOST_PIXELS:
        return None
    import pikepdf

    data = bytes(mask.read_bytes(pikepdf.StreamDecodeLevel.all))
    hidden = Image.frombytes("L", size, data).point(lambda value: 0 if value else 255)
    # A mask may have another size than its picture; smooth scaling would lighten the ink beside its edges.
    return hidden.resize((image.width, image.height), Image.Resampling.NEAREST)


def _strips(data: bytes, hidden: Image | None, width: int, height: int, limit: float) -> Iterator[tuple[int, int]]:
    """Yield the most ink (255 is 100 %) and the number of pixels above the limit, for a strip of rows at a time."""
    from PIL import Image

    # Each ink is added up in numbers of four bytes, which of a whole picture would take many times its memory.
    rows = max(1, _STRIP // width)
    view = memoryview(data)
    for top in range(0, height, rows):
        count = min(rows, height - top)
        part = view[4 * width * top : 4 * width * (top + count)]
        strip = Image.frombytes("CMYK", (width, count), bytes(part))
        if hidden is not None:
            strip.paste((0, 0, 0, 0), mask=hidden.crop((0, top, width, top + count)))
        yield _most_and_over(strip, limit)


def _most_and_over(strip: Image, limit: float) -> tuple[int, int]:
    """Return the most ink of a strip (255 is 100 %), and the number of its pixels above the limit."""
    from PIL import ImageMath

    def total(inks: dict[str, Any]) -> Any:
        """Return the sum of the four inks of each pixel."""
        return inks["c"] + inks["m"] + inks["y"] + inks["k"]

    bands = dict(zip("cmyk", (band.convert("I") for band in strip.split()), strict=True))
    inks = ImageMath.lambda_eval(total, **bands)
    most = int(inks.getextrema()[1])
    if most <= limit * 2.55:
        return most, 0
    over = ImageMath.lambda_eval(lambda images: images["inks"] > round(limit * 2.55), inks=inks)
    return most, sum(1 for value in over.convert("L").tobytes() if value)
