"""Convert colours and pictures from sRGB to the inks of a printing condition, by its ICC profile.

Pillow's ImageCms converts, relative to the paper and with black point compensation, so that white is no ink.
"""

from __future__ import annotations

import io
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.base.errors import UsageError

if TYPE_CHECKING:
    from PIL.Image import Image

Inks = tuple[int, int, int, int]
"""Cyan, magenta, yellow and black, from 0 to 255."""


class Lab(NamedTuple):
    """A colour as it is seen, CIE L*a*b*, of D50."""

    lightness: float
    """Lightness from 0 to 100."""
    a: float
    b: float

    @property
    def light(self) -> float:
        """The luminance, from 0 to 1 for white (CIE 15:2004, 8.2.1)."""
        return ((self.lightness + 16) / 116) ** 3 if self.lightness > 8 else self.lightness / 903.3

    @property
    def chroma(self) -> float:
        """The distance from grey: 0 for a neutral colour."""
        return float((self.a**2 + self.b**2) ** 0.5)


class ProfileConversion:
    """The conversion from sRGB by one profile of CMYK."""

    def __init__(self, profile: bytes, name: str) -> None:
        """Take the profile's file; its name is for messages. Raises UsageError if it is none for CMYK."""
        from PIL import ImageCms

        try:
            self._profile = ImageCms.getOpenProfile(io.BytesIO(profile))
            self._to_inks = self._transform(ImageCms.createProfile("sRGB"), self._profile, "RGB", "CMYK")
        except (ImageCms.PyCMSError, OSError):
            raise UsageError(f"{name}: no ICC profile of CMYK printing") from None
        self.inks = lru_cache(maxsize=4096)(self._inks)
        """Returns the inks of a colour."""
        self.lab = lru_cache(maxsize=4096)(self._lab)
        """Returns how a colour is seen."""

    def converted(self, image: Image) -> Image:
        """Return an RGB picture converted to inks (CMYK)."""
        return self._apply(image, self._to_inks)

    @cached_property
    def black_of_grey(self) -> tuple[int, ...]:
        """The level of black ink, 0 to 255, that looks as bright as each level of grey; black is all of it.

        Light is spread over what black ink can show, as the black point compensation of the other colours does.
        """
        from PIL import Image

        tints = Image.new("CMYK", (256, 1))
        # All tints at once: one call of the profile for 256 levels of ink, one for 256 greys.
        tints.putdata([(0, 0, 0, level) for level in range(256)])
        printed = [lab.light for lab in _labs(self._apply(tints, self._from_inks))]
        greys = Image.new("RGB", (256, 1))
        greys.putdata([(level,) * 3 for level in range(256)])
        darkest = printed[-1]
        targets = [darkest + lab.light * (1 - darkest) for lab in _labs(self._apply(greys, self._to_lab))]
        nearest = [min(range(256), key=lambda ink: abs(printed[ink] - light)) for light in targets]
        # White has no ink and black all of it, whatever the nearest level is.
        return (255, *nearest[1:-1], 0)

    def _inks(self, paint: str) -> Inks:
        """Return the four inks of a colour such as `#a03020`, each 0 to 255."""
        cyan, magenta, yellow, black = self.converted(_pixel(paint)).tobytes()
        return cyan, magenta, yellow, black

    def _lab(self, paint: str) -> Lab:
        """Return a colour such as `#a03020` as it is seen."""
        return _labs(self._apply(_pixel(paint), self._to_lab))[0]

    @cached_property
    def _to_lab(self) -> Any:
        """The transform of Pillow from sRGB to Lab."""
        from PIL import ImageCms

        return self._transform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")

    @cached_property
    def _from_inks(self) -> Any:
        """The transform of Pillow from inks to Lab."""
        from PIL import ImageCms

        lab = ImageCms.createProfile("LAB")
        return ImageCms.buildTransform(self._profile, lab, "CMYK", "LAB", ImageCms.Intent.RELATIVE_COLORIMETRIC)

    @staticmethod
    def _transform(source: Any, target: Any, mode: str, target_mode: str) -> Any:
        """Return a transform of Pillow from one profile to another, by modes such as `RGB`."""
        from PIL import ImageCms

        intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
        return ImageCms.buildTransform(source, target, mode, target_mode, intent, flags)

    @staticmethod
    def _apply(image: Image, transform: Any) -> Image:
        """Return a picture after a transform."""
        from PIL import ImageCms

        converted = ImageCms.applyTransform(image, transform)
        assert converted is not None  # noqa: S101  it is None only where a picture is changed in place
        return converted


def _pixel(paint: str) -> Image:
    """Return a picture of one pixel in a colour."""
    from PIL import Image

    return Image.new("RGB", (1, 1), paint)


def _labs(image: Image) -> list[Lab]:
    """Return the pixels of a picture in Lab; Pillow keeps a and b as signed bytes."""
    data = image.tobytes()
    # `a` and `b` are signed bytes, which Pillow hands out as unsigned ones.
    signed = memoryview(data).cast("b")
    return [Lab(data[start] / 2.55, signed[start + 1], signed[start + 2]) for start in range(0, len(data), 3)]
