"""A game in words: its texts and its pieces as sections of blocks, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.text_pages.component_blocks import ComponentBlocks
from generator.build.text_pages.icon_words import IconWords, all_icon_names
from generator.build.text_pages.sheet_blocks import SheetBlocks
from generator.load.markdown_reader import parse_markdown
from generator.model.game import Component, Game
from generator.model.markup import guard
from generator.model.prose import Block


@dataclass(frozen=True, slots=True)
class TextSection:
    """One text or one component, under a heading of level 2; the headings in it begin at level 3."""

    id: str
    title: str
    """Light markup, as all texts of its blocks."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class TextPage:
    """A whole game in one language."""

    language: str
    title: str
    """Without markup, as `about` and `origin`."""
    about: str
    origin: str
    """Who made it, when, and in which version."""
    sections: tuple[TextSection, ...]
    icons: IconWords
    words: Messages


def text_page(game: Game, parts: Iterable[Component], language: str, words: Messages) -> TextPage:
    """Return some components of a game as a page, texts first. Raises Faults for a text that cannot be read."""
    icons = IconWords(all_icon_names(game, language), words)
    chosen = [part for part in parts if not part.is_full_pages]  # that is the text of a booklet once more
    texts, others = [part for part in chosen if part.prose], [part for part in chosen if not part.prose]
    sections = [section for part in texts for section in _text(part, language)]
    sections += [_pieces(game, part, language, words) for part in others]
    title, about = game.title[language], game.about[language]
    return TextPage(language, title, about, _origin(game, words), tuple(sections), icons, words)


def _origin(game: Game, words: Messages) -> str:
    if not game.designer:
        return words("text_page.bare", version=game.version)
    both = words("text_page.made", designer=game.designer, year=game.year) if game.year else game.designer
    return words("text_page.origin", made=both, version=game.version)


def _text(part: Component, language: str) -> Iterator[TextSection]:
    if part.prose:
        text = parse_markdown(part.prose[language])
        yield TextSection(part.id, text.title, text.blocks)


def _pieces(game: Game, part: Component, language: str, words: Messages) -> TextSection:
    if part.sheets:
        blocks = SheetBlocks(game, language, words).of(part)
    else:
        blocks = ComponentBlocks(game, language, words).of(part)
    return TextSection(part.id, guard(part.title[language]), tuple(blocks))
