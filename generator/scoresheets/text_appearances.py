"""Draw the appearance of text fields as a viewer would, with the font embedded in the form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from generator.write.pdf.form.appearances import INK
from generator.write.pdf.form.form_fields import FONT
from generator.write.pdf_syntax import number

_PAIR = re.compile(rb"<([0-9a-f]{4})>\s*<([0-9a-f]+)>")
_SIZE = re.compile(r"([\d.]+) Tf")
_LEADING = 1.2
"""Line height in font sizes."""
_EDGE = 1.2
"""Points inside a field's rect that the printed outline covers."""

_INSET = 2.0
"""Points between a field's edge and its text."""
_MIDDLE = 0.32
"""Half the height of a capital letter in font sizes, which centres a line."""


class TextAppearances:
    """Appearance streams in the font of one form."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        """Read the glyphs and widths of the font in a form."""
        self._pdf = pdf
        form = pdf.Root.AcroForm
        self._fonts = form.DR.Font
        font = self._fonts[FONT]
        self._glyphs = dict(_characters(font.ToUnicode.read_bytes()))
        inner = font.DescendantFonts[0]
        self._widths, self._plain = dict(_widths(inner.get("/W", ()))), float(inner.get("/DW", 1000))

    @property
    def letters(self) -> set[str]:
        """Return all characters that the font of the form has."""
        return {char for text in self._glyphs for char in text}

    def make(self, widget: pikepdf.Object, text: str, *, lines: bool) -> pikepdf.Object:
        """Return the appearance of a field with a text, set smaller if it is too wide; `lines` allows several lines."""
        x_min, y_min, x_max, y_max = map(float, widget.Rect)
        width, height = x_max - x_min, y_max - y_min
        match = _SIZE.search(str(widget.get("/DA", "")))
        size = float(match[1]) if match else 10.0
        # A field of one line shows no line ends.
        rows = list(self._rows(text, size, width - 2 * _INSET)) if lines else [text.replace("\n", " ")]
        widest = max(self._width(row, size) for row in rows)
        size *= min(1.0, (width - 2 * _INSET) / max(widest, 1.0))
        first = height - size if lines else height / 2 - _MIDDLE * size
        words = [
            self._row(
                row, size, self._start(row, size, width, int(widget.get("/Q", 0))), first - index * _LEADING * size
            )
            for index, row in enumerate(rows)
        ]
        # Viewers replace what is between /Tx BMC and EMC when the text is edited (ISO 32000-1, 12.7.3.3).
        drawing = f"{_ground(widget, width, height)}/Tx BMC q {INK} rg BT {' '.join(words)} ET Q EMC"
        return self._stream(drawing, width, height)

    def _stream(self, drawing: str, width: float, height: float) -> pikepdf.Object:
        """Return a drawing as an appearance stream of a size in points."""
        return self._pdf.make_stream(
            drawing.encode("ascii"),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, round(width, 3), round(height, 3)]),
            Resources=Dictionary(Font=self._fonts),
        )

    def _row(self, row: str, size: float, x: float, y: float) -> str:
        """Return the operators of PDF that draw one line of text at a point."""
        glyphs = "".join(f"{self._glyphs[char]:04x}" for char in row if char in self._glyphs)
        return f"{FONT} {number(size)} Tf 1 0 0 1 {number(x)} {number(y)} Tm <{glyphs}> Tj"

    def _start(self, row: str, size: float, width: float, aligned: int) -> float:
        """Return the x at which a line begins; `aligned` is the field's entry Q, 1 for centred."""
        return (width - self._width(row, size)) / 2 if aligned == 1 else _INSET

    def _width(self, row: str, size: float) -> float:
        """Return the width of a line in points."""
        glyphs = (self._glyphs[char] for char in row if char in self._glyphs)
        return sum(self._widths.get(glyph, self._plain) for glyph in glyphs) * size / 1000

    def _rows(self, text: str, size: float, width: float) -> Iterator[str]:
        """Break the text into lines that fit, after spaces, or anywhere in a word that is too long."""
        for line in text.splitlines() or [""]:
            words = re.findall(r"\S+\s*|\s+", line)
            row = ""
            for part in [part for word in words for part in ([word] if self._width(word, size) <= width else word)]:
                if row and self._width((row + part).rstrip(), size) > width:
                    yield row
                    row = ""
                row += part
            yield row


def _ground(widget: pikepdf.Object, width: float, height: float) -> str:
    """Return a white rectangle for a choice, which hides the words printed in its box, as viewers do."""
    if "/BG" not in widget.get("/MK", {}):
        return ""
    return f"q 1 g {number(_EDGE)} {number(_EDGE)} {number(width - 2 * _EDGE)} {number(height - 2 * _EDGE)} re f Q "


def _characters(cmap: bytes) -> Iterator[tuple[str, int]]:
    """Yield characters and glyphs by the font's ToUnicode map (ISO 32000-1, 9.10.3), the preferred glyph last."""
    pairs = [(bytes.fromhex(text.decode()).decode("utf-16-be"), int(glyph, 16)) for glyph, text in _PAIR.findall(cmap)]
    return reversed(pairs)


def _widths(array: Iterable[Any]) -> Iterator[tuple[int, float]]:
    """Yield glyphs and widths of a `W` array (ISO 32000-1, 9.7.4.3): a list from a glyph on, or one for a range."""
    items = iter(array)
    for first in items:
        second = next(items)
        if isinstance(second, Array):
            yield from ((int(first) + step, float(width)) for step, width in enumerate(second))
        else:
            width = float(next(items))
            yield from ((glyph, width) for glyph in range(int(first), int(second) + 1))
