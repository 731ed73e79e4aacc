"""Photos that no sheet can be read from, each with the sentence that says what to do."""

import io

import numpy as np
from PIL import Image

NOWHERE = "shows no sheet of this game, or not the whole of it; lay one sheet flat on a darker table"


def encoded(image, **options):
    written = io.BytesIO()
    image.save(written, **{"format": "JPEG", "quality": 85} | options)
    return written.getvalue()


def half(photo):
    """The left half of a sheet, and the table."""
    image = Image.open(io.BytesIO(photo)).convert("RGB")
    cut = Image.new("RGB", image.size, (60, 60, 65))
    cut.paste(image.crop((0, 0, image.width * 45 // 100, image.height)), (image.width // 4, 0))
    return encoded(cut)


def two(photo):
    """A sheet twice, side by side."""
    image = Image.open(io.BytesIO(photo)).convert("RGB").resize((1300, 975))
    both = Image.new("RGB", (2600, 1950), (60, 60, 65))
    both.paste(image, (0, 0))
    both.paste(image, (1300, 975))
    return encoded(both)


def screen(photo):
    """The sheet on a screen, whose lines of red, green and blue lie between the pixels of the camera."""
    pixels = np.asarray(Image.open(io.BytesIO(photo)).convert("RGB"), np.float32)
    down, across = np.mgrid[: pixels.shape[0], : pixels.shape[1]]
    rows = 0.8 + 0.2 * np.sin(2 * np.pi * (down - 0.03 * across) / 1.07)
    lines = [0.8 + 0.2 * np.sin(2 * np.pi * ((across + 0.02 * down) / 1.07 + third / 3)) for third in range(3)]
    return encoded(Image.fromarray((pixels * rows[..., None] * np.stack(lines, 2)).astype(np.uint8)))


BAD = {
    "black": (lambda photo: encoded(Image.new("RGB", (1600, 1200))), NOWHERE),
    "half a sheet": (half, NOWHERE),
    "two sheets": (two, "shows two sheets; take a photo of each"),
    "screen": (screen, "has a pattern all over the sheet, as photos of screens have; photograph the paper"),
    "300 pixels": (
        lambda photo: encoded(Image.new("RGB", (300, 225))),
        "has only 300 × 225 pixels; take the photo again",
    ),
    "70 megapixels": (
        lambda photo: encoded(Image.new("1", (10000, 7000)), format="PNG"),
        "has 70 million pixels; save it with 56 million at most",
    ),
    "damaged": (lambda photo: photo[: len(photo) // 3], "is damaged; take the photo again"),
}
"""What each is made of the photo of a good sheet by, and a part of its sentence."""
