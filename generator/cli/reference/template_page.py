"""The pages of what templates can use: variables, filters, tests, drawings, and the shared macros."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.cli.reference.markdown_text import code, listed, table
from generator.load.game_locations import templates_root
from generator.render.draw_functions import PICTURE, TESSERAE
from generator.render.net_drawings import LINES, PLACES
from generator.render.ornament import DRAWINGS, PAINT
from generator.render.template_renderer import OFFERED
from generator.render.templates.budget import Budget
from generator.render.templates.filters import filters
from generator.render.templates.sandbox import DICT_METHODS, TESTS, TEXT_METHODS

VIEWS = ("card", "game", "component", "face", "theme", "sheet")
"""Variables with values of their own."""

_MACRO = re.compile(
    r"(?:\{#(?P<about>(?:(?!#\}).)*?)-?#\}\s*)?\{% macro (?P<name>\w+)\((?P<given>.*?)\) *-?%\}", re.DOTALL
)
_HEAD = re.compile(r"\A\{#(.*?)-?#\}", re.DOTALL)
_WHOLE = {"proof.svg.j2", "sheet.svg.j2", "sheet-blocks.svg.j2", "sheet-stacked.svg.j2"}
"""Shared templates that draw whole faces, and so have no macros to import."""


class MacroText(NamedTuple):
    """Macro of a shared template, with the comment before it."""

    name: str
    arguments: str
    about: str


def template_page() -> str:
    """Return the Markdown of variables, filters, tests, methods and drawings."""
    words = descriptions()
    parts = [
        "# What templates can use",
        "Everything that a template in `templates/` can name. Lengths are millimetres.",
    ]
    parts += ["## Variables", _described(OFFERED, words["variables"])]
    for view in VIEWS:
        parts += [f"### {view}", _described((f"{view}.{name}" for name in words[view]), words[view])]
        parts += [_common_values()] if view == "theme" else []
    parts += ["## Filters", "`{{ card.name | upper }}`", table(("Filter", "gives"), _filters(words["filters"]))]
    parts += ["## Tests", "`{% if n is even %}`", _described(TESTS, words["tests"])]
    methods = f"Texts have {listed(TEXT_METHODS)}; dictionaries have {listed(DICT_METHODS)}."
    parts += ["## Methods", methods, "## Drawings", _DRAWINGS_NOTE]
    parts += [table(("Function", "draws"), _drawings(words["draw"]))]
    return "\n\n".join(parts) + "\n"


def macro_page() -> str:
    """Return the Markdown of the macros in the shared templates."""
    parts = ["# Shared macros", 'To be imported by name: `{% from "shared/card.svg.j2" import svg, ground %}`.']
    for file in macro_files():
        text = file.read_text("utf-8")
        rows = [(code(f"{macro.name}({macro.arguments})"), macro.about) for macro in macros(text)]
        parts += [f"## shared/{file.name}", head_of(text), table(("Macro", "draws"), rows)]
    return "\n\n".join(parts) + "\n"


def descriptions() -> Mapping[str, Mapping[str, str]]:
    """Return sentences on each name that templates can use, by part and name, from `reference/templates.toml`."""
    return tomllib.loads((templates_root() / "reference" / "templates.toml").read_text("utf-8"))


def macro_files() -> list[Path]:
    """Return the shared templates with macros, sorted by name."""
    return [file for file in sorted((templates_root() / "shared").glob("*.svg.j2")) if file.name not in _WHOLE]


def macros(text: str) -> Iterator[MacroText]:
    """Yield the macros of a template; a macro without a comment has the first paragraph of the file's head comment.

    >>> [*macros("{# A dot. #}" + "{% macro dot(x, y) -%}")]
    [MacroText(name='dot', arguments='x, y', about='A dot.')]
    """
    head = _HEAD.match(text)
    for match in _MACRO.finditer(text):
        about = match["about"] or (head[1].split("\n\n")[0] if head else "")
        yield MacroText(match["name"], match["given"], " ".join(about.split()))


def head_of(text: str) -> str:
    """Return the comment at the head of a template: its paragraphs, with examples as code."""
    head = _HEAD.match(text)
    paragraphs = re.split(r"\n\s*\n", head[1].strip()) if head else []
    return "\n\n".join(_paragraph(paragraph) for paragraph in paragraphs)


def signature(function: Callable[..., Any], leave_out: int = 0) -> str:
    """Return the arguments of a function as templates write them: without types, and without the first `leave_out`.

    >>> signature(lambda value, size=3: 0, 1)
    'size=3'
    """
    parameters = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is not parameter.VAR_KEYWORD
    ]
    return ", ".join(str(parameter.replace(annotation=parameter.empty)) for parameter in parameters[leave_out:])


_DRAWINGS_NOTE = (
    "`{{ draw.star(5, 2, 4, x=10, y=10, fill=theme.colour.gold) }}`. Those without `_places` take the attributes "
    + listed(PAINT)
    + " too."
)


def _paragraph(text: str) -> str:
    if text.lstrip().startswith("{%"):
        return "```jinja\n" + "\n".join(line.strip() for line in text.strip().splitlines()) + "\n```"
    return re.sub(r"(\{\{.*?\}\})", r"`\1`", " ".join(text.split())) if "`" not in text else " ".join(text.split())


def _described(names: Any, words: Mapping[str, str]) -> str:
    return table(("Name", "is"), [(code(name), words[name.rpartition(".")[2]]) for name in names])


def _common_values() -> str:
    """Return a sentence with the colours and lines that every theme has."""
    theme = tomllib.loads((templates_root() / "themes" / "colour.toml").read_text("utf-8"))
    return f"Every theme has the colours {listed(theme['colour'])} and the lines {listed(theme['line'])}."


def _filters(words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, function in filters(Budget()).items():
        if not name.startswith(" "):  # those that the compiler inserts
            arguments = signature(function, 1)
            yield code(f"{name}({arguments})" if arguments else name), words[name]


def _drawings(words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, function in DRAWINGS.items():
        yield code(f"{name}({signature(function)})"), (function.__doc__ or "").split("\n\n")[0]
    for name in (PICTURE, TESSERAE, *LINES, *PLACES):
        yield code(name), words[name]
