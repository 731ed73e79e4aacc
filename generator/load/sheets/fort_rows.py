"""The forts of a game's campaign as rows for the template of its log: names and sentences, and no formulas."""

from __future__ import annotations

from collections.abc import Iterator

from generator.load.files.toml_document import read_toml
from generator.load.files.toml_table import TomlTable
from generator.load.load_context import LoadContext
from generator.load.sheets.box_trait_reader import FREE
from generator.load.sheets.campaign_reader import NAME, goal_text, read_counts, read_sentence
from generator.model.game import Row, Value
from generator.model.text import Text


def read_fort_rows(context: LoadContext) -> tuple[Row, ...]:
    """Return the forts of a campaign, its single games, in order; none for a game without a campaign.

    The parts that the log prints are checked here, with faults in the report of the context. The rest of the campaign
    is checked when it is played; a name of a change or a value that does not exist is left out.
    """
    if not context.folder.has(NAME):
        return ()
    tables: list[TomlTable] = []
    with context.report.collecting():
        tables.append(TomlTable(read_toml(context.folder, NAME), context.report))
    return tuple(row for top in tables for row in _FortRows(top, context).rows())


class _FortRows:
    """Reads the forts of one file."""

    def __init__(self, top: TomlTable, context: LoadContext) -> None:
        """Take the table of the file `campaign.toml`."""
        self._languages, self._source = context.languages, context.folder.place(NAME)
        self._forts, self._changes = top.entries("forts"), top.entries("changes")
        self._values = top.entries("values")

    def rows(self) -> tuple[Row, ...]:
        """Return a row for each fort of the campaign, in order."""
        forts = enumerate(self._forts.items(), 1)
        return tuple(self._fort(number, id_, fort) for number, (id_, fort) in forts)

    def _fort(self, number: int, id_: str, fort: TomlTable) -> Row:
        """Return the row of a fort: number, title, and the sentences of its changes, goals, challenge and reward."""
        changes = [self._changes[name] for name in fort.text_list("changes") if name in self._changes]
        cells: dict[str, Value] = {
            "number": number,
            "title": fort.phrase("title", self._languages),
            "changes": tuple(self._row("change", change.phrase("text", self._languages)) for change in changes),
            "goals": tuple(self._row("goal", text) for text in self._goals(fort.table("goals"))),
            "challenge": tuple(self._row("goal", text) for text in self._goals(fort.table("challenge"))),
            "reward": tuple(self._reward(fort)),
        }
        return Row(id_, cells, self._source)

    def _goals(self, goals: TomlTable) -> Iterator[Text]:
        """Yield the sentence of each goal, with its number."""
        for value in [value for value in goals.data if value in self._values]:
            _, phrase = read_sentence(self._values[value], self._languages)
            yield goal_text(phrase, goals.data[value])

    def _reward(self, fort: TomlTable) -> Iterator[str]:
        """Yield the id of each item of the reward, as often as it is given."""
        for item, count in read_counts(fort, "reward", FREE):
            yield from [item] * count

    def _row(self, id_: str, text: Text) -> Row:
        """Return a row whose only cell is a text."""
        return Row(id_, {"text": text}, self._source)
