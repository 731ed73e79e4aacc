"""The page of the Python API, from the docstrings of what `generator` names."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from types import FunctionType

import generator
from generator.cli.reference.markdown_text import code, table


def api_page() -> str:
    """Return the Markdown of the functions, classes and errors of the API."""
    api = sys.modules[generator.Game.__module__]
    public = {name: thing for name, thing in vars(api).items() if name in api.__all__}
    functions = {name: thing for name, thing in public.items() if isinstance(thing, FunctionType)}
    classes = {name: thing for name, thing in public.items() if name not in functions}
    errors = {name: thing for name, thing in classes.items() if issubclass(thing, Exception)}
    parts = ["# Python", *_paragraphs(api), "## Functions"]
    for name, function in functions.items():
        parts += _callable(f"generator.{name}", function)
    for name in [name for name in classes if name not in errors]:
        parts += [f"## {name}", *_paragraphs(classes[name]), *_members(classes[name])]
    rows = [(code(name), " ".join(_paragraphs(error))) for name, error in errors.items()]
    parts += ["## Errors", _ERRORS, table(("Error", "means"), rows)]
    return "\n\n".join(parts) + "\n"


def _members(cls: type) -> Iterator[str]:
    """Yield attributes and properties as a table, then the methods."""
    members = {name: member for name, member in vars(cls).items() if not name.startswith("_")}
    properties = {name: member for name, member in members.items() if isinstance(member, property)}
    rows = [*_fields(cls), *((code(name), _line(inspect.getdoc(member))) for name, member in properties.items())]
    if rows:
        yield table(("Attribute", "is"), rows)
    for name, member in members.items():
        if isinstance(member, FunctionType):
            yield from _callable(f"{cls.__name__}.{name}", member)


def _fields(cls: type) -> Iterator[tuple[str, str]]:
    """Yield name and docstring of each field of a record; a field without a docstring is told by its name."""
    if not hasattr(cls, "__match_args__"):
        return
    # Docstrings of attributes are only in the source: Python drops them.
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    statements = body.body if isinstance(body, ast.ClassDef) else []
    for field, after in zip(statements, [*statements[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            text = after.value.value if is_text else field.target.id.replace("_", " ")  # type: ignore[union-attr]
            yield code(field.target.id), _line(text)


def _callable(name: str, function: FunctionType) -> Iterator[str]:
    yield f"### {name}"
    yield f"```python\n{name.rpartition('.')[2]}{_signature(function)}\n```"
    yield from _paragraphs(function)


class _Plain(str):
    """Annotation that is written without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(function: FunctionType) -> str:
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(
            annotation=_Plain(parameter.annotation) if isinstance(parameter.annotation, str) else parameter.annotation
        )
        for name, parameter in signature.parameters.items()
        if name != "self"
    ]
    return str(signature.replace(parameters=parameters, return_annotation=_Plain(signature.return_annotation)))


def _paragraphs(thing: object) -> list[str]:
    """Return the paragraphs of a docstring; examples become blocks of code."""
    parts = (inspect.getdoc(thing) or "").split("\n\n")
    return [f"```pycon\n{part}\n```" if part.startswith(">>>") else " ".join(part.split()) for part in parts]


def _line(text: object) -> str:
    return " ".join(str(text or "").split())


_ERRORS = "All of them are a `GeneratorError`; their text says where, what, and what instead."
