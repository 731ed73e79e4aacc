"""Names of form fields: the fields of each box, and the stamp of a form that has lost its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from generator.model.form_stamp import FORMAT, rules_digest
from generator.model.game import Game
from generator.model.sheet import Book, Box, Sheet
from generator.scoresheets.form_extraction import SIGNATURE, ExtractedForm
from generator.scoresheets.pdf_library import UnreadableFormError
from generator.write.pdf.form.controls import rank_rows
from generator.write.pdf.form.form_script import FILLED

_AGAIN = re.compile(r"_\d+$")
"""Suffix of the name of a value that is shown several times."""


class _Candidate(NamedTuple):
    """A book of a game whose sheets a form may be, and names of fields that are none of its."""

    game: Game
    book: Book
    strange: tuple[str, ...]


def box_fields(box: Box) -> list[tuple[str, int]]:
    """Return the fields of a box, each with the state it sets; 0 if the value of the field is the state."""
    if box.kind == "mark2":
        return [(box.id, 1), (box.id + FILLED, 2)]
    return [(box.id, int(box.kind == "mark"))]


def sheet_fields(sheet: Sheet) -> dict[str, tuple[str, int]]:
    """Return the fields of a sheet by name: the box, and the state that the field sets."""
    # A box that is printed as marked has no field.
    return {name: (box.id, state) for box in sheet.boxes if not box.start for name, state in box_fields(box)}


def stamp_of_fields(form: ExtractedForm, games: Iterable[Game]) -> dict[str, Any] | None:
    """Return the stamp that a form must have had by the names of its fields; None if they are of no game.

    Raises UnreadableFormError where sheets of several games have these names.
    """
    books = ((game, book) for game in games for book in _books(game))
    candidates = [candidate for game, book in books if (candidate := _candidate(form, game, book))]
    fitting = {candidate.game.id: candidate for candidate in candidates if not candidate.strange}
    if len(fitting) > 1:
        names = " and ".join(map(repr, fitting))
        raise UnreadableFormError(f"has lost its attachment, and its fields are those of {names}; name one with --game")
    # Fields of no game may come from a second form, which is told of once the game is known.
    best = next(iter([*fitting.values(), *candidates]), None)
    return _stamp(form, best) if best else None


def _books(game: Game) -> Iterable[Book]:
    """Return the two books of a game that fields can be of: its scoresheets and its logs, if it has them."""
    return [Book.of(sheets.values()) for sheets in (game.sheets, game.logs) if sheets]


def _candidate(form: ExtractedForm, game: Game, book: Book) -> _Candidate | None:
    """Return a candidate if all fields of one of its sheets are in a form."""
    sheets = [sheet_fields(sheet) for sheet in book.sheets]
    if not any(fields and fields.keys() <= form.fields.keys() for fields in sheets):
        return None
    names = {name for fields in sheets for name in fields} | _values(form.fields, book).keys() | rank_rows(book).keys()
    signature = SIGNATURE.removeprefix("/")
    strange = (name for name, (kind, *_) in form.fields.items() if name not in names and kind != signature)
    return _Candidate(game, book, tuple(strange))


def _values(names: Collection[str], book: Book) -> Mapping[str, str]:
    """Return the values that calculated fields show, by the name of the field."""
    # A track has a value too, its level, which a calculated field may show.
    ids = {*book.values, *book.tracks} - book.boxes.keys()
    plain = {name: name if name in ids else _AGAIN.sub("", name) for name in names}
    return {name: id_ for name, id_ in plain.items() if id_ in ids and name not in book.boxes}


def _stamp(form: ExtractedForm, candidate: _Candidate) -> dict[str, Any]:
    """Return the stamp of a form by its fields and the sheets that have them; the language is unknown."""
    fields = {name: [*box] for sheet in candidate.book.sheets for name, box in sheet_fields(sheet).items()}
    return {
        "format": FORMAT,
        "game": candidate.game.id,
        # The names of fields are the same in all languages.
        "language": "",
        "sheets": {sheet.id: sheet.version for sheet in candidate.book.sheets},
        "rules": rules_digest(candidate.book.sheets),
        "fields": {name: box for name, box in fields.items() if name in form.fields},
        "values": _values(form.fields, candidate.book),
    }
