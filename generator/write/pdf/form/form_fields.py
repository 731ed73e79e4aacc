"""The fields of a fillable form, their appearances and scripts, and the structure tree for screen readers.

Fields and widgets: ISO 32000-1, 12.7; structure: 14.7.4.3 and 14.8; attached file: 7.11.4.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from generator.base.geometry import Size
from generator.base.records import dataclass
from generator.write.pdf.container import PdfContainer, stream
from generator.write.pdf.form.appearances import INK, ON, Appearances
from generator.write.pdf.form.controls import Control
from generator.write.pdf.form.form_script import NOTHING
from generator.write.pdf.resources import Resources
from generator.write.pdf.simple_encoding import is_simple
from generator.write.pdf_syntax import array, number, string

FONT = "/F1"
"""Name of the form's font."""

SIMPLE_FONT = "/F2"
"""Name of the same font with one byte for each character. pikepdf and pdftk can write with no other.

It has no room for kana or Polish letters, so that names and notes are typed in the other one.
"""

ATTACHED = "sheet.json"
"""Name of the attached file with the form stamp."""

# Print flag of annotations; ReadOnly, Multiline and Combo of fields (ISO 32000-1, tables 165, 221, 228 and 230).
_PRINTED, _READ_ONLY, _LINES, _COMBO = 4, 1, 1 << 12, 1 << 17
_MARKS = {"cross": "8", "circle": "m", "filled": "l"}
"""Check boxes, and the Zapf Dingbats character of viewers that draw marks themselves (ISO 32000-1, D.6)."""
_LARGEST = 11.0
"""Largest font size of typed text, in points."""


@dataclass(frozen=True, slots=True)
class FormContent:
    """Everything that makes a document a form."""

    controls: tuple[Control, ...]
    pages: tuple[str, ...]
    """Titles of the pages."""
    font: str
    """Id of the font of typed text."""
    glyphs: Mapping[int, str]
    """Glyphs that can be typed, and their characters."""
    attachment: bytes
    """The form stamp."""
    pictures: tuple[str, ...] = ()
    """Contents of each page beside the fields, in words."""
    attachment_note: str = ""
    """Description of the form stamp, in words."""

    @property
    def is_accessible(self) -> bool:
        """Whether all that PDF/UA-1 (ISO 14289-1) wants in words is there; everything else is written in any case."""
        words = [*self.pages, *self.pictures, self.attachment_note, *(control.label for control in self.controls)]
        return len(self.pictures) == len(self.pages) and all(map(str.strip, words))


class FormFields:
    """The fields of one document being written."""

    def __init__(self, container: PdfContainer, resources: Resources, form: FormContent, sizes: Sequence[Size]) -> None:
        """Reserve objects for the pages and fields; `sizes` are the sizes of the pages."""
        self._container, self._form, self._sizes = container, form, sizes
        fonts = (
            resources.font_reference(form.font, form.glyphs),
            resources.simple_font_reference(form.font, form.glyphs),
        )
        self._fonts = f"<<{FONT} {fonts[0]}{SIMPLE_FONT} {fonts[1]}>>"
        self._appearances = Appearances(container, self._fonts)
        self.pages = [container.reserve() for _ in sizes]
        """References to the pages, which the fields need before those are written."""
        self._widgets = [container.reserve() for _ in form.controls]
        self._elements = [container.reserve() for _ in form.controls]
        self._shared: dict[str, str] = {}

    def of_page(self, page: int) -> str:
        """Return the entries of a page's dictionary that name its fields."""
        widgets = [self._widgets[index] for index, control in enumerate(self._form.controls) if control.page == page]
        # /Tabs/S: the tab key follows the structure tree, not the positions on the page.
        return f"/Annots[{' '.join(widgets)}]/Tabs/S/StructParents {page}"

    def finish(self) -> None:
        """Write all fields and the structure tree."""
        for index, control in enumerate(self._form.controls):
            self._container.fill(self._widgets[index], self._widget(control, len(self.pages) + index))
        # No NeedAppearances: with it, Acrobat asks to save a file that nobody has touched.
        fonts = f"/DR<</Font{self._fonts}>>/DA({FONT} {number(_LARGEST)} Tf {INK} rg)"
        order = [
            widget for widget, control in zip(self._widgets, self._form.controls, strict=True) if control.calculation
        ]
        form = f"<</Fields[{' '.join(self._widgets)}]/CO[{' '.join(order)}]{fonts}>>"
        self._container.catalogue(
            AcroForm=self._container.add(form),
            StructTreeRoot=self._structure(),
            MarkInfo="<</Marked true>>",
            Names=f"<</EmbeddedFiles<</Names[{string(ATTACHED)} {self._attachment()}]>>>>",
        )

    def _widget(self, control: Control, parent: int) -> str:
        """Return the dictionary of a field; `parent` is its number in the structure tree."""
        rect, height = control.rect, self._sizes[control.page].height
        corners = array((rect.x, height - rect.bottom, rect.right, height - rect.y))
        kind = self._check_box(control) if control.look in _MARKS else self._text_field(control)
        return (
            f"<</Type/Annot/Subtype/Widget/T{string(control.name)}/TU{string(control.label)}/Rect{corners}"
            f"/P {self.pages[control.page]}/F {_PRINTED}/StructParent {parent}{kind}>>"
        )

    def _check_box(self, control: Control) -> str:
        """Return the entries of a check box, with its appearances when on and off."""
        size = Size(control.rect.width, control.rect.height)
        on, off = self._appearances.of(control.look, size), self._appearances.of("blank", size)
        appearances = self._shared_reference(f"<</N<<{ON} {on}/Off {off}>>>>")
        return f"/FT/Btn/V/Off/AS/Off/BS<</W 0>>/MK<</CA({_MARKS[control.look]})>>/AP {appearances}"

    def _text_field(self, control: Control) -> str:
        """Return the entries of a text or choice field; calculated fields are read-only."""
        size = Size(control.rect.width, control.rect.height)
        # Room for two lines at the largest size.
        is_long = control.look == "text" and size.height > 2.4 * _LARGEST
        flags = _READ_ONLY * bool(control.calculation) | _LINES * is_long | _COMBO * (control.look == "choice")
        middle = "/Q 1" if control.look in {"number", "sum"} else ""
        limit = f"/MaxLen {control.most}" if control.most else ""
        point = number(_LARGEST if is_long else min(_LARGEST, round(0.66 * size.height, 1)))
        return (
            f"/FT/{'Ch' if control.look == 'choice' else 'Tx'}{f'/Ff {flags}' if flags else ''}{middle}{limit}"
            f"/BS<</W 0>>/DA({self._font(control)} {point} Tf {INK} rg){self._options(control)}"
            f"/AP<</N {self._appearances.typed(size)}>>{self._scripts(control)}"
        )

    def _font(self, control: Control) -> str:
        """Return the name of the font for a field: the simple one unless letters of other scripts may be in it."""
        # Names and notes may be in any script.
        words = "".join(title for _, title in control.options)
        return FONT if control.look == "text" or not is_simple(words) else SIMPLE_FONT

    def _options(self, control: Control) -> str:
        """Return the options of a choice, and a dash that takes it back; on white, as it may stand on printed icons.

        The dash has an id, as PyMuPDF sets no choice that has an option without one.
        """
        if not control.options:
            return ""
        options = ((NOTHING, "–"), *control.options)
        listed = "".join(f"[{string(id_)}{string(words)}]" for id_, words in options)
        return f"/MK<</BG[1]>>/Opt {self._shared_reference(f'[{listed}]')}"

    def _scripts(self, control: Control) -> str:
        """Return the entries for the scripts of a field: on typing, and to compute its value."""
        events = {"K": control.keystroke, "C": control.calculation}
        actions = "".join(f"/{event}{self._script(script)}" for event, script in events.items() if script)
        return f"/AA {self._shared_reference(f'<<{actions}>>')}" if actions else ""

    def _script(self, script: str) -> str:
        """Return a JavaScript action in PDF syntax."""
        # Short scripts are smaller as they are than as a compressed stream with its own object.
        if len(script) < 400:
            return f"<</S/JavaScript/JS{string(script)}>>"
        return f"<</S/JavaScript/JS {self._container.add(stream('', zlib.compress(script.encode('ascii'))))}>>"

    def _shared_reference(self, content: str) -> str:
        """Return a reference to an object that fields of the same content share."""
        if content not in self._shared:
            self._shared[content] = self._container.add(content)
        return self._shared[content]

    def _structure(self) -> str:
        """Write the structure tree, and return the reference of its root object.

        A page is a section with one figure, its picture, and a form element for each field on it.
        """
        add, reserve = self._container.add, self._container.reserve
        root, whole = reserve(), reserve()
        sections, parents = [reserve() for _ in self.pages], []
        for page, section in enumerate(sections):
            title = string(self._form.pages[page])
            words = string(self._form.pictures[page]) if self._form.pictures else title
            picture = add(f"<</S/Figure/P {section}/Pg {self.pages[page]}/Alt{words}/K 0>>")
            controls = enumerate(self._form.controls)
            elements = [self._element(index, section) for index, control in controls if control.page == page]
            self._container.fill(section, f"<</S/Sect/P {whole}/T{title}/K[{' '.join([picture, *elements])}]>>")
            parents.append(f"{page}[{picture}]")
        parents += [f"{len(sections) + index} {element}" for index, element in enumerate(self._elements)]
        self._container.fill(whole, f"<</S/Document/P {root}/K[{' '.join(sections)}]>>")
        tree = f"/ParentTree<</Nums[{' '.join(parents)}]>>/ParentTreeNextKey {len(parents)}"
        self._container.fill(root, f"<</Type/StructTreeRoot/K[{whole}]{tree}>>")
        return root

    def _element(self, index: int, section: str) -> str:
        """Write the element of a field in the structure tree, and return a reference to it."""
        control = self._form.controls[index]
        widget = f"<</Type/OBJR/Obj {self._widgets[index]}>>"
        entries = f"/Alt{string(control.label)}/Pg {self.pages[control.page]}"
        self._container.fill(self._elements[index], f"<</S/Form/P {section}{entries}/K {widget}>>")
        return self._elements[index]

    def _attachment(self) -> str:
        """Write the attached file with the form stamp, and return a reference to it."""
        data = self._form.attachment
        file = self._container.add(
            stream(f"/Type/EmbeddedFile/Subtype/application#2fjson/Params<</Size {len(data)}>>", zlib.compress(data))
        )
        names = f"/F{string(ATTACHED)}/UF{string(ATTACHED)}/Desc{string(self._form.attachment_note)}"
        return self._container.add(f"<</Type/Filespec{names}/EF<</F {file}/UF {file}>>/AFRelationship/Data>>")
