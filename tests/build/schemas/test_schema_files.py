"""A schema and the reader of the files that it is for agree on every key."""

import copy
import json
import tomllib
from fnmatch import fnmatchcase

import pytest

from generator.base.errors import Faults
from generator.build.schemas.schema_files import TABLES, KeyDescriptions
from generator.load.game_loader import load
from generator.load.game_locations import data_root, sample, shipped_games, starters, templates_root
from generator.load.keys.game_keys import COMPONENT, KINDS
from generator.load.new_game import _SCHEMAS
from generator.load.virtual_tables.table_setup_reader import read_table_setup
from generator.render.templates.theme import read_theme
from generator.typeset.text.font_config import _EXPECTED, FONT, read_font_config
from tests.build.schemas.conftest import DOCUMENTS

LISTS = ("tables", "table")
SAID_OF_BOXES = ("area", "track", "section", "box")
"""Tables that have most keys in common: what one of them has is read in the same way in the others."""


def tables_of(table, seen=None):
    """A table of keys, and every one inside it, each once by name."""
    seen = {} if seen is None else seen
    if table.name not in seen or seen[table.name].keys.keys() < table.keys.keys():
        seen[table.name] = table
        for key in [*table.keys.values(), *([table.other_key] if table.other_key else [])]:
            for each in (key, *key.either):
                if each.inner:
                    tables_of(each.inner, seen)
    return seen


def named_keys(table, value, path=()):
    """The places of all keys in a document that the tables name, and the table of each."""
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from named_keys(table, each, (*path, at))
        return
    for name, each in value.items() if isinstance(value, dict) else ():
        if name in table.keys:
            yield (*path, name), table.name
        key = table.keys.get(name, table.other_key)
        for form in (key, *key.either) if key else ():
            if form.inner and form.type in (*LISTS, "integer", "numbers", "ids"):
                yield from named_keys(form.inner, each, (*path, name))
                break


def renamed(data, path):
    """The document with the key at a place misspelt."""
    data = copy.deepcopy(data)
    table = data
    for step in path[:-1]:
        table = table[step]
    table[f"{path[-1]}_x"] = table.pop(path[-1])
    return data


def toml(value):
    """A value as TOML, everything on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def document(data):
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items())


def faults_of(kind, folder, data):
    """What the reader of a file finds wrong with it, as text; empty for a sound file."""
    name, _ = DOCUMENTS[kind]
    try:
        if kind == "theme":
            read_theme("mine", [(name, document(data).encode())])
        elif kind == "fonts":
            read_font_config(data, name)
        else:
            (folder / name).write_text(document(data), "utf-8")
            read_table_setup(load(folder))
    except Faults as error:
        return str(error)
    return ""


@pytest.fixture(scope="module")
def places():
    """Every key of the complete game: kind of file, document and place."""
    found = []
    for kind, (_, text) in DOCUMENTS.items():
        data = tomllib.loads(text)
        table = TABLES["sheet" if kind == "log" else kind]
        found += [(kind, data, path, name) for path, name in named_keys(table, data)]
    return found


def test_complete_game_has_every_key(places):
    used = {(table, path[-1]) for _, _, path, table in places}
    known = {(name, key) for each in TABLES.values() for name, it in tables_of(each).items() for key in it.keys}

    boxes = {key for table, key in used if table in SAID_OF_BOXES}
    assert [each for each in known - used if each[0] not in SAID_OF_BOXES or each[1] not in boxes] == []


def test_complete_game_is_sound(complete, errors):
    for kind, (_, text) in DOCUMENTS.items():
        data = tomllib.loads(text)
        assert errors(kind, data) == []
        assert faults_of(kind, complete, data) == ""


def test_misspelt_keys_fail_in_the_schema_and_in_the_reader(complete, errors, places):
    for kind, data, path, _ in places:
        if path[:1] in {("tables",), ("components",)} and path[-2:-1] == ("columns",):
            continue  # every other name there is a column too
        wrong = renamed(data, path)
        assert errors(kind, wrong), path
        assert path[-1] in faults_of(kind, complete, wrong), path
        (complete / DOCUMENTS[kind][0]).write_text(DOCUMENTS[kind][1], "utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_schema_and_reader_agree_on_the_keys_of_each_kind_of_component(complete, errors, kind):
    data = tomllib.loads(DOCUMENTS["game"][1])
    parts = data["components"]
    own = next((id_ for id_, part in parts.items() if part["kind"] == kind), None) or "board"
    values = {key: value for part in reversed(parts.values()) for key, value in part.items()}
    parts[own]["kind"] = kind
    for key in sorted(COMPONENT.keys.keys() - parts[own].keys() - {"seams", "for_players"}):
        wrong = copy.deepcopy(data)
        wrong["components"][own][key] = values[key]
        told = f"components.{own}.{key}]" in faults_of("game", complete, wrong)
        assert told == any(f"components/{own}" in error for error in errors("game", wrong)), key


def game_files():
    folders = [sample(), *(data_root() / name for name in shipped_games()), *starters().values()]
    for file in [file for folder in folders for file in sorted(folder.rglob("*.toml"))]:
        folder = next(each for each in folders if file.is_relative_to(each))
        name = file.relative_to(folder).as_posix()
        kind = next((kind for names, kind in _SCHEMAS if fnmatchcase(name, names)), None)
        if kind:
            yield kind, file
    yield from (("theme", file) for file in templates_root().rglob("themes/*.toml"))
    yield "fonts", templates_root() / "fonts.toml"


def test_files_of_all_games_and_starters_pass(errors):
    found = [*game_files()]

    assert {kind for kind, _ in found} == {*TABLES}
    assert [(file, errors(kind, tomllib.loads(file.read_text("utf-8")))) for kind, file in found] == [
        (file, []) for _, file in found
    ]


def test_every_key_is_described_in_both_languages_and_nothing_else_is():
    words, known = KeyDescriptions(), set()
    for table in (each for top in TABLES.values() for each in tables_of(top).values()):
        for key in table.keys:
            own = key in words.by_table.get(table.name, {})
            known.add((table.name if own else "common", key))
            both = words.words(table.name, key)
            assert [*both] == ["en", "ja"]
            assert all(text[-1] in ".。" for text in both.values())

    assert {(table, key) for table, keys in words.by_table.items() for key in keys} == known


def test_checks_of_fonts_are_those_of_their_keys():
    assert {*_EXPECTED} == {*FONT.keys}
