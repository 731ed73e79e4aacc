"""Rows, games and themes as a template sees them: read-only bundles of named values, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.base.errors import suggestion
from generator.base.units import decimal
from generator.model.game import Piece, Row, Value
from generator.model.markup import guard
from generator.model.text import Text
from generator.render.templates.budget import TemplateError


class TemplateView:
    """Named values; `x.name` and `x["name"]` find them, and nothing else of the object can be reached."""

    __slots__ = ("made", "what")

    def __init__(self, what: str, values: Mapping[str, object]) -> None:
        self.what = what
        """What a fault calls it: `a row`, `theme.colour`."""
        self.made = dict(values)
        """The values that are ready."""

    def make(self, name: str) -> object:
        """A value that is not ready; KeyError where there is none of that name."""
        raise KeyError(name)

    def names(self) -> list[str]:
        """All names it has."""
        return list(self.made)


class RowView(TemplateView):
    """One row: its words in one language, its references as rows, each made when first asked for."""

    __slots__ = ("_views", "row")

    def __init__(self, row: Row, views: TemplateViews, **more: object) -> None:
        self.what = "a row"
        self.made = {"id": row.id, **more}
        self.row = row
        self._views = views

    def make(self, name: str) -> object:
        """A column's value; KeyError where the row has no such column."""
        cells = self.row.cells
        if name == "in_lang" and name not in cells:
            return self._in_language
        self.made[name] = self._views.value(cells[name], live=name in self.row.rich)
        return self.made[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowView) and (self.row.source, self.row.id) == (other.row.source, other.row.id)

    def __hash__(self) -> int:
        return hash((self.row.source, self.row.id))

    def names(self) -> list[str]:
        """All columns, and what every row has."""
        return [*dict.fromkeys((*self.made, *self.row.cells, "in_lang"))]

    def _in_language(self, language: str) -> TemplateView:
        more = {name: self.made[name] for name in _OF_PIECE if name in self.made}
        return RowView(self.row, self._views.other(language), **more)


_OF_PIECE = ("label", "copies")


class TemplateViews:
    """The views of one language, each row's made once."""

    def __init__(self, language: str, other: Callable[[str], TemplateViews]) -> None:
        self.language = language
        self.other = other
        """The views of another language of the game."""
        self._rows: dict[int, RowView] = {}

    def row(self, row: Row) -> RowView:
        """A row of a table. The view keeps its row alive, so that no other can take its place in the index."""
        try:
            return self._rows[id(row)]
        except KeyError:
            return self._rows.setdefault(id(row), RowView(row, self))

    def card(self, piece: Piece) -> RowView:
        """The row of a piece, with what is printed of the piece itself."""
        return RowView(piece.row, self, label=guard(piece.label), copies=piece.copies)

    def value(self, value: Value, *, live: bool = False) -> object:
        """A cell as templates see it; markup in its words is guarded unless it is `live`."""
        if isinstance(value, Text):
            value = self.words(value)
        if isinstance(value, str):
            return value if live else guard(value)
        if isinstance(value, Row):
            return self.row(value)
        if isinstance(value, tuple):
            return tuple(self.value(item, live=live) for item in value)
        return value

    def words(self, text: Text) -> str:
        """A phrase in this language."""
        try:
            return text[self.language]
        except KeyError:
            raise TemplateError(f"no words in {self.language!r}{suggestion(self.language, list(text))}") from None


class TemplateStrings:
    """`t("dotted.key", n=3)`: a game's strings in the language of the face."""

    def __init__(self, strings: Mapping[str, Text], views: TemplateViews) -> None:
        self._strings = strings
        self.views = views
        """Of the language in use."""

    def __call__(self, key: str, /, **names: object) -> str:
        """The string, each `{name}` that is given filled in; other braces are left for the paragraph."""
        if key not in self._strings:
            raise TemplateError(f"no string {key!r}{suggestion(str(key), list(self._strings))}")
        text = self.views.words(self._strings[key])
        for name, value in names.items():
            text = text.replace(f"{{{name}}}", to_text(value))
        return text


def to_text(value: object) -> str:
    """A value as text on the face: numbers short, never in exponent form.

    Raises Refused for what cannot be printed.
    """
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise TemplateError(f"{describe(value)} cannot be printed")
    if isinstance(value, str):
        return value
    if value - value != 0:
        raise TemplateError(f"{value} is no finite number")
    return decimal(value) if isinstance(value, float) else str(value)


def describe(value: object) -> str:
    """What a value is, in a reader's words."""
    if isinstance(value, TemplateView):
        return value.what
    if value is None or callable(value):
        return "none" if value is None else "a function"
    for types, words in _KINDS:
        if isinstance(value, types):
            return words
    return "this"


_KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "yes or no"),
    ((int, float), "a number"),
    (str, "text"),
    ((list, tuple, range), "a list"),
    (dict, "a dictionary"),
)
