"""Says in plain words what is wrong with JSON text."""

from __future__ import annotations

# The beginnings of the messages of Python's json library, from 3.11 to 3.14.
_MESSAGES = (
    ("Expecting value", "expected a value; text stands in quotes"),
    ("Expecting property name", "expected a key in double quotes"),
    ("Expecting ':'", "expected ':' after a key"),
    ("Expecting ','", "expected ',' between two values"),
    ("Illegal trailing comma", "a comma before the end; delete it"),
    ("Unterminated string", "a quote is not closed"),
    ("Invalid control character", "the line ends before a quote is closed"),
    ("Invalid \\", "a lone '\\' in a text; write it twice"),
    ("Extra data", "something follows the end; delete it"),
)


def json_fault(message: str) -> str:
    """Return a plain description of an error message of Python's json module.

    >>> json_fault("Expecting ',' delimiter")
    "expected ',' between two values"
    """
    return next((ours for begun, ours in _MESSAGES if message.startswith(begun)), "not JSON")
