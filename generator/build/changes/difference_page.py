"""A page of HTML that shows two prints side by side, with its pictures in it."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from generator.base.messages import Messages
from generator.build.changes.differences import Differences, FaceDifference
from generator.build.changes.opened_print import OpenedPrint
from generator.build.changes.picture_pages import DPI, Pixels, pictures
from generator.build.changes.printed_pieces import PrintedSide
from generator.write.svg.syntax import escape

if TYPE_CHECKING:
    from PIL.Image import Image

_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 72rem }
h1 { margin: 0 0 .5rem } h2 { margin: 2.5rem 0 1rem; border-bottom: 1px solid }
p { margin: .2rem 0 } ul { padding-left: 1.2rem }
.all { display: flex; flex-wrap: wrap; gap: 2rem }
article { min-width: 12rem; max-width: 100% } h3 { margin: 0 0 .4rem; font-size: 1rem }
h3 small { font-weight: normal; opacity: .75 }
.pair { display: flex; flex-wrap: wrap; gap: .75rem } figure { margin: 0 }
figcaption, summary { font-size: .85rem; opacity: .8 }
img { display: block; max-width: 100%; height: auto; outline: 1px solid #8888 }
"""


def difference_page(
    old: OpenedPrint, new: OpenedPrint, differences: Differences, words: Messages, language: str
) -> bytes:
    """Return the HTML page of the differences between two prints, with its pictures in it, as UTF-8.

    `words` are the program's words in `language`. The pixel difference of each pair is folded away.
    """
    every = (*differences.changed, *differences.added, *differences.removed)
    drawn = pictures(
        side for face_difference in every for side in (face_difference.before, face_difference.after) if side
    )
    title = escape(words("diff.title", game=new.title))
    body = [f"<h1>{title}</h1>", f"<p>{_line(words, 'old', old)}</p>", f"<p>{_line(words, 'new', new)}</p>"]
    body += [f"<p>{escape(note)}</p>" for note in differences.changes.notes]
    for key, group in (
        ("changed", differences.changed),
        ("added", differences.added),
        ("removed", differences.removed),
    ):
        if group:
            # Of changes the pieces are counted: front and back of one may both have changed.
            count = sum(len(face_difference.pieces) for face_difference in group) if key != "changed" else _count(group)
            articles = "\n".join("".join(_article(face_difference, words, drawn)) for face_difference in group)
            body.append(f'<h2>{escape(words(f"diff.{key}"))} ({count})</h2>\n<div class="all">\n{articles}\n</div>')
    if differences.copies:
        rows = (
            f"<li>{escape(copies.name)} ({escape(copies.piece)}): {copies.before} → {copies.after}</li>"
            for copies in differences.copies
        )
        body.append(f"<h2>{escape(words('diff.copies'))} ({len(differences.copies)})</h2>\n<ul>{''.join(rows)}</ul>")
    head = (
        f'<!DOCTYPE html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body>\n"
    )
    return (head + "\n".join(body) + "\n</body></html>\n").encode()


def _line(words: Messages, key: str, opened: OpenedPrint) -> str:
    """Return the line of HTML that names a print; `key` is `old` or `new`."""
    return escape(words(f"diff.{key}", name=opened.shown))


def _count(group: Iterable[FaceDifference]) -> int:
    """Return the number of different pieces in a group of differences."""
    return len({piece for face_difference in group for piece in face_difference.pieces})


def caption(face_difference: FaceDifference, words: Messages) -> tuple[str, str]:
    """Return the heading of a difference (names of its pieces, and the side), and the ids of its pieces."""
    names = list(dict.fromkeys(face_difference.names))
    heading = (
        names[0]
        if len(face_difference.pieces) == 1
        else words("diff.pieces", n=len(face_difference.pieces), names=", ".join(names))
    )
    back = f" · {words('diff.back')}" if face_difference.side == "back" else ""
    return heading + back, ", ".join(face_difference.pieces)


def _article(face_difference: FaceDifference, words: Messages, drawn: Mapping[str, Pixels]) -> Iterator[str]:
    """Yield the HTML of one difference: its caption, the picture before and after, and the differing pixels."""
    heading, ids = caption(face_difference, words)
    yield f"<article><h3>{escape(heading)} <small>{escape(ids)}</small></h3>"
    present = [
        (key, side) for key, side in (("before", face_difference.before), ("after", face_difference.after)) if side
    ]
    images = [(words(f"diff.{key}"), _image(drawn[side.digest])) for key, side in present]
    yield '<div class="pair">'
    for (key, image), (_, side) in zip(images, present, strict=True):
        yield f"<figure>{_img(image, f'{heading}: {key}', side)}<figcaption>{escape(key)}</figcaption></figure>"
    yield "</div>"
    if face_difference.before and face_difference.after:
        pixels = words("diff.pixels")
        marked = _img(_marked(images[0][1], images[1][1]), f"{heading}: {pixels}", face_difference.after)
        yield f"<details><summary>{escape(pixels)}</summary>{marked}</details>"
    yield "</article>"


def _image(pixels: Pixels) -> Image:
    """Return the pixels of a face as a Pillow image."""
    from PIL import Image

    width, height, rows = pixels
    return Image.frombuffer("RGB", (width, height), rows, "raw", "RGB", 0, 1)


def _img(image: Image, alt: str, side: PrintedSide) -> str:
    """Return the HTML of a picture, which is stored in it as WebP; `side` gives its size in millimetres."""
    target = io.BytesIO()
    image.save(target, "WEBP", quality=90, method=4)
    data = b64encode(target.getvalue()).decode()
    width = round(image.width * 96 / DPI)  # CSS has 96 pixels to the inch, so a card is shown at its true size
    # WebP at quality 90: letters stay sharp, and the page has a tenth of the size that PNG would need.
    return f'<img alt="{escape(alt)}" width="{width}" src="data:image/webp;base64,{data}" title="{side.trim.in_mm}">'


def _marked(before: Image, after: Image) -> Image:
    """Return the later picture, pale, with every pixel that differs in red."""
    from PIL import Image, ImageChops

    size = max(before.width, after.width), max(before.height, after.height)
    both: list[Any] = []
    for picture in (before, after):
        whole = Image.new("RGB", size, "white")
        whole.paste(picture, (0, 0))
        both.append(whole)
    red, green, blue = ImageChops.difference(*both).split()
    # Any difference counts, however faint: hence no threshold.
    differing = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda value: 255 if value else 0)
    pale = Image.blend(both[1].convert("L").convert("RGB"), Image.new("RGB", size, "white"), 0.7)
    return Image.composite(Image.new("RGB", size, "#d00000"), pale, differing)
