"""The settings in game.toml as fields of a form, made of the table of keys that its reader uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.base import units
from generator.load.card_format_reader import known_formats
from generator.load.files.folder import Folder
from generator.load.keys.game_keys import COMPONENT, GAME, TABLE
from generator.load.toml_edits.toml_changes import MISSING
from generator.load.toml_edits.toml_places import Path
from generator.model.keys.key_table import Key, KeyTable

FIXED = ("format", "sample", "kind")
"""Keys that are decided when a game is begun: another value would make other keys wrong."""
LONGEST = 2000
"""Most characters of a field."""
_TEMPLATES = (".svg.j2", ".svg")
_NUMBER = re.compile(r"[+-]?[0-9.]+\Z")
_COUNT = re.compile(r"[0-9]{1,9}")
_COMMA = re.compile(r"[,、，]")
_UNIT = re.compile(r"[a-z]+\Z")
_SIDES = re.compile(r"\s*(?:[×,;*]|\bx\b|(?<=[a-z0-9])\s+(?=[0-9]))\s*")
_YES, _NO = "yes", ""


class SettingField(NamedTuple):
    """A field of the form, for one value."""

    path: Path
    table: str
    """Name of the table of keys, under which the key is described."""
    type: str
    """How it is entered: `text`, `choice`, `flag` or `many`, of which several options can be ticked."""
    value: str
    options: tuple[str, ...] = ()
    suggestions: tuple[tuple[str, str], ...] = ()
    """Values that a text may have, with a name of each."""
    language: str = ""
    """Language of the words; empty where the value has none."""
    is_required: bool = False
    has_words: bool = False
    """Whether the options are words of the program, which the page says in the reader's language."""

    @property
    def name(self) -> str:
        """Name of the field in the form."""
        return ".".join(map(str, self.path))

    @property
    def key(self) -> str:
        """Key of the table that the field belongs to; the field may hold one language or entry of its value."""
        return str(self.path[2] if self.table == COMPONENT.name else self.path[0])

    @property
    def entry(self) -> str:
        """Entry of a table of counts that the field holds; empty for other fields."""
        return "" if self.language or self.path[-1] == self.key else str(self.path[-1])


class SettingGroups(NamedTuple):
    """The fields of the game itself or of one component."""

    main: tuple[SettingField, ...]
    rows: tuple[SettingField, ...]
    """Fields about the file of rows."""
    other: tuple[Path, ...]
    """Paths of what can only be changed in the file."""

    @property
    def all(self) -> tuple[SettingField, ...]:
        """Fields of both groups."""
        return self.main + self.rows


class _References(NamedTuple):
    """Words that keys of a game can name."""

    options: Mapping[str, tuple[str, ...]]
    """Options by the name of a key."""
    languages: tuple[str, ...]


def component_ids(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the ids of the components in game.toml, also of one that has faults."""
    parts = _dict(data.get("components"))
    return tuple(id_ for id_ in parts if isinstance(parts[id_], dict))


def setting_groups(data: Mapping[str, Any], files: Folder, part: str) -> SettingGroups:
    """Return the fields of a component of a game, or of the game itself if `part` is empty.

    `data` is the content of game.toml, `files` its folder.
    """
    # Read once for all fields: the folder may hold thousands of files.
    references = _references(data, files)
    path: Path = ("components", part) if part else ()
    table, values = (COMPONENT, _dict(_dict(data["components"])[part])) if part else (GAME, data)
    main: list[SettingField] = []
    rows: list[SettingField] = []
    other: list[Path] = []
    for name, key in table.keys.items():
        if name in FIXED or not _applies(table, name, values):
            continue
        fields = [*_fields(table, (*path, name), values.get(name, MISSING), references)]
        # A group of its own, as most people name the file once and never change it.
        (rows if part and name in TABLE.keys else main).extend(fields)
        if not fields and name in values and key.type != "any":
            other.append((*path, name))
    # The keys of components and tables of the game have pages and files of their own.
    return SettingGroups(tuple(main), tuple(rows), tuple(it for it in other if it not in {("components",)}))


def typed_changes(fields: Sequence[SettingField], typed: Mapping[str, Sequence[str]]) -> dict[Path, Any]:
    """Return the values to be written, by path, for fields that were sent with another value than they have."""
    changes: dict[Path, Any] = {}
    for field in fields:
        # Boxes that are not ticked are not sent; the mark beside them says that they were there.
        if f"was.{field.name}" in typed:
            text = typed_text(field, typed)
            if text != field.value:
                changes[field.path] = _value(field, text)
    return _with_phrases(changes, fields)


def typed_text(field: SettingField, typed: Mapping[str, Sequence[str]]) -> str:
    """Return the value of a field as it was typed, in the form that `SettingField.value` has."""
    values = [text.replace("\r\n", "\n").strip()[:LONGEST] for text in typed.get(field.name, ())]
    return ", ".join(values) if field.type == "many" else next(iter(values), "")


def _fields(table: KeyTable, path: Path, value: Any, references: _References) -> Iterator[SettingField]:
    """Yield the fields for the value at a path; none for a value that no form can hold."""
    key = table.keys[str(path[-1])]
    field = SettingField(path, table.name, "text", "", is_required=key.required)
    if key.type == "phrase":
        if value is MISSING or isinstance(value, dict):
            words = _dict(value)
            for language in dict.fromkeys([*references.languages, *words]):
                yield field._replace(path=(*path, language), value=str(words.get(language, "")), language=language)
    elif key.type == "table":
        # Counts by component: no description of their own, so that of the whole table stands there.
        for id_, count in _dict(value).items() if key.inner and _is_counted(key.inner) else ():
            yield field._replace(path=(*path, id_), value=str(count), is_required=False)
    else:
        single = _single(key, field, value, references.options.get(field.key, ()))
        if single:
            yield single


def _single(key: Key, field: SettingField, value: Any, options: tuple[str, ...]) -> SettingField | None:
    """Return the field of a key with one value, which may be one of `options`; None for a value of another form."""
    # A missing value has the form of an empty one, so that the key can be added.
    if value is MISSING:
        value = {"flag": False, "ids": [], "texts": []}.get(key.type, "")
    changes: dict[str, Any] | None = None
    match key.type:
        case "flag" if isinstance(value, bool):
            changes = {"type": "flag", "value": _YES if value else _NO}
        case "ids" | "texts" if _is_list(value, str):
            choices = tuple(dict.fromkeys([*value, *options]))
            changes = {"type": "many" if options else "text", "value": ", ".join(value), "options": choices}
        case "lengths" if isinstance(value, str) or _is_list(value, str):
            sides = value if isinstance(value, str) else " × ".join(value)
            changes = {"value": sides, "suggestions": _formats()}
        case "choice" if isinstance(value, str) and (not value or value in key.words):
            changes = {"type": "choice", "value": value, "options": _with_none(key, key.words), "has_words": True}
        case "text" | "id" if options and isinstance(value, str):
            changes = {"type": "choice", "value": value, "options": _with_none(key, (value, *options))}
        case "text" | "id" | "length" | "address" | "integer" if isinstance(value, (str, int)):
            changes = {"value": str(value)}
    return None if changes is None else field._replace(**changes)


def _value(field: SettingField, text: str) -> Any:
    """Return the value that a typed text stands for; MISSING for an empty one."""
    if field.type == "flag":
        return text == _YES
    key = (COMPONENT if field.table == COMPONENT.name else GAME).keys[field.key]
    return _typed_value(key.type, text, field.value) if text else MISSING


def _typed_value(kind: str, text: str, before: str) -> Any:
    """Return a typed text as a value of a type of keys; an unreadable one stays a text, which the reader refuses."""
    match kind:
        case "ids" | "texts":
            return [word for part in _COMMA.split(text) if (word := part.strip())]
        case "lengths" if len(sides := _SIDES.split(text)) > 1:
            return [_length(side, before) for side in sides]
        case "length":
            return _length(text, before)
        case "integer" | "table" if _COUNT.fullmatch(text):
            return int(text)
    return text


def _length(text: str, before: str) -> str:
    """Return a typed length with a unit: a bare number gets the unit of the value before, or millimetres."""
    # Letters are in points, so a bare number keeps the unit that stands there.
    unit = _UNIT.search(before)
    return f"{text}{unit[0] if unit else 'mm'}" if _NUMBER.match(text) else text


def _with_phrases(changes: Mapping[Path, Any], fields: Sequence[SettingField]) -> dict[Path, Any]:
    """Return the changes, with all languages of a phrase as one value where the phrase is new or gets empty.

    Else its words are changed one by one, so that its spacing stays.
    """
    joined = {**changes}
    for phrase in dict.fromkeys(field.path[:-1] for field in fields if field.language and field.path in changes):
        before = {field.path: field.value for field in fields if field.language and field.path[:-1] == phrase}
        after = {path: changes.get(path, value) for path, value in before.items()}
        words = {path[-1]: value for path, value in after.items() if value not in {MISSING, ""}}
        if not words or not any(before.values()):
            joined = {path: value for path, value in joined.items() if path not in before}
            joined[phrase] = words or MISSING
    return joined


def _applies(table: KeyTable, name: str, values: Mapping[str, Any]) -> bool:
    """Return whether a key has a meaning beside the others of its table, or is there nevertheless."""
    key = table.keys[name]
    is_of_kind = not key.kinds or values.get(table.switch) in key.kinds
    return name in values or (is_of_kind and not any(other in values for other in key.without))


def _references(data: Mapping[str, Any], files: Folder) -> _References:
    """Return the words that keys of a game can name: files of its folder, tables and components."""
    names = files.names()
    drawings = tuple(
        name.removeprefix("templates/")
        for name in names
        if name.startswith("templates/") and name.endswith(_TEMPLATES) and name.count("/") == 1
    )
    tables = tuple(_dict(data.get("tables")))
    options = {
        "front": drawings,
        "back": drawings,
        "sheets": _stems(names, "sheets/", ".layout.toml"),
        "logs": _stems(names, "logs/", ".layout.toml"),
        "text": tuple(dict.fromkeys(name.removeprefix("rules/").split(".")[0] for name in files.names("rules", ".md"))),
        "tables": tables,
        "per": tables,
        "holds": component_ids(data),
    }
    # Without languages of its own, the title names them, as for the reader.
    stated: Any = data.get("languages")
    languages = tuple(stated) if _is_list(stated, str) else tuple(_dict(data.get("title")))
    return _References(options, languages)


def _stems(names: Sequence[str], folder: str, without: str) -> tuple[str, ...]:
    """Return the names of the TOML files of a folder without their endings, and without those that end otherwise."""
    stems = (
        name for name in names if name.startswith(folder) and name.endswith(".toml") and not name.endswith(without)
    )
    return tuple(name.removeprefix(folder).removesuffix(".toml") for name in stems)


def _formats() -> tuple[tuple[str, str], ...]:
    """Return the known sizes of cards as texts, with their names."""
    return tuple(
        (
            " × ".join(f"{units.decimal(round(units.to_mm(side), 2))}mm" for side in (it.size.width, it.size.height)),
            name,
        )
        for name, it in known_formats().sizes.items()
    )


def _with_none(key: Key, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return options, each once, with an empty one before them where the key may be missing."""
    return options if key.required else tuple(dict.fromkeys(["", *options]))


def _is_counted(table: KeyTable) -> bool:
    """Return whether a table has whole numbers by the ids of others."""
    return table.other_key is not None and table.other_key.type == "integer"


def _is_list(value: object, kind: type) -> bool:
    """Return whether a value is a list of values of a type."""
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _dict(value: object) -> dict[str, Any]:
    """Return a value that is a table, else an empty one: the file may have faults."""
    return value if isinstance(value, dict) else {}
