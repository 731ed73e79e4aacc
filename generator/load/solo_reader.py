"""Reads the solo rules of a game, `solo.toml`, and checks them against its sheets, tables and components."""

from __future__ import annotations

import re
from collections.abc import Collection

from generator.base.errors import fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.model.game import Game, Row
from generator.model.sheet import Book, Option
from generator.model.solo import solo_rules as model
from generator.model.text import Text

NAME = "solo.toml"
_MOST_CARDS = 20
_CELLS = re.compile(r"[0-9],[0-9]( [0-9],[0-9])*\Z")


def read_solo_rules(game: Game, *, prefix: str = "") -> model.SoloRules:
    """Read the solo rules of a game; `prefix` stands before the file's name in faults.

    Raises Faults with everything that is wrong with them, or because the game has none.
    """
    files = Folder(game.folder, prefix)
    if not files.has(NAME):
        raise fault(files.place(NAME), f"{game.id} has no solo rules; games that have hold them in {NAME}")
    with FaultReport() as report:
        return _SoloReader(TomlTable(read_toml(files, NAME), report), game).solo_rules()


class _SoloReader:
    """Reads the file table by table; settings and decks come first, as the others name them."""

    __slots__ = ("book", "decks", "effects", "game", "icons", "settings", "top")

    def __init__(self, top: TomlTable, game: Game) -> None:
        """Take the table of the whole file, and the game whose sheets and components it names."""
        self.top = top
        self.game = game
        self.book = Book.of(game.sheets.values())
        self.icons = sorted({icon for track in self.book.tracks.values() for icon in track.filled_by})
        self.effects = [effect for sheet in game.sheets.values() for effect in sheet.effects]
        self.settings: tuple[model.GameSetting, ...] = ()
        self.decks: tuple[model.SoloDeck, ...] = ()

    def solo_rules(self) -> model.SoloRules:
        """Read all rules for playing alone; settings and decks first."""
        top, tracks = self.top, self.book.tracks
        # Cases and decks below refer to settings and decks by name.
        self.settings = top.named_sections("settings", self._setting)
        self.decks = top.named_sections("decks", self._deck)
        rounds = self._table(top, "rounds")
        rules = model.SoloRules(
            settings=self.settings,
            decks=self.decks,
            rounds=rounds,
            potential=top.choice("potential", self._columns(rounds), noun="column"),
            difficulty=self._difficulty(rounds),
            phases=self._phases(),
            income=top.section("income", self._deck_of),
            hand=top.section("hand", self._hand),
            neutral=top.section("neutral", self._neutral),
            market=top.section("market", self._market),
            scouting=top.section("scouting", self._scouting),
            fights=top.section("fights", self._fights),
            attack=top.section("attack", self._attack),
            exchange=top.section("exchange", self._exchange),
            answers=self._pairs(top, "answers", tracks, allowed_keys=tracks),
            removes=self._pairs(top, "removes", tracks, allowed_keys=self.effects),
            must_fill=self._must_fill(top.table("must_fill")),
        )
        if not any(sheet.ranks for sheet in self.game.sheets.values()):
            top.fault(None, "no sheet has ranks, by which the solo game is scored")
        top.close()
        return rules

    def _difficulty(self, rounds: str) -> str:
        """Return the id of the setting whose choices are columns of the table of rounds."""
        id_ = self.top.choice("difficulty", [setting.id for setting in self.settings], noun="setting")
        for choice in [choice.id for setting in self.settings if setting.id == id_ for choice in setting.choices]:
            if choice not in self._columns(rounds):
                self.top.fault("difficulty", f"table {quote(rounds)} has no column {quote(choice)}")
        return id_

    def _phases(self) -> str:
        """Return the table of phases; its rows must be phases of the solo rules."""
        id_ = self._table(self.top, "phases")
        for row in [row.id for row in self.game.tables.get(id_, ()) if row.id not in model.PHASES]:
            self.top.unknown("phases", "phase", row, model.PHASES)
        return id_

    def _setting(self, id_: str, entry: TomlTable) -> model.GameSetting:
        """Read a setting of a solo game, whose choices are written out or are the rows of a table (`of`)."""
        languages = self.game.languages
        title = entry.phrase("title", languages)
        if entry.has("of"):
            choices = tuple(Option(row.id, _name(row)) for row in self.game.tables.get(self._table(entry, "of"), ()))
        else:
            titles = entry.table("choices")
            choices = tuple(Option(choice, titles.phrase(choice, languages)) for choice in titles.data)
        return model.GameSetting(id_, title, choices, entry.choice("default", [choice.id for choice in choices]))

    def _deck(self, id_: str, entry: TomlTable) -> model.SoloDeck:
        """Read a deck: the component that its cards are rows of, and when all its cards are shuffled again."""
        return model.SoloDeck(
            id=id_,
            title=entry.phrase("title", self.game.languages),
            cards=entry.choice(
                "cards", [component.id for component in self.game.components if component.pieces], noun="component"
            ),
            named_by=entry.choice("named_by", ("id", "label"), "id"),
            all_again=self._optional_case(entry, "all_again"),
        )

    def _case(self, entry: TomlTable, key: str) -> model.Case:
        """Read a setting and one of its choices at a key: `"reshuffle all"`."""
        text = entry.text(key)
        setting, _, choice = text.partition(" ")
        choices = {setting.id: [choice.id for choice in setting.choices] for setting in self.settings}
        if choice not in choices.get(setting, ()):
            cases = [f"{id_} {choice}" for id_, choices in choices.items() for choice in choices]
            entry.fault(key, f"{quote(text)} is no setting and choice{entry.report.suggestion(text, cases)}")
        return model.Case(setting, choice)

    def _optional_case(self, entry: TomlTable, key: str) -> model.Case | None:
        """Read a setting and one of its choices at a key; None without the key."""
        return self._case(entry, key) if entry.has(key) else None

    def _hand(self, entry: TomlTable) -> model.Hand:
        """Read which cards are drawn each year, and the track, counts and points that belong to them.

        Each card of the deck must be an option of the track's boxes.
        """
        hand = model.Hand(
            deck=self._deck_of(entry),
            cards=entry.integer("cards", 2, 2),  # the rules of play know no other number
            paths=self._track(entry, "paths"),
            counts=self._prefix(entry, "counts"),
            points=self._prefix(entry, "points"),
        )
        boxes = self.book.tracks[hand.paths].boxes if hand.paths in self.book.tracks else ()
        options = {option.id for box in boxes for option in box.options}
        for card in [row.id for row in self._cards(entry) if row.id not in options]:
            entry.fault("paths", f"its boxes have no option {quote(card)}, which is a card of the deck")
        return hand

    def _prefix(self, entry: TomlTable, key: str) -> str:
        """Return the text before a card's id in the names of values, such as `path_`; each card needs its value."""
        prefix = entry.text(key)
        for card in [row.id for row in self._cards(entry) if prefix + row.id not in self.book.values]:
            entry.fault(key, f"no value called {quote(prefix + card)}")
        return prefix

    def _neutral(self, entry: TomlTable) -> model.NeutralCards:
        """Read the deck and number of the cards that are turned up each year for the neighbours."""
        return model.NeutralCards(self._deck_of(entry), entry.integer("cards", 0, _MOST_CARDS))

    def _market(self, entry: TomlTable) -> model.Market:
        """Read the market: a track of goods, and the column of a deck's cards that gives their number."""
        market = model.Market(self._track(entry, "track"), self._deck_of(entry), self._column(entry, "column", int))
        for row in self._rows(self.top.table("neutral").data.get("deck")):
            if not isinstance(row.cells.get(market.column), int):
                entry.fault("column", f"card {quote(row.id)} has no whole number in a column {quote(market.column)}")
        return market

    def _scouting(self, entry: TomlTable) -> model.Scouting:
        """Read how patterns of cards are placed on a map of boxes: icon, map, and the columns with the patterns."""
        scouting = model.Scouting(
            icon=entry.choice("icon", self.effects),
            map=self._track(entry, "map"),
            pattern=entry.text("pattern"),
            cells=entry.text("cells"),
        )
        for deck in [self.top.table(role).data.get("deck") for role in ("hand", "neutral")]:
            for row in self._rows(deck):
                # Neutral cards are scouted too, so both decks need patterns.
                self._check_pattern(entry, row, scouting)
        return scouting

    def _check_pattern(self, entry: TomlTable, card: Row, scouting: model.Scouting) -> None:
        """Add a fault for a card without a pattern, or with a pattern whose cells are not like `0,0 0,1`."""
        pattern = card.cells.get(scouting.pattern)
        if not isinstance(pattern, Row):
            entry.fault("pattern", f"card {quote(card.id)} has no row in a column {quote(scouting.pattern)}")
        elif not _CELLS.match(str(pattern.cells.get(scouting.cells, ""))):
            message = f"pattern {quote(pattern.id)} has no cells like '0,0 0,1' in {quote(scouting.cells)}"
            entry.fault("cells", message)

    def _fights(self, entry: TomlTable) -> model.Fights:
        """Read the fights of gladiators: the column of cards with the wounds, and the track of battles for each."""
        return model.Fights(
            deck=self._deck_of(entry),
            column=self._column(entry, "column", int),
            dies=entry.text("dies"),
            survives=entry.text("survives"),
            after_training=self._optional_case(entry, "after_training"),
            gladiators=self._pairs(entry, "gladiators", self.book.tracks, allowed_keys=self.book.tracks),
        )

    def _attack(self, entry: TomlTable) -> model.AttackRules:
        """Read the attack at the end of a year: the column of cards with its direction, and the tracks that stop it."""
        attack = model.AttackRules(
            deck=self._deck_of(entry),
            column=self._column(entry, "column", Row),
            disdain=self._track(entry, "disdain"),
            gains=entry.choice("gains", self.icons, noun="icon"),
            cohorts=self._pairs(entry, "cohorts", self.book.tracks),
            favours=self._pairs(entry, "favours", ("", *self.book.boxes), allowed_keys=self.book.tracks),
        )
        cells = [row.cells.get(attack.column) for row in self._cards(entry)]
        for direction in {cell.id for cell in cells if isinstance(cell, Row)} - dict(attack.cohorts).keys():
            entry.fault("cohorts", f"no cohort for {quote(direction)}, which stands on cards")
        return attack

    def _exchange(self, entry: TomlTable) -> tuple[str, ...]:
        """Return the ids of the tracks whose boxes may not give the items that they cost; unknown ones are faults."""
        tracks = entry.text_list("tracks")
        for track in [track for track in tracks if track not in self.book.tracks]:
            entry.unknown("tracks", "track", track, self.book.tracks)
        return tracks

    def _must_fill(self, entry: TomlTable) -> tuple[tuple[str, model.Case], ...]:
        """Return the icons that must be used for a box to be marked, with the case in which they are lost instead."""
        for icon in [icon for icon in entry.data if icon not in self.icons]:
            near = entry.report.suggestion(icon, self.icons)
            entry.fault(icon, f"no icon called {quote(icon)} fills a track{near}")
        return tuple((icon, self._case(entry, icon)) for icon in entry.data)

    def _pairs(
        self, entry: TomlTable, key: str, choices: Collection[str], *, allowed_keys: Collection[str] | None = None
    ) -> tuple[tuple[str, str], ...]:
        """Return a table of words as pairs; its keys must be in `allowed_keys`, if given, its values in `choices`."""
        table = entry.table(key)
        for word in [word for word in table.data if allowed_keys is not None and word not in allowed_keys]:
            table.fault(word, f"{quote(word)} means nothing here{entry.report.suggestion(word, allowed_keys or ())}")
        return tuple((word, table.choice(word, choices, "", noun="track or box")) for word in table.data)

    def _cards(self, entry: TomlTable) -> tuple[Row, ...]:
        """Return the rows of the cards in the deck that an entry names."""
        return self._rows(entry.data.get("deck"))

    def _rows(self, deck: object) -> tuple[Row, ...]:
        """Return the rows of the cards in a deck, each once; none for an unknown deck."""
        components = {deck.id: deck.cards for deck in self.decks}
        components_found = [
            component
            for component in self.game.components
            if deck in components and component.id == components[str(deck)]
        ]
        return tuple({piece.row.id: piece.row for component in components_found for piece in component.pieces}.values())

    def _deck_of(self, entry: TomlTable) -> str:
        """Return the id of the deck that an entry names."""
        return entry.choice("deck", [deck.id for deck in self.decks])

    def _track(self, entry: TomlTable, key: str) -> str:
        """Return the id of a track of the scoresheets, named at a key."""
        return entry.choice(key, self.book.tracks, noun="track")

    def _table(self, entry: TomlTable, key: str) -> str:
        """Return the id of a lookup table of the game, named at a key."""
        return entry.choice(key, self.game.tables, noun="table")

    def _columns(self, table: str) -> list[str]:
        """Return the names of the columns of a lookup table; none for an unknown or empty table."""
        return [column for row in self.game.tables.get(table, ())[:1] for column in row.cells]

    def _column(self, entry: TomlTable, key: str, kind: type) -> str:
        """Return the name, at a key, of a column of the deck's cards whose cells are of type `kind`."""
        rows = self._cards(entry)
        columns = [column for column, cell in rows[0].cells.items() if isinstance(cell, kind)] if rows else []
        return entry.choice(key, columns, noun="column")


def _name(row: Row) -> Text:
    """Return the name of a row, or its id where the row has no column `name`."""
    name = row.cells.get("name")
    return name if isinstance(name, Text) else Text.of({"en": row.id})
