"""The pictures that a script of Squib draws: files, drawings that it makes, parts of drawings, and icons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.imports.foreign.drawing_parts import drawing_part, drawing_size
from generator.imports.foreign.project_files import ForeignPictures
from generator.imports.ruby.values.ruby_values import RubyUnknown, plain_value
from generator.imports.squib.squib_icons import GameIcon
from generator.imports.squib.squib_places import SquibPlaces
from generator.load.files.fault_report import quote

_ADVICE = "save them there as SVG, put them beside the script, and import again"


class SquibPicture(NamedTuple):
    """A picture on a card: the file that the script names, the name in the game, and its size in pixels.

    The size is 0 where the picture did not come over.
    """

    file: str = ""
    name: str = ""
    size: tuple[float, float] = (0.0, 0.0)
    unknown: str = ""
    """The part of the script without which the file is not known."""


class SquibPictures:
    """Takes the pictures of a script over."""

    def __init__(self, pictures: ForeignPictures, places: SquibPlaces) -> None:
        """Take the pictures of the game to add to, and the places of the project's files."""
        self._pictures, self._places = pictures, places
        self._icons: dict[GameIcon, SquibPicture] = {}
        self._missing: list[str] = []

    @property
    def lost(self) -> list[str]:
        """Return one line about the icons that are missing in the project; empty without any."""
        names = [*dict.fromkeys(self._missing)]
        return [f"icons of game-icons.net, {', '.join(names)}: {_ADVICE}"] if names else []

    def take(self, contents: Mapping[str, Any], options: Mapping[str, Any], stem: str) -> SquibPicture:
        """Return the picture of a card, without a name if there is none.

        `contents` are its file, data or element; `stem` names a drawing that has no file.
        """
        data, file, part = contents.get("data"), contents.get("file"), contents.get("id")
        # Any of the three decides about the picture, so one that is unknown leaves it unknown.
        unknown = next((value for value in (data, file, part) if isinstance(value, RubyUnknown)), None)
        if unknown:
            return SquibPicture(unknown=unknown.reason)
        if isinstance(file, GameIcon):
            return self._icon(file)
        name = str(plain_value(file) or "")
        element = str(plain_value(part) or "").removeprefix("#")
        is_nothing = data is None and not name
        # With force_id Squib draws nothing where no element is named, and not the whole drawing.
        if is_nothing or (plain_value(options.get("force_id")) and not element):
            return SquibPicture()
        if isinstance(data, GameIcon):
            return self._icon(data)
        if data is not None:
            return self._drawing(str(plain_value(data)).encode(), element, stem, name)
        return self._of_file(name, element)

    def _of_file(self, name: str, element: str) -> SquibPicture:
        """Return the picture of a file, or one element of a drawing."""
        if element and name.lower().endswith(".svg"):
            return self._part_of_file(name, element)
        picture = self._pictures.take(name)
        size = (0.0, 0.0) if self._pictures.is_lost(picture) else self._pictures.size(picture)
        return SquibPicture(name, picture, size)

    def _part_of_file(self, file: str, element: str) -> SquibPicture:
        """Return one element of a drawing's file; a dashed frame if the file cannot be read."""
        data = self._pictures.read(file)
        if not data:
            return SquibPicture(file, self._pictures.take(file))
        return self._drawing(
            data, element, f"{file.rpartition('/')[2].removesuffix('.svg')} {element}", f"{file}#{element}"
        )

    def _drawing(self, data: bytes, element: str, stem: str, file: str) -> SquibPicture:
        """Return a drawing that the script makes, or one element of it.

        `file` names it in messages.
        """
        if element:
            data = drawing_part(data, element)
            if not data:
                name = self._pictures.lose(file, f"has no element called {quote(element)}")
                return SquibPicture(file, name)
        name = self._pictures.add(data, stem)
        return SquibPicture(file, name, drawing_size(data))

    def _icon(self, icon: GameIcon) -> SquibPicture:
        """Return the picture of an icon, made at the first call."""
        if icon not in self._icons:
            self._icons[icon] = self._new_icon(icon)
        return self._icons[icon]

    def _new_icon(self, icon: GameIcon) -> SquibPicture:
        """Return a new picture of an icon; a dashed frame if the project lacks its file."""
        file = f"{icon.icon}.svg"
        path = next((name for name in self._places.files() if name.rpartition("/")[2] == file), "")
        source = self._places.folder.read_or_none(path) if path else None
        if source is None:
            self._missing.append(file)
            return SquibPicture(file, self._pictures.lose(file), (512, 512))
        # Drawings of game-icons.net are 512 units wide and high.
        drawing = icon.drawing(source.decode(errors="replace"))
        name = self._pictures.add(drawing.encode(), icon.icon, file)
        return SquibPicture(file, name, (512, 512))
