"""Parses the YAML of a stranger's project."""

from __future__ import annotations

import re
from typing import Any

from generator.base.errors import Faults, fault
from generator.load.files.folder import Folder

_LARGEST = 1_000_000
_MOST_VALUES = 100_000
_RUBY_TAG = re.compile(r"!ruby/sym(?:bol)?\b")
"""What stands before a symbol of Ruby, which is read as text."""


def read_yaml(folder: Folder, name: str) -> Any:
    """Return the values of a YAML file.

    Raises Faults if it is no YAML, over 1 MB, has over 100,000 values, or PyYAML is missing.
    """
    import importlib.util

    where, text = folder.place(name), folder.text(name)
    if importlib.util.find_spec("yaml") is None:
        from generator.base.system.install_command import install_tail

        message = f"needs PyYAML to be read{install_tail('imports')}"
        raise fault(where, message, unreadable=True)
    if len(text) > _LARGEST:
        raise fault(where, f"over {_LARGEST // 1_000_000} MB; that is no layout", unreadable=True)
    values = _parsed(text, where)
    if _count(values, _MOST_VALUES) > _MOST_VALUES:  # references to references make many of few
        raise fault(where, f"its entries have more than {_MOST_VALUES:,} values; that is no layout", unreadable=True)
    return values


def _parsed(text: str, where: str) -> object:
    """Return the values of a YAML text. Raises Faults if it cannot be read."""
    import yaml

    # The safe loader makes plain values only: the full one may run code of a stranger's file.
    try:
        return yaml.safe_load(_RUBY_TAG.sub("", text))  # type: ignore[no-untyped-call]
    except yaml.YAMLError as error:
        raise _yaml_fault(error, where) from None
    except (RecursionError, ValueError):  # lists in lists without end; a day such as 2026-99-99
        raise fault(where, "cannot be read as YAML", unreadable=True) from None


def _count(values: Any, most: int) -> int:
    """Return the number of values in lists and dictionaries, counted up to `most` + 1."""
    waiting, count = [values], 0
    while waiting and count <= most:
        value = waiting.pop()
        count += 1
        if isinstance(value, dict):
            waiting += [*value.values()][:most]
        elif isinstance(value, list):
            waiting += value[:most]
    return count


def _yaml_fault(error: Any, where: str) -> Faults:
    """Return the faults for broken YAML, with line and column where PyYAML gives them."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None) or "it is broken"
    line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
    return fault(where, f"cannot be read as YAML: {str(problem)[:80]}", line=line, column=column, unreadable=True)
