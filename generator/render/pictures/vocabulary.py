"""The words of pictures, read from files: what each draws, how large, and where it stands beside its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.base.errors import Fault, Faults, suggestion
from generator.base.records import dataclass, field
from generator.base.text_files.toml_syntax import parse_toml_file
from generator.render.pictures.size_sums import PathTemplate, SizeSum, parse_path, parse_sum, sum_names
from generator.render.templates.lookups import FindFile

SHARED_FILE, GAME_FILE = "pictures/vocabulary.toml", "pictures/words.toml"
"""The shared words, and those that a game adds or replaces."""

TONES = ("light", "pale", "tone", "strong", "dark", "ink")  # flat colours, whose values a template gives

LINES = {"line": 0.35, "thin": 0.28, "fine": 0.2, "bare": 0.0}
"""Line widths in millimetres of the stage."""

PAINTS = ("body", *TONES, "shade", "none")  # fills of a shape: `body` is the tone of its part, `shade` a little ink


@dataclass(frozen=True, slots=True)
class StretchShape:
    """One outline of a part that stretches with its size."""

    paint: str
    weight: float
    """Line width in millimetres, 0 for none."""
    path: PathTemplate
    pitch: float = 0.0
    """Above 0, `path` has four corners and is ruled from its first side to its third, by lines this far apart."""


@dataclass(frozen=True, slots=True)
class DrawingWord:
    """A word that draws. Its fields are the keys of the files."""

    name: str
    file: str = ""
    """The name of a drawing file, whose viewBox gives the size in millimetres of the stage."""
    shapes: tuple[StretchShape, ...] = ()
    """Outlines, for a part without a file."""
    width: SizeSum = ()
    """Width of the outlines; without it they are as wide as the rest of their stack."""
    height: SizeSum = ()
    place: str = "top"
    """`top`: on what the words before built; `face`: on its front; `back`, `front`: behind or before the picture."""
    sit: str = "foot"
    """Where on a front: `foot`, `middle` or `head`."""
    repeat: str = "across"
    spread: str = "ends"
    """How several stand across: from end to end, each in a bay of its own, or close together."""
    tone: str = "light"
    count: int = 1
    pitch: float = 0.0
    """The default distance of several; without it they touch."""
    fills: bool = False
    """Whether as many copies stand side by side as fit the width."""
    leads: bool = False
    """It sets the width of its stack."""
    floor: bool = False
    """It is the ground of the picture."""
    natural: float = 20.0
    """Its width if nothing else sets one."""
    out: float = 0.0
    """How far it stands out beyond its stack at each side."""
    grow: float = 0.0
    """How much further each lower copy stands out at each side."""
    options: Mapping[str, float] = field(default_factory=dict)
    """Named numbers for its outlines, with their defaults."""


@dataclass(frozen=True, slots=True)
class AliasWord:
    """A word that stands for other words."""

    name: str
    words: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """Defaults by name. A list is a choice, and its first item the default."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words, and the stage that they are drawn on."""

    parts: Mapping[str, DrawingWord]
    aliases: Mapping[str, AliasWord]
    size: tuple[float, float] = (48.0, 29.0)
    """Smallest width and height of the stage in millimetres; it has the proportions of the picture."""
    ground: float = 2.4
    """Height of the strip below the ground line."""
    floor: str = ""
    """The word for this strip in a picture that names no other."""


def read_vocabulary(find: FindFile) -> Vocabulary:
    """Return the words of a game's pictures: the shared ones, with the game's own added or in their place.

    Raises Faults for errors in the files.
    """
    merged: dict[str, dict[str, Any]] = {section: {} for section in _SECTIONS}
    faults: list[Fault] = []
    for path, content in filter(None, (find(SHARED_FILE), find(GAME_FILE))):
        for section, entries in _sections(path, content, faults):
            into = merged["parts" if section == "drawings" else section]
            for name, entry in entries.items():
                into |= _entry(path, section, name, entry, faults)
    # Checked after both files, as a game may add the part that the shared file names.
    floor = merged["stage"].get("floor", "")
    if floor and floor not in merged["parts"]:
        faults.append(Fault(SHARED_FILE, f"there is no part {floor!r}", key="stage.floor"))
    if faults:
        raise Faults(faults)
    return Vocabulary(merged["parts"], merged["forms"], **merged["stage"])


def _entry(path: str, section: str, name: str, entry: Any, faults: list[Fault]) -> dict[str, Any]:
    """Read one entry of a section; its errors are added to `faults`, and nothing is returned for it."""
    try:
        return _read_entry(section, name, entry)
    except ValueError as error:
        faults += [Fault(path, str(reason), key=f"{section}.{name}") for reason in error.args]
        return {}


def _sections(path: str, content: bytes, faults: list[Fault]) -> list[tuple[str, dict[str, Any]]]:
    """Return the sections of a vocabulary file with their entries; none for a file that cannot be parsed."""
    try:
        document = parse_toml_file(content, path)
    except Faults as found:
        faults += found.faults
        return []
    for name, entries in document.items():
        if name not in _SECTIONS:
            faults.append(Fault(path, f"unknown part {name!r}{suggestion(name, _SECTIONS)}"))
        elif not isinstance(entries, dict):
            faults.append(Fault(path, f"a table was expected; write [{name}]", key=name))
    return [(name, entries) for name in _SECTIONS if isinstance(entries := document.get(name), dict)]


_SECTIONS = ("stage", "drawings", "parts", "forms")


def _read_entry(section: str, name: str, entry: Any) -> dict[str, Any]:
    """Read one entry of a section: words by name, or a measure of the stage. Raises ValueError."""
    if section == "stage":
        return _read(_STAGE, {name: entry})
    if section == "drawings":
        tone = _TONE(name)
        return {word: DrawingWord(word, word, tone=tone) for word in _text(entry).split()}
    values = _read(_FORM if section == "forms" else _PART, entry)
    if section == "parts":
        return {name: _check_names(DrawingWord(name, **values if "shapes" in values else {"file": name} | values))}
    if "words" not in values:
        raise ValueError("a form needs words")
    return {name: AliasWord(name, **values)}


def _check_names(part: DrawingWord) -> DrawingWord:
    """Return the part unchanged. Raises ValueError if its sums use unknown names."""
    sums = [number for shape in part.shapes for number in shape.path if not isinstance(number, str)]
    names = {*part.options, "w", "h", "stage"}
    for name in {name for size_sum in (part.width, part.height, *sums) for name in sum_names(size_sum)} - names:
        raise ValueError(f"unknown number {name!r}{suggestion(name, sorted(names))}")
    return part


Reader = Callable[[Any], Any]


def _read(readers: Mapping[str, Reader], entry: Any) -> dict[str, Any]:
    """Return the values of a table, each read by the reader of its key.

    Raises ValueError with one argument for each error.
    """
    if not isinstance(entry, dict):
        raise ValueError("a table was expected")  # noqa: TRY004  the user's type, not the caller's
    values, errors = {}, []
    for key, value in entry.items():
        if key not in readers:
            errors.append(f"unknown key {key!r}{suggestion(key, list(readers))}")
            continue
        try:
            values[key] = readers[key](value)
        except ValueError as error:
            errors.append(f"{key}: {error}")
    if errors:
        raise ValueError(*errors)
    return values


def _of_type(kind: type, name: str) -> Reader:
    """Return a reader that takes values of one type; `name` is the type in faults."""

    def read(value: Any) -> Any:
        """Return the value. Raises ValueError for another type."""
        if not isinstance(value, kind):
            raise ValueError(f"{value!r} is no {name}")  # noqa: TRY004
        return value

    return read


_text, _flag = _of_type(str, "text"), _of_type(bool, "flag; write true or false")
_table, _list = _of_type(dict, "table"), _of_type(list, "list")


def _number(value: Any) -> float:
    """Return a number as a float. Raises ValueError for another value."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is no number")  # noqa: TRY004
    return float(value)


def _pair(value: Any) -> tuple[float, float]:
    """Return two numbers of a list. Raises ValueError for another value."""
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{value!r} are no two numbers")
    return _number(value[0]), _number(value[1])


def _one_of(*words: str) -> Reader:
    """Return a reader that takes some words only."""

    def read(value: Any) -> str:
        """Return the word. Raises ValueError for another value."""
        if value not in words:
            raise ValueError(f"{value!r} is unknown{suggestion(str(value), words)}")
        return str(value)

    return read


def _shape(value: Any) -> StretchShape:
    """Read an outline: `["light thin", "M 0 0 H w"]`, or ruled lines: `["none fine", "0 0 w 0 w h 0 h", 1.6]`."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        raise ValueError(f"{value!r} is no shape; write it like ['body', 'M 0 0 H w V h H 0 Z']")
    path, pitch = parse_path(_text(value[1])), _number(value[2]) if len(value) > 2 else 0.0
    if pitch and len(path) != 8:
        raise ValueError(f"{value[1]!r} has no four points")
    return StretchShape(*_paint_and_weight(_text(value[0])), path, pitch)


def _paint_and_weight(text: str) -> tuple[str, float]:
    """Return the fill of a shape and its line width; by default a line, but none round a shade."""
    words = text.split()
    paint = next((word for word in words if word in PAINTS), "none")
    weight = next((word for word in words if word in LINES), "bare" if paint == "shade" else "line")
    for word in words:
        if word not in {paint, weight}:
            raise ValueError(f"{word!r} is unknown{suggestion(word, (*PAINTS, *LINES))}")
    return paint, LINES[weight]


_TONE = _one_of(*TONES)
_STAGE: Mapping[str, Reader] = {"size": _pair, "ground": _number, "floor": _text}
_FORM: Mapping[str, Reader] = {"words": _text, "options": _table}
_PART: Mapping[str, Reader] = {
    **dict.fromkeys(("pitch", "natural", "out", "grow"), _number),
    **dict.fromkeys(("fills", "leads", "floor"), _flag),
    **dict.fromkeys(
        ("width", "height"), lambda value: parse_sum(value) if isinstance(value, str) else ((_number(value), ""),)
    ),
    "file": _text,
    "shapes": lambda value: tuple(map(_shape, _list(value))),
    "count": lambda value: int(_number(value)),
    "options": lambda value: {name: _number(number) for name, number in _table(value).items()},
    "tone": _TONE,
    "place": _one_of("top", "face", "back", "front"),
    "sit": _one_of("foot", "middle", "head"),
    "repeat": _one_of("across", "up"),
    "spread": _one_of("ends", "bays", "close"),
}
