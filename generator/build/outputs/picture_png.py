"""A picture of the program's own, an SVG file, as PNG."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.model.press_sheet import PressDocument, PressSheet
from generator.typeset.ink.picture_files import PictureFiles
from generator.typeset.picture_compiler import PictureCompiler
from generator.typeset.svg.style import InheritedStyle
from generator.write.pdf.document import ANY_DAY, pdf
from generator.write.png import drawn_pages


@cache
def picture_png(svg: Path, size: int) -> bytes:
    """Return a square picture as a PNG of so many pixels across; raises Faults where its file cannot be drawn."""
    compiler = PictureCompiler()
    files = PictureFiles(lambda _name: None, lambda _folder, _ending: (), compiler.compile)
    compiled = compiler.compile(svg.name, svg.read_bytes(), InheritedStyle(), files)
    if compiled.picture is None:
        raise Faults(compiled.faults)
    part = compiled.picture.part
    sheet = PressSheet(Size(part.box.width, part.box.height), "recto", 1, (), part.ink)
    file = pdf(PressDocument("", "", "", "en", ANY_DAY, (sheet,)), {}, {})
    return next(drawn_pages(file, 72, size=(size, size))).png()
