"""Embed a font subset, with glyph ids unchanged, and maps from its glyphs to text.

Type 0 font over CIDFontType2, or over CIDFontType0 for cubic outlines, with Identity-H and ToUnicode (ISO 32000-1, 9.7
and 9.10.3); for forms also a simple TrueType font with one byte for each character (9.6.3), of the same file.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from hashlib import md5
from typing import Any

from generator.base.errors import fault
from generator.model.face import Font
from generator.write.pdf.container import PdfContainer, stream
from generator.write.pdf.font_metrics import CFF, has_cubic_outlines, metrics, widths
from generator.write.pdf.simple_encoding import code_widths, with_character_map
from generator.write.pdf.xobjects import NOTHING
from generator.write.pdf_syntax import array, name, number, utf16

# The tables that a PDF viewer needs (ISO 32000-1, 9.9); all others are dropped.
_KEPT = {CFF, "glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep"}
# Flags of a font descriptor (ISO 32000-1, table 123).
_ITALIC, _NONSYMBOLIC, _SYMBOLIC, _MONOSPACED = 64, 32, 4, 1


class EmbeddedFont:
    """One font of a document: the glyphs in use and their text."""

    def __init__(self, font: Font, container: PdfContainer) -> None:
        """Begin without glyphs."""
        self._font = font
        self._container = container
        self._variants: list[tuple[dict[int, str], str]] = []
        """Fonts of the same outlines, one for each conflicting map of glyphs to text, with their references."""
        self._simple: tuple[Mapping[int, str], str] | None = None
        """Glyphs and characters of the simple font, and its reference."""

    def reference(self, sources: Mapping[int, str]) -> str:
        """Return a reference to a font object whose ToUnicode map reads the glyphs as `sources` does."""
        for texts, reference in self._variants:
            # A map that already says all of it comes first, before one that could be added to.
            if sources.items() <= texts.items():
                return reference
        for texts, reference in self._variants:
            if all(not text or texts.get(glyph) in {None, "", text} for glyph, text in sources.items()):
                texts.update({glyph: text or texts.get(glyph, "") for glyph, text in sources.items()})
                return reference
        reference = self._container.reserve()
        self._variants.append((dict(sources), reference))
        return reference

    def simple_reference(self, characters: Mapping[int, str]) -> str:
        """Return a reference to a simple font with WinAnsiEncoding, for all characters that have a code there.

        The font file maps all of them: pypdf looks there for characters of the other fonts too.
        """
        reference = self._container.reserve()
        self._simple = (characters, reference)
        return reference

    def embed(self) -> None:
        """Write the font objects, when all glyphs are known. Raises Faults for a file without outlines."""
        glyphs = sorted({glyph for texts, _ in self._variants for glyph in texts})
        base = name(f"{_tag(glyphs)}+{self._font.id}")
        file = self._file(glyphs)
        descendant = self._descendant(base, glyphs, file)
        for texts, reference in self._variants:
            unicode = self._container.add(stream("", zlib.compress(_to_unicode(texts).encode("ascii"))))
            self._container.fill(
                reference,
                f"<</Type/Font/Subtype/Type0/BaseFont{base}/Encoding/Identity-H"
                f"/DescendantFonts[{descendant}]/ToUnicode {unicode}>>",
            )
        if self._simple:
            self._fill_simple(*self._simple, base, file)

    def _fill_simple(self, characters: Mapping[int, str], reference: str, base: str, file: str) -> None:
        """Write the simple font, which has one byte for each character; `base` is its name, `file` its font file."""
        first, numbers = code_widths(characters, widths(self._font.path))
        self._container.fill(
            reference,
            f"<</Type/Font/Subtype/TrueType/BaseFont{base}/Encoding/WinAnsiEncoding/FirstChar {first}"
            f"/LastChar {first + len(numbers) - 1}/Widths{array(numbers)}"
            f"/FontDescriptor {self._descriptor(base, file, _NONSYMBOLIC)}>>",
        )

    def _file(self, glyphs: list[int]) -> str:
        """Write the file with the outlines of the glyphs, and return a reference to it."""
        data = subset(self._font, glyphs)
        data = with_character_map(data, self._simple[0]) if self._simple else data
        kind = "/Subtype/OpenType" if self._is_cubic else f"/Length1 {len(data)}"
        return self._container.add(stream(kind, zlib.compress(data)))

    @property
    def _is_cubic(self) -> bool:
        """Whether the font has cubic outlines (CFF)."""
        return has_cubic_outlines(self._font.path)

    def _descendant(self, base: str, glyphs: list[int], file: str) -> str:
        """Write the CIDFont with the widths of the glyphs, and return a reference to it."""
        advances = widths(self._font.path)
        usual = _commonest([advances[glyph] for glyph in glyphs])
        return self._container.add(
            f"<</Type/Font/Subtype/CIDFontType{'0' if self._is_cubic else '2'}/BaseFont{base}"
            f"{'' if self._is_cubic else '/CIDToGIDMap/Identity'}"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/FontDescriptor {self._descriptor(base, file, _SYMBOLIC)}"
            f"/DW {usual}/W[{_widths(glyphs, advances, usual)}]>>"
        )

    def _descriptor(self, base: str, file: str, kind: int) -> str:
        """Write the font descriptor; `kind` is the flag for its characters. Returns a reference."""
        facts = metrics(self._font.path)
        flags = kind | (_ITALIC if facts.angle else 0) | (_MONOSPACED if facts.monospaced else 0)
        return self._container.add(
            f"<</Type/FontDescriptor/FontName{base}/Flags {flags}/FontBBox{array(facts.box)}"
            f"/ItalicAngle {number(facts.angle)}/Ascent {facts.ascent}/Descent {facts.descent}"
            f"/CapHeight {facts.cap_height}/StemV {_stem(facts.weight)}/FontFile{3 if self._is_cubic else 2} {file}>>"
        )


def subset(font: Font, glyphs: Iterable[int]) -> bytes:
    """Return a font file with the outlines of the given glyphs only, each under its own id, which is its CID too.

    Raises Faults for a file that is not a font.
    """
    import uharfbuzz

    hb: Any = uharfbuzz  # a C library without types

    try:
        face = hb.Face(hb.Blob.from_file_path(font.path))
        subset_input = hb.SubsetInput()
        # Glyph ids stay, as the content streams were compiled with them.
        subset_input.flags = hb.SubsetFlags.RETAIN_GIDS
        subset_input.glyph_set.update(glyphs)
        dropped = (tag for tag in face.table_tags if tag not in _KEPT)
        subset_input.drop_table_tag_set.update(int.from_bytes(tag.encode("latin-1"), "big") for tag in dropped)
        data = bytes(hb.subset(face, subset_input).blob.data)
        if CFF not in face.table_tags:
            return data
        from generator.write.pdf.cff_table import with_glyph_ids_as_cids

        return with_glyph_ids_as_cids(data, hb.Face(hb.Blob(data)).glyph_count)
    except (hb.HarfBuzzError, RuntimeError, OSError, ValueError) as error:
        raise fault(font.path, f"the font {font.id!r} cannot be embedded; use another .ttf or .otf") from error


def _tag(glyphs: list[int]) -> str:
    """Return the six letters before the name of a font with some of its glyphs (ISO 32000-1, 9.6.4)."""
    # The same glyphs give the same tag, and so the same bytes.
    digest = md5(",".join(map(str, glyphs)).encode(), usedforsecurity=False).digest()
    return "".join(chr(65 + byte % 26) for byte in digest[:6])


def _stem(weight: int) -> int:
    """Return the width of vertical stems. No table has it, so it is estimated from the weight, as Adobe's tools do."""
    # A common estimate: 88 for regular type, 166 for bold.
    return round(50 + (weight / 65) ** 2)


def _commonest(values: list[int]) -> int:
    """Return the value that comes most often; 1000 for none."""
    return max(sorted(set(values)), key=values.count, default=1000)


def _widths(glyphs: list[int], advances: list[int], usual: int) -> str:
    """Return the `W` array without brackets: widths other than the default, neighbours in one list (9.7.4.3)."""
    words, last = [], -2
    for glyph in glyphs:
        if advances[glyph] != usual:
            words.append(f" {advances[glyph]}" if glyph == last + 1 else f"]{glyph}[{advances[glyph]}")
            last = glyph
    return "".join(words)[1:] + "]" if words else ""


def _to_unicode(sources: Mapping[int, str]) -> str:
    """Return a CMap from glyphs to their texts, as searching and copying need it."""
    lines = [f"<{glyph:04x}><{utf16(text or NOTHING)}>" for glyph, text in sorted(sources.items())]
    # A block of a CMap has at most 100 entries (Adobe Technical Note 5014).
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    body = "".join("\n".join([f"{len(block)} beginbfchar", *block, "endbfchar\n"]) for block in blocks)
    return (
        "/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
        "/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n{body}"
        "endcmap CMapName currentdict/CMap defineresource pop end end"
    )
