r"""Signs of Markdown dialects and other markup that are not set, as patterns.

A sign is among them only where it can hardly be anything else: prices (`$5`), ranges (`1~2`), smileys, `C++`, `==` and
names in brackets are ordinary text. Whoever means the characters themselves puts a backslash before the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from generator.model.prose import BOX_KINDS

HIDDEN = "\0"
"""Stands for a character that is no sign: one after a backslash, an entity, something else than text."""

ALNUM = "A-Za-z0-9"

NO_LINK = "a link has no place on paper; write the words alone"
OWN_SIGN = "put a backslash before it for the signs themselves"
_NO_HEADING = "is no heading; begin the line with '## '"
_NO_TABLE = "is no table here; write its rows between pipes, with '|---|' below the head"
NO_PAGE_BREAK = "is no page break; write '<!-- page -->'"
_NO_COMMENT = "is no comment here; write <!-- and --> around it"
_NO_CONTENTS = "is no table of contents here; take it away, the PDF has bookmarks"
_NO_TEMPLATE = "is a sign of a template, which is not filled in here; write the words"
_NO_ATTRIBUTES = "gives attributes, which are not read; take them away"
_NO_INCLUSION = "includes no other file; write its text here"
_NO_COMMAND = "is a command of TeX, which is not set; take it away"
_NO_BOX = "opens no box; write ':::note' above its words and ':::' below"
_NO_REFERENCE = f"is no reference that can be set; write it out, or {OWN_SIGN}"
_NO_NUMBER = "is no number of a list; write '1.'"
_STRUCK = "is not struck through on paper; leave the words out"
_NOT_LOWERED = f"cannot be set lower; write it otherwise, or {OWN_SIGN}"
_NOT_HIDDEN = f"cannot be hidden on paper; leave it out, or {OWN_SIGN}"

_BREAKS = r"newpage|pagebreak|clearpage"
_MACROS = "link|xref|footnote|icon|kbd|btn|image|anchor|indexterm|pass|stem|latexmath"


def _pair(sign: str) -> str:
    """Return a pattern for words between doubled signs, such as `==words==`.

    The signs touch the words and begin inside no other word.
    """
    mark, sign = re.escape(sign * 2), re.escape(sign)
    # At most 300 characters between the signs: without a bound, each opening sign would search the whole text.
    return rf"(?<![{ALNUM}{sign}]){mark}(?=[^\s{sign}])[^\n]{{0,300}}?[^\s{sign}]{mark}(?!{sign})"


_SIGNS = {
    _NO_CONTENTS: (
        r"^@?\[(?:TOC|_TOC_|TOCM)(?: [^\]\n]*)?\]$",
        r"\[\[_?TOC_?\]\]",
        r"\{:?[ \t]*toc\}",
        r"^(?:\$\{toc\}|%TOC%|__(?:NO)?TOC__)$",
    ),
    "refers to no note; write one below, like '[^1]: The note.'": (r"\[\^(?=[^\]\s]*\w)[^\]\s^]+\]",),
    _STRUCK: (r"~~(?=[^\s~、。！？!?.,;:)」』…])[^\n]{0,300}?[^\s~]~~",),
    f"is not struck through on paper; {OWN_SIGN}": (rf"(?<![{ALNUM}~])~[a-z]+(?: [a-z]+)*~(?!~)",),
    _NOT_LOWERED: (rf"(?<=[A-Za-z])~[a-z]+(?: [a-z]+)+~(?![{ALNUM}~])",),
    f"is not raised; {OWN_SIGN}": (rf"(?<![{ALNUM}^])\^[a-z]{{2,8}}\^(?![{ALNUM}^])",),
    f"is not highlighted; write '**' for bold words, or {OWN_SIGN}": (_pair("="), r"《《[^《》\n]+》》"),
    f"is not underlined; write '*' for italics, or {OWN_SIGN}": (_pair("+"),),
    f"sets no italic or bold words; write '*' or '**', or {OWN_SIGN}": (
        r"(?<!['\w])'{2,3}(?=[^\s'])[^'\n]{0,300}[^\s']'{2,3}(?!['\w])",
        r"(?<![:\w/])//(?=[^\s/])[^/\n]{0,300}[^\s/]//(?![\w/])",
    ),
    _NOT_HIDDEN: (
        r"(?<![\w|])\|\|(?=[^\s|])[^|\n]{0,300}[^\s|]\|\|(?![\w|])",
        _pair("@"),
        r"(?:>|^)!(?=[^\s!])[^\n]{0,300}?!<",
    ),
    "marks a change to the text, which is not read; write the words as they are to be": (
        *(rf"\{{{sign}[^{{}}\n]*{sign}\}}" for sign in (r"\+\+", "--", "~~", "==")),
        r"\{>>[^{}\n]*<<\}",
        r"\[([+-])[ \t][^\[\]\n]*[ \t]\1\]",
    ),
    f"is a link of a wiki; write the words alone, or {OWN_SIGN}": (r"!?\[\[(?!_?TOC)[^\[\]\n]+\]\]",),
    "is no figure; a figure is written '![caption](file)', its file without spaces": (
        r"!\[[^\[\]\n]*\][(\[][^\[()\n]*[)\]]",
        r"(?<![\w!])![\w./-]+\.(?:png|jpe?g|svg|gif|webp)!",
    ),
    _NO_COMMENT: (_pair("%"), r"^\[(?://|comment)\]:.*$", r"^(?:%%|//|\A%)[ \t]+[^\W\d].*$"),
    "is no emoji; write the character itself": (
        rf"(?<![{ALNUM}:]):(?-i:[a-z][a-z0-9_+-]+|[+-]1):(?![{ALNUM}:{HIDDEN}])",
    ),
    "explains an abbreviation, which is not set; say it in the text": (r"^\*\[[^\]\n]+\]:.*$",),
    _NO_REFERENCE: (
        r"\[-?@[a-z][^\]\n]*\]",
        r"(?<!\w)@(?:fig|tbl|tab|eq|sec|lst|thm):[\w-]+",
        r"(?<![\]\w])\[[^\[\]\n]+\]\[(?:(?-i:[a-z])[\w -]+)?\](?!\[)",
        r"(?<![\w_])[a-z][a-z0-9]+__?(?=[\s.,;:)]|$)",
        rf"(?<!\w)(?:{_MACROS}):[^\s\[\]:]*\[[^\]\n]*\]",
    ),
    _NO_TEMPLATE: (
        r"\{%[^\n]{0,300}?%\}",
        r"\{{2,3}[^{}\n]{0,300}\}{2,3}",
        r"<%[^\n]{0,300}?%>",
        r"\[%[^\n]{0,300}?%\]",
    ),
    _NO_ATTRIBUTES: (
        r"\{:?\s*[.#][^{}\n]*\}",
        r"\{:?[ \t]*[\w-]+=[^{}\n]*\}",
        r"^\([a-z][\w-]*\)=$",
        r"^\[[#.%][a-z][\w.#%-]*\]$",
        r"^\.(?-i:[A-Z][a-z])[^\n]*$",
    ),
    NO_PAGE_BREAK: (
        rf"^\\(?:{_BREAKS})\b.*$",
        r"^[\[［][#＃]?(?:page[ _-]?break|new[ _-]?page|改ページ|改頁)[\]］]$",
    ),
    "is no column break; write '<!-- column -->'": (r"^\\columnbreak\b.*$",),
    _NO_INCLUSION: (
        r"^-+8<-+.*$",
        r"^(?:@import [\"']|!include\b|!!!include\(|<<< ?@|(?:include|image|video|audio|toc)::).*$",
    ),
    "is code, which has no place here; take it away": (
        r"^import [\w{}*, ]+ from [\"'].*$",
        r"^export (?:const|default|function|let) .*$",
        r"^#\+[a-z_]+:?.*$",
        r"^#(?:set|show|let|import|include) .*$",
        r"^#[a-z]{2,}(?:\([^()\n]*\)|\[[^\[\]\n]*\])$",
    ),
    _NO_HEADING: (r"^#{2,6}[^#\s].*$", r"^h[1-6]\.\s.*$", r"^---\+.*$", r"^={2,6}[ \t]+[^=\"\n]+(?:[ \t]={2,6})?$"),
    "is no heading; put a space behind the '#', or a backslash before it": (r"\A#(?-i:[A-Z])[^#\n]*\Z",),
    "begins no task; write '- [ ]', a space and words": (r"^\[[-\s<>/~]?\](?![\[(]).*$",),
    _NO_COMMAND: (
        rf"^\\(?!(?:{_BREAKS}|columnbreak)\b)[a-z]+\*?(?:\{{[^}}\n]*\}})*$",
        r"^\\(?:item|noindent|centering|indent|par|hline|quad)\b",
        r"(?<![\w:\\/.])\\[a-z]{2,}\*?(?:\[[^\]\n]*\])?(?:\{[^{}\n]*\})+",
        r"(?<![\w:\\/.])\\[a-z]{2,}(?=[\s,;.)]|$)",
    ),
    "opens a box without a name; write ':::note', and ':::' once below each box": (r"^[ \t]*:::.*$",),
    _NO_BOX: (
        r"^[?!]>.*$",
        r"^///[ \t]*[a-z].*$",
        r"^={3}[!+]?[ \t]*\".*$",
        r"^\^{3}[ \t]+\S.*$",
        r"^\+{3}[ \t]+\S[^+\n]*$(?=\n)",
    ),
    "begins a box without words; indent them by four spaces": (
        rf"^(?:!!!|\?\?\?\+?) (?-i:{'|'.join(BOX_KINDS)})\b.*$",
    ),
    "begins a box only in the first line after '>'": (r"\[!(?:note|tip|important|warning|caution)\]",),
    "begins no item of a list; put a space behind its sign": (
        r"^-(?=[^\W\d_])[^\n]*$(?=\n-[^\W\d_])",
        r"^1[.)](?=[^\W\d_])[^\n]*$(?=\n2[.)][^\W\d_])",
    ),
    _NO_NUMBER: (
        r"^a[.)][ \t][^\n]*$(?=\nb[.)][ \t])",
        r"^i[.)][ \t][^\n]*$(?=\nii[.)][ \t])",
        r"^\([1ai]\)[ \t][^\n]*$(?=\n\((?:2|b|ii)\)[ \t])",
        r"^#\.[ \t]",
        r"^\([@#][\w-]*\)[ \t]",
        r"^\.[ \t]+\S.*$",
    ),
    "is a directive of reStructuredText, which is not set; take it away": (r"^\.\. (?:\|[^|\n]+\| )?[a-z-]+::.*$",),
    f"is BBCode, which is not set; take it away, or {OWN_SIGN}": (
        r"\[(\w+)(?:=[^\]\n]*)?\][^\[\]\n]*\[/\1\]",
        r"\[\w+(?: [\w-]+=\"[^\"\n]*\")+[ /]*\]",
    ),
    "gives a reading, which is not set; write it in round brackets": (r"｜[^\s《｜]+《[^》\n]+》",),
    "is not set in the middle; take the arrows away": (r"^->\s?\S.*\S\s?<-$",),
    "defines nothing; write the term in the line above": (r"^:[ \t]+\S.*$",),
    # `: ` below a term is read by the plugin for definitions; only one without a term gets here.
    "is no term; take its ';' away": (r"^;[ \t]+\S.*$",),
    "has two colons, which mean nothing here; write ': ' and the meaning below a term": (
        r"^(?:\S[^:\n]*)?::(?:[ \t].*)?$",
    ),
    "is no character; write the character itself": (r"(?<!\w)&[a-z][a-z0-9]+;",),
}
_LINKS = (
    r"(?<!!)\[[^\[\]\n]+\]\((?=[^)\n]*(?:\S/\S|\.[a-z]{2,4}\b))[^)\n]*\)",
    r"%?\[https?://[^\]\n]*\]",
    r"(?<!\w)https?://[^\s\[\]]+\[[^\]\n]*\](?=[\s.,;:)]|$)",
    r"^ {0,3}\[(?!//|comment\])[^\]^\n][^\]\n]*\]:[ \t]+(?:<|\w+://|mailto:|#|\.{0,2}/|www\.).*$",
)
_LINE_SIGNS = {
    _NO_TABLE: (r"\+(?:[-=:]{2,}\+)+", r"(?:={2,}[ \t]+)+={2,}", r"[,:!]={3,}", r":-+:?|-+:"),
    "is no sign here; write '***' for a thin line, '##' before a heading, ':::note' above a box": (
        r"([\^\"'+</%&@=])\1{2,}",
    ),
}
"""Lines of signs alone. In a cell of a table they are words, as a mark such as `+++` is."""


@cache
def dialect_signs() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns for running text, each with its fault, which follows the quoted words; links come last."""
    return (*_compiled(_SIGNS), *_compiled({NO_LINK: _LINKS}))


@cache
def line_signs() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the patterns for whole lines outside tables, each with its fault."""
    return tuple(_compiled(_LINE_SIGNS))


def _compiled(signs: dict[str, tuple[str, ...]]) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield each pattern, compiled, with its fault; letters match in either case."""
    for message, patterns in signs.items():
        yield from ((re.compile(pattern, re.MULTILINE | re.IGNORECASE), message) for pattern in patterns)
