"""Markdown parsers, with plugins for the extensions of which a text has signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from generator.load.markdown.text_lengths import MAX_PARAGRAPH

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline

TOO_LONG = "too_long"
"""Name of the rule that finds longer ones, and of the key of the environment under which their lines are."""

_SIGNS = {
    "footnotes": re.compile(r"\[\^|(?<!\^)\^\["),
    "definitions": re.compile(r"^[ >]*[:~][ \t]", re.MULTILINE),
    "tasks": re.compile(r"\[(?:[ xX])\]\s"),
    "containers": re.compile(r"^[\s>]*:::", re.MULTILINE),
    "admonitions": re.compile(r"^[\s>]*(?:!!!|\?\?\?)", re.MULTILINE),
}
"""Patterns of texts that need a plugin; other texts neither load it nor are changed by it."""
_INTERRUPTED = ["paragraph", "reference", "blockquote", "list"]
"""Blocks that a box ends if it begins in the next line."""
_BODY_INDENT = 4
_FENCE = re.compile(r":{3,}[ \t]*(.*?)[ \t:]*")
"""A line that opens a box, with its name, or closes one."""
_BEGIN = re.compile(r"(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*")
"""Signs of quotes and items before the words of a line."""
_CLOSING_LINES = "closing_lines"


def markdown_parser(text: str) -> MarkdownIt:
    """Return the parser for a text, with a plugin for each extension that the text has signs of."""
    return _parser(frozenset(name for name, sign in _SIGNS.items() if sign.search(text)))


@cache
def _parser(extensions: frozenset[str]) -> MarkdownIt:
    """Return the parser with the plugins of some extensions, named as in `_SIGNS`."""
    from markdown_it import MarkdownIt  # takes as long to import as a deck takes to print

    # `reference` would turn `[label]: address` into nothing; it is refused as a link instead.
    parser = MarkdownIt("commonmark").enable("table").disable(["text_join", "reference"])
    parser.core.ruler.before("inline", TOO_LONG, _empty_long_paragraphs)
    for name in sorted(extensions):
        _add_plugin(parser, name)
    return parser


def _add_plugin(parser: MarkdownIt, name: str) -> None:
    """Add the plugin of one extension; all together take as long to import as the parser itself."""
    if name == "footnotes":
        from mdit_py_plugins.footnote import footnote_plugin

        parser.use(footnote_plugin)
        parser.inline.ruler.at("footnote_inline", _note_in_line)
    elif name == "definitions":
        from mdit_py_plugins.deflist import deflist_plugin

        parser.use(deflist_plugin)
    elif name == "tasks":
        from mdit_py_plugins.tasklists import tasklists_plugin

        parser.use(tasklists_plugin)
    elif name == "containers":
        parser.block.ruler.before("fence", "container_box", _box, {"alt": _INTERRUPTED})
    else:
        parser.block.ruler.before("fence", "admonition", _admonition, {"alt": _INTERRUPTED})


def _note_in_line(state: StateInline, silent: bool) -> bool:
    """Parse `^[a note]`; in `m^2^[^1]` a reference follows a superscript."""
    from mdit_py_plugins.footnote.index import footnote_inline

    return not state.src.startswith("^[^", state.pos) and footnote_inline(state, silent)


def _admonition(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Parse an admonition, which has an indented line below it: `!!! Stop` alone is an exclamation."""
    from mdit_py_plugins.admon.index import admonition

    below = first + 1
    if below >= end or state.isEmpty(below) or state.sCount[below] - state.blkIndent < _BODY_INDENT:
        return False
    return admonition(state, first, end, silent)


def _box(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Parse `:::note`, words, `:::`. A box without its end is empty, and the text below it is read as usual."""
    name = _box_name(state.src[state.bMarks[first] + state.tShift[first] : state.eMarks[first]])
    if not name or state.is_code_block(first):
        return False
    if silent:
        return True
    if _CLOSING_LINES not in state.env:
        state.env[_CLOSING_LINES] = dict(_closed_boxes(state.src))
    last = state.env[_CLOSING_LINES].get(first, end)
    is_closed = last < end
    token = state.push("container_box_open", "div", 1)
    token.info, token.map, token.meta = name, [first, last if is_closed else first + 1], {"closed": is_closed}
    if is_closed:
        # The parser of the content sees the closing line as the end of the document.
        before = state.parentType, state.lineMax
        state.parentType, state.lineMax = "container", last
        state.md.block.tokenize(state, first + 1, last)
        state.parentType, state.lineMax = before
    state.push("container_box_close", "div", -1)
    state.line = (last if is_closed else first) + 1
    return True


def _box_name(words: str) -> str | None:
    """Return the name in a line that opens a box, "" for a line that closes one, None for any other line."""
    fence = _FENCE.fullmatch(words)
    return fence[1] if fence else None


def _closed_boxes(source: str) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each box that is closed, from 0."""
    opened: dict[int, list[int]] = {}
    for number, line in enumerate(source.split("\n")):
        words = _BEGIN.sub("", line, count=1)
        name = _box_name(words)
        # A box inside a quote is closed inside it: boxes are matched by the number of `>`.
        quotes = line[: -len(words)].count(">") if name is not None else 0
        if name:
            opened.setdefault(quotes, []).append(number)
        elif name is not None and opened.get(quotes):
            yield opened[quotes].pop(), number


def _empty_long_paragraphs(state: StateCore) -> None:
    """Empty each paragraph that is too long before it is parsed, and note its line in the environment."""
    for token in state.tokens:
        if token.type == "inline" and len(token.content) > MAX_PARAGRAPH:
            token.content = ""
            state.env.setdefault(TOO_LONG, []).append(token.map[0] + 1 if token.map else 1)
