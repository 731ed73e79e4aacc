"""From whatever stopped a template to a fault with its file, line and card."""

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
from generator.render.templates.template_file import sentence
from generator.render.templates.template_source import NOT_OURS

_LOCAL = re.compile(r"l_\d+_(\w+)")


def to_faults(error: Exception, path: str, key: str, offered: Iterable[str]) -> Faults:
    """The fault that an exception stands for; `path` is the template's where the exception names no place in one."""
    if isinstance(error, Faults):
        return error
    frame, line = _innermost(error)
    if frame is None and not isinstance(error, (TemplateError, RecursionError, MemoryError)):
        raise error  # no template has had a part in it: a mistake of ours
    if frame is not None:
        path = frame.f_globals["__jinja_template__"].filename
    return Faults([Fault(path, what, line, key=key) for what in _said(error, frame, offered)])


def _innermost(error: Exception) -> tuple[FrameType | None, int | None]:
    """The last place in a template that the exception passed."""
    place: tuple[FrameType | None, int | None] = None, None
    trace = error.__traceback__
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if isinstance(template, Template):
            place = trace.tb_frame, template.get_corresponding_lineno(trace.tb_lineno)
        trace = trace.tb_next
    return place


def _said(error: Exception, frame: FrameType | None, offered: Iterable[str]) -> list[str]:
    return [*map(str, error.args)] if isinstance(error, TemplateError) else [_what(error, frame, offered)]


def _what(error: Exception, frame: FrameType | None, offered: Iterable[str]) -> str:
    if isinstance(error, UnknownNameError):
        return f"{error.name!r} is unknown{_nearest(error, frame, offered)}"
    if isinstance(error, TemplateNotFound):
        names = error.templates if isinstance(error, TemplatesNotFound) else [error.name]
        return f"{', '.join(map(repr, names))} {NOT_OURS}"
    for kinds, what in _DEATHS:
        if isinstance(error, kinds):
            return what
    return sentence(str(error)) or type(error).__name__


_DEATHS: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((RecursionError,), "nested too deeply, or something calls itself without end"),
    ((MemoryError, OverflowError), TOO_LONG),
)


def _nearest(error: UnknownNameError, frame: FrameType | None, offered: Iterable[str]) -> str:
    if error.known is not None:
        return suggestion(error.name, error.known)
    near = suggestion(error.name, [*offered, *_locals(frame)])
    return near if "did you mean" in near else ""


def _locals(frame: FrameType | None) -> list[str]:
    """The names that the template itself has set where it stopped."""
    names = [name for name, value in frame.f_locals.items() if value is not missing] if frame else []
    return [found[1] for found in map(_LOCAL.fullmatch, names) if found]
