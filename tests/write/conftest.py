"""Faces made by hand, with real letters, until a test needs more."""

import io
import zlib
from contextlib import ExitStack
from importlib.resources import files
from types import SimpleNamespace

import pikepdf
import pytest
import uharfbuzz as hb
from PIL import Image as Pillow

from generator.base.geometry import Matrix, Rect, Size
from generator.base.stored_data import DataStore
from generator.model.face import (
    Clip,
    Drawing,
    EncodedPixels,
    Face,
    Font,
    GlyphRun,
    Group,
    Image,
    LinearGradient,
    Part,
    RadialGradient,
    Raster,
    Shape,
    Stroke,
    Use,
    image_digest,
)
from generator.model.press_sheet import PlacedFace, PressDocument, PressSheet
from generator.typeset.ink.png_rows import packed_rows

FOLDER = files("fontpkg_alegreya_sans") / "files"
FONTS = {
    id_: Font(id_, str(FOLDER / f"AlegreyaSans-{style}.ttf"), "OFL-1.1")
    for id_, style in [("sans", "Regular"), ("sans-bold", "Bold"), ("sans-italic", "Italic")]
}
ICON = Part(
    "icon",
    Rect(0, 0, 24, 24),
    (
        Shape("M 12 2 L 22 22 L 2 22 Z", fill="#c8a050", stroke=Stroke("#332211", 2, join="round")),
        Shape("M 9 15 L 15 15", stroke=Stroke("#332211", 2, cap="round")),
    ),
)
A4 = Size(595.276, 841.89)
SIDE = 24
BLUE_ROWS = b"".join(bytes([10 * x, 40, 250 - 10 * y]) for y in range(SIDE) for x in range(SIDE))
"""Redder to the right, less blue below."""
BLUE_ALPHA = bytes(255 - 8 * y for y in range(SIDE) for _ in range(SIDE))


def raster_of(key, width, height, rgb, alpha=b""):
    """A raster of some rows, as typesetting makes it; in memory."""
    keep = DataStore().keep
    pixels = EncodedPixels(keep(packed_rows(Pillow.frombytes("RGB", (width, height), rgb))))
    mask = EncodedPixels(keep(packed_rows(Pillow.frombytes("L", (width, height), alpha))), "grey") if alpha else None
    return Raster(key, width, height, pixels, mask, image_digest(width, height, "/DeviceRGB", rgb, alpha))


def jpeg_of(key, width, height, mode="RGB"):
    file = io.BytesIO()
    Pillow.new(mode, (width, height)).save(file, "JPEG")
    pixels = EncodedPixels(DataStore().keep(file.getvalue()), "grey" if mode == "L" else "rgb", is_jpeg=True)
    return Raster(key, width, height, pixels)


BLUE = raster_of("blue", SIDE, SIDE, BLUE_ROWS, BLUE_ALPHA)


def square(x, y, side):
    return f"M {x} {y} L {x + side} {y} L {x + side} {y + side} L {x} {y + side} Z"


def shaped(text, x=10.0, y=20.0, *, size=10.0, font="sans", features=None, **look):
    """Text as typesetting hands it over: one head source a cluster, offsets in points."""
    face = hb.Face(hb.Blob.from_file_path(FONTS[font].path))
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(hb.Font(face), buffer, features or {})
    heads = [info.cluster for info in buffer.glyph_infos]
    ends = {head: next((more for more in heads if more > head), len(text)) for head in heads}
    sources = [text[h : ends[h]] if not i or heads[i - 1] != h else "" for i, h in enumerate(heads)]
    places, at = [], 0
    for position in buffer.glyph_positions:
        places.append((at + position.x_offset) * size / face.upem)
        at += position.x_advance
    glyphs = tuple(info.codepoint for info in buffer.glyph_infos)
    return GlyphRun(font, size, x, y, glyphs, tuple(places), tuple(sources), at * size / face.upem, **look)


def face_of(*ink, parts=(), key="face", size=104.0, bleed=8.0):
    return Face(key, Size(size, size), bleed, Drawing.of(ink, parts))


def kitchen_sink(shift=0.0):
    """Every kind of ink on one face; `shift` moves its icon to the right."""
    fade = LinearGradient(
        0, 0, 1, 0, ((0, "#ff0000", 1.0), (0.5, "#ffff00", 1.0), (1, "#0000ff", 0.2)), Matrix(30, 0, 0, 30, 5, 65)
    )
    glow = RadialGradient(50, 80, 14, 46, 76, ((0, "#ffffff", 1.0), (1, "#208040", 1.0)), Matrix())
    band = LinearGradient(0, 0, 0, 30, ((0, "#804020", 1.0), (1, "#ffc080", 1.0)), Matrix())
    return face_of(
        Shape(square(-8, -8, 120), fill="#f4ead0"),
        Shape(square(4, 4, 92), stroke=Stroke("#801010", 1.5, dash=(6, 3), offset=-2)),
        Shape(square(5, 65, 30), fill=fade),
        Shape("M 36 80 C 36 72 42 66 50 66 C 58 66 64 72 64 80 C 64 88 58 94 50 94 C 42 94 36 88 36 80 Z", fill=glow),
        Group((Shape(square(0, 0, 30), stroke=Stroke(band, 5), fill="#ffffff"),), Matrix(0.8, 0.2, -0.2, 0.8, 72, 66)),
        Group((Shape(square(10, 30, 15), fill="#ff0000"), Shape(square(17, 37, 15), fill="#00ff00")), opacity=0.5),
        Group((Shape(square(36, 30, 24), fill="#4040c0"),), clip=Clip("M 36 54 L 48 30 L 60 54 Z")),
        Shape(square(66, 30, 22) + " " + square(72, 36, 10), fill="#208080", even_odd=True, opacity=0.7),
        Shape(square(70, 34, 12), fill="#ffffff", opacity=0.6, stroke=Stroke("#000000", 4, opacity=0.5)),
        Image("blue", Rect(10, 50, 12, 12), opacity=0.9),
        Use("icon", Matrix(0.5, 0, 0, 0.5, 30 + shift, 50)),
        Use("icon", Matrix(0.5, 0, 0, 0.5, 45, 50), opacity=0.4),
        shaped("Officina", 8, 18, size=12, font="sans-bold", fill="#401008"),
        shaped("fish", 54, 18, size=10, fill="#401008"),
        shaped("Roma", 75, 18, features={"smcp": True}),
        shaped("AVATAR élan", 8, 27, size=7, font="sans-italic", opacity=0.8),
        parts=(ICON, BLUE),
        key=f"sink{shift}",
    )


@pytest.fixture
def make():
    """Builders of model objects, and the fonts they use."""
    return SimpleNamespace(
        face=face_of,
        run=shaped,
        square=square,
        sink=kitchen_sink,
        icon=ICON,
        blue=BLUE,
        blue_rows=BLUE_ROWS,
        blue_alpha=BLUE_ALPHA,
        raster=raster_of,
        jpeg=jpeg_of,
        fonts=FONTS,
        sheet=sheet_of,
        document=document_of,
        folder=FOLDER,
        compiled=compiled_all,
        pdf=written,
    )


def inks_pdf(faces, colours, **said):
    """The bytes of a file of these faces in inks, one page each."""
    from generator.write.pdf.compiled_face import compile_face
    from generator.write.pdf.document import face_pdf

    forms = {form.key: form for face in faces for form in compile_face(face, FONTS, colours)}
    return b"".join(face_pdf(faces, forms, FONTS, colours=colours, **said))


def sheet_of(*pieces, side="recto", number=1, size=A4, marks=(), **more):
    """A press sheet of (piece id, face) side by side, 10 points from the left and 20 from the top."""
    placed = []
    for index, (piece, face) in enumerate(pieces):
        trim = Rect(10 + index * face.trim.width, 20, face.trim.width, face.trim.height)
        placed.append(PlacedFace(piece, face, Matrix.translation(trim.x, trim.y), trim, trim.expand(4)))
    return PressSheet(size, side, number, tuple(placed), marks, **more)


def document_of(*sheets, title="Picket: raid", language="en", duplex=None, date="2026-11-21"):
    return PressDocument(title, "A. Maker", "Raid cards", language, date, sheets, duplex)


def compiled_all(*faces):
    from generator.write.pdf.compiled_face import compile_face

    return {form.key: form for face in faces for form in compile_face(face, FONTS)}


def written(*sheets, **said):
    """The bytes of a document of these sheets, everything compiled on the way."""
    from generator.write.pdf.document import pdf

    faces = [placed.face for sheet in sheets for placed in sheet.placed]
    return pdf(document_of(*sheets, **said), compiled_all(*faces), FONTS)


@pytest.fixture
def operators():
    """The operators that ink compiles to, one line each."""

    def lines(*ink, parts=()):
        form = compiled_all(face_of(*ink, parts=parts))["face"]
        return zlib.decompress(form.stream).decode().split("\n")

    return lines


@pytest.fixture
def opened():
    """Write a document and open it with a library that is not ours."""
    with ExitStack() as stack:
        yield lambda *sheets, **said: stack.enter_context(pikepdf.open(io.BytesIO(written(*sheets, **said))))
