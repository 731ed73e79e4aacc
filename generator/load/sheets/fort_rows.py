"""The forts of a game's campaign as rows for the template of its log: names and sentences, and no formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.load.files.toml_document import read_toml
from generator.load.load_context import LoadContext
from generator.load.sheets.box_trait_reader import parse_price
from generator.load.sheets.campaign_reader import NAME
from generator.model.game import Row, Value
from generator.model.text import Text

_PHRASES = ("at_least", "at_most")


def read_fort_rows(context: LoadContext) -> tuple[Row, ...]:
    """The forts in order; none for a game without a campaign.

    What is wrong with the campaign itself is told when it is played: here an entry without words is left out.
    """
    if not context.folder.has(NAME):
        return ()
    data = read_toml(context.folder, NAME).data
    forts = _tables(data, "forts")
    return tuple(_fort(data, id_, fort, number, context) for number, (id_, fort) in enumerate(forts.items(), 1))


def _fort(data: Mapping[str, Any], id_: str, fort: Mapping[str, Any], number: int, context: LoadContext) -> Row:
    source = context.folder.place(NAME)
    changes = _tables(data, "changes")
    told = [changes[name].get("text") for name in fort.get("changes", ()) if name in changes]
    cells: dict[str, Value] = {
        "number": number,
        "title": _text(fort.get("title"), context),
        "changes": tuple(_row("change", _text(text, context), source) for text in told),
        "goals": tuple(_row("goal", text, source) for text in _goals(data, fort.get("goals"), context)),
        "challenge": tuple(_row("goal", text, source) for text in _goals(data, fort.get("challenge"), context)),
        "reward": tuple(item for item, count in parse_price(fort.get("reward", "free")).items for _ in range(count)),
    }
    return Row(id_, cells, source)


def _goals(data: Mapping[str, Any], goals: object, context: LoadContext) -> Iterator[Text]:
    for value, number in (goals if isinstance(goals, Mapping) else {}).items():
        about = _tables(data, "values").get(value, {})
        phrase = next((about[key] for key in _PHRASES if key in about), None)
        words = {language: each.replace("{n}", str(number)) for language, each in _words(phrase, context)}
        yield Text.of(words)


def _row(id_: str, text: Text, source: str) -> Row:
    return Row(id_, {"text": text}, source)


def _text(words: object, context: LoadContext) -> Text:
    return Text.of(dict(_words(words, context)))


def _words(words: object, context: LoadContext) -> Iterator[tuple[str, str]]:
    for language in context.languages:
        yield language, str(words.get(language, "")) if isinstance(words, Mapping) else ""


def _tables(data: Mapping[str, Any], key: str) -> Mapping[str, Mapping[str, Any]]:
    found = data.get(key)
    return {id_: each for id_, each in found.items() if isinstance(each, Mapping)} if isinstance(found, Mapping) else {}
