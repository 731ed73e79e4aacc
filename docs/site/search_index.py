"""The index of the site's search: titles and texts of all sections, as a script that works without a server."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

LEFT_OUT = {"404.html", "changelog.html"}
"""Pages that answer no question."""
_RANKS = {"reference/": 0.6, "api": 0.6, "bots": 0.7, "architecture": 0.5, "walks-": 0.4, "where-to-look": 0.4}
_RANKS |= {"performance": 0.4, "contributing": 0.4, "dependencies": 0.5, "recipes/index": 0.5}
_RANKS |= {"printing-basics": 3, "printing": 1.5, "faq": 1.5, "first-game": 1.2, "glossary": 1.2}
"""How much a place counts where it is not 1: who looks for a word mostly wants the page that tells what to do."""
_HEADINGS = {"h1", "h2", "h3", "h4"}
_BLOCKS = {*_HEADINGS, "p", "li", "tr", "td", "th", "pre", "div", "dt", "dd"}


@dataclass
class _Section:
    """A heading, and the words below it."""

    anchor: str
    title: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


class _SectionReader(HTMLParser):
    """The sections of a page, from the article in the middle of it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sections: list[_Section] = []
        self._into: list[str] | None = None
        self._depth = 0
        self._skipped = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "article":
            self._depth += 1
        if not self._depth:
            return
        if tag in ("script", "style") or "headerlink" in (values.get("class") or ""):
            self._skipped = tag
        if tag in _HEADINGS:
            self.sections.append(_Section(values.get("id") or ""))
            self._into = self.sections[-1].title
        self._end_word(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._depth -= 1
        if tag == self._skipped:
            self._skipped = ""
        if tag in _HEADINGS and self.sections:
            self._into = self.sections[-1].words
        self._end_word(tag)

    def handle_data(self, data: str) -> None:
        if self._depth and not self._skipped and self._into is not None:
            self._into.append(data)

    def _end_word(self, tag: str) -> None:
        if tag in _BLOCKS and self._into is not None:
            self._into.append(" ")


def write_index(html: Path, target: Path) -> None:
    """Write the index of the pages below a folder as a script."""
    places = [place for file in sorted(html.rglob("*.html")) for place in _places(file, html)]
    lines = ",\n".join(json.dumps(place, ensure_ascii=False, separators=(",", ":")) for place in places)
    target.write_text(f"window.searchIndex=[\n{lines}\n];\n", "utf-8")


def _places(file: Path, html: Path) -> Iterator[dict[str, object]]:
    name = file.relative_to(html).as_posix()
    if name in LEFT_OUT:
        return
    sections = _SectionReader(file.read_text("utf-8")).sections
    rank = next((rank for start, rank in _RANKS.items() if name.startswith(start)), 1)
    for number, section in enumerate(sections):
        address = f"{name}#{section.anchor}" if number and section.anchor else name
        title, page, text = (_plain(words) for words in (section.title, sections[0].title, section.words))
        yield {"address": address, "title": title, "page": page, "text": text, "rank": rank}


def _plain(words: list[str]) -> str:
    return re.sub(r"\s+", " ", "".join(words)).strip()
