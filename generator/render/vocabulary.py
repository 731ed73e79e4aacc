"""The words of pictures: what each draws, how large, and how it stands to its neighbours; all of it read from files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from generator.errors import Fault, Faults, suggestion
from generator.render.find import Find
from generator.render.sums import Sum, Track, read_sum, read_track

OURS, MORE = "pictures/vocabulary.toml", "pictures/words.toml"
"""The shared words, and those that a game adds to them or puts in their place."""

TONES = ("light", "pale", "tone", "strong", "dark", "ink")
"""Flat colours, by the names that a template gives them."""

LINES = {"line": 0.35, "thin": 0.28, "fine": 0.2, "bare": 0.0}
"""Weights of lines in millimetres of the stage."""

PAINTS = ("body", *TONES, "shade", "none")
"""What a shape is filled with: `body` is the tone of its part, `shade` a little ink."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One outline of a part that stretches."""

    paint: str
    weight: float
    """Of its line in millimetres, 0 for none."""
    track: Track
    pitch: float = 0.0
    """Above 0 the track is a quadrilateral, ruled at about this distance from its first side to its third."""


@dataclass(frozen=True, slots=True)
class Part:
    """A word that draws."""

    name: str
    file: str = ""
    """Its drawing, a file of this name; the size is its viewBox, in millimetres of the stage."""
    shapes: tuple[Shape, ...] = ()
    """Or its outlines, which stretch."""
    width: Sum = ()
    """Of outlines; without it they are as wide as what they stand with."""
    height: Sum = ()
    place: str = "top"
    """Upon what the words before have built, on the face of the last of it, or behind or before the whole picture."""
    sit: str = "foot"
    """Where on a face."""
    repeat: str = "across"
    spread: str = "ends"
    """Several across reach from end to end, stand each in a bay of its own, or side by side."""
    tone: str = "light"
    count: int = 1
    pitch: float = 0.0
    """The usual distance of several; without it they touch."""
    fills: bool = False
    """As many as there is room for."""
    leads: bool = False
    """What stands with it is as wide as it is."""
    floor: bool = False
    """It is the ground of the picture."""
    natural: float = 20.0
    """Its width where nothing says another."""
    out: float = 0.0
    """How far it reaches beyond what it stands with."""
    grow: float = 0.0
    """How much each lower one of several reaches further."""
    rise: float = 0.0
    """How much higher on a face."""
    options: Mapping[str, float] = field(default_factory=dict)
    """Numbers that its outlines know by name."""


@dataclass(frozen=True, slots=True)
class Form:
    """A word that stands for others."""

    name: str
    words: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """A number or a word by name; a list is a choice, its first the usual one."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words, and the stage they are drawn on."""

    parts: Mapping[str, Part]
    forms: Mapping[str, Form]
    size: tuple[float, float] = (48.0, 29.0)
    """Width and height of the stage in millimetres; a wider picture has a wider stage."""
    ground: float = 2.4
    """Height of the strip below the line that things stand on."""
    floor: str = ""
    """The word for this strip where a picture names no other."""


def read_vocabulary(find: Find) -> Vocabulary:
    """The words that a game's pictures are made of: its own before ours.

    Raises Faults for a file that says something else.
    """
    merged: dict[str, dict[str, Any]] = {"stage": {}, "parts": {}, "forms": {}}
    faults: list[Fault] = []
    for path, content in filter(None, (find(OURS), find(MORE))):
        for section, entries in _sections(path, content, faults):
            for name, entry in entries.items():
                merged[section][name] = _entry(path, section, name, entry, faults)
    if faults:
        raise Faults(faults)
    return Vocabulary(merged["parts"], merged["forms"], **merged["stage"])


def _sections(path: str, content: bytes, faults: list[Fault]) -> list[tuple[str, dict[str, Any]]]:
    try:
        document = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        faults.append(Fault(path, str(error), unreadable=True))
        return []
    for name, entries in document.items():
        if name not in _SECTIONS:
            faults.append(Fault(path, f"unknown part {name!r}{suggestion(name, _SECTIONS)}"))
        elif not isinstance(entries, dict):
            faults.append(Fault(path, f"a table was expected; write [{name}]", key=name))
    return [(name, document[name]) for name in _SECTIONS if isinstance(document.get(name), dict)]


_SECTIONS = ("stage", "parts", "forms")


def _entry(path: str, section: str, name: str, entry: Any, faults: list[Fault]) -> Any:
    """A word or a measure of the stage; None where it is wrong."""
    try:
        if section == "stage":
            return _read(_STAGE, {name: entry})[name]
        if section == "forms":
            return Form(name, **_read(_FORM, entry))
        values = _read(_PART, entry)
        return Part(name, **values) if "shapes" in values else Part(name, **{"file": name} | values)
    except ValueError as error:
        faults += [Fault(path, str(what), key=f"{section}.{name}") for what in error.args]
    except TypeError:
        faults.append(Fault(path, "a form needs words", key=f"{section}.{name}"))
    return None


Reader = Callable[[Any], Any]


def _read(readers: Mapping[str, Reader], entry: Any) -> dict[str, Any]:
    """The values of a table, each read by its own reader. Raises ValueError with all that is wrong."""
    if not isinstance(entry, dict):
        raise ValueError("a table was expected")  # noqa: TRY004  the user's type, not the caller's
    found, wrong = {}, []
    for key, value in entry.items():
        if key not in readers:
            wrong.append(f"unknown key {key!r}{suggestion(key, list(readers))}")
            continue
        try:
            found[key] = readers[key](value)
        except ValueError as error:
            wrong.append(f"{key}: {error}")
    if wrong:
        raise ValueError(*wrong)
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")  # noqa: TRY004
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _count(value: Any) -> int:
    return int(_number(value))


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is no switch; it is true or false")  # noqa: TRY004
    return value


def _sum(value: Any) -> Sum:
    return read_sum(value) if isinstance(value, str) else ((_number(value), ""),)


def _pair(value: Any) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{value!r} are no two numbers")
    return _number(value[0]), _number(value[1])


def _one_of(*words: str) -> Reader:
    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(f"{value!r} is unknown{suggestion(str(value), words)}")
        return str(value)

    return read


def _table(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no table")  # noqa: TRY004
    return value


def _numbers(value: Any) -> dict[str, float]:
    return {name: _number(each) for name, each in _table(value).items()}


def _shapes(value: Any) -> tuple[Shape, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")  # noqa: TRY004
    return tuple(map(_shape, value))


def _shape(value: Any) -> Shape:
    """`["light thin", "M 0 0 H w"]`, or ruled lines: `["none fine", "0 0 w 0 w h 0 h", 1.6]`."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        raise ValueError(f"{value!r} is no shape; write it like ['body', 'M 0 0 H w V h H 0 Z']")
    look, track, pitch = _text(value[0]), read_track(_text(value[1])), _number(value[2]) if len(value) > 2 else 0.0
    if pitch and len(track) != 8:
        raise ValueError(f"{value[1]!r} has no four points")
    return Shape(*_look(look), track, pitch)


def _look(text: str) -> tuple[str, float]:
    """What a shape is filled with, and the weight of its line: usual is a line round a fill, and none round a shade."""
    words = text.split()
    paint = next((word for word in words if word in PAINTS), "none")
    weight = next((word for word in words if word in LINES), "bare" if paint == "shade" else "line")
    for word in words:
        if word not in {paint, weight}:
            raise ValueError(f"{word!r} is unknown{suggestion(word, (*PAINTS, *LINES))}")
    return paint, LINES[weight]


_STAGE: Mapping[str, Reader] = {"size": _pair, "ground": _number, "floor": _text}
_FORM: Mapping[str, Reader] = {"words": _text, "options": _table}
_PART: Mapping[str, Reader] = {
    **{each.name: _number for each in fields(Part) if each.default.__class__ is float},
    **dict.fromkeys(("fills", "leads", "floor"), _switch),
    **dict.fromkeys(("width", "height"), _sum),
    "file": _text,
    "shapes": _shapes,
    "count": _count,
    "options": _numbers,
    "tone": _one_of(*TONES),
    "place": _one_of("top", "face", "back", "front"),
    "sit": _one_of("foot", "middle", "head"),
    "repeat": _one_of("across", "up"),
    "spread": _one_of("ends", "bays", "close"),
}
