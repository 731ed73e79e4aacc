"""The letters of a `<text>` in a picture, each with its style, its place and its font."""

from __future__ import annotations

import re
from typing import Any

from generator.base.records import dataclass
from generator.typeset.drawn_text.letter_lines import LetterLine
from generator.typeset.ink.compiler import Compiler
from generator.typeset.svg.attribute_values import numbers
from generator.typeset.svg.css import keeps_spaces
from generator.typeset.svg.style import ElementStyle, FontStyle
from generator.typeset.svg.svg_tree import Element
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.shaping import Typeface

_ROLE = "text"
"""The role of text whose fonts are not in fonts.toml."""
_SPACE = re.compile(r"[ \t\r\n]")
_GENERIC = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "sans", ""})
_RISES = {"sub": -0.2, "super": 0.33}
"""Height of letters set lower or higher, in sizes of a font that does not say it."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What the characters of an element take from those around it."""

    keeps_spaces: bool = False
    lines: tuple[LetterLine, ...] = ()
    shift: float = 0.0
    """Sum of all `baseline-shift`."""
    baseline: str = ""
    """The `dominant-baseline`."""
    spacing: float = 0.0
    """Width added to a space."""


@dataclass(slots=True)
class PictureLetter:
    """One character."""

    text: str
    style: ElementStyle
    role: str
    lines: tuple[LetterLine, ...] = ()
    rise: float = 0.0
    """Above the baseline, in user units."""
    spacing: float = 0.0
    """Added to a space."""
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    rotate: float = 0.0
    stretch: float = 1.0
    """How wide it is, in widths of the font."""

    @property
    def font(self) -> FontStyle:
        """Return the font properties of the letter's style."""
        return self.style.inherited.font

    @property
    def is_moved(self) -> bool:
        """Return whether the letter has a place, a shift or a rotation of its own."""
        return bool(self.dx or self.dy or self.rotate) or self.x is not None or self.y is not None

    def looks_like(self, other: PictureLetter) -> bool:
        """Return whether two letters have the same style and place on the line, so that they can be shaped together."""
        return (
            self.style is other.style
            and self.role == other.role
            and self.rise == other.rise
            and self.rotate == other.rotate == 0
            and self.lines == other.lines
        )


def letters_of(compiler: Compiler, element: Element, style: ElementStyle, fonts: FontLibrary) -> list[PictureLetter]:
    """Return the characters of a text in reading order, spaces as XML says. Raises ValueError for wrong numbers."""
    if element.get("writing-mode") not in {None, "lr", "lr-tb", "horizontal-tb"}:
        raise ValueError("writing-mode: text from top to bottom is not set; save it as paths")
    reader = _LetterReader(compiler, element, fonts)
    reader.read(element, style, _Setting())
    reader.finish()
    return [letter for letter in reader.letters if letter.style.displayed]


class _LetterReader:
    def __init__(self, compiler: Compiler, element: Element, fonts: FontLibrary) -> None:
        """Read letters for one `<text>`, the `element`; roles and metrics are looked up in `fonts`."""
        self._compiler, self._element, self._fonts = compiler, element, fonts
        self._plain: dict[int, ElementStyle] = {}
        self._placed: dict[str, set[int]] = {name: set() for name in ("x", "y", "dx", "dy", "rotate")}
        """Of each attribute: the characters that have it from an element further in."""
        self.letters: list[PictureLetter] = []
        self._keeps_last = False

    def read(self, element: Element, style: ElementStyle, around: _Setting) -> None:
        """Add the characters of an element and of its `<tspan>` and `<textPath>`; `around` is the setting outside."""
        role = self._role(style.inherited.font.family)
        setting = self._setting(element, style, role, around)
        first = len(self.letters)
        for child in element.children:
            if isinstance(child, str):
                self._add(child, style, role, setting)
            elif child.name in {"tspan", "textPath"}:
                inner = self._compiler.style(child, style.inherited)
                if inner.displayed:
                    self.read(child, inner, setting)
        self._place(element, first)

    def _setting(self, element: Element, style: ElementStyle, role: str, around: _Setting) -> _Setting:
        """Return how the characters of an element are set: spaces, lines, shift and baseline.

        Values that the element does not have are those of `around`, the setting outside it.
        """
        keeps = around.keeps_spaces
        if (space := element.get("xml:space")) is not None:
            # Read before white-space, which wins where an element has both.
            keeps = space == "preserve"
        if (space := element.get("white-space")) is not None:
            keeps = keeps_spaces(space)
        spacing, baseline = element.get("word-spacing"), (element.get("dominant-baseline") or "").strip()
        plain = self._compiler.inherited_style(style.inherited)
        names = (element.get("text-decoration") or "").split()
        return _Setting(
            keeps,
            (*around.lines, *(LetterLine(name, plain) for name in names)),
            around.shift + self._shift(element, style, role),
            around.baseline if baseline in {"", "auto"} else baseline,
            numbers(spacing)[0] if spacing else around.spacing,
        )

    def _add(self, text: str, style: ElementStyle, role: str, setting: _Setting) -> None:
        """Add the characters of a string, with white space collapsed where the setting does not keep it."""
        flows = self._element.get("flow") is not None
        plain = self._compiler.inherited_style(style.inherited)
        rise = setting.shift
        if setting.baseline:
            rise -= _height(self._typeface(style, role), setting.baseline) * style.inherited.font.size
        for sign in text:
            if flows and sign == "\n":
                self.letters.append(PictureLetter(sign, plain, role))
                continue
            char = " " if _SPACE.match(sign) else sign
            if char == " " and not setting.keeps_spaces and (not self.letters or self.letters[-1].text in " \n"):
                continue
            spacing = setting.spacing if char == " " else 0.0
            self.letters.append(PictureLetter(char, plain, role, setting.lines, rise, spacing))
        self._keeps_last = setting.keeps_spaces

    def _place(self, element: Element, first: int) -> None:
        """Give the characters of an element, from letter `first` on, the x, y, dx, dy and rotate that it lists."""
        for name, done in self._placed.items():
            places = numbers(element.get(name) or "") if name in element.form.positions else []
            for index, letter in enumerate(self.letters[first:]):
                index_in_text = first + index
                # Inner elements were read first, and their places win over those of the outer ones.
                if index_in_text in done or not places or (index >= len(places) and name != "rotate"):
                    continue
                setattr(letter, name, places[min(index, len(places) - 1)])
                done.add(index_in_text)

    def finish(self) -> None:
        """Drop spaces at the end of the text, and widen all other spaces by `word-spacing`."""
        while not self._keeps_last and self.letters and self.letters[-1].text == " ":
            self.letters.pop()
        for before, letter in zip(self.letters, self.letters[1:], strict=False):
            letter.dx += before.spacing

    def _role(self, families: str) -> str:
        """Return the first role or family of fonts.toml in a `font-family` list.

        Where there is none: the role of text, with a warning.
        """
        names = [name.strip().strip("'\"").strip() for name in families.split(",")]
        for name in names:
            if role := self._fonts.family_role(name):
                return role
        named = next((name for name in names if name.lower() not in _GENERIC), "")
        if named and named != _ROLE:
            warning = f"font {named!r} is not in fonts.toml; the text is set in {self._fonts.family_name(_ROLE)}"
            self._compiler.findings.warn(self._element, f"{warning}: add the font, or save the text as paths")
        # `serif` and the like name no font, so that the choice is told once for a drawing.
        elif not named and names[0]:
            kind = f"{names[0]!r} is any font of a kind; the text is set in {self._fonts.family_name(_ROLE)}"
            advice = "name a font of fonts.toml, or save the text as paths"
            self._compiler.findings.warn_once(self._element, f"{kind}: {advice}")
        return _ROLE

    def _shift(self, element: Element, style: ElementStyle, role: str) -> float:
        """Return how far the letters of an element are raised by its `baseline-shift`, in user units."""
        size = style.inherited.font.size
        shift = (element.get("baseline-shift") or "0").strip()
        if shift in _RISES:
            return _raised(self._typeface(style, role), shift) * size
        if shift.endswith("%"):
            return numbers(shift[:-1])[0] / 100 * size
        return 0.0 if shift in {"baseline", ""} else numbers(shift.removesuffix("px"))[0]

    def _typeface(self, style: ElementStyle, role: str) -> Typeface:
        """Return the font of a role in the weight and slant of a style."""
        font = style.inherited.font
        return self._fonts.typeface(self._fonts.stack(role, "en", bold=font.bold, italic=font.italic)[0])


def _raised(face: Typeface, shift: str) -> float:
    """Return the height of subscripts or superscripts above the baseline, in sizes of the font.

    `shift` is `sub` or `super`; the values of `_RISES` stand in for a font that has none.
    """
    import uharfbuzz

    tags: Any = uharfbuzz.OTMetricsTag  # type: ignore[attr-defined]  # a C library without types
    is_lower = shift == "sub"
    tag = tags.SUBSCRIPT_EM_Y_OFFSET if is_lower else tags.SUPERSCRIPT_EM_Y_OFFSET
    offset: int | None = face.font.get_metric_position(tag)
    if not offset:
        return _RISES[shift]
    return (-offset if is_lower else offset) / face.units_per_em


def _height(face: Typeface, baseline: str) -> float:
    """Return the height of a named baseline, such as `central`, in sizes of the font.

    It is measured from the baseline of Latin letters; 0 for an unknown name.
    """
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
