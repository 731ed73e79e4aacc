"""The labels that drawing programs give to objects, and the columns that they stand for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from generator.render.drawings.drawing_source import DrawnElement

_LABELS = ("inkscape:label", "serif:id", "data-name", "vectornator:layerName")
"""Attributes of Inkscape, Affinity, Illustrator and Linearity Curve."""
# Illustrator writes signs that ids cannot have by their codes: `_x20_` is a space.
_ESCAPED = re.compile("_x([0-9A-Fa-f]{2,5})_")
_COPY = re.compile(r"[_-]\d{1,3}_?\Z")
_MARKED = re.compile(r"\{\{\s*(?:card\.)?(.*?)\s*\}\}|card\.(.*)|[#@$%](.*)", re.DOTALL)
_NEAR, _LONGEST = 0.76, 40
"""Least likeness of a label that is taken for a column, and the most letters of one."""
_AUTOMATIC = re.compile(r"[A-Za-z]+[-_]?\d[\d-]*")
"""Ids that programs number, such as `rect12`, `text1-2` and `image0_1_3`."""


class ColumnNames:
    """The columns of a component, found by the labels of objects: their names, and their headings in the file."""

    def __init__(self, names: Iterable[str], headings: Iterable[tuple[str, str]] = ()) -> None:
        """Take the names of the columns, and pairs of name and heading for headings that differ."""
        self._names: dict[str, str] = {_plain(heading): name for name, heading in headings}
        # Last, so that a name wins over an equal heading of another column.
        self._names |= {_plain(name): name for name in names}

    def column(self, element: DrawnElement) -> str:
        """Return the column that an object is labelled with; empty for none.

        Programs that number equal ids, such as `name_2`, mean the same label.
        """
        for label in labels(element):
            plain = _plain(label)
            column = self._names.get(plain) or self._names.get(_COPY.sub("", plain))
            if column:
                return column
        return ""

    def nearest(self, element: DrawnElement, columns: Collection[str]) -> tuple[str, str]:
        """Return a label that is nearly one of some columns, and that column; two empty texts for other labels."""
        for label in labels(element):
            plain = _plain(label)
            # A long label is a sentence, and comparing it with each column takes long.
            if _AUTOMATIC.fullmatch(plain) or len(plain) > _LONGEST:
                continue
            near = next((name for word, name in self._names.items() if name in columns and _is_near(plain, word)), "")
            if near:
                return label, near
        return "", ""


def given_label(element: DrawnElement) -> str:
    """Return the label that a person gave an object; empty if its labels are automatic, long or repeat its own text."""
    words = _plain(
        "".join(child for part in (element, *element.elements()) for child in part.children if isinstance(child, str))
    )
    for label in labels(element):
        plain = _plain(label)
        if not (_AUTOMATIC.fullmatch(plain) or len(plain) > _LONGEST or _COPY.sub("", plain) == words):
            return label
    return ""


def _is_near(label: str, column: str) -> bool:
    """Whether two words differ by a slip: `naem` and `name`, but not `cardtext` and `text`."""
    from difflib import SequenceMatcher

    return sorted(label) == sorted(column) or SequenceMatcher(None, label, column).ratio() >= _NEAR


def labels(element: DrawnElement) -> Iterator[str]:
    """Yield the names of an object in its program: its labels, then its id.

    >>> from generator.render.drawings.drawing_source import TagPlace
    >>> list(labels(DrawnElement("text", {"id": "Card_x20_Name", "serif:id": "Name"}, TagPlace(0, 0, 1), None)))
    ['Name', 'Card Name']
    """
    for name in (*_LABELS, "id"):
        if label := element.attributes.get(name):
            yield _ESCAPED.sub(_character, label)


def _character(match: re.Match[str]) -> str:
    """Return the character for a code such as `_x20_`."""
    code = int(match[1], 16)
    # chr() fails beyond the last code of Unicode.
    return chr(code) if code < 0x110000 else match[0]


def _plain(label: str) -> str:
    """Return a label in small letters, with `_` for all that separates words, and without the signs around it.

    >>> _plain("{{ card.Name }}"), _plain("Card Name"), _plain("#cost")
    ('name', 'card_name', 'cost')
    """
    # Japanese keyboards type signs such as `#` and letters in full width.
    text = unicodedata.normalize("NFKC", label).strip()
    if match := _MARKED.fullmatch(text):
        text = next(filter(None, match.groups()), "")
    return re.sub(r"[\s.-]+", "_", text.strip()).lower()
