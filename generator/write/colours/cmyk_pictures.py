"""Pictures of pixels in CMYK, as PDF takes them: palettes stay palettes, grey becomes black ink alone."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from generator.base.records import replace
from generator.base.stored_data import StoredData
from generator.model.face import EncodedPixels, Raster
from generator.write.png import raster_file

if TYPE_CHECKING:
    from PIL.Image import Image

    from generator.write.colours.profile_conversion import ProfileConversion

Keep = Callable[[bytes], StoredData]
"""Stores data."""

_QUALITIES = 95, 99
"""Qualities of a JPEG that is encoded anew; the second where the first takes too much ink."""
_UP = b"\2"
"""Filter of PNG rows that hold the difference from the row above."""


def cmyk_picture(raster: Raster, conversion: ProfileConversion, limit: float, keep: Keep) -> Raster:
    """Return a picture in inks whose pixels have at most `limit` per cent of ink; its mask stays.

    Raises LostDataError.
    """
    pixels = raster.pixels
    # Only the few colours of the palette are converted; the pixels stay as they are.
    if pixels.colours == "palette":
        return replace(raster, pixels=_with_palette(pixels, conversion))
    if pixels.colours == "grey" and pixels.bits == 1:
        return raster  # black and white are the same in ink
    image = _decoded(raster)
    if pixels.colours == "grey":
        black = conversion.black_of_grey
        image = image.convert("L").point([255 - black[level] for level in range(256)])
    else:
        image = conversion.converted(image.convert("RGB"))
    return replace(raster, pixels=_encoded(image, limit, keep, is_photo=pixels.is_jpeg))


def _with_palette(pixels: EncodedPixels, conversion: ProfileConversion) -> EncodedPixels:
    """Return pixels whose palette is in inks."""
    from PIL import Image

    colours = Image.frombytes("RGB", (len(pixels.palette) // 3, 1), pixels.palette)
    return replace(pixels, colours="cmyk-palette", palette=conversion.converted(colours).tobytes())


def _decoded(raster: Raster) -> Image:
    """Return a picture of pixels, without its mask, as a picture of Pillow."""
    from PIL import Image

    return Image.open(io.BytesIO(raster_file(raster)))


def _encoded(image: Image, limit: float, keep: Keep, *, is_photo: bool) -> EncodedPixels:
    """Return a photograph as JPEG, unless its losses are above the limit of ink, and anything else as it is."""
    from PIL import Image

    colours = "grey" if image.mode == "L" else "cmyk"
    for quality in _QUALITIES if is_photo else ():
        file = io.BytesIO()
        # Full resolution of all channels: with less, thin coloured lines get soft edges.
        image.save(file, "JPEG", quality=quality, subsampling=0)
        # Measured after decoding: the losses of JPEG can add ink.
        if most_ink(Image.open(io.BytesIO(file.getvalue()))) <= limit:
            return EncodedPixels(keep(file.getvalue()), colours, is_jpeg=True)
    return EncodedPixels(keep(_rows(image)), colours)


def most_ink(image: Image) -> float:
    """Return the most ink of any pixel of a grey or CMYK picture, all inks together, in per cent."""
    from PIL import ImageMath

    if image.mode == "L":
        return 100.0 - float(image.getextrema()[0]) / 2.55  # type: ignore[arg-type]  # one channel has one pair
    channels = {name: channel.convert("I") for name, channel in zip("cmyk", image.split(), strict=True)}
    total = ImageMath.lambda_eval(lambda inks: inks["c"] + inks["m"] + inks["y"] + inks["k"], **channels)
    return float(total.getextrema()[1]) / 2.55


def _rows(image: Image) -> bytes:
    """Return the rows of a picture as PDF and PNG store them: each less the row above, compressed."""
    from PIL import Image, ImageChops

    above = Image.new(image.mode, image.size)
    # Rows less the row above compress much better; the first row has none above it.
    above.paste(image, (0, 1))
    data = ImageChops.subtract_modulo(image, above).tobytes()
    row = len(data) // image.height
    return zlib.compress(b"".join([_UP + data[start : start + row] for start in range(0, len(data), row)]), 6)
