"""Rows, games and themes as a template sees them: read-only views with named values, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup

from generator.base.errors import suggestion
from generator.base.units import decimal
from generator.model.game import Piece, Row, Value
from generator.model.markup import guard
from generator.model.text import Text
from generator.render.templates.budget import TemplateError


class TemplateView:
    """Named values, found by `x.name` and `x["name"]`; a template reaches nothing else of the object.

    `description` is what faults call it, such as `a row` or `theme.colour`. `values` are those computed so far.
    """

    __slots__ = ("description", "values")

    def __init__(self, description: str, values: Mapping[str, object]) -> None:
        """Take the name for faults, and the values by name."""
        self.description = description
        self.values = dict(values)

    def compute(self, name: str) -> object:
        """Return a value that is not in `values` yet. Raises KeyError if there is none of that name."""
        raise KeyError(name)

    def names(self) -> list[str]:
        """Return the names of the values, for suggestions in faults."""
        return list(self.values)


class RowView(TemplateView):
    """One row: its text in one language, its references as rows, each value computed when first asked for."""

    __slots__ = ("_views", "row")

    def __init__(self, row: Row, views: TemplateViews, **extra: object) -> None:
        """Take a row; `extra` are further values, such as the label of its piece."""
        super().__init__("a row", {"id": row.id, **extra})
        self.row = row
        self._views = views

    def compute(self, name: str) -> object:
        """Return the value of a column. Raises KeyError if the row has no such column."""
        cells = self.row.cells
        if name == "provenance" and name in cells and not self._views.ids:
            return ""
        if name == "in_lang" and name not in cells:
            return self._in_language
        self.values[name] = self._views.value(cells[name], rich=name in self.row.rich)
        return self.values[name]

    def __eq__(self, other: object) -> bool:
        """Whether another view shows the same row, in any language."""
        # By source and id: one row in two languages has two views, which are equal.
        return isinstance(other, RowView) and (self.row.source, self.row.id) == (other.row.source, other.row.id)

    def __hash__(self) -> int:
        """Return a hash that views of the same row share."""
        return hash((self.row.source, self.row.id))

    def names(self) -> list[str]:
        """Return the names of all values of the row, for suggestions in faults."""
        return [*dict.fromkeys((*self.values, *self.row.cells, "in_lang"))]

    def _in_language(self, language: str) -> TemplateView:
        """Return the same row in another language, for `card.in_lang("ja")`."""
        # These belong to the piece, not to its row.
        extra = {name: self.values[name] for name in ("label", "copies", "serial") if name in self.values}
        return RowView(self.row, self._views.other(language), **extra)


class TemplateViews:
    """The views of one language; each row has one. `other` gives the views of another language of the game.

    Without `ids`, pieces have an empty label, and no row says where its values come from.
    """

    def __init__(self, language: str, other: Callable[[str], TemplateViews], *, ids: bool = True) -> None:
        """Take a language; `other` and `ids` are described at the class."""
        self.language, self.ids = language, ids
        self.other = other
        self._rows: dict[int, RowView] = {}

    def row(self, row: Row) -> RowView:
        """Return the view of a row, the same one each time."""
        # Rows are looked up by address. The view keeps its row alive, so no other row can get that address.
        try:
            return self._rows[id(row)]
        except KeyError:
            return self._rows.setdefault(id(row), RowView(row, self))

    def card(self, piece: Piece) -> RowView:
        """Return the view of a piece's row, with the piece's own label and number of copies."""
        label = guard(piece.label) if self.ids else ""
        serial = {"serial": piece.serial} if piece.serial else {}
        return RowView(piece.row, self, label=label, copies=piece.copies, **serial)

    def value(self, value: Value, *, rich: bool = False) -> object:
        """Return a cell as templates see it; signs of markup in its text are escaped unless it is `rich` text."""
        if isinstance(value, Text):
            value = self.text(value)
        if isinstance(value, str):
            return value if rich else guard(value)
        if isinstance(value, Row):
            return self.row(value)
        if isinstance(value, tuple):
            return tuple(self.value(item, rich=rich) for item in value)
        return value

    def text(self, text: Text) -> str:
        """Return the words of a text in the language. Raises TemplateError if it has none."""
        try:
            return text[self.language]
        except KeyError:
            raise TemplateError(f"no words in {self.language!r}{suggestion(self.language, list(text))}") from None


class TemplateStrings:
    """`t("dotted.key", n=3)`: a game's strings in the language of `views`, that of the face being rendered."""

    def __init__(self, strings: Mapping[str, Text], views: TemplateViews) -> None:
        """Take the game's strings by dotted key; `views` says the language, and changes with the face."""
        self._strings = strings
        self.views = views

    def has(self, key: str) -> bool:
        """Whether a string exists, with words in the language."""
        return key in self._strings and bool(dict(self._strings[key].by).get(self.views.language))

    def __call__(self, key: str, /, **names: object) -> str:
        """Return the string of a key with each given `{name}` filled in.

        Other braces are icons, left for the typesetter.
        """
        if key not in self._strings:
            raise TemplateError(f"no string {key!r}{suggestion(str(key), list(self._strings))}")
        text = self.views.text(self._strings[key])
        for name, value in names.items():
            # What a macro returns is escaped, and the string is escaped when it is printed.
            words = _unescaped(value) if isinstance(value, Markup) else to_text(value)
            text = text.replace(f"{{{name}}}", words)
        return text


def _unescaped(markup: Markup) -> str:
    """Return markup as plain text. Only one with escaped signs has Python load its names of all signs."""
    return markup.unescape() if "&" in markup else str(markup)


def to_text(value: object) -> str:
    """Return a value as text on the face: numbers short, never in exponent form.

    Raises TemplateError for a value that cannot be printed.

    >>> to_text(2.50), to_text(1e-9), to_text("III")
    ('2.5', '0', 'III')
    """
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise TemplateError(f"{describe(value)} cannot be printed")
    if isinstance(value, str):
        return value
    if value - value != 0:  # only infinity and NaN
        raise TemplateError(f"{value} is no finite number")
    return decimal(value) if isinstance(value, float) else str(value)


def describe(value: object) -> str:
    """Return the type of a value in a template author's words.

    >>> describe(3), describe([]), describe(True)
    ('a number', 'a list', 'yes or no')
    """
    if isinstance(value, TemplateView):
        return value.description
    if value is None or callable(value):
        return "none" if value is None else "a function"
    return next((words for types, words in _DESCRIPTIONS if isinstance(value, types)), "this")


_DESCRIPTIONS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, "yes or no"),
    ((int, float), "a number"),
    (str, "text"),
    ((list, tuple, range), "a list"),
    (dict, "a dictionary"),
)
