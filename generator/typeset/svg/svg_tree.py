"""Parse an SVG document to a tree of elements, check it against a profile, and collect its faults and warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NoReturn
from xml.parsers import expat

from generator.base.errors import Fault, Faults
from generator.base.records import NamedTuple
from generator.base.text_files.text_encoding import decode_utf8
from generator.model.markup import GUARDED, unguard
from generator.typeset.svg.css import StyleSheet, attribute_of, declarations, value_fault
from generator.typeset.svg.named_styles import RECTS, Styles, plain_attributes
from generator.typeset.svg.profile import (
    ATTRIBUTES,
    PICTURE_FOLDERS,
    PNP,
    SEPARATOR,
    SHAPES,
    SVG,
    Attributes,
    ElementForm,
    Profile,
)

MOST_ELEMENTS = 50_000
DEEPEST = 64
LARGEST = 20_000_000
"""Bytes of one file. The three limits keep a hostile picture from filling memory, or Python's stack."""

Locate = Callable[[int, str], tuple[str, int] | None]
"""Takes a line of a rendered drawing and the name of an element on it; returns where it was written: place and line."""


_PIXELS = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF", b"GIF8")
_ENTITIES = "entities are not allowed, save &lt; &gt; &amp; &quot; and &#1234;"
_W3C = "-//W3C//DTD SVG "
_XML_NAMES = {f"xml:{name}": f"http://www.w3.org/XML/1998/namespace{SEPARATOR}{name}" for name in ("space", "lang")}

BROKEN = {
    "no element found": "ends too early",
    "syntax error": "text stands before <svg>",
    "not well-formed (invalid token)": "write &amp; for '&', &lt; for '<', and values in quotes",
    "unclosed token": "a tag is not closed; write '>'",
    "duplicate attribute": "an attribute is given twice",
    "junk after document element": "something follows </svg>; delete it",
    "reference to invalid character number": "no character has this number",
    "unclosed CDATA section": "CDATA is not closed; write ']]>'",
    "unbound prefix": "a prefix is not declared; write it like xmlns:pnp='urn:vallum:pnp' into <svg>",
    "XML or text declaration not at start of entity": "<?xml …?> stands in the first line, or nowhere",
}
"""Explanations for files that are not well-formed, by the words of expat."""


class Element:
    """One element: its form, its attributes and its children."""

    __slots__ = ("attributes", "children", "form", "is_partial", "line")

    def __init__(self, form: ElementForm, attributes: Attributes, line: int) -> None:
        """Take the form, the attributes and the line of an element."""
        self.form = form
        self.attributes = attributes
        self.line = line
        self.children: list[Element | str] = []
        self.is_partial = False
        """Whether an element in it was refused, so that further faults may only follow from that."""

    @property
    def name(self) -> str:
        """Return the name of the element without its namespace."""
        return self.form.name

    @property
    def id(self) -> str | None:
        """Return the id of the element; None without one."""
        return self.get("id")

    def get(self, attribute: str) -> str | None:
        """Return the value of an attribute; None where the element does not have it."""
        index = self.form.positions.get(attribute)
        return None if index is None else self.attributes[index]

    def elements(self) -> Iterator[Element]:
        """Yield the children that are elements, without the text between them."""
        return (child for child in self.children if child.__class__ is Element)

    def content(self) -> object:
        """Return name, attributes and children, to be compared with the content of another element."""
        children = [child.content() if isinstance(child, Element) else child for child in self.children]
        return self.form, self.attributes, children

    def title(self) -> str:
        """Return the words of the child `<title>`; '' without one."""
        words = next((child.children for child in self.elements() if child.name == "title"), [])
        return unguard(" ".join("".join(map(str, words)).split()))


class SvgFindings:
    """The faults and warnings of one document; `own_lines` says that its lines are those of the user's file."""

    __slots__ = ("_locate", "faults", "own_lines", "warnings", "where")

    def __init__(self, where: str, *, own_lines: bool, locate: Locate | None = None) -> None:
        """Take the place of the drawing; `locate` tells where a rendered one was written."""
        self.where = where
        self.own_lines = own_lines
        self._locate = locate
        self.faults: list[Fault] = []
        self.warnings: list[str] = []

    def key(self, element: Element) -> str:
        """Return the name of an element as faults have it, such as `text#rule` or `<rect> line 12 of its SVG`.

        Without an id the line is added where lines are not those of the user's file.
        """
        return _name(element) if element.id or self.own_lines else f"{_name(element)} line {element.line} of its SVG"

    def fault(self, element: Element, *whats: str) -> None:
        """Add faults of an element, one for each text."""
        self.faults += [self.at(element, fault) for fault in whats]

    def warn(self, element: Element, warning: str) -> None:
        """Add a warning about an element."""
        self.warnings.append(str(self.at(element, warning)))

    def warn_once(self, element: Element, warning: str) -> None:
        """Add a warning about an element, unless an earlier element has the same: all others are drawn alike."""
        if not any(earlier.endswith(warning) for earlier in self.warnings):
            self.warn(element, warning)

    def fault_at(self, line: int, fault: str) -> None:
        """Add a fault of a line of the file, as of broken XML."""
        if self.own_lines:
            self.faults.append(Fault(self.where, fault, line))
        elif place := self._written(line):
            self.faults.append(Fault(place[0], fault, place[1]))
        else:
            self.faults.append(Fault(self.where, fault, key=f"line {line} of its SVG"))

    def at(self, element: Element, fault: str) -> Fault:
        """Return a fault of an element, at the line where a person can mend it."""
        if self.own_lines:
            return Fault(self.where, fault, line=element.line, key=self.key(element))
        if place := self._written(element.line, element.name):
            return Fault(place[0], fault, place[1], key=_name(element))
        return Fault(self.where, fault, key=self.key(element))

    def line(self, element: Element) -> int:
        """Return the line on which the author of a rendered drawing wrote an element; else its line in the drawing."""
        place = self._written(element.line, element.name)
        return place[1] if place else element.line

    def _written(self, line: int, name: str = "") -> tuple[str, int] | None:
        """Return place and line where a line of a rendered drawing, or an element on it, was written.

        None where that is not known.
        """
        return self._locate(line, name) if self._locate else None


def _name(element: Element) -> str:
    """Return an element as `name#id`, or `<name>` without an id."""
    return f"{element.name}#{element.id}" if element.id else f"<{element.name}>"


class SvgTree(NamedTuple):
    """A parsed document: its root, and its elements by id."""

    root: Element
    ids: dict[str, Element]


def read_svg(source: str | bytes, profile: Profile, findings: SvgFindings, styles: Styles | None = None) -> SvgTree:
    """Return the tree of a document; elements and attributes outside the profile become faults in `findings`.

    `styles` are those that `pnp:style` may name. Raises Faults with all so far where the rest cannot be read: broken
    XML, a DOCTYPE, too many elements.
    """
    reader = _Reader(findings, profile, styles)
    reader.check_encoding(source)
    reader.parse(source)
    assert reader.root is not None  # noqa: S101  the parser refuses a file without an element
    return SvgTree(reader.root, reader.ids)


Event = tuple[str, Sequence[str], int]
"""Name, attributes and line of an element that starts; text, and line 0; or "" and line 0 where an element ends."""


def read_events(events: Iterable[Event], profile: Profile, findings: SvgFindings) -> SvgTree:
    """Return the tree of a document that was parsed already; else as `read_svg`."""
    reader = _Reader(findings, profile)
    reader.replay(events)
    assert reader.root is not None  # noqa: S101  there is at least a root
    return SvgTree(reader.root, reader.ids)


def _full_name(attribute: str) -> str:
    """Return the name of an attribute such as `pnp:fit` with the namespace in place of its prefix."""
    if attribute.startswith("pnp:"):
        return f"{PNP}{SEPARATOR}{attribute[4:]}"
    return _XML_NAMES.get(attribute, attribute)


def _style_texts(source: str | bytes) -> list[str]:
    """Return the content of each `<style>` of a document, so far as it is XML."""
    texts: list[str] = []
    inside: list[list[str]] = []

    def start(name: str, _: dict[str, str]) -> None:
        """Begin to collect at a `<style>`."""
        if name == f"{SVG}{SEPARATOR}style":
            inside.append([])

    def end(name: str) -> None:
        """Keep the text of a `<style>` that ends."""
        if name == f"{SVG}{SEPARATOR}style":
            texts.append("".join(inside.pop()))

    def characters(text: str) -> None:
        """Add text that stands in a `<style>`."""
        if inside:
            inside[-1].append(text)

    def entity(*_: object) -> None:
        """Stop the parser at the declaration of an entity."""
        raise ValueError  # the reader refuses the document

    parser = expat.ParserCreate(namespace_separator=SEPARATOR)
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, characters
    parser.EntityDeclHandler = entity
    with suppress(expat.ExpatError, ValueError):
        parser.Parse(source, True)
    return texts


class _Reader:
    """Builds the tree from the events of the XML parser."""

    def __init__(self, findings: SvgFindings, profile: Profile, styles: Styles | None = None) -> None:
        """Begin without any element; faults are added to `findings`."""
        self._findings = findings
        self._profile = profile
        self._styles: Styles = styles or {}
        self._forms = profile.forms
        self._stack: list[Element] = []
        self._count = 0
        self._skipping = 0
        self._guarded = False
        # Rules of all <style> elements of the document, for they also hold for elements before them.
        self._sheet = StyleSheet()
        self._parser: expat.XMLParserType | None = None
        self._line = 0
        """Of the element that is replayed."""
        self.root: Element | None = None
        self.ids: dict[str, Element] = {}
        self._repeated: list[tuple[str, Element]] = []
        """Repeated definitions with their ids: a picture that a template inserts twice repeats its own."""

    def check_encoding(self, source: str | bytes) -> None:
        """Raise Faults for a file that is too large, compressed, empty, or no UTF-8 text."""
        if isinstance(source, str):
            return
        if len(source) > LARGEST:
            self._stop(1, f"file is over {LARGEST // 1_000_000} MB")
        # The first bytes of gzip, as .svgz files have them.
        if source.startswith(b"\x1f\x8b"):
            self._stop(1, "compressed SVG is not supported; save it as plain SVG")
        if source.startswith(_PIXELS):
            self._stop(1, "not SVG but a picture of pixels; name the file by its kind, such as .png or .jpg")
        if not source.strip():
            self._stop(1, "file is empty")
        decode_utf8(source, self._findings.where)

    def parse(self, source: str | bytes) -> None:
        """Parse a document and build its tree. Raises Faults where it is not well-formed or breaks a limit."""
        self._guarded = isinstance(source, str) and not source.isascii() and any(char in source for char in GUARDED)
        if self._profile.is_saved:
            self._read_sheets(source)
        parser = self._parser = expat.ParserCreate(namespace_separator=SEPARATOR)
        parser.buffer_text = True  # else expat splits text at every line end
        parser.ordered_attributes = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        # Without a DOCTYPE there are no entities, so no document can expand to gigabytes.
        parser.StartDoctypeDeclHandler = self._doctype
        parser.SkippedEntityHandler = self._entity
        parser.ProcessingInstructionHandler = self._instruction
        parser.XmlDeclHandler = self._declaration
        try:
            parser.Parse(source, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            if reason == "mismatched tag" and self._stack:
                self._findings.fault(self._stack[-1], "is never closed; write '/' before its '>', or close it")
                raise Faults(self._findings.faults) from None
            broken = f"not well-formed: {BROKEN.get(reason, 'this is not XML')}"
            self._stop(error.lineno, _ENTITIES if reason == "undefined entity" else broken)
        except UnicodeEncodeError:
            self._stop(1, "not well-formed: holds half of a character")
        else:
            self._refuse_differing_repeats()
        finally:
            self._parser = None  # its handlers refer to this reader, and so keep the whole tree alive

    def replay(self, events: Iterable[Event]) -> None:
        """Build the tree from the events of a document that was parsed before."""
        for name, attributes, line in events:
            if line:
                self._line = line
                pairs = zip(attributes[::2], attributes[1::2], strict=True)
                named = [(_full_name(attribute), text) for attribute, text in pairs]
                self._start(f"{SVG}{SEPARATOR}{name}", [text for pair in named for text in pair])
            elif name:
                self._characters(name)
            else:
                self._end("")

    def _current_line(self) -> int:
        """Return the line of the file that is being read."""
        return self._parser.CurrentLineNumber if self._parser is not None else self._line

    def _start(self, full_name: str, attributes: list[str]) -> None:
        """Add the element that begins here to the tree, checked and with the attributes of its styles."""
        if self._skipping:
            self._skipping += 1
            return
        # Elements with the same names of attributes share a form, so that most need no check.
        form = self._forms.get((full_name, *attributes[::2])) or self._profile.form(full_name, attributes)
        stack, problem = self._stack, None
        if form.ignored and stack:
            self._skipping = 1
            return
        if form.has_css or form.has_names or not self._sheet.is_empty:
            attributes, problem = self._expanded(full_name, form, attributes)
            form = self._profile.form(full_name, attributes)
        if self._guarded:
            attributes = [unguard(text) for text in attributes]
        element = Element(form, tuple(attributes), self._current_line())
        if form.checked or problem:
            self._check_values(element, problem)
        self._count += 1
        if not stack:
            self._check_root(element, full_name)
            self.root = element
        elif form.name in stack[-1].form.allowed_children:
            stack[-1].children.append(element)
        else:
            stack[-1].is_partial = True
            # A fault of either was told already, and this one would only follow from it.
            if not stack[-1].form.faults and not form.faults:
                self._findings.fault(element, f"<{form.name}> cannot stand in <{stack[-1].name}>")
        stack.append(element)
        if form.faults or "id" in form.positions or len(stack) > DEEPEST or self._count > MOST_ELEMENTS:
            self._check(element)

    def _expanded(
        self, full_name: str, form: ElementForm, attributes: list[str]
    ) -> tuple[list[str], ValueError | None]:
        """Return the attributes that CSS, a named style and a rectangle stand for.

        Returned with them is the error of a wrong style or rectangle; None without one.
        """
        if form.has_css or not self._sheet.is_empty:
            attributes = self._with_css(form.name, attributes)
            form = self._profile.form(full_name, attributes)
        if not form.has_names:
            return attributes, None
        try:
            return plain_attributes(form.name, attributes, self._styles), None
        except ValueError as error:
            named = {f"{PNP}{SEPARATOR}style"} | ({f"{PNP}{SEPARATOR}rect"} if form.name in RECTS else set())
            pairs = zip(attributes[::2], attributes[1::2], strict=True)
            return [text for pair in pairs if pair[0] not in named for text in pair], error

    def _with_css(self, name: str, attributes: list[str]) -> list[str]:
        """Return the attributes of an element with the declarations of `style=` and of rules, which count more."""
        by_name = dict(zip(attributes[::2], attributes[1::2], strict=True))
        style = by_name.pop("style", "")
        profile = self._profile
        classes = by_name.pop("class", "") if profile.is_saved else ""
        declared = self._sheet.declarations(name, classes, by_name.get("id", "")) | declarations(style)
        attribute_names = ATTRIBUTES.get(name, frozenset())
        for property_, value in declared.items():
            attribute = attribute_of(
                property_, value, attribute_names, is_saved=profile.is_saved, has_text=profile.is_template
            )
            if not self._stack and property_ in {"width", "height"}:
                # Only the root: an inner <svg> takes its size from attributes alone.
                attribute = property_  # the size of a picture, which browsers read there too
            if attribute:
                by_name[attribute] = value
        return [text for pair in by_name.items() for text in pair]

    def _check_values(self, element: Element, problem: ValueError | None) -> None:
        """Add the faults of attributes that change nothing but with some values, and of a named style."""
        if problem:
            self._findings.fault(element, str(problem))
        holds_others = SHAPES.isdisjoint({element.name}) and element.name not in {"use", "image"}
        for name in element.form.checked:
            if fault := value_fault(name, element.get(name) or "", holds_others=holds_others):
                self._findings.fault(element, fault)

    def _read_sheets(self, source: str | bytes) -> None:
        """Read the rules of all `<style>` before the elements, for they hold for elements before them too."""
        if not (b"style" in source if isinstance(source, bytes) else "style" in source):
            return
        for text in _style_texts(source):
            with suppress(ValueError):  # a fault of the element, when it is read
                self._sheet.add(text)

    def _check_sheet(self, element: Element) -> None:
        """Add a fault for a `<style>` that is not read: no CSS, only for certain media, or other rules."""
        if (element.get("type") or "text/css") != "text/css":
            self._findings.fault(element, "<style> is not CSS; save with presentation attributes")
        media = element.get("media") or "all"
        if media.strip() != "all":
            self._findings.fault(element, f"<style> has media={media!r}, where viewers differ; delete it")
        try:
            StyleSheet().add("".join(map(str, element.children)))
        except ValueError as error:
            self._findings.fault(element, *map(str, error.args))

    def _check(self, element: Element) -> None:
        """Check an element against the profile and the limits; most elements need no check."""
        self._findings.fault(element, *element.form.faults)
        if element.id is not None:
            self._register_id(element, element.id)
        if self._count > MOST_ELEMENTS:
            self._stop(element.line, f"more than {MOST_ELEMENTS:,} elements")
        if len(self._stack) > DEEPEST:
            self._stop(element.line, f"nested deeper than {DEEPEST}")

    def _check_root(self, element: Element, full_name: str) -> None:
        """Raise Faults where the root is no `<svg>` of SVG's namespace."""
        if full_name == "svg":
            self._stop(element.line, f"root <svg> lacks xmlns={SVG!r}")
        if full_name != f"{SVG}{SEPARATOR}svg":
            self._stop(element.line, f"root is {element.name!r}, not 'svg'")

    def _register_id(self, element: Element, name: str) -> None:
        """Remember an element by its id; add a fault for an id that stands for a file, or is given twice."""
        # `<use href="#icon-…">` shows a file, which an id like it would hide.
        prefix = next((known_prefix for known_prefix in PICTURE_FOLDERS if name.startswith(known_prefix)), "")
        if prefix and not self._profile.is_saved:
            file = f"{PICTURE_FOLDERS[prefix]}/{name.removeprefix(prefix)}.svg"
            self._findings.fault(element, f"id {name!r} stands for the file {file}; choose another")
        first = self.ids.setdefault(name, element)
        # Compared at the end, when the content of both is known.
        if first is not element and self._stack[-2].name == "defs":
            self._repeated.append((name, element))
        elif first is not element:
            self._refuse_repeated(name, element)

    def _refuse_differing_repeats(self) -> None:
        """Add a fault for each definition that repeats an id with another content."""
        for name, element in self._repeated:
            # The same definition twice, as parts of a template bring it, does no harm.
            if element.content() != self.ids[name].content():
                self._refuse_repeated(name, element)

    def _refuse_repeated(self, name: str, element: Element) -> None:
        """Add the fault of an id that is given twice."""
        lines = [self._findings.line(twin) for twin in (self.ids[name], element)]
        self._findings.fault(element, f"id {name!r} given twice, lines {lines[0]} and {lines[1]}")

    def _end(self, _: str) -> None:
        """Close the element whose end tag was read; a `<style>` is checked then."""
        if self._skipping:
            self._skipping -= 1
            return
        element = self._stack.pop()
        if element.form.name == "style" and not element.form.faults:
            self._check_sheet(element)

    def _characters(self, text: str) -> None:
        """Add text to the element that it stands in; a fault where an element takes no text."""
        if self._skipping or not self._stack:
            return
        element = self._stack[-1]
        if element.form.has_text:
            element.children.append(text)
        elif not text.isspace() and element.form.name != "desc" and not element.form.faults:
            self._findings.fault(element, f"text {text.strip()[:24]!r} stands outside <text>")

    def _doctype(self, name: str, _: str | None, public: str | None, has_own_declarations: int) -> None:
        """Raise Faults for a DOCTYPE, except the one of the W3C that drawing programs write."""
        if name.lower() != "svg":
            self._stop(self._current_line(), f"root is {name!r}, not 'svg'")
        if self._profile.is_saved and not has_own_declarations and (public or "").startswith(_W3C):
            return  # as drawing programs write it; the parser reads nothing that it names
        self._stop(self._current_line(), "DOCTYPE is not allowed; delete it")

    def _entity(self, _: str, __: int) -> None:
        """Raise Faults for an entity that the document does not declare."""
        self._stop(self._current_line(), _ENTITIES)

    def _instruction(self, target: str, _: str) -> None:
        """Add a fault for a processing instruction such as `<?xml-stylesheet?>`."""
        self._findings.fault_at(self._current_line(), f"<?{target}?> is not allowed; delete it")

    def _declaration(self, _: str, encoding: str | None, __: int) -> None:
        """Raise Faults for an XML declaration of another encoding than UTF-8."""
        if encoding and encoding.lower() not in {"utf-8", "utf8", "us-ascii", "ascii"}:
            self._stop(1, f"must be UTF-8, not {encoding!r}")

    def _stop(self, line: int, fault: str) -> NoReturn:
        """Add a fault of a line and raise all faults so far."""
        self._findings.fault_at(line, fault)
        raise Faults(self._findings.faults)
