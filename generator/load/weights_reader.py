"""Reads the evaluation weights of the computer players, `worth.toml`, and what they learned, `learned.toml`."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.base.errors import fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.model.game import Game
from generator.model.sheet import Book
from generator.model.solo.solo_rules import SoloRules
from generator.model.weights import Course, EvaluationWeights, FeatureTables, ValueTables, YearTables

NAME = "worth.toml"
WAITING = ("battle", "goods", "place", "source")
"""What a player may wait for: cards for a battle or a good, the place of a pattern, the source of a good."""
LEARNED = "learned.toml"
FORMAT = 1
"""The version of learned tables that this program reads."""


def read_weights(game: Game, solo: SoloRules, *, prefix: str = "") -> EvaluationWeights:
    """Read the weights that computer players judge positions with; `prefix` stands before file names in faults.

    Raises Faults with everything that is wrong with them, or because the game has none.
    """
    files = Folder(game.folder, prefix)
    if not files.has(NAME):
        raise fault(files.place(NAME), f"{game.id} has no weights for its players; games that have hold them in {NAME}")
    years = len(game.tables[solo.rounds])
    items = [row.id for sheet in game.sheets.values() if sheet.items for row in game.rows(sheet.items)]
    deck = next(deck for deck in solo.decks if deck.id == solo.hand.deck)
    cards = [piece.row.id for piece in game.component(deck.cards).pieces]
    book = Book.of(game.sheets.values())
    ids = {
        **dict.fromkeys(("tracks", "circled", "open"), book.tracks),
        "paths": cards,
        "attacks": ("later",),
        "limits": book.boxes,
        "items": items,
    }
    learned = read_value_tables(files, years, ids)
    with FaultReport() as report:
        top = TomlTable(read_toml(files, NAME), report)
        weights = EvaluationWeights(
            items=_courses(top, "items", items, years),
            tracks=_courses(top, "tracks", book.tracks, years),
            waiting=_courses(top, "waiting", WAITING, years),
            paths=_courses(top, "paths", cards, years),
            counts=_courses(top, "counts", cards, years),
            learned=learned,
        )
        top.close()
    return weights


def _courses(top: TomlTable, key: str, ids: Collection[str], years: int) -> Mapping[str, Course]:
    """Read a table of weights: each a number, or a list of numbers spread evenly from the first year to the last.

    `ids` are the keys that may stand in it; `years` is the number of rounds of a game.
    """
    entry = read_table(top, key, ids)
    return {id_: _course(entry, id_, years) for id_ in entry.data}


def _course(entry: TomlTable, key: str, years: int) -> Course:
    """Return a weight for each year of a game; zeros after a fault."""
    value = entry.data[key]
    knots = value if isinstance(value, list) else [value]
    if not knots or not all(isinstance(knot, int | float) and not isinstance(knot, bool) for knot in knots):
        entry.fault(key, f"must be a number, or a list of numbers from the first year to the last, not {quote(value)}")
        return (0.0,) * years
    # A game of one year has a single place.
    return tuple(_between(knots, year / max(1, years - 1)) for year in range(years))


def _between(knots: list[float], share: float) -> float:
    """Return a value between evenly spread numbers (`knots`), at a share from 0 to 1 of their length."""
    place = share * (len(knots) - 1)
    # At share 1 the place is the last knot, which has none after it.
    before = min(int(place), len(knots) - 1)
    after = min(before + 1, len(knots) - 1)
    return knots[before] + (knots[after] - knots[before]) * (place - before)


def read_value_tables(files: Folder, years: int, ids: Mapping[str, Collection[str]]) -> ValueTables | None:
    """Read the learned values of positions, `learned.toml`; None if the game has none.

    `years` is the number of rounds of a game; `ids` has the existing ids for each kind of feature. Raises Faults with
    everything that is wrong.
    """
    if not files.has(LEARNED):
        return None
    document = read_toml(files, LEARNED)
    version = document.data.get("format")
    if version != FORMAT:
        raise fault(
            files.place(LEARNED), f"learned tables of format {quote(version)}; this program reads format {FORMAT}"
        )
    with FaultReport() as report:
        top = TomlTable(document, report)
        top.has("format")
        top.text("made_by")
        tables = ValueTables(
            start=_numbers(top, "start", years),
            kept=_kinds(top.table("kept"), ids, years),
            playing=_kinds(top.table("playing"), ids, years),
        )
        top.close()
    return tables


def _kinds(entry: TomlTable, ids_by_kind: Mapping[str, Collection[str]], years: int) -> FeatureTables:
    """Read the learned tables of each kind of feature, such as `tracks`, whose ids are in `ids_by_kind`."""
    tables = {kind: _tables(entry, kind, ids, years) for kind, ids in ids_by_kind.items()}
    entry.close()
    return tables


def _tables(top: TomlTable, key: str, ids: Collection[str], years: int) -> Mapping[str, YearTables]:
    """Read the learned tables of one kind of feature, by id of track, box, card or item."""
    entry = read_table(top, key, ids)
    return {id_: _years(entry, id_, years) for id_ in entry.data}


def read_table(top: TomlTable, key: str, ids: Collection[str]) -> TomlTable:
    """Return the table at a key of `top`; keys of the table that are not in `ids` are faults."""
    entry = top.table(key)
    for id_ in [id_ for id_ in entry.data if id_ not in ids]:
        entry.fault(id_, f"{key} has no {quote(id_)}{entry.report.suggestion(id_, ids)}")
    return entry


def _years(entry: TomlTable, key: str, years: int) -> YearTables:
    """Return the list of whole numbers for each year at a key; zeros after a fault."""
    rows = entry.data[key]
    if isinstance(rows, list) and len(rows) == years and all(map(_is_table, rows)):
        return tuple(map(tuple, rows))
    entry.fault(key, f"must be {years} lists of whole numbers, one for each year, not {quote(rows)}")
    return ((0,),) * years


def _numbers(entry: TomlTable, key: str, years: int) -> tuple[int, ...]:
    """Return a whole number for each year, at a key; zeros after a fault."""
    entry.has(key)
    row = entry.data.get(key)
    if isinstance(row, list) and len(row) == years and _is_table(row):
        return tuple(row)
    entry.fault(key, f"must be {years} whole numbers, one for each year, not {quote(row)}")
    return (0,) * years


def _is_table(row: object) -> bool:
    """Whether a value is a list of whole numbers that is not empty."""
    # type(): for isinstance() True is a whole number.
    return isinstance(row, list) and bool(row) and all(type(number) is int for number in row)
