"""Divides a Ruby script into tokens; what stands in a text between `#{` and `}` is divided too."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from generator.imports.ruby.values.ruby_values import RubySymbol, RubyUnknownError

_WORDS = frozenset(
    [
        "alias",
        "and",
        "begin",
        "break",
        "case",
        "class",
        "def",
        "defined?",
        "do",
        "else",
        "elsif",
        "end",
        "ensure",
        "false",
        "for",
        "if",
        "in",
        "module",
        "next",
        "nil",
        "not",
        "or",
        "redo",
        "rescue",
        "retry",
        "return",
        "self",
        "super",
        "then",
        "true",
        "undef",
        "unless",
        "until",
        "when",
        "while",
        "yield",
        "__FILE__",
        "__dir__",
    ]
)
_VALUE_WORDS = {"end", "self", "nil", "true", "false", "__FILE__", "__dir__"}
_NAME = r"[^\W\d]\w*"
# Longer signs stand before shorter ones, as the first alternative that matches is taken.
_PLAIN = re.compile(
    rf"""(?P<number>0[xX][0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?r?\b)
      | (?P<key>{_NAME}[?!]?:(?!:))
      | (?P<symbol>:@{{0,2}}{_NAME}(?:[?!]|=(?![=~>]))?|:(?:\[\]=?|<=>|===?|[-+*/%<>!]))
      | (?P<instance>@{{1,2}}{_NAME})
      | (?P<global>\$(?:{_NAME}|[0-9!~&,/;]))
      | (?P<name>{_NAME}(?:[?!](?!=(?![=~>])))?)
      | (?P<sign>\*\*=|<=>|===|\.\.\.|<<=|>>=|&&=|\|\|=|&\.|\*\*|==|!=|>=|<=|&&|\|\||=~|!~|=>|->|\.\.|::|\+=|-=|\*=|/=
                |%=|\|=|&=|<<|>>|[-+*/%=.,()\[\]{{}}|&?:<>!^~])""",
    re.VERBOSE,
)
_BLANK = re.compile(r"(?:[ \t\r\f]|\\\r?\n|#[^\n]*)+")
_CHAIN = re.compile(r"(?:\s|#[^\n]*\n)*(?:\.(?![.])|&\.)")
"""What goes on with the call of the line before: a dot at the beginning, after blank lines and remarks."""
_REMARK = re.compile(r"=begin\b.*?(?:^=end[^\n]*\n?|\Z)", re.DOTALL | re.MULTILINE)
_LITERAL = re.compile(r"%(?P<kind>[wWiIqQr]?)(?P<open>[(\[{<|/!])")
_HERE = re.compile(r"<<(?P<mode>[~-]?)(?P<quote>['\"]?)(?P<name>[A-Z_]\w*)(?P=quote)")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "e": "", "r": "", "0": "", "b": "", "a": ""}
_CODE = re.compile(r"u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{1,2})")
_MOST_TOKENS = 200_000
_DEEPEST = 20
"""Expressions in texts in expressions."""


class RubyToken(NamedTuple):
    """A sign, word or literal of a script."""

    kind: str
    """`number`, `text`, `regex`, `symbol`, `words`, `key`, `name`, `word`, `sign`, `line`, `end` …"""
    value: Any
    line: int
    is_spaced: bool = False
    """Whether white space stands before it."""


TextParts = tuple[str | tuple[RubyToken, ...], ...]
"""A text in double quotes: words, and the tokens of the expressions in it."""


def ruby_tokens(text: str, line: int = 1) -> tuple[RubyToken, ...]:
    """Return the tokens of a script, the last one of the kind `end`.

    `line` is the number of the first line. Raises RubyUnknownError if a text has no end.
    """
    scanner = _Scanner(text, 0, line, 0)
    scanner.run(until="")
    return (*scanner.tokens, RubyToken("end", "", scanner.line))


class _Scanner:
    """Reads tokens from a place of a script on."""

    def __init__(self, text: str, position: int, line: int, depth: int) -> None:
        """Take a script and the place to begin; `depth` counts texts inside texts."""
        if depth > _DEEPEST:
            raise RubyUnknownError("texts in texts")
        self._text, self.position, self.line, self._depth = text, position, line, depth
        self.tokens: list[RubyToken] = []
        self._documents: list[tuple[re.Match[str], list[Any]]] = []
        """Texts that follow below the line."""
        self._is_spaced = False

    def run(self, until: str) -> None:
        """Read tokens up to a closing brace that was not opened (`until` is "}"), or to the end of the script."""
        braces = 0
        while self.position < len(self._text) and len(self.tokens) < _MOST_TOKENS:
            char = self._text[self.position]
            # Braces inside of literals are passed with them, so that each one seen here opens or closes.
            braces += (char == "{") - (char == "}")
            if until and braces < 0:
                return
            self._read(char)
        if until:
            raise RubyUnknownError("a text without its end")

    def _read(self, char: str) -> None:
        """Read one token, blank or remark at the current place, which begins with `char`."""
        start = self.position
        if char in {"\n", ";"}:
            self._end_line(char)
        elif blank := _BLANK.match(self._text, start):
            self._pass(blank.end())
            self._is_spaced = True
            return
        elif self._text.startswith("=begin", start) and self._is_at_line_start(start):
            remark = _REMARK.match(self._text, start)
            self._pass(remark.end() if remark else len(self._text))
        # Ruby reads no further there: the rest is data.
        elif self._text.startswith("__END__", start) and self._is_at_line_start(start):
            self.position = len(self._text)
        elif not self._read_literal(char):
            self._read_plain()
        self._is_spaced = False

    def _is_at_line_start(self, position: int) -> bool:
        """Return whether a position in the script is the first of its line."""
        return position == 0 or self._text[position - 1] == "\n"

    def _pass(self, end: int) -> None:
        """Move to a later position in the script, and count the lines between."""
        self.line += self._text.count("\n", self.position, end)
        self.position = end

    def _add(self, kind: str, value: Any) -> None:
        """Add a token of a kind, such as "name", at the current line."""
        self.tokens.append(RubyToken(kind, value, self.line, self._is_spaced))

    def _end_line(self, char: str) -> None:
        """Read the end of a line or statement, and the texts announced in the line (`<<~END`)."""
        self.position += 1
        if char == "\n":
            for heading, parts in self._documents:
                self._read_document(heading, parts)
            self._documents = []
        # A dot at the beginning of the next line goes on with this one.
        goes_on = char == "\n" and _CHAIN.match(self._text, self.position)
        if not goes_on and self.tokens and self.tokens[-1].kind != "line":
            self._add("line", "")
        self.line += char == "\n"

    @property
    def _follows_value(self) -> bool:
        """Whether an operator may come next, behind a value, and not the beginning of a value."""
        if not self.tokens:
            return False
        last = self.tokens[-1]
        if last.kind == "sign":
            return last.value in {")", "]", "}"}
        if last.kind == "word":
            return last.value in _VALUE_WORDS
        return last.kind not in {"line", "key", "textkey"}

    def _begins_value(self, width: int = 1) -> bool:
        """Return whether a sign of some width begins a literal rather than being an operator.

        Behind a name it does as the first argument of a call.
        """
        follows = self._text[self.position + width : self.position + width + 1]
        is_argument = (
            self.tokens and self.tokens[-1].kind == "name" and self._is_spaced and follows.strip() not in {"", "="}
        )
        return bool(is_argument) or not self._follows_value

    def _read_literal(self, char: str) -> bool:
        """Read a literal that begins with a quote, `/`, `%`, `<<` or `?`; return False where something else stands."""
        text, start = self._text, self.position
        if char in "\"`'":
            kind = "command" if char == "`" else "text"
            self._read_quoted(kind, start + 1, "", char, is_live=char != "'")
        elif text.startswith(':"', start):
            self._read_quoted("symboltext", start + 2, "", '"', is_live=True)
        elif char == "/" and self._begins_value():
            self._read_quoted("regex", start + 1, "", "/", is_live=True)
        elif char == "%" and (literal := _LITERAL.match(text, start)) and self._begins_value(literal.end() - start):
            self._read_percent(literal)
        elif char == "<" and (heading := _HERE.match(text, start)) and self._begins_value(2):
            parts: list[Any] = []
            self._add("text", parts)
            self._documents.append((heading, parts))
            self.position = heading.end()
        # `?a` is a text of one character.
        elif char == "?" and not self._follows_value and re.match(r"\?\w(?!\w)", text[start : start + 3]):
            self._add("text", (text[start + 1],))
            self.position += 2
        else:
            return False
        return True

    def _read_percent(self, literal: re.Match[str]) -> None:
        """Read a literal such as `%w[a b]` or `%q(…)`."""
        kind, opening = literal["kind"], literal["open"]
        closing = _CLOSING.get(opening, opening)
        opening = opening if opening in _CLOSING else ""
        if kind.lower() in {"w", "i"}:
            parts = self._parts(literal.end(), opening, closing, is_live=False)
            words = str(parts[0] if parts else "").split()
            self._add("words", tuple(map(RubySymbol, words)) if kind.lower() == "i" else tuple(words))
            return
        self._read_quoted("regex" if kind == "r" else "text", literal.end(), opening, closing, is_live=kind != "q")

    def _read_quoted(self, kind: str, start: int, opening: str, closing: str, *, is_live: bool) -> None:
        """Read a text, symbol, regular expression or command up to its closing quote.

        In a live one `#{…}` and escapes are worked out.
        """
        line, is_spaced = self.line, self._is_spaced
        is_pattern = kind == "regex"
        parts: Any = self._parts(start, opening, closing, is_live=is_live, is_pattern=is_pattern)
        if is_pattern and (flags := re.compile("[imxounse]*").match(self._text, self.position)):
            self.position = flags.end()
            parts = (parts, flags[0])
        is_key = kind == "text" and self._text[self.position : self.position + 1] == ":" and self._may_be_key()
        self.position += is_key
        self.tokens.append(RubyToken("textkey" if is_key else kind, parts, line, is_spaced))

    def _may_be_key(self) -> bool:
        """Return whether the colon behind a text makes it the key of a pair."""
        follows = self._text[self.position + 1 : self.position + 2]
        is_choice = bool(self.tokens) and self.tokens[-1][:2] == ("sign", "?")
        return follows != ":" and not is_choice

    def _parts(self, start: int, opening: str, closing: str, *, is_live: bool, is_pattern: bool = False) -> TextParts:
        """Return the parts of a text up to its closing quote, and pass it.

        Raises RubyUnknownError if the quote is missing.
        """
        text, parts, depth = self._text, [""], 0
        result: list[str | tuple[RubyToken, ...]] = []
        self._pass(start)
        while self.position < len(text):
            char = text[self.position]
            if char == closing and not depth:
                self.position += 1
                return (*result, parts[0])
            depth += (char == opening) - (char == closing)
            if is_live and text.startswith("#{", self.position):
                result += [parts[0], self._expression()]
                parts[0] = ""
            elif char == "\\":
                parts[0] += self._escaped(closing, is_live=is_live, is_pattern=is_pattern)
            else:
                parts[0] += char
                self._pass(self.position + 1)
        raise RubyUnknownError("a text without its end")

    def _expression(self) -> tuple[RubyToken, ...]:
        """Return the tokens of an expression `#{…}` inside a text, and pass it."""
        scanner = _Scanner(self._text, self.position + 2, self.line, self._depth + 1)
        scanner.run(until="}")
        self.position, self.line = scanner.position + 1, scanner.line
        return (*scanner.tokens, RubyToken("end", "", scanner.line))

    def _escaped(self, closing: str, *, is_live: bool, is_pattern: bool) -> str:
        """Return the character that a backslash stands for, and pass both."""
        char = self._text[self.position + 1 : self.position + 2]
        if is_live and not is_pattern and (code := _CODE.match(self._text, self.position + 1)):
            self.position = code.end()
            number = int(code[1] or code[2] or code[3], 16)
            # Halves of pairs of UTF-16 are no characters.
            return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else ""
        self._pass(self.position + 2)
        if is_pattern:
            return char if char == closing else f"\\{char}"
        if is_live:
            # A backslash at the end of a line joins it to the next one.
            return "" if char == "\n" else _ESCAPES.get(char, char)
        # In single quotes Ruby escapes nothing but the quote and the backslash.
        return char if char in {closing, "\\"} else f"\\{char}"

    def _read_document(self, heading: re.Match[str], parts: list[Any]) -> None:
        """Read a text that stands below the line which named it, up to the line with the same word.

        Raises RubyUnknownError if that line is missing.
        """
        end = re.compile(rf"^[ \t]*{re.escape(heading['name'])}[ \t]*\r?$", re.MULTILINE)
        closing = end.search(self._text, self.position)
        if not closing:
            raise RubyUnknownError("a text without its end")
        body = self._text[self.position : closing.start()]
        # `<<~` leaves out the indentation that all lines share.
        if heading["mode"] == "~":
            body = _outdented(body)
        is_live = heading["quote"] != "'"
        # A null character ends it, because such a text has no closing quote.
        scanner = _Scanner(f"{body}\0", 0, self.line + 1, self._depth + 1)
        parts += scanner._parts(0, "", "\0", is_live=is_live)
        self._pass(closing.end())

    def _read_plain(self) -> None:
        """Read a number, name, symbol or sign. Raises RubyUnknownError for a sign that Ruby does not have."""
        match = _PLAIN.match(self._text, self.position)
        if not match:
            raise RubyUnknownError(f"the sign {self._text[self.position]}")
        kind, value = match.lastgroup or "", match[0]
        # In `a ? b: c` the colon belongs to the choice.
        if kind == "key" and self.tokens and self.tokens[-1][:2] == ("sign", "?"):
            kind, value = "name", value.removesuffix(":")
        self.position += len(value)
        # Behind a dot or `def` the words of the language are names of methods, as in `card.class`.
        after_dot = self.tokens and self.tokens[-1][:2] in {("sign", "."), ("sign", "&."), ("word", "def")}
        if kind == "number":
            self._add(kind, _number(value))
        elif kind == "symbol":
            self._add(kind, RubySymbol(value[1:]))
        elif kind == "key":
            self._add(kind, value.removesuffix(":"))
        elif kind == "name" and value in _WORDS and not after_dot:
            self._add("word", value)
        elif kind == "name" and value[0].isupper():
            self._add("constant", value)
        else:
            self._add(kind, value)


def _number(text: str) -> int | float:
    """Return the value of a number as Ruby writes it, also `0x1f`, `1_000` and `1r`."""
    plain = text.replace("_", "").lower()
    # A stranger's number may have a million digits, of which Python would work out each.
    if plain.startswith("0x"):
        return int(plain[:18], 16)
    # Ruby writes a fraction as `1r`.
    return float(plain.rstrip("r")) if set(plain) & {".", "e", "r"} else int(plain[:18])


def _outdented(body: str) -> str:
    """Return lines without the white space that all of them begin with."""
    lines = body.split("\n")
    edge = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[edge:] for line in lines)
