"""Extract the form of an untrusted PDF with one of two independent libraries.

Only the fields and the attached stamp are read, no page, picture or script, in a child process with limits: one that
dies, hangs or takes too much memory is one more reason why a file cannot be read.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Any

from generator.base.records import dataclass, replace
from generator.base.system.limited_child import ChildEnd, Send, ask_child
from generator.base.system.process_limits import ProcessLimits
from generator.scoresheets.page_contents import PageContents, page_contents, widget_numbers
from generator.scoresheets.pdf_library import DEEPEST, MOST_NODES, PdfLibrary, UnreadableFormError, tree_nodes

LONGEST = 2_000_000
"""Characters of all names and values together."""
LARGEST_STAMP = 4_000_000
"""Bytes of the attached stamp."""
SIGNATURE = "/Sig"
"""Type of a field that holds a signature, which is not read."""
MIXED = "mixed"
"""Stands for the appearance of a field whose widgets differ."""


@dataclass(frozen=True, slots=True)
class ExtractedForm:
    """The form of a file, in values that JSON can hold."""

    stamp: str | None
    """Text of the attached stamp; None if there is none."""
    is_form: bool
    is_xfa: bool
    fields: dict[str, tuple[str, str, str | None]]
    """Field name to its type such as `Btn`, its value, and its appearance state if it has one."""
    contents: PageContents = PageContents(0, 0, 0, 0, 0, 0)
    pageless: tuple[str, ...] = ()
    """Names of the fields that are on no page of the file, though others are."""


def extract_form(data: bytes, name: str, attached: str) -> ExtractedForm:
    """Return the form of a file as one of LIBRARIES reads it.

    `attached` is the file name of the stamp. Raises UnreadableFormError.
    """
    library = LIBRARIES[name](data)
    fields = library.get(library.root, "/AcroForm")
    stamp = _stamp(library, attached)
    numbers: dict[str, set[int]] = {}
    field_values = dict(_fields(library, fields, numbers)) if fields is not None else {}
    contents = page_contents(library, {number for widgets in numbers.values() for number in widgets}, field_values)
    is_xfa = library.get(fields, "/XFA") is not None
    return ExtractedForm(stamp, bool(field_values), is_xfa, field_values, contents, _pageless(library, numbers))


def _pageless(library: PdfLibrary, numbers: Mapping[str, set[int]]) -> tuple[str, ...]:
    """Return the names of fields without a widget on a page; none where no field has one, or where it is uncertain."""
    on_pages = widget_numbers(library)
    # A widget without a number, which is 0 here, may lie on any page.
    pageless = sorted(name for name, widgets in numbers.items() if on_pages.isdisjoint(widgets) and all(widgets))
    return tuple(pageless) if len(pageless) < len(numbers) else ()


def _stamp(library: PdfLibrary, attached: str) -> str | None:
    """Return the text of the attached file of a name; None without one. Raises UnreadableFormError for a large one."""
    tree = library.get(library.get(library.root, "/Names"), "/EmbeddedFiles")
    for file in _leaves(library, tree):
        # UF came with PDF 1.7; older programs write F alone (ISO 32000-1, table 44).
        if library.word(library.get(file, "/UF")) == attached or library.word(library.get(file, "/F")) == attached:
            data = library.data(library.get(library.get(file, "/EF"), "/F")) or b""
            if len(data) > LARGEST_STAMP:
                raise UnreadableFormError("large")
            return data.decode("utf-8", "replace")
    return None


def _leaves(library: PdfLibrary, tree: Any) -> Iterator[Any]:
    """Yield the attached files in a name tree of a PDF."""
    for node in tree_nodes(library, tree):
        # Names and values take turns in a leaf of a name tree (ISO 32000-1, 7.9.6).
        yield from library.items(library.get(node, "/Names"))[1 : 2 * MOST_NODES : 2]


def _fields(
    library: PdfLibrary, top: Any, numbers: dict[str, set[int]]
) -> Iterator[tuple[str, tuple[str, str, str | None]]]:
    """Yield every terminal field with its full name (ISO 32000-1, 12.7.3), and add the numbers of its objects."""
    # pypdf's flatten removes fields from pages and objects, and leaves references to nothing here
    stack = [(kid, "", "", 0) for kid in library.items(library.get(top, "/Fields")) if kid is not None]
    names: set[str] = set()
    visited = length = 0
    while stack:
        node, above, kind, depth = stack.pop()
        visited += 1
        if visited > MOST_NODES or depth > DEEPEST:
            raise UnreadableFormError("tangled")
        name = ".".join(filter(None, (above, library.word(library.get(node, "/T")))))
        # The type of a field may stand in its parent (ISO 32000-1, table 220).
        kind = library.word(library.get(node, "/FT")) or kind
        kids = library.items(library.get(node, "/Kids"))
        # Kids with a name are fields; kids without are widgets of this field (ISO 32000-1, 12.7.3.2).
        if any(library.get(kid, "/T") is not None for kid in kids):
            stack += [(kid, name, kind, depth + 1) for kid in kids]
        elif not name:
            raise UnreadableFormError("nameless")
        elif name in names:
            raise UnreadableFormError("twins")
        else:
            names.add(name)
            numbers[name] = {library.reference(widget) for widget in (node, *kids)}
            field = _field(library, node, kind, kids)
            length += len(name) + sum(len(part or "") for part in field)
            if length > LONGEST:
                raise UnreadableFormError("large")
            yield name, field


def _field(library: PdfLibrary, node: Any, kind: str, kids: list[Any]) -> tuple[str, str, str | None]:
    """Return type, value and appearance of a field, whose widgets are its kids or itself.

    Raises UnreadableFormError for a value that is no text.
    """
    value = library.get(node, "/V")
    # The value of a signature is a dictionary (ISO 32000-1, 12.8.1).
    content = "" if value is None or kind == SIGNATURE else library.word(_alone(library, value))
    if content is None:
        raise UnreadableFormError("held")
    appearances = {library.word(library.get(widget, "/AS")) for widget in (kids or [node])}
    return kind.removeprefix("/"), content, appearances.pop() if len(appearances) == 1 else MIXED


def _alone(library: PdfLibrary, value: Any) -> Any:
    """Return the value of a field: pdftk writes a choice as an array of one."""
    items = library.items(value)
    return items[0] if len(items) == 1 else value


class _Pikepdf:
    """qpdf in C++. Its recovery of damaged files is off: it would guess."""

    def __init__(self, data: bytes) -> None:
        """Open a file. Raises UnreadableFormError where it needs a password."""
        # Both libraries are imported here: the parent process needs this module, but neither library.
        import pikepdf

        self._of = pikepdf
        try:
            self._pdf = pikepdf.open(io.BytesIO(data), attempt_recovery=False, suppress_warnings=True)
        except pikepdf.PasswordError:
            raise UnreadableFormError("encrypted") from None
        if self._pdf.is_encrypted:
            raise UnreadableFormError("encrypted")
        self.root = self._pdf.Root

    def get(self, node: Any, key: str) -> Any:
        """Return an entry of a dictionary or stream of the PDF by its key; None for other objects."""
        is_table = isinstance(node, self._of.Dictionary | self._of.Stream)
        return node.get(key) if is_table else None

    def items(self, node: Any) -> list[Any]:
        """Return the items of an array of the PDF; an empty list for other objects."""
        return list(node) if isinstance(node, self._of.Array) else []

    def word(self, node: Any) -> str | None:
        """Return the text of a string, or a name such as `/Off`; None for other objects."""
        return str(node) if isinstance(node, self._of.String | self._of.Name) else None

    def data(self, node: Any) -> bytes | None:
        """Return the decoded bytes of a stream of the PDF; None for other objects."""
        return bytes(node.read_bytes()) if isinstance(node, self._of.Stream) else None

    def number(self, node: Any) -> int:
        """Return a whole number of the PDF; 0 for other objects."""
        # Python takes True for a number.
        return node if type(node) is int else 0

    def keys(self, node: Any) -> list[str]:
        """Return the keys of a dictionary of the PDF; an empty list for other objects."""
        return list(node.keys()) if isinstance(node, self._of.Dictionary) else []

    def reference(self, node: Any) -> int:
        """Return the object number of a dictionary of the PDF; 0 for one that has none."""
        return int(node.objgen[0]) if isinstance(node, self._of.Dictionary) else 0


class _Pypdf:
    def __init__(self, data: bytes) -> None:
        """Open a file. Raises UnreadableFormError where it is encrypted."""
        import logging

        from pypdf import PdfReader, generic

        logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # our own messages are clearer
        self._of = generic
        # A lenient reading is compared with qpdf's, and the file is refused where they differ.
        reader = PdfReader(io.BytesIO(data), strict=False)
        if reader.is_encrypted:
            raise UnreadableFormError("encrypted")
        self.root = reader.trailer["/Root"].get_object()

    def _there(self, node: Any) -> Any:
        """Return the object that a reference leads to, or the object itself; None for the null object."""
        node = node.get_object() if isinstance(node, self._of.IndirectObject) else node
        return None if isinstance(node, self._of.NullObject) else node

    def get(self, node: Any, key: str) -> Any:
        """Return an entry of a dictionary or stream of the PDF by its key; None for other objects."""
        node = self._there(node)
        return self._there(node.raw_get(key)) if isinstance(node, self._of.DictionaryObject) and key in node else None

    def items(self, node: Any) -> list[Any]:
        """Return the items of an array of the PDF; an empty list for other objects."""
        node = self._there(node)
        return [self._there(item) for item in node] if isinstance(node, self._of.ArrayObject) else []

    def word(self, node: Any) -> str | None:
        """Return the text of a string, or a name such as `/Off`; None for other objects."""
        return str(node) if isinstance(node, self._of.TextStringObject | self._of.NameObject) else None

    def data(self, node: Any) -> bytes | None:
        """Return the decoded bytes of a stream of the PDF; None for other objects."""
        return bytes(node.get_data()) if isinstance(node, self._of.StreamObject) else None

    def number(self, node: Any) -> int:
        """Return a whole number of the PDF; 0 for other objects."""
        return int(node) if isinstance(node, self._of.NumberObject) else 0

    def keys(self, node: Any) -> list[str]:
        """Return the keys of a dictionary of the PDF; an empty list for other objects."""
        node = self._there(node)
        return [str(key) for key in node] if isinstance(node, self._of.DictionaryObject) else []

    def reference(self, node: Any) -> int:
        """Return the object number of an object of the PDF; 0 for one that has none."""
        there = getattr(node, "indirect_reference", None)
        return int(there.idnum) if there else 0


LIBRARIES: dict[str, type[_Pikepdf] | type[_Pypdf]] = {"pikepdf": _Pikepdf, "pypdf": _Pypdf}


SECONDS = 10
"""CPU time; the parent waits twice as long."""
LIMITS = ProcessLimits(memory=1 << 30, seconds=SECONDS, file_size=0, open_files=64, wall=2 * SECONDS)
"""Limits of the process that reads a file."""
LIMIT, CRASH = "limit", "crash"
"""Reasons why that process ended: one of its limits, or a fault of a program."""
LARGEST = 32 << 20
"""Bytes of the largest file that is read."""


def extract_in_subprocess(data: bytes, attached: str, *, seconds: float = LIMITS.wall) -> ExtractedForm:
    """Return the form that both libraries read in a file, within the limits.

    Raises UnreadableFormError with the reason: `damaged`, `encrypted`, `large`, `slow`, `differ` …
    """
    answer, end = ask_child(_send_form, (data, attached), replace(LIMITS, wall=seconds))
    if answer is None:
        raise UnreadableFormError("slow" if end is ChildEnd.CLOCK else LIMIT if end.is_limit else CRASH)
    if "reason" in answer:
        raise UnreadableFormError(answer["reason"])
    fields = {name: (kind, value, appearance) for name, (kind, value, appearance) in answer["fields"].items()}
    contents = PageContents(**answer["contents"])
    pageless = tuple(answer["pageless"])
    return ExtractedForm(answer["stamp"], answer["is_form"], answer["is_xfa"], fields, contents, pageless)


def extract_here(data: bytes, attached: str) -> ExtractedForm:
    """Return the form that both libraries read in a file, without limits.

    Raises UnreadableFormError with the reason.
    """
    data = _unlocked(data) if b"/Encrypt" in data else data
    forms = [_extract(data, name, attached) for name in LIBRARIES]
    # A file that is made to be understood in two ways could show another sheet than the one that is judged.
    if forms[0] != forms[1]:
        raise UnreadableFormError("differ")
    return forms[0]


def _unlocked(data: bytes) -> bytes:
    """Return the file without encryption if it opens without a password, else as it is.

    A password that only forbids changes keeps nobody from reading, but pypdf alone cannot decrypt all such files.
    """
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(data), attempt_recovery=False, suppress_warnings=True) as pdf:
            written = io.BytesIO()
            pdf.save(written, encryption=False)
    except (pikepdf.PdfError, pikepdf.PasswordError):
        return data
    return written.getvalue()


def _extract(data: bytes, name: str, attached: str) -> ExtractedForm:
    """Return the form of a file as one library reads it; any error of the library becomes UnreadableFormError."""
    try:
        return extract_form(data, name, attached)
    except UnreadableFormError:
        raise
    except MemoryError:
        raise UnreadableFormError("large") from None
    except Exception:  # whatever a library makes of a file that is not as it should be
        raise UnreadableFormError("damaged") from None


def _send_form(subject: tuple[bytes, str], send: Send) -> None:
    """Send the form of a file to the parent process as values of JSON, or the reason why it cannot be read."""
    try:
        form = extract_here(*subject)
    except UnreadableFormError as error:
        send({"reason": str(error)})
        return
    contents = {name: getattr(form.contents, name) for name in PageContents.__match_args__}
    send({name: getattr(form, name) for name in ExtractedForm.__match_args__} | {"contents": contents})
