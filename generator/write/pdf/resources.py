"""The XObjects and fonts of one document as PDF objects, and the resource dictionaries that name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from generator.model.face import EncodedPixels, Font, Raster
from generator.write.pdf.container import Chunks, PdfContainer, stream
from generator.write.pdf.embedded_font import EmbeddedFont
from generator.write.pdf.xobjects import FormXObject, GraphicsState, XObject, font_id
from generator.write.pdf_syntax import array, fine


class Resources:
    """Everything that the pages of one document refer to."""

    def __init__(
        self,
        container: PdfContainer,
        fonts: Mapping[str, Font],
        drawn: Sequence[str],
        find: Callable[[str], XObject],
        space: str = "/DeviceRGB",
    ) -> None:
        """Add the XObjects with the keys `drawn`, one after the other: all of them together may be very large.

        `space` is the colour space in which pages are blended.
        """
        self._container = container
        self._catalogue = fonts
        self._fonts: dict[str, EmbeddedFont] = {}
        self._references = {key: container.reserve() for key in drawn}
        self.group = ""
        """The transparency group of a page where anything is transparent.

        It sets the blending space. Without it, viewers may blend RGB in the printer's CMYK and change colours.
        """
        for key, reference in self._references.items():
            compiled = find(key)
            body = self._form(compiled) if isinstance(compiled, FormXObject) else self._picture(compiled)
            container.fill(reference, body)
            if _fades(compiled):
                self.group = f"/Group<</S/Transparency/CS{space}>>"

    def of(self, form: FormXObject) -> str:
        """Return the resource dictionary of a form or page."""
        fonts = [self._font(font_id(name)).reference(glyphs) for name, glyphs in form.fonts.items()]
        return (
            f"<<{_named('Font', 'F', fonts)}{_named('XObject', 'X', [self._references[key] for key in form.uses])}"
            f"{_named('ExtGState', 'G', map(self._state, form.states))}{_named('Pattern', 'P', form.patterns)}"
            f"{_named('ColorSpace', 'S', form.spaces)}>>"
        )

    def font_reference(self, id_: str, glyphs: Mapping[int, str]) -> str:
        """Return a reference to a font that must include these glyphs: for text typed into a form later."""
        return self._font(id_).reference(glyphs)

    def simple_font_reference(self, id_: str, characters: Mapping[int, str]) -> str:
        """Return a reference to the same font with one byte for each character: glyphs and their characters."""
        return self._font(id_).simple_reference(characters)

    def embed(self) -> None:
        """Embed the fonts. Call it last, when every form and page has named its glyphs.

        Raises Faults for a font that cannot be embedded.
        """
        for font in self._fonts.values():
            font.embed()

    def _font(self, id_: str) -> EmbeddedFont:
        """Return an embedded font by its id."""
        if id_ not in self._fonts:
            self._fonts[id_] = EmbeddedFont(self._catalogue[id_], self._container)
        return self._fonts[id_]

    def _form(self, form: FormXObject) -> Chunks:
        """Return the object of a form, a drawing that pages use, with its resources."""
        box = array((form.box.x, form.box.y, form.box.right, form.box.bottom))
        group = f"/Group<</S/Transparency/CS{form.group}>>" if form.group else ""
        return stream(f"/Type/XObject/Subtype/Form/BBox{box}{group}/Resources{self.of(form)}", form.stream)

    def _picture(self, picture: Raster) -> Chunks:
        """Return the object of a picture, and add its mask."""
        mask = f"/SMask {self._container.add(_pixels(picture, picture.alpha))}" if picture.alpha else ""
        return _pixels(picture, picture.pixels, mask)

    def _state(self, state: GraphicsState) -> str:
        """Return a graphics state in PDF syntax."""
        kind = "Alpha" if state.mask_by_alpha else "Luminosity"
        mask = f"/SMask<</S/{kind}/G {self._references[state.mask]}>>" if state.mask else ""
        blend = f"/BM{state.blend}" if state.blend else ""
        overprint = "/OP true/op true/OPM 1" if state.overprints else ""
        return f"<</ca {fine(state.fill)}/CA {fine(state.stroke)}{mask}{blend}{overprint}>>"


def _named(kind: str, letter: str, values: Iterable[str]) -> str:
    """Return a dictionary of resources of one kind, named by a letter and a number; empty for none."""
    entries = "".join([f"/{letter}{index} {value}" for index, value in enumerate(values)])
    return f"/{kind}<<{entries}>>" if entries else ""


def _fades(compiled: XObject) -> bool:
    """Whether anything in a form or picture is transparent."""
    return bool(compiled.alpha if isinstance(compiled, Raster) else compiled.group or compiled.states)


def _pixels(picture: Raster, pixels: EncodedPixels, mask: str = "") -> Chunks:
    """Return an image object; `mask` is the entry for its mask."""
    bits, width = pixels.bits, picture.width
    entries = f"/Type/XObject/Subtype/Image/Width {width}/Height {picture.height}/BitsPerComponent {bits}"
    entries += f"/ColorSpace{_space(pixels)}{mask}"
    if pixels.is_jpeg:
        # Adobe's programs write inks upside down in JPEG files, and so do all others.
        entries += "/Decode[1 0 1 0 1 0 1 0]" if pixels.colours == "cmyk" else ""
        return stream(entries, pixels.data, filter_="/DCTDecode")
    # Each row has its own filter, as in PNG (ISO 32000-1, 7.4.4.4).
    entries += f"/DecodeParms<</Predictor 15/Colors {pixels.channels}/BitsPerComponent {bits}/Columns {width}>>"
    return stream(entries, pixels.data)


def _space(pixels: EncodedPixels) -> str:
    """Return the colour space of pixels, in PDF syntax."""
    if pixels.palette:
        space, channels = ("/DeviceCMYK", 4) if pixels.colours == "cmyk-palette" else ("/DeviceRGB", 3)
        return f"[/Indexed{space} {len(pixels.palette) // channels - 1}<{pixels.palette.hex()}>]"
    return _SPACES[pixels.colours]


_SPACES = {"grey": "/DeviceGray", "rgb": "/DeviceRGB", "cmyk": "/DeviceCMYK"}
