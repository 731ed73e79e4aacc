"""The letters of a `<text>` in a picture, each with its style, its place and its font."""

from __future__ import annotations

import re
from typing import Any

from generator.base.records import dataclass
from generator.typeset.ink.compiler import Compiler
from generator.typeset.svg.attribute_values import numbers
from generator.typeset.svg.style import ElementStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.shaping import Typeface

_ROLE = "text"
"""The role of text whose fonts are not in fonts.toml."""
_SPACE = re.compile(r"[ \t\r\n]")
_GENERIC = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "sans", ""})
_RISES = {"sub": -0.2, "super": 0.33}
"""Of letters set lower or higher, in sizes of a font that does not say it."""


@dataclass(slots=True)
class PictureLetter:
    """One character."""

    text: str
    style: ElementStyle
    role: str
    decoration: str = ""
    rise: float = 0.0
    """Above the baseline, in user units."""
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    rotate: float = 0.0
    stretch: float = 1.0
    """How wide it is, in widths of the font."""

    @property
    def is_moved(self) -> bool:
        return bool(self.dx or self.dy or self.rotate) or self.x is not None or self.y is not None

    def looks_like(self, other: PictureLetter) -> bool:
        """Whether both can be shaped together."""
        return (
            self.style is other.style
            and self.role == other.role
            and self.rise == other.rise
            and self.rotate == other.rotate == 0
            and self.decoration == other.decoration
        )


def letters_of(compiler: Compiler, element: Element, style: ElementStyle, fonts: FontLibrary) -> list[PictureLetter]:
    """Return the characters of a text in reading order, spaces as XML says. Raises ValueError for wrong numbers."""
    if element.get("writing-mode") not in {None, "lr", "lr-tb", "horizontal-tb"}:
        raise ValueError("writing-mode: text from top to bottom is not set; save it as paths")
    reader = _LetterReader(compiler, element, fonts)
    reader.read(element, style, keeps_spaces=False, decoration="", rise=0.0)
    reader.finish()
    return [letter for letter in reader.letters if letter.style.displayed]


class _LetterReader:
    def __init__(self, compiler: Compiler, element: Element, fonts: FontLibrary) -> None:
        self._compiler, self._element, self._fonts = compiler, element, fonts
        self._plain: dict[int, ElementStyle] = {}
        self._placed: dict[str, set[int]] = {name: set() for name in ("x", "y", "dx", "dy", "rotate")}
        """Of each attribute: the characters that have it from an element further in."""
        self.letters: list[PictureLetter] = []
        self._keeps_last = False

    def read(self, element: Element, style: ElementStyle, *, keeps_spaces: bool, decoration: str, rise: float) -> None:
        """Add the characters of an element."""
        if (space := element.get("xml:space")) is not None:
            keeps_spaces = space == "preserve"
        if (space := element.get("white-space")) is not None:
            keeps_spaces = space.startswith("pre")
        decoration = f"{decoration} {element.get('text-decoration') or ''}".strip()
        role = self._role(style.inherited.font.family)
        rise = self._rise(element, style, role, rise)
        first = len(self.letters)
        for child in element.children:
            if isinstance(child, str):
                self._add(child, style, role, keeps_spaces=keeps_spaces, decoration=decoration, rise=rise)
            elif child.name in {"tspan", "textPath"}:
                inner = self._compiler.style(child, style.inherited)
                if inner.displayed:
                    self.read(child, inner, keeps_spaces=keeps_spaces, decoration=decoration, rise=rise)
        self._place(element, first)

    def _add(
        self, text: str, style: ElementStyle, role: str, *, keeps_spaces: bool, decoration: str, rise: float
    ) -> None:
        flows = self._element.get("flow") is not None
        plain = self._compiler.inherited_style(style.inherited)
        for sign in text:
            if flows and sign == "\n":
                self.letters.append(PictureLetter(sign, plain, role))
                continue
            char = " " if _SPACE.match(sign) else sign
            if char == " " and not keeps_spaces and (not self.letters or self.letters[-1].text in " \n"):
                continue
            self.letters.append(PictureLetter(char, plain, role, decoration, rise))
        self._keeps_last = keeps_spaces

    def _place(self, element: Element, first: int) -> None:
        """Give the characters of an element the places that its attributes list."""
        for name, done in self._placed.items():
            given = numbers(element.get(name) or "") if name in element.form.positions else []
            for index, letter in enumerate(self.letters[first:]):
                at = first + index
                if at in done or not given or (index >= len(given) and name != "rotate"):
                    continue
                setattr(letter, name, given[min(index, len(given) - 1)])
                done.add(at)

    def finish(self) -> None:
        """Drop spaces at the end, and spread them by `word-spacing`."""
        while not self._keeps_last and self.letters and self.letters[-1].text == " ":
            self.letters.pop()
        spacing = self._element.get("word-spacing")
        extra = numbers(spacing)[0] if spacing else 0.0
        if extra:
            for before, letter in zip(self.letters, self.letters[1:], strict=False):
                letter.dx += extra if before.text == " " else 0.0

    def _role(self, families: str) -> str:
        """The role or family of fonts.toml that a text names first; else the role of text, with a warning."""
        names = [name.strip().strip("'\"").strip() for name in families.split(",")]
        for name in names:
            if role := self._fonts.family_role(name):
                return role
        named = next((name for name in names if name.lower() not in _GENERIC), "")
        if named and named != _ROLE:
            what = f"font {named!r} is not in fonts.toml; the text is set in {self._fonts.family_name(_ROLE)}"
            self._compiler.findings.warn(self._element, f"{what}: add the font, or save the text as paths")
        elif not named and names[0]:
            kind = f"{names[0]!r} is any font of a kind; the text is set in {self._fonts.family_name(_ROLE)}"
            self._warn_once(f"{kind}: name a font of fonts.toml, or save the text as paths")
        return _ROLE

    def _warn_once(self, what: str) -> None:
        """Warn of the first text of a drawing only: all others are set alike."""
        findings = self._compiler.findings
        if not any(warning.endswith(what) for warning in findings.warnings):
            findings.warn(self._element, what)

    def _rise(self, element: Element, style: ElementStyle, role: str, outer: float) -> float:
        """How far above the baseline the letters of an element stand."""
        size = style.inherited.font.size
        shift = (element.get("baseline-shift") or "0").strip()
        if shift in _RISES:
            outer += _raised(self._typeface(style, role), shift) * size
        elif shift.endswith("%"):
            outer += numbers(shift[:-1])[0] / 100 * size
        elif shift not in {"baseline", ""}:
            outer += numbers(shift.removesuffix("px"))[0]
        baseline = element.get("dominant-baseline")
        return outer - _height(self._typeface(style, role), baseline.strip()) * size if baseline else outer

    def _typeface(self, style: ElementStyle, role: str) -> Typeface:
        font = style.inherited.font
        return self._fonts.typeface(self._fonts.stack(role, "en", bold=font.bold, italic=font.italic)[0])


def _raised(face: Typeface, shift: str) -> float:
    """The height of letters that are set lower or higher, in sizes of the font: as the font says, if it does."""
    import uharfbuzz

    tags: Any = uharfbuzz.OTMetricsTag  # type: ignore[attr-defined]  # a C library without types
    is_lower = shift == "sub"
    tag = tags.SUBSCRIPT_EM_Y_OFFSET if is_lower else tags.SUPERSCRIPT_EM_Y_OFFSET
    offset: int | None = face.font.get_metric_position(tag)
    if not offset:
        return _RISES[shift]
    return (-offset if is_lower else offset) / face.units_per_em


def _height(face: Typeface, baseline: str) -> float:
    """The height of a baseline above that of Latin letters, in sizes of the font."""
    extents = face.font.get_font_extents("ltr")  # as the font says, for viewers do not measure its letters
    ascent, descent = extents.ascender / face.units_per_em, extents.descender / face.units_per_em
    heights: dict[str, float] = {
        "middle": face.x_height / 2,
        "central": (ascent + descent) / 2,
        "hanging": ascent * 0.8,
        "mathematical": ascent / 2,
        "text-before-edge": ascent,
        "text-top": ascent,
        "text-after-edge": descent,
        "text-bottom": descent,
        "ideographic": descent,
    }
    return heights.get(baseline, 0.0)
