"""Photos that no sheet can be read from, each with the sentence that says what to do."""

import io

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


BAD = {
    "black": (lambda photo: encoded(Image.new("RGB", (1600, 1200))), NOWHERE),
    "half a sheet": (half, NOWHERE),
    "two sheets": (two, "shows two sheets; take a photo of each"),
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
