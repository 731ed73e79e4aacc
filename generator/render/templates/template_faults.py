"""Turn the exception that stopped a template into faults with file, line and card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import FrameType

from jinja2.environment import Template
from jinja2.exceptions import TemplateNotFound, TemplatesNotFound
from jinja2.utils import missing

from generator.base.errors import Fault, Faults, suggestion
from generator.render.templates.budget import TOO_LONG, TemplateError
from generator.render.templates.sandbox import UnknownNameError
from generator.render.templates.template_loader import NOT_OURS
from generator.render.templates.template_words import call_text

_LOCAL = re.compile(r"l_\d+_(\w+)")


def to_faults(error: Exception, path: str, key: str, offered: Iterable[str]) -> Faults:
    """Return the faults that an exception stands for.

    `path` is the template's, for an exception without a place in one; `offered` are the names that templates may use.
    An exception raised outside any template, or by the system, is an error of the program, and is raised again.
    """
    if isinstance(error, Faults):
        return error
    frame, line = _innermost(error)
    # Jinja's TemplateNotFound is an OSError, too.
    if isinstance(error, ImportError) or (isinstance(error, OSError) and not isinstance(error, TemplateNotFound)):
        raise error
    if frame is None and not isinstance(error, (TemplateError, RecursionError, MemoryError)):
        raise error
    if frame is not None:
        path = frame.f_globals["__jinja_template__"].filename
    texts = map(str, error.args) if isinstance(error, TemplateError) else [_text(error, frame, offered)]
    return Faults([Fault(path, text, line, key=key) for text in texts])


def _innermost(error: Exception) -> tuple[FrameType | None, int | None]:
    """Return frame and line of the last template that an exception passed; two None for an exception without one."""
    place: tuple[FrameType | None, int | None] = None, None
    trace = error.__traceback__
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if isinstance(template, Template):
            place = trace.tb_frame, template.get_corresponding_lineno(trace.tb_lineno)
        trace = trace.tb_next
    return place


def _text(error: Exception, frame: FrameType | None, offered: Iterable[str]) -> str:
    """Return the fault for an exception in the words of a template's writer."""
    if isinstance(error, UnknownNameError):
        return f"{error.name!r} is unknown{_suggestion(error, frame, offered)}"
    if isinstance(error, TemplateNotFound):
        names = error.templates if isinstance(error, TemplatesNotFound) else [error.name]
        return f"{', '.join(map(repr, names))} {NOT_OURS}"
    if isinstance(error, RecursionError):
        return "nested too deeply, or something calls itself without end"
    too_long = isinstance(error, (MemoryError, OverflowError))
    if isinstance(error, ValueError):  # raised by a function of ours that a template calls
        return str(error)
    return TOO_LONG if too_long else call_text(str(error))


def _suggestion(error: UnknownNameError, frame: FrameType | None, offered: Iterable[str]) -> str:
    """Return advice for an unknown name: a similar name, or where to add a colour."""
    if error.names is not None:
        near = suggestion(error.name, error.names)
        is_colour = error.view == "theme.colour"
        return near or ("; add it to [colour] in templates/themes/colour.toml of your game" if is_colour else "")
    near = suggestion(error.name, [*offered, *_locals(frame)])
    return near if "did you mean" in near else ""


def _locals(frame: FrameType | None) -> list[str]:
    """Return the variables that the template itself has set at the place where it stopped."""
    # Jinja compiles a variable `x` of scope 1 to the Python local `l_1_x`.
    names = [name for name, value in frame.f_locals.items() if value is not missing] if frame else []
    return [match[1] for match in map(_LOCAL.fullmatch, names) if match]
