"""Show press sheets as people with colour vision deficiencies see them, as PNG: for the screen, not for printing.

Full dichromacies (severity 1.0) of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (6), 2009, table 1; grey is the luminance of ITU-R
BT.709. Both apply to linear light, so the gamma of sRGB (IEC 61966-2-1) is removed before and applied after.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.base.hashing import digest
from generator.base.system.output_file import write_file
from generator.build.manifest import Manifest, OutputFile
from generator.build.options import BuildOptions
from generator.write.png import encode_png, page_pixels

if TYPE_CHECKING:
    from PIL.Image import Image

Colour = tuple[float, float, float]
"""Red, green and blue in sRGB, from 0 to 1."""

_LUMINANCE = (0.2126, 0.7152, 0.0722)
# Machado, Oliveira and Fernandes 2009, at full severity; for linear light.
_MATRICES: dict[str, tuple[Colour, Colour, Colour]] = {
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
}
_KNOTS = 33
"""Samples per axis in the colour table for whole pictures."""

SHARPNESS = 100.0
"""Resolution in dots per inch: A4 fills a screen, and its smallest letters are readable."""


def simulate_colour(vision: str, red: float, green: float, blue: float) -> Colour:
    """Return a colour as `deutan`, `protan`, `tritan` or `grey` vision sees it.

    >>> [round(value, 2) for value in simulate_colour("deutan", 1, 0, 0)]
    [0.64, 0.57, 0.0]
    """
    light = _linear(red), _linear(green), _linear(blue)
    red, green, blue = (
        _gamma(sum(share * channel for share, channel in zip(row, light, strict=True))) for row in _MATRICES[vision]
    )
    return red, green, blue


def _linear(value: float) -> float:
    """Return the linear light of a channel in sRGB, both from 0 to 1."""
    # The gamma of sRGB, IEC 61966-2-1.
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _gamma(light: float) -> float:
    """Return the channel in sRGB of linear light, cut off at 0 and 1."""
    # The matrices also lead to colours that no screen shows.
    light = min(max(light, 0.0), 1.0)
    return light * 12.92 if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


def simulate_image(vision: str, picture: Image) -> Image:
    """Return an RGB picture as a colour vision sees it, through a table of `_KNOTS` samples.

    Colours differ from `simulate_colour` by less than 1 of 255 on average, by up to 10 in the darkest shades.
    """
    return picture.filter(_table(vision))


@cache
def _table(vision: str) -> Any:
    """Return the table of colours through which Pillow sends a picture for a vision.

    It is made once for a process: each has 33 × 33 × 33 samples.
    """
    from PIL.ImageFilter import Color3DLUT

    return Color3DLUT.generate(_KNOTS, lambda red, green, blue: simulate_colour(vision, red, green, blue))


class SimulatedViews:
    """Simulated views of one game's files: `<game>/simulated/<vision>/<file>-<page>.png`."""

    def __init__(self, options: BuildOptions, manifest: Manifest) -> None:
        """Take the colour visions from the options, and the record of files that exist."""
        self._visions, self._manifest = options.simulate, manifest

    def write(self, files: Iterable[OutputFile]) -> list[OutputFile]:
        """Write the views of every page of every PDF that are out of date; return a record of all.

        Raises OutputError.
        """
        return [view for file in files for view in self._of(file)]

    def _of(self, file: OutputFile) -> Iterator[OutputFile]:
        """Yield the records of all views of one PDF; those out of date are drawn first."""
        for vision in self._visions:
            views = [self._record(file, vision, page) for page in range(file.pages)]
            current = [self._manifest.find_file(view.path, view.key) for view in views]
            # pdfium renders the file once for all pages.
            if not all(current):
                _draw(file.path, vision, views)
            yield from (existing or view.with_stamp() for existing, view in zip(current, views, strict=True))

    @staticmethod
    def _record(file: OutputFile, vision: str, page: int) -> OutputFile:
        """Return the record of a page's view."""
        folder = file.path.parent / "simulated" / vision
        name = f"{file.path.stem}-{page + 1:0{len(str(file.pages))}}.png"
        key = digest(file.key, vision, repr(SHARPNESS))
        return OutputFile(
            folder / name, file.components, file.paper, file.language, pages=1, pieces=0, sheets=0, key=key
        )


def _draw(pdf: Path, vision: str, views: Iterable[OutputFile]) -> None:
    """Draw the pages of a PDF as a vision sees them, and write them."""
    from PIL import Image

    for (width, height, data), view in zip(page_pixels(pdf, SHARPNESS), views, strict=True):
        picture = simulate_image(vision, Image.frombuffer("RGB", (width, height), data))
        # The disk is waited for once, when all files of the game are written.
        write_file(view.path, encode_png(width, height, picture.tobytes(), dpi=SHARPNESS), settle=False)
