"""The words of pictures: what each draws, how large, and how it stands to its neighbours; all of it read from files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from generator.base.errors import Fault, Faults, suggestion
from generator.base.records import dataclass, field
from generator.render.pictures.size_sums import PathTemplate, SizeSum, parse_path, parse_sum, sum_names
from generator.render.templates.lookups import FindFile

OURS, MORE = "pictures/vocabulary.toml", "pictures/words.toml"
"""The shared words, and those that a game adds to them or puts in their place."""

TONES = ("light", "pale", "tone", "strong", "dark", "ink")
"""Flat colours, by the names that a template gives them."""

LINES = {"line": 0.35, "thin": 0.28, "fine": 0.2, "bare": 0.0}
"""Weights of lines in millimetres of the stage."""

PAINTS = ("body", *TONES, "shade", "none")
"""What a shape is filled with: `body` is the tone of its part, `shade` a little ink."""


@dataclass(frozen=True, slots=True)
class StretchShape:
    """One outline of a part that stretches."""

    paint: str
    weight: float
    """Of its line in millimetres, 0 for none."""
    track: PathTemplate
    pitch: float = 0.0
    """Above 0 the track is a quadrilateral, ruled at about this distance from its first side to its third."""


@dataclass(frozen=True, slots=True)
class DrawingWord:
    """A word that draws."""

    name: str
    file: str = ""
    """Its drawing, a file of this name; the size is its viewBox, in millimetres of the stage."""
    shapes: tuple[StretchShape, ...] = ()
    """Or its outlines, which stretch."""
    width: SizeSum = ()
    """Of outlines; without it they are as wide as what they stand with."""
    height: SizeSum = ()
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
    options: Mapping[str, float] = field(default_factory=dict)
    """Numbers that its outlines know by name."""


@dataclass(frozen=True, slots=True)
class AliasWord:
    """A word that stands for others."""

    name: str
    words: str
    options: Mapping[str, Any] = field(default_factory=dict)
    """A number or a word by name; a list is a choice, its first the usual one."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All words, and the stage they are drawn on."""

    parts: Mapping[str, DrawingWord]
    forms: Mapping[str, AliasWord]
    size: tuple[float, float] = (48.0, 29.0)
    """Least width and height of the stage in millimetres; it has the shape of the picture."""
    ground: float = 2.4
    """Height of the strip below the line that things stand on."""
    floor: str = ""
    """The word for this strip where a picture names no other."""


def read_vocabulary(find: FindFile) -> Vocabulary:
    """The words that a game's pictures are made of: its own before ours.

    Raises Faults for a file that says something else.
    """
    merged: dict[str, dict[str, Any]] = {section: {} for section in _SECTIONS}
    faults: list[Fault] = []
    for path, content in filter(None, (find(OURS), find(MORE))):
        for section, entries in _sections(path, content, faults):
            into = merged[_GATHERED.get(section, section)]
            for name, entry in entries.items():
                into |= _entry(path, section, name, entry, faults)
    floor = merged["stage"].get("floor", "")
    if floor and floor not in merged["parts"]:
        faults.append(Fault(OURS, f"there is no part {floor!r}", key="stage.floor"))
    if faults:
        raise Faults(faults)
    return Vocabulary(merged["parts"], merged["forms"], **merged["stage"])


def _entry(path: str, section: str, name: str, entry: Any, faults: list[Fault]) -> dict[str, Any]:
    try:
        return _made(section, name, entry)
    except ValueError as error:
        faults += [Fault(path, str(what), key=f"{section}.{name}") for what in error.args]
        return {}


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


_SECTIONS = ("stage", "drawings", "parts", "forms")
_GATHERED = {"drawings": "parts"}


def _made(section: str, name: str, entry: Any) -> dict[str, Any]:
    """What one entry of a section says: words, or a measure of the stage. Raises ValueError."""
    if section == "stage":
        return _read(_STAGE, {name: entry})
    if section == "drawings":
        tone = _TONE(name)
        return {word: DrawingWord(word, word, tone=tone) for word in _text(entry).split()}
    values = _read(_FORM if section == "forms" else _PART, entry)
    if section == "parts":
        return {name: _checked(DrawingWord(name, **values if "shapes" in values else {"file": name} | values))}
    if "words" not in values:
        raise ValueError("a form needs words")
    return {name: AliasWord(name, **values)}


def _checked(part: DrawingWord) -> DrawingWord:
    """The part, if its sums know all their names. Raises ValueError."""
    tracks = [number for shape in part.shapes for number in shape.track if not isinstance(number, str)]
    known = {*part.options, "w", "h", "stage"}
    for name in {name for each in (part.width, part.height, *tracks) for name in sum_names(each)} - known:
        raise ValueError(f"unknown number {name!r}{suggestion(name, sorted(known))}")
    return part


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
        raise ValueError(f"{value!r} is no number")  # noqa: TRY004
    return float(value)


def _count(value: Any) -> int:
    return int(_number(value))


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is no switch; it is true or false")  # noqa: TRY004
    return value


def _sum(value: Any) -> SizeSum:
    return parse_sum(value) if isinstance(value, str) else ((_number(value), ""),)


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


def _shapes(value: Any) -> tuple[StretchShape, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")  # noqa: TRY004
    return tuple(map(_shape, value))


def _shape(value: Any) -> StretchShape:
    """`["light thin", "M 0 0 H w"]`, or ruled lines: `["none fine", "0 0 w 0 w h 0 h", 1.6]`."""
    if not isinstance(value, list) or not 2 <= len(value) <= 3:
        raise ValueError(f"{value!r} is no shape; write it like ['body', 'M 0 0 H w V h H 0 Z']")
    look, track, pitch = _text(value[0]), parse_path(_text(value[1])), _number(value[2]) if len(value) > 2 else 0.0
    if pitch and len(track) != 8:
        raise ValueError(f"{value[1]!r} has no four points")
    return StretchShape(*_look(look), track, pitch)


def _look(text: str) -> tuple[str, float]:
    """What a shape is filled with, and the weight of its line: usual is a line round a fill, and none round a shade."""
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
    **dict.fromkeys(("fills", "leads", "floor"), _switch),
    **dict.fromkeys(("width", "height"), _sum),
    "file": _text,
    "shapes": _shapes,
    "count": _count,
    "options": _numbers,
    "tone": _TONE,
    "place": _one_of("top", "face", "back", "front"),
    "sit": _one_of("foot", "middle", "head"),
    "repeat": _one_of("across", "up"),
    "spread": _one_of("ends", "bays", "close"),
}
