"""Reads the folder in which Cider for the desktop saves a project: decks as tables with templates beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from typing import Any

from generator.imports.foreign.project_files import read_foreign_table
from generator.imports.projects.cider_template import attribute_name
from generator.load.files.folder import Folder

_DECKS, _ASSETS, _CARDS = "decks", "assets", "cards.csv"
# Columns of a table of cards that are no attributes.
_FIXED = {"name", "count", "front-template", "back-template"}
_Row = Mapping[str, Any]


def deck_folders(names: Iterable[str]) -> list[str]:
    """Return the folders of decks among the names of files: those with a table of cards.

    >>> deck_folders(["decks/fox/cards.csv", "decks/fox/front.html", "assets/fox.png"])
    ['decks/fox']
    """
    paths = [PurePosixPath(name) for name in names]
    tables = [path for path in paths if path.name == _CARDS and len(path.parts) == 3]
    return [str(path.parent) for path in tables if path.parts[0] == _DECKS]


def folder_tables(folder: Folder) -> dict[str, list[_Row]]:
    """Return the rows that a database of Cider would have, by its tables, for a project saved into a folder.

    Raises Faults for files that cannot be read.
    """
    tables: dict[str, list[_Row]] = {"decks": [], "cards": [], "cardAttributes": [], "cardTemplates": []}
    names = folder.names()
    for place in deck_folders(names):
        title = PurePosixPath(place).name.replace("-", " ").title()
        tables["decks"].append({"id": place, "name": title})
        sheet = read_foreign_table(folder, f"{place}/{_CARDS}")
        keys = [attribute_name(name) for name in sheet.names]
        tables["cardAttributes"] += [
            {"deckId": place, "name": name, "order": number}
            for number, name in enumerate(sheet.names)
            if attribute_name(name) not in _FIXED
        ]
        tables["cards"] += [_card(place, dict(zip(keys, cells, strict=False))) for cells in sheet.rows]
        stems = [
            path.stem for path in map(PurePosixPath, names) if str(path.parent) == place and path.suffix == ".html"
        ]
        tables["cardTemplates"] += [_template(folder, place, stem) for stem in stems]
    return tables


def _card(place: str, values: Mapping[str, str]) -> _Row:
    """Return a row of cells as a card of the database; `place` is the folder of its deck."""
    count = values.get("count", "").strip()
    sides = {
        f"{side}CardTemplateId": _template_id(place, values.get(f"{side}-template", "")) for side in ("front", "back")
    }
    return {**values, "deckId": place, "count": count, **sides}


def _template(folder: Folder, place: str, stem: str) -> _Row:
    """Return a template of the database from its .html and .css files; `stem` is their name without ending."""
    css = f"{place}/{stem}.css"
    return {
        "id": _template_id(place, stem),
        "name": stem.replace("-", " ").title(),
        "html": folder.text(f"{place}/{stem}.html"),
        "css": "" if folder.lacks(css) else folder.text(css),
    }


def _template_id(place: str, name: str) -> str:
    """Return the id of a template in a deck's folder; empty for a card without one."""
    return f"{place}/{attribute_name(name)}" if name.strip() else ""


def asset_files(folder: Folder) -> dict[str, str]:
    """Return the files of pictures by the names that templates use for them, such as `icons.star`."""
    paths = [path for path in map(PurePosixPath, folder.names()) if path.parts[0] == _ASSETS]
    return {".".join(map(attribute_name, (*path.parts[1:-1], path.stem))): str(path) for path in paths}
