"""Text for a terminal: tables and wrapped lines, where East Asian wide characters take two columns; and its escapes."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

WIDTH = 100
"""The most columns of a line."""
NARROW = 40
"""The fewest columns of a line, on however narrow a terminal."""
_ESCAPES = 0x0004
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING of Windows consoles; without it they print escape sequences as letters."""
_LEAST = 20
"""The fewest columns for the last column of a table beside the others."""
_NEVER_FIRST = "、。，．）」』】：；！？ー々…"
"""Japanese signs that no line begins with (kinsoku)."""
_NEVER_LAST = "（「『【"
"""Japanese brackets that no line ends with."""
_STEM_ENDS = "いきぎしちにびみり"
"""Kana that the first verb of a compound may end in."""
_SPACE, _HIRAGANA, _KATAKANA, _KANJI, _LATIN, _SIGN = range(6)
"""Kinds of characters, between which a line may be broken or not."""


def line_width() -> int:
    """Return the width of the terminal in columns, within NARROW and WIDTH; WIDTH if stdout is no terminal."""
    if not sys.stdout.isatty():
        return WIDTH
    from shutil import get_terminal_size

    return max(NARROW, min(WIDTH, get_terminal_size((WIDTH, 24)).columns))


def text_width(text: str) -> int:
    """Return the columns that a text takes.

    >>> text_width("a長城")
    5
    """
    return len(text) if text.isascii() else sum(_columns(char) for char in text)


def listed(names: Sequence[str], most: int) -> str:
    """Return the first `most` names, and how many more there are.

    >>> listed(["a", "b", "c"], 2)
    'a, b and 1 more'
    """
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def number_ranges(numbers: Iterable[int], dash: str = "–", most: int | None = None) -> str:
    """Return sorted numbers as text, with neighbours drawn together (`1–3, 5`), at most `most` ranges.

    >>> number_ranges((1, 2, 3, 5, 7, 8))
    '1–3, 5, 7–8'
    >>> number_ranges((1, 2, 3, 5, 7, 8), "-", 2)
    '1-3, 5 …'
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    texts = [f"{low}" if low == high else f"{low}{dash}{high}" for low, high in ranges[:most]]
    return ", ".join(texts) + (" …" if len(texts) < len(ranges) else "")


def _columns(char: str) -> int:
    """Return the columns that a character takes: 0, 1 or 2."""
    if char.isascii():
        return 1
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _script(char: str) -> int:
    """Return the kind of a character; none, as that before a text, is a sign."""
    if char == " ":
        return _SPACE
    if char.isascii() or _columns(char) < 2:
        return _LATIN if char.isalnum() else _SIGN
    if "ぁ" <= char <= "ゟ":
        return _HIRAGANA
    if "ァ" <= char <= "ヿ":
        return _KATAKANA
    return _KANJI if char.isalnum() else _SIGN


def pad(text: str, room: int) -> str:
    """Return a text with spaces behind it up to `room` columns of the terminal."""
    return text + " " * (room - text_width(text))


def format_table(rows: Iterable[Sequence[str]], *, indent: str = "  ", gap: str = "  ") -> Iterator[str]:
    r"""Yield the lines of a table; the last column is wrapped at the width of the terminal.

    Where little is left, they stand below the others, indented.

    >>> print(*format_table([("城", "castle"), ("abc", "letters")], indent=""), sep="\n")
    城   castle
    abc  letters
    """
    cells = [tuple(row) for row in rows]
    if not cells:
        return
    widths = [max(text_width(row[column]) for row in cells) for column in range(len(cells[0]) - 1)]
    room = line_width() - text_width(indent) - sum(widths) - len(widths) * text_width(gap)
    is_split = room < min(_LEAST, max(text_width(row[-1]) for row in cells))
    # A narrow last column would break after every word; below the others it has the whole line.
    for row in cells:
        if is_split:
            yield from wrap_line(indent + gap.join(filter(None, row[:-1])))
            yield from wrap_line(f"{indent}    {row[-1]}") if row[-1] else ()
            continue
        start = indent + "".join(pad(cell, room) + gap for cell, room in zip(row, widths, strict=False))
        yield from wrapped_behind(start, row[-1])


def format_data_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows in columns below a heading row, columns of numbers aligned right; no line is broken."""
    cells = [tuple(head), *map(tuple, rows)]
    columns = [*zip(*cells, strict=True)]
    widths = [max(map(text_width, column)) for column in columns]
    numeric = [all(map(_is_number, column[1:])) for column in columns]
    for row in cells:
        line = "  ".join(
            " " * (room - text_width(cell)) + cell if right else pad(cell, room)
            for cell, room, right in zip(row, widths, numeric, strict=True)
        )
        yield line.rstrip()


def _is_number(text: str) -> bool:
    """Whether a text is a decimal number."""
    return text.replace(".", "", 1).removeprefix("-").isdecimal()


def wrapped_behind(start: str, text: str) -> Iterator[str]:
    """Yield a text in lines behind `start`; further lines are indented by its width."""
    room = max(1, line_width() - text_width(start))
    first, *lines = wrap(text, room) or [""]
    yield (start + first).rstrip()
    for line in lines:
        yield " " * text_width(start) + line


def wrap_line(line: str) -> list[str]:
    """Return a line as lines that fit the terminal, each with the indentation of the first."""
    indent = line[: len(line) - len(line.lstrip(" "))]
    return [indent + part for part in wrap(line.strip(), line_width() - len(indent))] or [line]


def wrap(text: str, room: int = WIDTH) -> list[str]:
    """Return a text in lines of `room` columns, broken between words, and between any two wide characters.

    A word that is longer than a line is broken too.
    """
    lines: list[str] = []
    line = ""
    for word in (piece for whole in phrases(text) for piece in _pieces(whole, room)):
        if line and text_width(line + word.rstrip()) > room:
            lines.append(line.rstrip())
            line = ""
        line += word
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(word: str, room: int) -> Iterator[str]:
    """Yield a word in pieces that fit a line; one that fits, as it is."""
    piece = ""
    for char in word:
        if piece and char != " " and text_width(piece + char) > room:
            end = len(piece) - (char in _NEVER_FIRST and len(piece) > 1)
            yield piece[:end]
            piece = piece[end:]
        piece += char
    yield piece


def phrases(text: str) -> Iterator[str]:
    """Yield pieces that a line may be broken after: words with their space, and phrases of Japanese."""
    word = ""
    for char in text:
        if word and _may_break(word, char):
            yield word
            word = ""
        word += char
    if word:
        yield word


def _may_break(word: str, char: str) -> bool:
    """Return whether a line may be broken between a part of a word and the character that follows it.

    Japanese is broken before a phrase: where kana end and other signs begin, and behind punctuation. What stands
    within a phrase, the ending of a verb or a loanword, is never parted.
    """
    before, after = _script(word[-1]), _script(char)
    if _SPACE in (before, after):
        return after != _SPACE
    if char in _NEVER_FIRST or word[-1] in _NEVER_LAST:
        return False
    if _SIGN in (before, after):
        # A Latin word may follow Japanese on the next line too, but not a sign such as `%`.
        return _columns(word[-1]) == 2 and (_columns(char) == 2 or char.isalnum() or char == "-")
    if after == _HIRAGANA:
        return False
    if before == _HIRAGANA:
        # `取り込む` is one verb: its first part ends in a kana of the row i behind a kanji.
        return after != _KANJI or word[-1] not in _STEM_ENDS or _script(word[-2:-1]) != _KANJI
    return before != after and _LATIN not in (before, after)


def shell_word(text: str) -> str:
    """Return text in the quotes that it needs in a shell: cmd.exe takes double quotes only.

    >>> shell_word("my-game"), shell_word("ゲーム"), shell_word("My Game")
    ('my-game', 'ゲーム', "'My Game'")
    """
    if os.name == "nt":
        return f'"{text}"' if " " in text else text
    if text and all(char.isalnum() or char in "-_./" for char in text):
        return text
    return "'" + text.replace("'", "'\"'\"'") + "'"


def obeys_escapes(terminal: TextIO) -> bool:
    """Return whether a terminal obeys escape sequences; a console of Windows does when they were switched on."""
    if sys.platform == "win32":
        import ctypes
        import msvcrt

        system, mode = ctypes.windll.kernel32, ctypes.c_ulong()
        console = ctypes.c_void_p(msvcrt.get_osfhandle(terminal.fileno()))
        if not system.GetConsoleMode(console, ctypes.byref(mode)):
            return False
        return bool(mode.value & _ESCAPES or system.SetConsoleMode(console, mode.value | _ESCAPES))
    return True
