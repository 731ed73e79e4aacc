"""Parses TOML, and says what is wrong with it in plain words: tomllib speaks in terms of its parser."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from generator.base.errors import fault
from generator.base.records import NamedTuple
from generator.base.text_files.text_encoding import decode_utf8

TWICE = "given twice"

# The beginnings of tomllib's messages, from Python 3.11 to 3.14. Some hold values and names of its parser.
_MESSAGES = (
    ("Invalid value", "invalid value; text stands in quotes"),
    ("Illegal character", "the line ends before a quote is closed"),
    ("Unterminated string", "a quote is not closed"),
    ("Invalid date or datetime", "no such date or time; text stands in quotes"),
    ("Expected '=' after a key", "expected '=' after a key"),
    ("Expected newline or end of document", "something follows the value; begin a new line"),
    ("Expected ']' at the end of a table", "expected ']' at the end of a table's name"),
    ("Expected ']]' at the end", "expected ']]' at the end of a table's name"),
    ("Expected ", "a quote is not closed"),
    ("Invalid statement", 'neither a key nor a table; write it like name = "Raid"'),
    ("Invalid initial character for a key part", "a key has letters, digits, _ and -; put another one into quotes"),
    ("Unclosed array", "a list is not closed; write ']' at its end"),
    ("Unclosed inline table", "a table is not closed; write '}' at its end"),
    ("Unescaped", "a lone '\\' in a text; write it twice, or put the text into single quotes"),
    ("Invalid hex value", "no character has this number; write it like \\u00e9"),
    ("Escaped character is not", "no character has this number; write it like \\u00e9"),
    ("Found invalid character", "a character that TOML does not allow; delete it"),
    ("Cannot ", f"a key or table {TWICE}"),
    ("Duplicate ", f"a key {TWICE}"),
)
_PLACE = r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z"
# Not compiled here: most games have no faults, and it would add a millisecond to every start.


class TomlFault(NamedTuple):
    """What is wrong with TOML text, and where."""

    what: str
    line: int | None = None
    column: int | None = None


def syntax_fault(text: str, message: str) -> TomlFault:
    """Translate an error message of tomllib into plain words, with the line and column that it names.

    >>> syntax_fault("a = b", "Invalid value (at line 1, column 5)")
    TomlFault(what='invalid value; text stands in quotes', line=1, column=5)
    """
    place = re.search(_PLACE, message)
    if place is None:  # the only errors without one are those of int() and float()
        return TomlFault("number out of range")
    description = next((ours for begun, ours in _MESSAGES if message.startswith(begun)), "not TOML")
    if description.endswith(TWICE) and (names := re.findall("'([^']+)'", message)):
        description = f"{names[-1][:60]!r} {TWICE}"
    # At "end of document" tomllib gives no number: the last line is meant.
    line = int(place[1]) if place[1] else text.count("\n") + 1
    return TomlFault(description, line, int(place[2]) if place[2] else None)


def parse_toml_file(data: bytes, where: str) -> dict[str, Any]:
    """Parse a TOML file. Raises Faults, with line and column, for one that cannot be read."""
    text = decode_utf8(data, where)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise fault(where, "nested too deeply", unreadable=True) from None
    except ValueError as error:
        what, line, column = syntax_fault(text, str(error))
        raise fault(where, what, line=line, column=column, unreadable=True) from None


def toml_text(words: str) -> str:
    r"""Return a text as a quoted TOML string; TOML has the same escapes as JSON.

    >>> print(toml_text('the "Fox"'))
    "the \"Fox\""
    """
    import json

    return json.dumps(words, ensure_ascii=False)
