"""Reads the solo campaign of a game, `campaign.toml`, and checks it against the sheets and the solo rules."""

from __future__ import annotations

from collections.abc import Iterable
from graphlib import CycleError

from generator.base.errors import fault
from generator.load.files.fault_report import FaultReport, quote
from generator.load.files.folder import Folder
from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.sheets.box_trait_reader import FREE, parse_price
from generator.load.sheets.formula_parser import FormulaScope, parse_boxes, parse_formula, tagged_boxes
from generator.load.sheets.sheet_reader import rows_by_id
from generator.model.game import Game
from generator.model.sheet import Book, Value
from generator.model.solo import campaign as model
from generator.model.solo.solo_rules import SoloRules
from generator.model.text import Text

NAME = "campaign.toml"
_MOST_FORTS = 40
_MOST_CARDS = 20
_LARGEST = 9_999
_PHRASES = {"at_least": False, "at_most": True}
"""Keys for the sentence of a goal, and whether its number is the most."""


def read_campaign(game: Game, solo: SoloRules, *, prefix: str = "") -> model.Campaign:
    """Read the campaign of a game; `prefix` stands before the file's name in faults.

    Raises Faults with everything that is wrong with it, or because the game has none.
    """
    files = Folder(game.folder, prefix)
    if not files.has(NAME):
        raise fault(files.place(NAME), f"{game.id} has no solo campaign; games that have hold it in {NAME}")
    with FaultReport() as report:
        return _CampaignReader(TomlTable(read_toml(files, NAME), report), game, solo).campaign()


class _CampaignReader:
    """Reads the file table by table: values and changes come first, as the forts name them."""

    __slots__ = ("book", "changes", "game", "items", "number", "phrases", "scope", "solo", "top")

    def __init__(self, top: TomlTable, game: Game, solo: SoloRules) -> None:
        """Take the table of the whole file, the game, and its rules for playing alone."""
        # Rows are looked up by id, as `read_sheets` gets them.
        self.top = top
        self.game = game
        self.solo = solo
        self.book = Book.of(game.sheets.values())
        tables = {name: {row.id: row for row in rows} for name, rows in game.tables.items()}
        self.items = [row.id for sheet in self.book.sheets if sheet.items for row in game.rows(sheet.items)]
        values = [*self.book.values, *top.table("values").data]
        rows = rows_by_id(tables, game.components)
        self.scope = FormulaScope(self.book.boxes, self.book.tracks, values, tagged_boxes(self.book.boxes), rows)
        self.phrases: dict[str, tuple[bool, Text]] = {}
        """For each value, whether goals limit it from above, and the sentence for a goal."""
        self.changes: dict[str, model.RuleChange] = {}
        self.number = 0

    def campaign(self) -> model.Campaign:
        """Read the campaign: its values, changes of the rules, and its forts, each a game of its own."""
        top = self.top
        values = top.named_sections("values", self._value)
        self.changes = {change.id: change for change in top.named_sections("changes", self._change)}
        forts = top.named_sections("forts", self._fort)
        if not 1 <= len(forts) <= _MOST_FORTS:
            top.fault("forts", f"a campaign has 1 to {_MOST_FORTS} forts; begin one with [forts.first]")
        campaign = model.Campaign(
            title=top.phrase("title", self.game.languages),
            settings=tuple(self._settings(top.table("settings"))),
            values=values,
            forts=forts,
        )
        if top.has("provenance"):
            top.text("provenance")
        top.close()
        self._check_circles(values)
        return campaign

    def _settings(self, entry: TomlTable) -> Iterable[tuple[str, str]]:
        """Yield each setting of the solo rules with the choice that the campaign is played with."""
        choices = {setting.id: [choice.id for choice in setting.choices] for setting in self.solo.settings}
        for id_ in entry.data:
            if id_ not in choices:
                entry.unknown(id_, "setting", id_, choices)
            else:
                yield id_, entry.choice(id_, choices[id_])

    def _value(self, id_: str, entry: TomlTable) -> Value:
        """Read a value that goals can name: its formula over boxes of the sheets, and the sentence for a goal."""
        if id_ in {*self.book.values, *self.book.tracks, *self.book.boxes}:
            entry.fault(None, f"{quote(id_)} is an id of the sheets already; choose another")
        self.phrases[id_] = read_sentence(entry, self.game.languages)
        text = entry.text("is") or "0"
        return Value(id_, None, parse_formula(text, self.scope, lambda message: entry.fault("is", message)), text)

    def _check_circles(self, values: tuple[Value, ...]) -> None:
        """Add a fault if a value names itself through other values."""
        try:
            Book.of((*self.book.sheets, model.values_sheet(values)))
        except CycleError as error:
            # Reversed, each value is followed by one that it uses.
            circle = " → ".join(error.args[1][::-1][:12])
            self.top.table("values").fault(None, f"values name each other in a circle: {circle}")

    # changes of the rules

    def _change(self, id_: str, entry: TomlTable) -> model.RuleChange:
        """Read a change of the rules: its text, and its effect."""
        return model.RuleChange(id_, entry.phrase("text", self.game.languages), self._effect(entry))

    def _effect(self, entry: TomlTable) -> model.Effect:
        """Read the effect of a change of the rules: other numbers of cards, closed boxes, or other prices."""
        if entry.has("neutral_cards"):
            return model.NeutralCardsChange(entry.integer("neutral_cards", 0, _MOST_CARDS))
        if entry.has("attack_cards"):
            return model.AttackCardsChange(entry.integer("attack_cards", 1, _MOST_CARDS))
        years = len(self.game.tables[self.solo.rounds])
        if entry.has("closed"):
            return model.Closing(self._boxes(entry, "closed"), entry.integer("from_year", 2, years, 0))
        if entry.has("income_year"):
            needs = self._counts(entry, "income_needs")
            self._check_income(entry, needs)
            return model.IncomeCondition(entry.integer("income_year", 1, years), needs)
        if entry.has("pay") or entry.has("pay_more"):
            return self._prices(entry)
        keys = "neutral_cards, attack_cards, closed, income_year, pay or pay_more"
        entry.fault(None, f"it changes nothing; give it one of {keys}")
        # Some effect must be returned after the fault; this one changes nothing.
        return model.AttackCardsChange(0)

    def _prices(self, entry: TomlTable) -> model.PriceChange:
        """Read a change of prices: the boxes, the items paid on top, and the prices that replace theirs."""
        boxes = self._boxes(entry, "boxes")
        for box in [box for box in boxes if not self.book.boxes[box].costs]:
            entry.fault("boxes", f"{quote(box)} has no price; only boxes that are paid for can be named")
        more = self._counts(entry, "pay_more") if entry.has("pay_more") else ()
        instead = entry.parsed_list("pay", parse_price)
        for price in instead:
            self._check_items(entry, "pay", price.items)
        return model.PriceChange(boxes, more, instead)

    def _check_income(self, entry: TomlTable, needs: model.Counts) -> None:
        """Check that some card of the income meets the condition: the search for one would never end otherwise."""
        deck = next(deck for deck in self.solo.decks if deck.id == self.solo.income)
        rows = [piece.row.cells for piece in self.game.component(deck.cards).pieces]
        if not any(all(_count(cells.get(item)) >= count for item, count in needs) for cells in rows):
            entry.fault("income_needs", f"no card of {deck.cards} shows that much")

    def _boxes(self, entry: TomlTable, key: str) -> tuple[str, ...]:
        """Return the ids of the boxes that a list of tracks, boxes or tags names, each once."""
        texts = entry.text_list(key)
        boxes = [
            box for text in texts for box in parse_boxes(text, self.scope, lambda message: entry.fault(key, message))
        ]
        if not texts:
            entry.fault(key, f"{key} is a list of tracks, boxes or tags")
        return tuple(dict.fromkeys(boxes))

    def _counts(self, entry: TomlTable, key: str) -> model.Counts:
        """Read items with numbers at a key, such as `civilian + 2 resource`."""
        counts = read_counts(entry, key)
        self._check_items(entry, key, counts)
        return counts

    def _check_items(self, entry: TomlTable, key: str, counts: model.Counts) -> None:
        """Add a fault at a key for each item that no scoresheet of the game has."""
        for item in [item for item, _ in counts if item not in self.items]:
            entry.unknown(key, "item", item, self.items)

    # forts

    def _fort(self, id_: str, entry: TomlTable) -> model.Fort:
        """Read a fort, one game of the campaign: its changes of the rules, its goals and its reward."""
        # Forts are numbered from 1 in the order of the file.
        self.number += 1
        names = entry.text_list("changes")
        for name in [name for name in names if name not in self.changes]:
            entry.unknown("changes", "change of the rules", name, self.changes)
        goals = self._goals(entry, "goals")
        if not goals:
            entry.fault("goals", "a fort has goals, like goals = { points = 70 }")
        return model.Fort(
            id=id_,
            number=self.number,
            title=entry.phrase("title", self.game.languages),
            changes=tuple(self.changes[name] for name in names if name in self.changes),
            goals=goals,
            challenge=self._goals(entry, "challenge"),
            reward=self._counts(entry, "reward") if entry.has("reward") else (),
        )

    def _goals(self, entry: TomlTable, key: str) -> tuple[model.Goal, ...]:
        """Read goals: values of the campaign, each with the number it must reach or must not exceed."""
        goals = entry.table(key)
        goals_read = []
        for value in goals.data:
            number = goals.integer(value, 0, _LARGEST)
            if value not in self.phrases:
                goals.unknown(value, "value of [values]", value, self.phrases)
                continue
            is_most, phrase = self.phrases[value]
            goals_read.append(model.Goal(value, number, is_most, goal_text(phrase, number)))
        return tuple(goals_read)


def read_sentence(entry: TomlTable, languages: tuple[str, ...]) -> tuple[bool, Text]:
    """Return whether a goal gives the greatest number of a value (not the least), and the sentence of such a goal."""
    key = next(filter(entry.has, _PHRASES), "at_least")
    return _PHRASES[key], entry.phrase(key, languages)


def goal_text(phrase: Text, number: object) -> Text:
    """Return the sentence of a goal, in which `{n}` is replaced by its number."""
    return Text(tuple((language, str(words).replace("{n}", str(number))) for language, words in phrase.by))


def read_counts(entry: TomlTable, key: str, default: str | None = None) -> model.Counts:
    """Read items with numbers, written like a price: `civilian + 2 resource`; a text that is no price is a fault."""
    try:
        return parse_price(entry.text(key, default) or FREE).items
    except ValueError as error:
        entry.fault(key, str(error))
        return ()


def _count(cell: object) -> int:
    """Return the whole number in a cell of a card; 0 for any other cell."""
    return cell if isinstance(cell, int) else 0
