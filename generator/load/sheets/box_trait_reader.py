"""Reads the traits of a sheet's boxes, such as prices and needs: once for a track, and for the boxes that differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from generator.load.files.fault_report import quote
from generator.load.files.toml_table import ID, TomlTable
from generator.load.tables.cell_reader import provenance_parser
from generator.model.game import Row
from generator.model.sheet import Need, Option, Price
from generator.model.text import Text

_NO_OPTION = Option("", Text(()))
"""Placeholder for the options of a table that could not be read: the box has options, so no second fault follows."""

FREE = "free"
"""The text of a price of nothing."""

_ITEM = re.compile(r"(?:([1-9][0-9]?) )?([a-z][a-z0-9_]{0,40})\Z")
_NEED = re.compile(r"([a-z][a-z0-9_]{0,40})(?: ([0-9]{1,6}))?\Z")


class DeferredName(NamedTuple):
    """A name that is looked up once all sheets are read, as it may stand in another sheet."""

    entry: TomlTable
    key: str
    role: str
    """`tag`, `need`, `pay` or `gain`."""
    word: str


class TraitContext(NamedTuple):
    """What the readers of a sheet's boxes share."""

    languages: tuple[str, ...]
    rows: Mapping[str, Mapping[str, Row]]
    """Rows by id, by the id of their table or component."""
    years: int
    ids: list[tuple[str, TomlTable]]
    """The ids of all tracks and boxes, with their tables."""
    deferred: list[DeferredName]
    columns: tuple[Option, ...] = ()
    """Player columns: each has a box of its own on every track that lists no boxes."""


class BoxTraits(NamedTuple):
    """Traits of a box that its track can set for it, named as in `model.sheet.Box`."""

    kind: str = "mark"
    costs: tuple[Price, ...] = ()
    needs: tuple[Need, ...] = ()
    when: tuple[Need, ...] = ()
    gains: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    yearly: tuple[str, ...] = ()
    yearly_one_of: tuple[str, ...] = ()
    outcomes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    least: int = 0
    most: int = 0
    options: tuple[Option, ...] = ()
    tags: tuple[str, ...] = ()
    provenance: str = ""


def read_traits(entry: TomlTable, context: TraitContext, default: BoxTraits) -> BoxTraits:
    """Return the default traits of a box, overridden by the keys of an entry.

    Needs of the entry are added to the default ones.
    """
    traits: dict[str, Any] = {}
    for key in [key for key in entry.data if key in _READERS and entry.has(key)]:
        name, read = _READERS[key]
        traits[name] = read(entry, key, context)
    if traits.get("kind") in {"mark", "mark2", "year"}:  # numbers and options are those of the track's other boxes
        traits = {"least": 0, "most": 0, "options": (), **traits}
    if "needs" in traits:
        traits["needs"] = default.needs + traits["needs"]
    return default._replace(**traits) if traits else default


def fit_to_kind(entry: TomlTable, traits: BoxTraits, context: TraitContext) -> BoxTraits:
    """Check the traits of a box against its kind; return them, with the least and greatest year for a year box."""
    if traits.kind != "choice" and traits.options:
        entry.add_secondary(None, f"options are for kind 'choice', not {traits.kind!r}")
    if traits.kind == "choice" and not traits.options:
        entry.add_secondary(None, "kind 'choice' needs options, or options_of with a table's name")
    if traits.kind == "year":
        if not context.years:
            entry.add_secondary(None, "kind 'year' needs the sheet's number of years, like: years = 6")
        return traits._replace(least=1, most=context.years)
    if traits.kind == "number" and traits.most <= traits.least:
        entry.add_secondary(None, f"kind 'number' needs a greatest number, most, above {traits.least}")
    if traits.kind in {"number", "text"} or not (traits.least or traits.most):
        return traits
    entry.add_secondary(None, f"least and most are for kinds 'number' and 'text', not {traits.kind!r}")
    return traits


def _defer(entry: TomlTable, key: str, context: TraitContext, role: str, words: Iterable[str]) -> None:
    """Note words at a key, each once, to be looked up as `role` (tag, need, pay or gain) when all sheets are read."""
    context.deferred.extend(DeferredName(entry, key, role, word) for word in dict.fromkeys(words))


def _needs(entry: TomlTable, key: str, context: TraitContext) -> tuple[Need, ...]:
    """Read conditions of a box: a value, the level of a track or a box must be at least a number."""
    needs = entry.parsed_list(key, parse_need)
    _defer(entry, key, context, "need", (need.value for need in needs))
    return needs


def _costs(entry: TomlTable, key: str, context: TraitContext) -> tuple[Price, ...]:
    """Read the prices of a box; one of them is paid, in full."""
    prices = entry.parsed_list(key, parse_price)
    _defer(entry, key, context, "pay", (item for price in prices for item, _ in price.items))
    return prices


def _gains(entry: TomlTable, key: str, context: TraitContext, *, role: str = "gain") -> tuple[str, ...]:
    """Read the icons that a box gives when it is filled, or its tags (`role="tag"`)."""
    icons = entry.parsed_list(key, parse_icon)
    _defer(entry, key, context, role, icons)
    return icons


def _outcomes(entry: TomlTable, key: str, context: TraitContext) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read the icons that a box gives on events named by the rules, as pairs of event and icons."""
    table = entry.table(key)
    return tuple((name, _gains(table, name, context)) for name in table.data)


def _options(entry: TomlTable, key: str, context: TraitContext) -> tuple[Option, ...]:
    """Return the options of a choice box, given as a list of ids or as a table of their titles by id."""
    if isinstance(entry.data[key], dict):
        table = entry.table(key)
        return tuple(
            Option(id_, table.phrase(id_, context.languages)) for id_ in table.data if table.check_id(id_, id_)
        )
    return tuple(Option(id_, _plain(id_, context)) for id_ in entry.text_list(key) if entry.check_id(key, id_))


def _options_of(entry: TomlTable, key: str, context: TraitContext) -> tuple[Option, ...]:
    """Return the rows of a table or component as options of a choice box, titled by their `name` if they have one."""
    rows = context.rows.get(entry.choice(key, context.rows, noun="table or component"), {})
    return tuple(Option(row.id, _name(row, context)) for row in rows.values()) or (_NO_OPTION,)


def _name(row: Row, context: TraitContext) -> Text:
    """Return the name of a row in every language, or its id where it has none."""
    name = row.cells.get("name")
    return name if isinstance(name, Text) else _plain(row.id, context)


def _plain(word: str, context: TraitContext) -> Text:
    """Return a word as the same text in every language."""
    return Text(tuple((language, word) for language in context.languages))


def _provenance(entry: TomlTable, key: str, _context: TraitContext) -> str:
    """Return the note of where the facts of a box come from, such as `public`; empty after a fault."""
    text = entry.text(key)
    try:
        return str(provenance_parser(_SOURCED_KEYS)(text)) if text else ""
    except ValueError as error:
        entry.fault(key, str(error).replace("no column called", "no key called"))
        return ""


def parse_price(text: str) -> Price:
    """Parse a price like `servant + 2 resource`, or `free`; raises ValueError for other texts.

    >>> parse_price("servant + 2 resource").items
    (('servant', 1), ('resource', 2))
    """
    matches = [] if text == FREE else [_ITEM.match(part.strip()) for part in text.split("+")]
    items = tuple((match[2], int(match[1] or 1)) for match in matches if match)
    if len(items) < len(matches) or len(dict(items)) < len(items):
        # Fewer items than parts: one did not match. A repeated item would hide its first number.
        raise ValueError(f"{quote(text)} is not a price; write each item once, like 'servant + 2 resource', or 'free'")
    return Price(items)


def parse_need(text: str) -> Need:
    """Parse a need like `small_hotel` or `infrastructure 2`; raises ValueError for other texts.

    >>> parse_need("infrastructure 2")
    Need(value='infrastructure', least=2)
    """
    match = _NEED.match(text)
    if not match:
        raise ValueError(f"{quote(text)} is not a need; write a box, or a value and a number, like 'infrastructure 2'")
    return Need(match[1], int(match[2] or 1))


def parse_icon(text: str) -> str:
    """Return the word of an icon; raises ValueError for other texts."""
    if not ID.match(text):
        raise ValueError(f"{quote(text)} is not an icon; write one word, as often as it is gained")
    return text


_READERS: Mapping[str, tuple[str, Callable[[TomlTable, str, TraitContext], Any]]] = {
    "kind": ("kind", lambda entry, key, _: entry.choice(key) or "mark"),
    "pay": ("costs", _costs),
    "needs": ("needs", _needs),
    "when": ("when", _needs),
    "gains": ("gains", _gains),
    "gains_one_of": ("one_of", _gains),
    "yearly": ("yearly", _gains),
    "yearly_one_of": ("yearly_one_of", _gains),
    "outcomes": ("outcomes", _outcomes),
    "least": ("least", lambda entry, key, _: entry.integer(key)),
    "most": ("most", lambda entry, key, _: entry.integer(key)),
    "options": ("options", _options),
    "options_of": ("options", _options_of),
    "tags": ("tags", partial(_gains, role="tag")),
    "provenance": ("provenance", _provenance),
}
"""The trait that each key of a track or box gives, and its reader."""

KEYS = (*_READERS,)

_SOURCED_KEYS = (*KEYS, "boxes", "title", "note", "order", "start", "sections", "filled_by", "filled_from", "limits")
"""The keys whose source a provenance can name."""
