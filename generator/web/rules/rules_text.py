"""A text of a game's booklets for the screen: its sections, each with an id that is the same in every language."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from generator.base.memory.limited_cache import LimitedCache
from generator.base.memory.value_size import value_size
from generator.base.messages import FALLBACK
from generator.base.records import dataclass
from generator.build.text_pages.icon_words import IconWords, words_alone
from generator.load.markdown_reader import parse_markdown
from generator.model.game import Component, Game
from generator.model.prose import (
    Block,
    BoxBlock,
    Definition,
    FigureBlock,
    Heading,
    ListItem,
    Manuscript,
    Paragraph,
    TableBlock,
    Term,
)

MAX_BYTES = 4 << 20
"""Size of all kept texts."""
PAGE_IDS = ("main", "settings", "lost", "contents", "found")
"""Ids that the page itself uses; a heading with one of these gets a number."""


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A heading with the blocks up to the next one."""

    id: str
    level: int
    """Level 2, or 3 and 4 below the section before; 0 for the text before the first heading."""
    title: str
    """Title in light markup; the text's own title if there is no heading."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class RulesText:
    """A text in one language."""

    component: str
    language: str
    title: str
    """Title in light markup."""
    sections: tuple[RulesSection, ...]

    @property
    def figures(self) -> tuple[FigureBlock, ...]:
        """All figures of the text, in its order."""
        return tuple(_figures(block for section in self.sections for block in section.blocks))


class RulesTexts:
    """Texts that were read lately, for their pages and for the pictures of their figures."""

    def __init__(self, box_titles: Callable[[str], Mapping[str, str]]) -> None:
        """`box_titles` returns the words of a language for kinds of boxes."""
        self._box_titles = box_titles
        self._kept = LimitedCache[tuple[str, str, str], tuple[Game, RulesText]](
            MAX_BYTES, lambda read: value_size(read[1])
        )
        """Texts by the game's folder, component and language; a reloaded game is another object, and read anew."""

    def text(self, game: Game, part: Component, language: str) -> RulesText:
        """Return a text of a game as `rules_text` does, from memory if the game is the same object; raises Faults."""
        key = str(game.folder), part.id, language
        stored = self._kept.get(key)
        if stored is None or stored[0] is not game:
            stored = self._kept[key] = game, rules_text(game, part, language, self._box_titles(language))
        return stored[1]


def rules_text(game: Game, part: Component, language: str, titles: Mapping[str, str]) -> RulesText:
    """Return the text of one of `Game.texts` in a language of the game; raises Faults for one that cannot be read.

    `titles` are the words for kinds of boxes.
    """
    text = _manuscript(part, language).with_titles(titles)
    # Ids come from one language, so that a link to a heading is valid in all of them.
    sections = _sections(text, heading_ids(game, part))
    return RulesText(part.id, language, text.title, tuple(sections))


def heading_ids(game: Game, part: Component) -> tuple[str, ...]:
    """Return the ids of a text's headings, made of their English words or of the game's first language.

    An id has the words of a heading in small letters, joined by hyphens: `The Pict attack` is `the-pict-attack`. A
    second heading of the same words, or of an id that the page has, gets a number: `example-2`. Translations have the
    same headings in the same order, and so the same ids.
    """
    language = FALLBACK if FALLBACK in game.languages else game.languages[0]
    titles = [block.text for block in _manuscript(part, language).blocks if isinstance(block, Heading)]
    # Counted with the page's own ids, so that a heading "Contents" does not get an id twice on the page.
    used = Counter(PAGE_IDS)
    ids = []
    for number, title in enumerate(titles, 1):
        id_ = _slug(title) or f"section-{number}"
        used[id_] += 1
        ids.append(id_ if used[id_] == 1 else f"{id_}-{used[id_]}")
    return tuple(ids)


def matching_sections(text: RulesText, words: str, icons: IconWords) -> tuple[tuple[RulesSection, str], ...]:
    """Return the sections that contain some words, each with the first plain text that has them."""
    needle = folded(words)
    matches = []
    for section in text.sections if needle else ():
        texts = (spoken(markup, icons) for markup in (section.title, *_texts(section.blocks)))
        # Only the first hit of a section is shown: the list of results names sections.
        first = next((plain_text for plain_text in texts if needle in folded(plain_text)), None)
        if first is not None:
            matches.append((section, first))
    return tuple(matches)


def spoken(markup: str, icons: IconWords) -> str:
    """Return light markup as plain words, with the names of its icons."""
    return "".join(span.text for span in icons.spans(markup))


def folded(words: str) -> str:
    """Return words in a form for comparing: without differences of case, width and spaces."""
    return " ".join(unicodedata.normalize("NFKC", words).casefold().split())


def _manuscript(part: Component, language: str) -> Manuscript:
    """Return a component's text in a language, parsed; raises TypeError for a component that is no text."""
    if part.prose is None:
        raise TypeError(f"{part.id} has no text")
    return parse_markdown(part.prose[language])


def _slug(title: str) -> str:
    """Return a title as an id of small letters, digits and hyphens; empty where it has no Latin letters."""
    letters = (
        # Apostrophes vanish and accents are dropped: `Player’s café` becomes `players-cafe`.
        unicodedata.normalize("NFKD", words_alone(title).replace("’", "").replace("'", ""))
        .encode("ascii", "ignore")
        .decode()
    )
    return "-".join(re.findall(r"[a-z0-9]+", letters.lower()))


def _sections(text: Manuscript, ids: Sequence[str]) -> Iterator[RulesSection]:
    """Yield the text before the first heading, then a section for each heading.

    A heading without an id gets a numbered one.
    """
    head: Heading | None = None
    blocks: list[Block] = []
    number = 0
    for block in text.blocks:
        if not isinstance(block, Heading):
            blocks.append(block)
            continue
        yield from _section(text, head, blocks, ids, number)
        head, blocks, number = block, [], number + 1
    yield from _section(text, head, blocks, ids, number)


def _section(
    text: Manuscript, head: Heading | None, blocks: Sequence[Block], ids: Sequence[str], number: int
) -> Iterator[RulesSection]:
    """Yield the section of a heading, or the text before the first one if there is any."""
    if head:
        # A translation may have more headings than the text that the ids are made from.
        id_ = ids[number - 1] if number <= len(ids) else f"section-{number}"
        yield RulesSection(id_, head.level, head.text, tuple(blocks))
    elif blocks:
        yield RulesSection("", 0, text.title, tuple(blocks))


def _figures(blocks: Iterable[Block]) -> Iterator[FigureBlock]:
    """Yield the figures among blocks, also those in boxes."""
    for block in blocks:
        if isinstance(block, FigureBlock):
            yield block
        elif isinstance(block, BoxBlock):
            yield from _figures(block.blocks)


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the texts of blocks in reading order."""
    for block in blocks:
        match block:
            case Paragraph() | ListItem() | Heading() | Term() | Definition():
                yield block.text
            case FigureBlock():
                yield block.caption
            case TableBlock():
                yield from (" · ".join(row) for row in (block.head, *block.rows))
            case BoxBlock():
                yield from _texts(block.blocks)
