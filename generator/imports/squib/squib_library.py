"""What a script of Squib finds beside its own methods: tables, files of the project, and icons of game-icons.net."""

from __future__ import annotations

import json
import math
import posixpath
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.base.errors import Faults
from generator.imports.foreign.yaml_file import read_yaml
from generator.imports.ruby.methods.hash_methods import DEFAULT
from generator.imports.ruby.methods.number_methods import number_method
from generator.imports.ruby.methods.text_methods import formatted
from generator.imports.ruby.values.ruby_limits import MOST_ITEMS
from generator.imports.ruby.values.ruby_values import (
    RubyBlock,
    RubyInstance,
    RubyModule,
    RubyText,
    RubyUnknownError,
    plain_value,
    ruby_value,
    text_of,
)
from generator.imports.squib.squib_frames import FrameReader, SquibFrame
from generator.imports.squib.squib_icons import GameIcon
from generator.imports.squib.squib_layout import DeckSize
from generator.imports.squib.squib_places import SquibPlaces
from generator.imports.squib.squib_sheets import csv_module, roo_module

_LARGEST = 2_000_000
_MOST_STARS = 6
_KINDS = (
    *("String", "Symbol", "Integer", "Fixnum", "Float", "Numeric", "Array", "Hash", "Range", "Regexp", "NilClass"),
    *("TrueClass", "FalseClass", "Proc", "Object"),
)
Function = Callable[[Sequence[Any], RubyBlock | None], Any]


class SquibLibrary:
    """Constants and functions by their names."""

    def __init__(
        self, places: SquibPlaces, frames: FrameReader, create_deck: Function, load: Callable[[str], None]
    ) -> None:
        """Take the files and tables of the project, and functions that make a deck and load another script."""
        self._places, self._frames, self._load = places, frames, load
        self._read_texts: dict[str, str] = {}
        """Names of files by their contents."""
        readers = {kind: self._reader(kind) for kind in ("csv", "xlsx", "yaml")}
        deck = RubyModule("Deck", create=create_deck)
        quiet = _nothing
        frame = RubyModule("DataFrame", create=_new_frame)
        units = RubyModule("Args", {"UnitConversion": RubyModule("UnitConversion", functions={"parse": _pixels})})
        squib = RubyModule(
            "Squib",
            {"Deck": deck, "DataFrame": frame, "VERSION": RubyText("0.19.0"), "Args": units},
            {},
            {**readers, "configure": quiet},
        )
        self.constants: Mapping[str, Any] = {
            **{kind: RubyModule(kind) for kind in _KINDS},
            "Hash": RubyModule("Hash", functions={"[]": _hash, "new": _new_hash}),
            "Array": RubyModule("Array", functions={"new": _new_list}),
            "Squib": squib,
            "GameIcons": RubyModule("GameIcons", functions={"get": _icon}),
            "Math": RubyModule("Math", {"PI": math.pi, "E": math.e}, {}, _MATHEMATICS),
            "File": RubyModule("File", {"SEPARATOR": RubyText("/")}, {}, self._file_functions()),
            "IO": RubyModule("IO", functions={"read": self._read_file}),
            "Dir": RubyModule("Dir", functions={"[]": self._globbed, "glob": self._globbed, "pwd": quiet}),
            "YAML": RubyModule("YAML", functions={"load_file": self._yaml, "load": self._yaml_text}),
            "CSV": csv_module(frames),
            "Roo": roo_module(frames),
            "JSON": RubyModule("JSON", functions={"parse": self._json}),
            "OpenStruct": RubyModule("OpenStruct", create=self._structure),
            "FileUtils": RubyModule("FileUtils", functions=dict.fromkeys(("mkdir_p", "cp", "rm_rf", "mkdir"), quiet)),
            # Empty, so that nothing of this computer gets into a game.
            "ENV": {},
            "ARGV": [],
            "RUBY_VERSION": RubyText("3.3.0"),
        }
        self.functions: Mapping[str, Function] = {
            **dict.fromkeys(_QUIET, quiet),
            **readers,
            **dict.fromkeys(("require_relative", "load"), self._loaded),
            "require": self._required,
            "Integer": lambda arguments, _: _as_number(arguments[0], whole=True),
            "Float": lambda arguments, _: _as_number(arguments[0], whole=False),
            "String": lambda arguments, _: RubyText(text_of(arguments[0])),
            "Array": lambda arguments, _: _as_list(arguments[0]),
            "format": lambda arguments, _: RubyText(formatted(text_of(arguments[0]), [*arguments[1:]])),
            "sprintf": lambda arguments, _: RubyText(formatted(text_of(arguments[0]), [*arguments[1:]])),
        }

    def _reader(self, kind: str) -> Function:
        """Return the function that reads tables of a kind: `csv`, `xlsx` or `yaml`."""

        def read(arguments: Sequence[Any], block: RubyBlock | None) -> Any:
            """Return the table that a script reads, with values changed by the block if there is one."""
            options = arguments[-1] if arguments and isinstance(arguments[-1], dict) else {}
            return self._frames.read(kind, options, block)

        return read

    # Other scripts of the project.

    def _loaded(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Load another script of the project (Ruby's `require_relative`, `load`)."""
        self._load(text_of(arguments[0]))
        return True

    def _required(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Load a script of the project, but no library (Ruby's `require`)."""
        name = text_of(arguments[0])
        # A name without a folder is a library, and no file of the project.
        if name.startswith(".") or "/" in name:
            self._load(name)
        return True

    # Files.

    def _file_functions(self) -> dict[str, Any]:
        """Return the functions of Ruby's `File`, which read files of the project only, and write none."""

        def name(function: Callable[..., str]) -> Function:
            """Return a function of paths as a function of a script."""
            return lambda arguments, _: RubyText(function(*map(text_of, arguments)))

        quiet = _nothing
        return {
            "read": self._read_file,
            "join": name(_joined_path),
            "basename": name(_base_name),
            "extname": name(lambda path: posixpath.splitext(path)[1]),
            # Ruby says `.` for a file without a folder, where Python says nothing.
            "dirname": name(lambda path: posixpath.dirname(path) or "."),
            "expand_path": name(_expanded_path),
            "exist?": lambda arguments, _: bool(self._places.find(text_of(arguments[0]))),
            # Ruby had this name up to 3.1.
            "exists?": lambda arguments, _: bool(self._places.find(text_of(arguments[0]))),
            "file?": lambda arguments, _: bool(self._places.find(text_of(arguments[0]))),
            "readlines": self._read_lines,
            **dict.fromkeys(("write", "open", "delete", "directory?"), quiet),
        }

    def _read_file(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return the text of a file of the project (Ruby's `File.read`)."""
        return RubyText(self._text(text_of(arguments[0])))

    def _read_lines(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return the lines of a file of the project (Ruby's `File.readlines`)."""
        return [RubyText(line) for line in self._text(text_of(arguments[0])).splitlines(keepends=True)]

    def _text(self, path: str) -> str:
        """Return the text of a file of the project. Raises RubyUnknownError if there is none, or it is too large."""
        name = self._places.find(path)
        if not name:
            raise RubyUnknownError(f"the file {path}")
        try:
            text = self._places.folder.text(name)
        except Faults:
            raise RubyUnknownError(f"the file {path}") from None
        if len(text) > _LARGEST:
            raise RubyUnknownError(f"the file {path}")
        # A script may read a file, and hand its text to YAML or JSON later.
        self._read_texts[text] = name
        return text

    def _globbed(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return the names of files that match patterns (Ruby's `Dir.glob`).

        Raises RubyUnknownError for patterns that take too long.
        """
        patterns = [*map(text_of, arguments[0] if isinstance(arguments[0], list) else [arguments[0]])]
        # Each star may end anywhere: the steps grow with a power of the length.
        if any(pattern.count("*") > _MOST_STARS for pattern in patterns):
            raise RubyUnknownError("Dir.glob")
        return [RubyText(name) for pattern in patterns for name in self._places.globbed(pattern)]

    def _yaml(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return the values of a YAML file (Ruby's `YAML.load_file`)."""
        path = text_of(arguments[0])
        return self._yaml_file(self._places.find(path) or path)

    def _yaml_text(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return the values of YAML that was read from a file of the project (Ruby's `YAML.load`).

        Raises RubyUnknownError for any other text.
        """
        text = text_of(arguments[0])
        if name := self._read_texts.get(text):
            return self._yaml_file(name)
        raise RubyUnknownError("YAML.load")

    def _yaml_file(self, name: str) -> Any:
        """Return the values of a YAML file. Raises RubyUnknownError if it cannot be read."""
        try:
            value = ruby_value(read_yaml(self._places.folder, name))
        except Faults as faults:
            raise RubyUnknownError(f"{name}: {faults.faults[0].what}") from None
        self._note(name, value)
        return value

    def _note(self, name: str, value: Any) -> None:
        """Count a file as a table if its values are a list."""
        if isinstance(value, list):
            self._frames.note(name)

    def _json(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return the values of JSON: `JSON.parse`. Raises RubyUnknownError if it cannot be read."""
        text = text_of(arguments[0])
        try:
            value = ruby_value(json.loads(text))
        except (ValueError, RecursionError):
            raise RubyUnknownError("JSON") from None
        self._note(self._read_texts.get(text, "JSON"), value)
        return value

    def _structure(self, arguments: Sequence[Any], _: RubyBlock | None) -> Any:
        """Return an object with the given attributes (Ruby's `OpenStruct.new`)."""
        instance = RubyInstance(self.constants["OpenStruct"])
        if arguments and isinstance(arguments[-1], dict):
            instance.variables |= {f"@{text_of(key)}": value for key, value in arguments[-1].items()}
        return instance


# With `system` among them: nothing that a stranger's script names is run.
_QUIET = (
    *("puts", "print", "p", "pp", "warn", "srand", "sleep", "at_exit", "require_all", "enable_build_globally"),
    *("disable_build_globally", "system", "exit", "using", "trap"),
)


def _nothing(_arguments: Sequence[Any], _block: RubyBlock | None) -> None:
    """Do nothing, in place of functions that have no part in the look of cards."""


def _pixels(arguments: Sequence[Any], _: RubyBlock | None) -> Any:
    """Return the pixels of a length, at 300 dpi unless a second argument says otherwise."""
    dpi = arguments[1] if len(arguments) > 1 and isinstance(arguments[1], int | float) else 300
    pixels = DeckSize(0, 0, float(dpi)).length(plain_value(arguments[0]), 0)
    if pixels is None:
        raise RubyUnknownError("a length")
    return pixels


def _icon(arguments: Sequence[Any], _: RubyBlock | None) -> Any:
    """Return an icon of game-icons.net by its name (Ruby's `GameIcons.get`)."""
    if arguments[0] is None:
        raise RubyUnknownError("an icon without a name")
    return GameIcon(text_of(arguments[0]))


def _hash(arguments: Sequence[Any], _: RubyBlock | None) -> Any:
    """Return a hash made of pairs, or of keys and values in turn (Ruby's `Hash[…]`)."""
    pairs = (
        arguments[0]
        if len(arguments) == 1
        else [[*arguments[place : place + 2]] for place in range(0, len(arguments), 2)]
    )
    return dict(pairs) if isinstance(pairs, dict) else {pair[0]: pair[1] for pair in pairs}


def _new_hash(arguments: Sequence[Any], _: RubyBlock | None) -> Any:
    """Return an empty hash with a default value, if one is given (Ruby's `Hash.new`)."""
    return {DEFAULT: arguments[0]} if arguments else {}


def _new_list(arguments: Sequence[Any], block: RubyBlock | None) -> Any:
    """Return a list of a length, filled with a value or by a block (Ruby's `Array.new`)."""
    count = arguments[0] if arguments else 0
    if isinstance(count, list):
        return [*count]
    if not isinstance(count, int) or not 0 <= count <= MOST_ITEMS:
        raise RubyUnknownError("Array.new")
    item = arguments[1] if len(arguments) > 1 else None
    return [block(place) if block else item for place in range(count)]


def _new_frame(arguments: Sequence[Any], _: RubyBlock | None) -> Any:
    """Return a table with the columns of a hash (Ruby's `Squib::DataFrame.new`)."""
    columns = arguments[0] if arguments and isinstance(arguments[0], dict) else {}
    return SquibFrame("", {}, {text_of(name): values for name, values in columns.items() if isinstance(values, list)})


def _as_number(value: Any, *, whole: bool) -> Any:
    """Return a value as a number: `Integer(…)`, `Float(…)`. Raises RubyUnknownError for text without one."""
    if isinstance(value, int | float):
        return number_method(value, "to_i" if whole else "to_f", [], None)
    try:
        return int(text_of(value)[:18]) if whole else float(text_of(value))
    except ValueError:
        raise RubyUnknownError("a number") from None


def _as_list(value: Any) -> list[Any]:
    """Return a value as a list: `Array(…)`; hashes become pairs, `nil` an empty list."""
    if isinstance(value, list):
        return value
    return [] if value is None else [[key, item] for key, item in value.items()] if type(value) is dict else [value]


def _joined_path(*parts: str) -> str:
    """Return a path joined of its parts (Ruby's `File.join`)."""
    return "/".join(part.strip("/") if number else part for number, part in enumerate(parts))


def _base_name(path: str, ending: str = "") -> str:
    """Return the last part of a path without an ending (Ruby's `File.basename`)."""
    name = posixpath.basename(path)
    # In Ruby `.*` stands for any ending.
    return posixpath.splitext(name)[0] if ending == ".*" else name.removesuffix(ending)


def _expanded_path(path: str, base: str = "") -> str:
    """Return a path joined to a folder, without `..` in it (Ruby's `File.expand_path`)."""
    return posixpath.normpath(posixpath.join(base, path))


def _mathematics(function: Callable[..., float]) -> Function:
    """Return a function of Python's `math` as one of Ruby's `Math`."""
    return lambda arguments, _: function(*arguments)


_MATHEMATICS = {
    name: _mathematics(getattr(math, name))
    for name in ("sqrt", "sin", "cos", "tan", "atan", "atan2", "asin", "acos", "log", "log10", "hypot", "exp")
}
