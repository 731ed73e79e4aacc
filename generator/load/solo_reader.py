"""The solo rules of a game: `solo.toml`, held against its sheets, tables and components."""

from __future__ import annotations

import re
from collections.abc import Collection

from generator.base.errors import fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.model.game import Game, Row
from generator.model.sheet import Book, Box
from generator.model.solo_rules import (
    PHASES,
    AttackRules,
    Case,
    Choice,
    Fights,
    GameSetting,
    Hand,
    Market,
    NeutralCards,
    Scouting,
    SoloDeck,
    SoloRules,
)
from generator.model.text import Text

NAME = "solo.toml"
_MOST_CARDS = 20
_CELLS = re.compile(r"[0-9],[0-9]( [0-9],[0-9])*\Z")


def read_solo_rules(game: Game, *, shown: str = "") -> SoloRules:
    """The solo rules of a game; `shown` stands before the file's name in faults.

    Raises Faults with everything that is wrong with them, also where the game has none.
    """
    files = Folder(game.folder, shown)
    if not files.has(NAME):
        raise fault(files.place(NAME), f"{game.id} has no solo rules; games that have hold them in {NAME}")
    with FaultReport() as report:
        return _Reader(TomlTable(read_toml(files, NAME), report), game).solo()


class _Reader:
    """Reads the file table by table."""

    __slots__ = ("book", "decks", "game", "settings", "top")

    def __init__(self, top: TomlTable, game: Game) -> None:
        self.top = top
        self.game = game
        self.book = Book.of(game.sheets.values())
        self.settings: tuple[GameSetting, ...] = ()
        self.decks: tuple[SoloDeck, ...] = ()

    def solo(self) -> SoloRules:
        """The rules; the keys that nobody asked for are faults."""
        self.settings = tuple(self._setting(id_, entry) for id_, entry in self.top.entries("settings").items())
        self.decks = tuple(self._deck(id_, entry) for id_, entry in self.top.entries("decks").items())
        rounds = self._table(self.top, "rounds")
        made = SoloRules(
            settings=self.settings,
            decks=self.decks,
            rounds=rounds,
            potential=self.top.choice("potential", self._columns(rounds), noun="column"),
            difficulty=self._difficulty(rounds),
            phases=self._phases(),
            income=self._income(self.top.table("income")),
            hand=self._hand(self.top.table("hand")),
            neutral=self._neutral(self.top.table("neutral")),
            market=self._market(self.top.table("market")),
            scouting=self._scouting(self.top.table("scouting")),
            fights=self._fights(self.top.table("fights")),
            attack=self._attack(self.top.table("attack")),
            exchange=self._exchange(self.top.table("exchange")),
            answers=self._pairs(self.top, "answers", self.book.tracks, of=self.book.tracks),
            removes=self._pairs(self.top, "removes", self.book.tracks, of=self._effects()),
            must_fill=self._must_fill(self.top.table("must_fill")),
        )
        if not any(sheet.ranks for sheet in self.game.sheets.values()):
            self.top.fault(None, "no sheet has ranks, by which the solo game is scored")
        self.top.close()
        return made

    def _difficulty(self, rounds: str) -> str:
        """The setting whose choices are columns of the rounds."""
        id_ = self.top.choice("difficulty", [each.id for each in self.settings], noun="setting")
        for choice in [choice.id for each in self.settings if each.id == id_ for choice in each.choices]:
            if choice not in self._columns(rounds):
                self.top.fault("difficulty", f"table {quote(rounds)} has no column {quote(choice)}")
        return id_

    def _phases(self) -> str:
        """The table of phases; each is one that the rules know."""
        id_ = self._table(self.top, "phases")
        for row in [row.id for row in self.game.tables.get(id_, ()) if row.id not in PHASES]:
            self.top.fault("phases", f"no phase called {quote(row)}{self.top.report.suggestion(row, PHASES)}")
        return id_

    def _setting(self, id_: str, entry: TomlTable) -> GameSetting:
        languages = self.game.languages
        title = entry.phrase("title", languages)
        if entry.has("of"):
            choices = tuple(Choice(row.id, _words(row)) for row in self.game.tables.get(self._table(entry, "of"), ()))
        else:
            given = entry.table("choices")
            choices = tuple(Choice(choice, given.phrase(choice, languages)) for choice in given.data)
        made = GameSetting(id_, title, choices, entry.choice("default", [choice.id for choice in choices]))
        entry.close()
        return made

    def _deck(self, id_: str, entry: TomlTable) -> SoloDeck:
        made = SoloDeck(
            id=id_,
            title=entry.phrase("title", self.game.languages),
            cards=entry.choice("cards", [each.id for each in self.game.components if each.pieces], noun="component"),
            named_by=entry.choice("named_by", ("id", "label"), "id"),
            all_again=self._case(entry, "all_again") if entry.has("all_again") else None,
        )
        entry.close()
        return made

    def _case(self, entry: TomlTable, key: str) -> Case:
        """A setting and one of its choices: `"reshuffle all"`."""
        text = entry.text(key)
        setting, _, choice = text.partition(" ")
        known = {each.id: [choice.id for choice in each.choices] for each in self.settings}
        if choice not in known.get(setting, ()):
            each = [f"{id_} {choice}" for id_, choices in known.items() for choice in choices]
            entry.fault(key, f"{quote(text)} is no setting and choice{entry.report.suggestion(text, each)}")
        return Case(setting, choice)

    def _income(self, entry: TomlTable) -> str:
        made = self._deck_of(entry)
        entry.close()
        return made

    def _hand(self, entry: TomlTable) -> Hand:
        made = Hand(
            deck=self._deck_of(entry),
            cards=entry.integer("cards", 2, 2),
            paths=self._track(entry, "paths"),
            counts=self._prefix(entry, "counts"),
            points=self._prefix(entry, "points"),
        )
        options = {option.id for box in self._boxes(made.paths) for option in box.options}
        for card in [row.id for row in self._cards(entry) if row.id not in options]:
            entry.fault("paths", f"its boxes have no option {quote(card)}, which is a card of the deck")
        entry.close()
        return made

    def _prefix(self, entry: TomlTable, key: str) -> str:
        """What stands before the id of a card in the name of a value."""
        prefix = entry.text(key)
        for card in [row.id for row in self._cards(entry) if prefix + row.id not in self.book.values]:
            entry.fault(key, f"no value called {quote(prefix + card)}")
        return prefix

    def _neutral(self, entry: TomlTable) -> NeutralCards:
        made = NeutralCards(self._deck_of(entry), entry.integer("cards", 0, _MOST_CARDS))
        entry.close()
        return made

    def _market(self, entry: TomlTable) -> Market:
        made = Market(self._track(entry, "track"), self._deck_of(entry), self._column(entry, "column", int))
        for row in self._rows(self.top.table("neutral").data.get("deck")):
            if not isinstance(row.cells.get(made.column), int):
                entry.fault("column", f"card {quote(row.id)} has no whole number in a column {quote(made.column)}")
        entry.close()
        return made

    def _scouting(self, entry: TomlTable) -> Scouting:
        made = Scouting(
            icon=entry.choice("icon", self._effects()),
            map=self._track(entry, "map"),
            pattern=entry.text("pattern"),
            cells=entry.text("cells"),
        )
        for deck in [self.top.table(role).data.get("deck") for role in ("hand", "neutral")]:
            for row in self._rows(deck):
                pattern = row.cells.get(made.pattern)
                if not isinstance(pattern, Row):
                    entry.fault("pattern", f"card {quote(row.id)} has no row in a column {quote(made.pattern)}")
                elif not _CELLS.match(str(pattern.cells.get(made.cells, ""))):
                    entry.fault(
                        "cells", f"pattern {quote(pattern.id)} has no cells like '0,0 0,1' in {quote(made.cells)}"
                    )
        entry.close()
        return made

    def _fights(self, entry: TomlTable) -> Fights:
        made = Fights(
            deck=self._deck_of(entry),
            column=self._column(entry, "column", int),
            dies=entry.text("dies"),
            survives=entry.text("survives"),
            after_training=self._case(entry, "after_training") if entry.has("after_training") else None,
            gladiators=self._pairs(entry, "gladiators", self.book.tracks, of=self.book.tracks),
        )
        entry.close()
        return made

    def _attack(self, entry: TomlTable) -> AttackRules:
        icons = {icon for track in self.book.tracks.values() for icon in track.filled_by}
        made = AttackRules(
            deck=self._deck_of(entry),
            column=self._column(entry, "column", Row),
            disdain=self._track(entry, "disdain"),
            gains=entry.choice("gains", sorted(icons), noun="icon"),
            cohorts=self._pairs(entry, "cohorts", self.book.tracks),
            favours=self._pairs(entry, "favours", ("", *self.book.boxes), of=self.book.tracks),
        )
        cells = [row.cells.get(made.column) for row in self._cards(entry)]
        for direction in {cell.id for cell in cells if isinstance(cell, Row)} - dict(made.cohorts).keys():
            entry.fault("cohorts", f"no cohort for {quote(direction)}, which stands on cards")
        entry.close()
        return made

    def _exchange(self, entry: TomlTable) -> tuple[str, ...]:
        tracks = entry.text_list("tracks")
        for track in [track for track in tracks if track not in self.book.tracks]:
            entry.fault("tracks", f"no track called {quote(track)}{entry.report.suggestion(track, self.book.tracks)}")
        entry.close()
        return tracks

    def _must_fill(self, entry: TomlTable) -> tuple[tuple[str, Case], ...]:
        icons = {icon for track in self.book.tracks.values() for icon in track.filled_by}
        for icon in [icon for icon in entry.data if icon not in icons]:
            entry.fault(
                icon, f"no icon called {quote(icon)} fills a track{entry.report.suggestion(icon, sorted(icons))}"
            )
        return tuple((icon, self._case(entry, icon)) for icon in entry.data)

    def _pairs(
        self, entry: TomlTable, key: str, known: Collection[str], *, of: Collection[str] | None = None
    ) -> tuple[tuple[str, str], ...]:
        """Words, which are `of` some where that is given, and for each a word that is known."""
        given = entry.table(key)
        for word in [word for word in given.data if of is not None and word not in of]:
            given.fault(word, f"{quote(word)} means nothing here{entry.report.suggestion(word, tuple(of or ()))}")
        return tuple((word, given.choice(word, known, "", noun="track or box")) for word in given.data)

    def _effects(self) -> tuple[str, ...]:
        return tuple(effect for sheet in self.game.sheets.values() for effect in sheet.effects)

    def _boxes(self, track: str) -> tuple[Box, ...]:
        return self.book.tracks[track].boxes if track in self.book.tracks else ()

    def _cards(self, entry: TomlTable) -> tuple[Row, ...]:
        """The cards of the entry's deck."""
        return self._rows(entry.data.get("deck"))

    def _rows(self, deck: object) -> tuple[Row, ...]:
        components = {each.id: each.cards for each in self.decks}
        found = [each for each in self.game.components if deck in components and each.id == components[str(deck)]]
        return tuple({piece.row.id: piece.row for each in found for piece in each.pieces}.values())

    def _deck_of(self, entry: TomlTable) -> str:
        return entry.choice("deck", [deck.id for deck in self.decks])

    def _track(self, entry: TomlTable, key: str) -> str:
        return entry.choice(key, self.book.tracks, noun="track")

    def _table(self, entry: TomlTable, key: str) -> str:
        return entry.choice(key, self.game.tables, noun="table")

    def _columns(self, table: str) -> list[str]:
        return [column for row in self.game.tables.get(table, ())[:1] for column in row.cells]

    def _column(self, entry: TomlTable, key: str, kind: type) -> str:
        """A column of the cards of the entry's deck whose cells are of a kind."""
        rows = self._cards(entry)
        known = [column for column, cell in rows[0].cells.items() if isinstance(cell, kind)] if rows else []
        return entry.choice(key, known, noun="column")


def _words(row: Row) -> Text:
    name = row.cells.get("name")
    return name if isinstance(name, Text) else Text.of({"en": row.id})
