"""HTML of spreadsheet cells as light markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_STYLES = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*"}
_BLOCKS = {"p", "div", "ul", "ol", "h1", "h2", "h3", "h4"}
_PLAIN = {"span", "font", "u", "small", "big", "sub", "sup", "center", "a", "tt", "code", "s", "html", "body"}
"""Ignored tags."""

_MARKUP = re.compile(r"(\{[a-z0-9][a-z0-9_-]*\})|[*^{}\\]")
_ITEM = re.compile(r"^[ \t]*[*\-•·][ \t]+", re.MULTILINE)
_BULLET = "\N{BULLET} "
_SPACES = re.compile(r"[ \t\n]+")
_ENDS = re.compile(r"[ \t]*\n[ \t]*")
_MANY = re.compile(r"\n{3,}")


def html_markup(text: str) -> str:
    r"""Return the light markup of a text with HTML; raises ValueError for a tag that is not printed.

    >>> html_markup("<b>Attack</b> 2 &amp; draw.<br>* one\n* two")
    '**Attack** 2 & draw.\n• one\n• two'
    """
    reader = _HtmlReader()
    reader.feed(text)
    reader.close()
    return reader.markup()


class _HtmlReader(HTMLParser):
    """Gathers light markup tag by tag."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._open: list[str] = []
        self._numbers: list[int | None] = []
        """Number of the last item of each open list; None for bullets."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a style, a paragraph or an item."""
        del attrs
        # HTML may nest one style in itself; `****` would end it.
        if tag in _STYLES and _STYLES[tag] not in self._open:
            self._open.append(_STYLES[tag])
            self._parts.append(_STYLES[tag])
        elif tag == "br":
            self._parts.append("\n")
        elif tag == "li":
            self._begin_item()
        elif tag in _BLOCKS:
            self._begin_block(tag)
        elif tag not in _PLAIN and tag not in _STYLES:
            raise ValueError(f"<{tag}> is not printed; take it out, or draw it in the template")

    def handle_endtag(self, tag: str) -> None:
        """End a style, a paragraph or a list."""
        sign = _STYLES.get(tag)
        if sign and sign in self._open:
            self._open.remove(sign)
            self._parts.append(sign)
        elif tag in {"ul", "ol"} and self._numbers:
            self._numbers.pop()
            self._parts.append("\n")
        elif tag in _BLOCKS:
            self._parts.append("\n\n" if tag == "p" else "\n")

    def handle_data(self, data: str) -> None:
        """Add words; inside a list, line breaks are spaces."""
        words = _SPACES.sub(" ", data) if self._numbers else _ITEM.sub(_BULLET, data)
        # An icon in braces stays markup; other signs of markup are escaped.
        self._parts.append(_MARKUP.sub(lambda sign: sign[1] or f"\\{sign[0]}", words))

    def markup(self) -> str:
        """Return the light markup, with every style closed and at most one empty line in a row."""
        # A cell may lack closing tags; its open styles end with it.
        text = "".join([*self._parts, *reversed(self._open)])
        text = text.replace("****", "")  # a style without words
        return _MANY.sub("\n\n", _ENDS.sub("\n", text)).strip()

    def _begin_item(self) -> None:
        """Begin a list item with a bullet, or with the next number of its list."""
        number = self._numbers[-1] if self._numbers else None
        self._parts.append(f"\n{_BULLET}" if number is None else f"\n{number + 1}. ")
        if number is not None:
            self._numbers[-1] = number + 1

    def _begin_block(self, tag: str) -> None:
        """Begin a list, or a paragraph on a new line."""
        if tag in {"ul", "ol"}:
            self._numbers.append(0 if tag == "ol" else None)
        elif self._parts:
            self._parts.append("\n")
