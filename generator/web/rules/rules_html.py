"""Write the sections of a game's rules as HTML, with what was searched for marked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.text_pages.html_blocks import HtmlBlocks
from generator.build.text_pages.icon_words import IconWords
from generator.model.prose import FigureBlock
from generator.web.rules.rules_text import RulesSection, RulesText, matching_sections, spoken
from generator.write.svg.syntax import escape

_AROUND = 70
"""Letters on each side of a found word in an excerpt."""


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the table of contents, with the lines below it."""

    id: str
    title: str
    """Title as HTML."""
    below: tuple[ContentsEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundSection:
    """A section that holds the words that were searched for."""

    id: str
    title: str
    excerpt: str
    """Excerpt as HTML, with the words marked."""


@dataclass(frozen=True, slots=True)
class RulesFigure:
    """A figure of a text on the page."""

    address: str
    width: int
    """Width in CSS pixels, as the height."""
    height: int
    alt: str


class PicturedBlocks(HtmlBlocks):
    """Writes blocks with pictures for icons; `icon_address` has `{}` for the name of an icon."""

    def __init__(self, icons: IconWords, words: Messages, icon_address: str) -> None:
        super().__init__(icons, words)
        self._icon_address = icon_address

    def inline(self, markup: str) -> str:
        """Return light markup as HTML, with pictures for icons."""
        parts = []
        for span, icons in self._icons.pictured(markup):
            drawn = self._pictures(icons, span.text) if icons else self.plain_inline(span.text)
            drawn = f"<em>{drawn}</em>" if span.italic else drawn
            parts.append(f"<strong>{drawn}</strong>" if span.bold else drawn)
        return "".join(parts)

    def _pictures(self, icons: Sequence[str], words: str) -> str:
        """Return a row of icons as HTML.

        The first carries the alternative text, unless words beside the icons say it.
        """
        # Screen readers would read the same words once for each icon.
        alts = [words, *("" for _ in icons)]
        return "".join(
            f'<img class="icon" src="{escape(self._icon_address.format(icon))}" alt="{escape(alt)}">'
            for icon, alt in zip(icons, alts, strict=False)
        )


class RulesHtml(PicturedBlocks):
    """Writes one text; `query` is what is searched for, or empty."""

    # A booklet's headings keep their level: the page's own title is the only one of level 1.
    deepen = 0

    def __init__(
        self,
        text: RulesText,
        icons: IconWords,
        words: Messages,
        icon_address: str,
        figures: Sequence[RulesFigure | None],
        query: str = "",
    ) -> None:
        """Take a text with its figures in their order, None for a figure that cannot be drawn.

        Words of the text that equal `query` are marked; empty for none.
        """
        super().__init__(icons, words, icon_address)
        self._figures = iter(figures)
        self._text, self._query = text, " ".join(unicodedata.normalize("NFKC", query).split())
        self._wanted = re.compile(re.escape(self._query), re.IGNORECASE) if self._query else None

    def sections(self) -> Iterator[str]:
        """Yield the HTML of every section, with its heading as a link to itself."""
        for section in self._text.sections:
            if section.level:
                title = self.inline(section.title)
                yield f'<h{section.level} id="{section.id}"><a href="#{section.id}">{title}</a></h{section.level}>'
            yield from self.blocks(section.blocks, section.title)

    def figure(self, block: FigureBlock) -> Iterator[str]:
        """Yield the HTML of a figure, a picture that opens enlarged; the plain form where it cannot be drawn."""
        drawn, caption = next(self._figures, None), self.inline(block.caption)
        if drawn is None:
            yield from super().figure(block)
            return
        address, size = escape(drawn.address), f'width="{drawn.width}" height="{drawn.height}"'
        yield f'<figure><a href="{address}" target="picture"><img src="{address}" {size} alt="{escape(drawn.alt)}"'
        # Browsers fetch figures as the reader comes near, not all of them with the page.
        yield f' loading="lazy"></a>{f"<figcaption>{caption}</figcaption>" if caption else ""}</figure>'

    def contents(self) -> tuple[ContentsEntry, ...]:
        """Return the table of contents: the headings of level 2, each with the headings below it."""
        chapters: list[tuple[RulesSection, list[ContentsEntry]]] = []
        for section in self._text.sections:
            # A text may begin with a heading of a lower level.
            if section.level == 2 or (section.level and not chapters):
                chapters.append((section, []))
            elif section.level:
                chapters[-1][1].append(ContentsEntry(section.id, self._plain(section.title)))
        return tuple(ContentsEntry(chapter.id, self._plain(chapter.title), tuple(below)) for chapter, below in chapters)

    def found(self) -> tuple[FoundSection, ...]:
        """Return the sections that contain the words of the search, in the order of the text."""
        matches = matching_sections(self._text, self._query, self._icons)
        return tuple(
            FoundSection(section.id, self._plain(section.title), self._excerpt(words)) for section, words in matches
        )

    def plain_inline(self, words: str) -> str:
        """Return words without markup as HTML, with matches of the search marked."""
        if self._wanted is None:
            return escape(words)
        parts, index = [], 0
        for match in self._wanted.finditer(words):
            parts += [escape(words[index : match.start()]), f"<mark>{escape(match[0])}</mark>"]
            index = match.end()
        return "".join(parts) + escape(words[index:])

    def _plain(self, markup: str) -> str:
        """Return a title in light markup as HTML without icons and emphasis."""
        return escape(spoken(markup, self._icons))

    def _excerpt(self, words: str) -> str:
        """Return the words around the first match of the search as HTML."""
        match = self._wanted.search(words) if self._wanted else None
        if match is None:
            return escape(words[: 2 * _AROUND])
        start, end = max(0, match.start() - _AROUND), match.end() + _AROUND
        before, after = ("…" if start else ""), ("…" if end < len(words) else "")
        return f"{before}{self.plain_inline(words[start:end].strip())}{after}"
