"""Read the pieces of a PDF that an earlier build wrote: which there are, how many copies, and what they look like.

Each face is marked content that names its piece, and one form that draws it. The digest of the form is computed from
its content in the file, so it equals that of a newly compiled face that draws the same.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any

from generator.base.errors import Faults, HandledError, fault, printable
from generator.base.geometry import Size
from generator.base.records import dataclass, field
from generator.base.stored_data import DataStore
from generator.build.changes.face_list import PIECE_NAME
from generator.model.face import EncodedPixels, image_digest
from generator.write.pdf.face_digest import (
    DrawnForm,
    Outlines,
    PlainValue,
    form_digest,
    join_outline,
    outlines_of_data,
    plain_word,
    shown_glyphs,
    sorted_dictionary,
    tree_digest,
)
from generator.write.pdf.xobjects import ISOLATED, GraphicsState
from generator.write.png import png_of_rows

MOST_PIXELS = 40_000_000
"""Most pixels of one picture, as in a file that is printed."""
LARGEST = 3 * MOST_PIXELS
"""Largest stream after decompression, in bytes."""
DEEPEST = 16
"""Deepest nesting of forms, and of dictionaries."""
MOST = 50_000
"""Most faces in one file."""

_PIECE = re.compile(rf"({PIECE_NAME})#(\d{{1,6}})", re.ASCII)


class _ForeignError(HandledError):
    """Something that Vallum does not write."""


@dataclass(slots=True)
class PrintedSide:
    """One side of a piece as a PDF has it."""

    digest: str
    form: Any
    """Form XObject that draws the side."""
    is_tiled: bool
    """Whether the piece is larger than the page, which then shows a part of it."""

    @property
    def trim(self) -> Size:
        """Size of the cut piece: the form's origin is a corner of the trim, and its BBox adds bleed on all sides."""
        left, top, right, bottom = map(float, self.form.BBox)
        return Size(left + right, top + bottom)


@dataclass(slots=True)
class PrintedPiece:
    """A piece of a PDF."""

    copies: int = 0
    sides: dict[str, PrintedSide] = field(default_factory=dict)
    """Sides by name, `front` and `back`."""


class PrintedFile:
    """A PDF with the pieces that it prints."""

    def __init__(self, path: Path, display_name: str = "") -> None:
        """Open a PDF and read its pieces. Raises Faults for a file that is damaged, encrypted or not made by Vallum."""
        self.path, self.shown = path, display_name or str(path)
        self._pdf = _open(path, self.shown)
        self._outlines: dict[tuple[int, int], Outlines] = {}
        self._digests: dict[tuple[int, int], str] = {}
        try:
            self.language = printable(str(self._pdf.Root.get("/Lang", "")))
            self.title = printable(str(self._pdf.docinfo.get("/Title", "")))
            self.origin = self._origin()
            self.pieces = self._pieces()
        except Faults:
            raise
        # A damaged file fails in many ways, in pikepdf as well as here.
        except Exception:
            raise fault(self.shown, "the PDF is damaged, or another program has changed it") from None
        if not self.pieces:
            raise fault(self.shown, "the PDF names no pieces; use one that vallum build has written")

    @property
    def kind(self) -> tuple[str | None, ...]:
        """Language, theme and variant as in the face list; None for entries that the file lacks."""
        return tuple(self.origin.get(name) for name in ("language", "theme", "variant"))

    @cached_property
    def has_fronts(self) -> bool:
        """Whether the file shows the front of any piece."""
        return any("front" in piece.sides for piece in self.pieces.values())

    @cached_property
    def has_backs(self) -> bool:
        """Whether the file shows the back of any piece."""
        return any("back" in piece.sides for piece in self.pieces.values())

    def _origin(self) -> Mapping[str, str]:
        """Return our own entries of the metadata; none in a file of version 0.1.0."""
        metadata = self._pdf.Root.get("/Metadata")
        text = _decoded(metadata).decode("utf-8", "replace") if metadata is not None else ""
        return {
            key: printable(unescape(value)) for key, value in re.findall(r"<vallum:(\w+)>([^<]*)</vallum:\1>", text)
        }

    def _pieces(self) -> dict[str, PrintedPiece]:
        """Return the pieces of all pages by `<component>/<piece>`. Raises _ForeignError for marks that are not ours."""
        pieces: dict[str, PrintedPiece] = {}
        count = 0
        for page in range(len(self._pdf.pages)):
            for marked, form in self._marked(page):
                count += 1
                match = _PIECE.fullmatch(str(marked["/ID"]))
                # A digest needs our own marks; other files were written or changed by another program.
                if match is None or count > MOST:
                    raise _ForeignError
                piece = pieces.setdefault(match[1], PrintedPiece())
                piece.copies = max(piece.copies, int(match[2]))
                side = str(marked["/Side"])
                if side not in piece.sides:
                    digest = join_outline(self._digest(form), str(marked.get("/Cut", "")))
                    found_side = PrintedSide(digest, form, is_tiled=False)
                    found_side.is_tiled = _is_larger(found_side.trim, self._pdf.pages[page])
                    piece.sides[side] = found_side
        return pieces

    def _marked(self, page: int) -> Iterator[tuple[Any, Any]]:
        """Yield for each piece marked on a page its properties (id, side) and the form that draws it."""
        import pikepdf

        content = self._pdf.pages[page]
        # Parsing takes most of the time; pages without our marks, such as a plan's, are skipped.
        if b"/Piece" not in _content(content):
            return
        forms = content.Resources.XObject
        marked = None
        for instruction in pikepdf.parse_content_stream(content, "BDC EMC Do"):
            operands, name = instruction.operands, str(instruction.operator)
            if name == "BDC":
                marked = operands[1] if str(operands[0]) == "/Piece" else None
            elif name == "EMC":
                marked = None
            elif marked is not None:
                yield marked, forms[operands[0]]

    def _digest(self, drawn: Any, depth: int = 0) -> str:
        """Return a digest of the look of a form or image, with all that it draws; each object is computed once."""
        # A damaged or hostile file may have a form that draws itself.
        if depth > DEEPEST:
            raise _ForeignError
        known_digest = self._digests.get(drawn.objgen)
        if known_digest is None:
            image = str(drawn.Subtype) == "/Image"
            known_digest = self._digests[drawn.objgen] = _image(drawn) if image else self._form(drawn, depth)
        return known_digest

    def _form(self, form: Any, depth: int) -> str:
        """Return the digest of a form from its content, fonts, graphics states, patterns, and the objects it draws."""
        resources = form.get("/Resources", {})
        states = _listed(resources, "/ExtGState", "G")
        # Forms of masks are drawn too, and are no XObjects of the resources.
        masks = [state["/SMask"]["/G"] for state in states if "/SMask" in state]
        content, fonts = _decoded(form), [self._font(font) for font in _listed(resources, "/Font", "F")]
        drawn = DrawnForm(
            content,
            tuple(float(value) for value in form.BBox),
            _group(form),
            fonts,
            states=[_state(state).look for state in states],
            patterns=[_plain(pattern) for pattern in _listed(resources, "/Pattern", "P")],
            glyphs=shown_glyphs(content, len(fonts)),
        )
        below = [*_listed(resources, "/XObject", "X"), *masks]
        return tree_digest(form_digest(drawn), [self._digest(drawn_object, depth + 1) for drawn_object in below])

    def _font(self, font: Any) -> Outlines:
        """Return the outlines of the glyphs in an embedded font; each font file is read once."""
        file = _font_file(font.DescendantFonts[0].FontDescriptor)
        if file.objgen not in self._outlines:
            self._outlines[file.objgen] = outlines_of_data(_decoded(file))
        return self._outlines[file.objgen]


def _group(form: Any) -> str:
    """Return the transparency group of a PDF form: its colour space, and whether it is isolated.

    Empty for a form without a group.
    """
    if "/Group" not in form:
        return ""
    return str(form.Group.CS) + (ISOLATED if "/I" in form.Group else "")


def _state(state: Any) -> GraphicsState:
    """Return a graphics state of a PDF (opacity, soft mask, blend mode) as compiled forms describe theirs."""
    by_alpha = "/SMask" in state and str(state["/SMask"]["/S"]) == "/Alpha"
    return GraphicsState(float(state["/ca"]), float(state["/CA"]), "", by_alpha, str(state.get("/BM", "")))


def _font_file(descriptor: Any) -> Any:
    """Return the embedded file of a font; one with cubic outlines stands under another name."""
    return descriptor.FontFile2 if "/FontFile2" in descriptor else descriptor.FontFile3


def _is_larger(size: Size, page: Any) -> bool:
    """Whether a trim is larger than a page."""
    trim = sorted((size.width, size.height))
    paper = sorted((float(page.mediabox[2]), float(page.mediabox[3])))
    # A point of tolerance for rounded sizes.
    return any(side > most + 1 for side, most in zip(trim, paper, strict=True))


def _open(path: Path, display_name: str) -> Any:
    """Open a PDF with pikepdf. Raises Faults for one that is damaged, encrypted or not readable."""
    import pikepdf

    try:
        # Recovery would guess at a damaged file's pieces.
        pdf = pikepdf.open(path, attempt_recovery=False, suppress_warnings=True)
    except pikepdf.PasswordError:
        raise fault(display_name, "the PDF is encrypted; use the file as vallum build has written it") from None
    except OSError as error:
        raise fault(
            display_name, f"cannot be read ({(error.strerror or str(error)).lower()})", unreadable=True
        ) from None
    except pikepdf.PdfError:
        raise fault(display_name, "not a PDF, or a damaged one; use a PDF that vallum build has written") from None
    if pdf.is_encrypted:
        raise fault(display_name, "the PDF is encrypted; use the file as vallum build has written it")
    return pdf


def _content(page: Any) -> bytes:
    """Return the content of a page; several streams are joined, as ISO 32000 has them read."""
    import pikepdf

    content = page.get("/Contents")
    streams = [] if content is None else list(content) if isinstance(content, pikepdf.Array) else [content]
    return b"\n".join(map(_decoded, streams))


def _decoded(stream: Any) -> bytes:
    """Return the bytes of a stream as Vallum writes it: compressed with zlib, a JPEG file, or plain."""
    filter_name = str(stream.get("/Filter", ""))
    data: bytes = stream.read_raw_bytes()
    if filter_name in {"", "/DCTDecode"}:
        return data
    if filter_name != "/FlateDecode" or "/DecodeParms" in stream:
        raise _ForeignError
    # Bounded: a few kilobytes can decompress to gigabytes.
    plain = zlib.decompressobj().decompress(data, LARGEST + 1)
    if len(plain) > LARGEST:
        raise _ForeignError
    return plain


def _image(image: Any) -> str:
    """Return the digest of an image from its size, colour space, pixels and alpha, as `image_digest` computes it."""
    alpha = _rows(image.SMask, "L") if "/SMask" in image else b""
    size = int(image.Width), int(image.Height)
    if str(image.get("/Filter", "")) == "/DCTDecode":
        return image_digest(*size, str(image.ColorSpace), image.read_raw_bytes(), alpha)
    return image_digest(*size, "/DeviceRGB", _rows(image, "RGB"), alpha)


def _rows(image: Any, mode: str) -> bytes:
    """Return the pixels of an image as rows of RGB (`RGB`) or grey (`L`), however the PDF stores them."""
    from PIL import Image

    width, height = int(image.Width), int(image.Height)
    # Checked before decoding: a small stream may state an enormous picture.
    if width * height > MOST_PIXELS:
        raise _ForeignError
    if "/DecodeParms" not in image:  # as earlier versions wrote it
        return _decoded(image)
    palette = b""
    colours = {"/DeviceGray": "grey", "/DeviceRGB": "rgb"}.get(str(image.ColorSpace), "palette")
    if colours == "palette":
        # The fourth entry of an indexed colour space has its colours (ISO 32000-1, 8.6.6.3).
        palette = bytes(image.ColorSpace[3])
    raw = image.read_raw_bytes()
    pixels = EncodedPixels(DataStore().keep(raw), colours, bits=int(image.BitsPerComponent), palette=palette)
    return Image.open(io.BytesIO(png_of_rows(width, height, pixels)), formats=("PNG",)).convert(mode).tobytes()


def _listed(resources: Any, kind: str, letter: str) -> Sequence[Any]:
    """Return the resources of one kind, such as fonts, in the order of their numbers: `/F0`, `/F1`."""
    entries = resources.get(kind, {})
    return [entries[f"/{letter}{index}"] for index in range(len(entries.keys()))]


def _plain(value: Any, depth: int = 0) -> PlainValue:
    """Return a PDF object as nested tuples of words that can be compared. Raises _ForeignError for streams."""
    import pikepdf

    if depth > DEEPEST or isinstance(value, pikepdf.Stream):
        raise _ForeignError
    if isinstance(value, pikepdf.Dictionary):
        return sorted_dictionary({key: _plain(item, depth + 1) for key, item in value.items()})
    if isinstance(value, pikepdf.Array):
        return ("[", *(_plain(item, depth + 1) for item in value))
    return plain_word(str(value).lower() if isinstance(value, bool) else str(value))
