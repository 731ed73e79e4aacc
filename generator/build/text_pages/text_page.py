"""A game in words: its texts and its pieces as sections of blocks, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.base.messages import Messages
from generator.base.records import dataclass
from generator.build.faces.credit_lines import credit_items
from generator.build.icon_names import icon_names, plain_text
from generator.build.text_pages.box_descriptions import BoxDescriptions
from generator.build.text_pages.component_blocks import ComponentBlocks
from generator.build.text_pages.icon_words import IconWords, all_icon_names
from generator.build.text_pages.printed_words import PrintedWords
from generator.load.markdown_reader import parse_markdown
from generator.model.game import Component, Game
from generator.model.markup import guard
from generator.model.prose import Block, Heading, ListItem, Paragraph, TableBlock
from generator.model.sheet import Area, Book, Box, Sheet, Track
from generator.model.text import Text
from generator.write.pdf.form.controls import FormLanguage


@dataclass(frozen=True, slots=True)
class TextSection:
    """One text or one component, under a heading of level 2; the headings in it begin at level 3."""

    id: str
    title: str
    """Title in light markup, like all texts of its blocks."""
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class TextPage:
    """A whole game in one language."""

    language: str
    title: str
    """Title without markup, like `about` and `origin`."""
    about: str
    origin: str
    """Designer, year and version, in a sentence."""
    sections: tuple[TextSection, ...]
    icons: IconWords
    words: Messages


def text_page(
    game: Game, parts: Iterable[Component], language: str, words: Messages, printed: PrintedWords | None = None
) -> TextPage:
    """Return some components of a game as a page, texts first.

    `printed` are the words on the pieces, if they are drawn. Raises Faults for a text that cannot be read.
    """
    icons = IconWords(all_icon_names(game, language), words)
    chosen = [part for part in parts if not part.is_full_pages]  # that is the text of a booklet once more
    texts, components = [part for part in chosen if part.prose], [part for part in chosen if not part.prose]
    sections = [section for part in texts for section in _text(part, language, words)]
    sections += [_pieces(game, part, language, words, printed) for part in components]
    if credits := credit_items(game.credits, words):
        # No component's id has a hyphen.
        sections.append(TextSection("picture-credits", guard(words("credits.title")), credits))
    title, about = game.title[language], game.about[language]
    return TextPage(language, title, about, _origin(game, words), sections=tuple(sections), icons=icons, words=words)


def _origin(game: Game, words: Messages) -> str:
    """Return the sentence about designer, year and version, as far as they are known."""
    # A game may leave its designer out, and then its year too is not shown.
    if not game.designer:
        return words("text_page.bare", version=game.version)
    both = words("text_page.made", designer=game.designer, year=game.year) if game.year else game.designer
    return words("text_page.origin", made=both, version=game.version)


def _text(part: Component, language: str, words: Messages) -> Iterator[TextSection]:
    """Yield the section of a text; nothing for a component without one."""
    if part.prose:
        text = parse_markdown(part.prose[language]).with_titles(words.section("box"))
        yield TextSection(part.id, text.title, text.blocks)


def _pieces(game: Game, part: Component, language: str, words: Messages, printed: PrintedWords | None) -> TextSection:
    """Return the section of a component: its scoresheets, or a table of its pieces."""
    if part.sheets:
        blocks = SheetBlocks(game, language, words).of(part)
    else:
        blocks = ComponentBlocks(game, language, words, printed).of(part)
    return TextSection(part.id, guard(part.title[language]), tuple(blocks))


class SheetBlocks:
    """Scoresheets of a game in one language."""

    def __init__(self, game: Game, language: str, words: Messages) -> None:
        """Take the game, the language, and the program's words in it."""
        self._game, self._language, self._words = game, language, words
        self._names = icon_names(game, language)

    def of(self, part: Component) -> Iterator[Block]:
        """Yield the blocks about the scoresheets of a component, each under a heading if there are several."""
        ids = list(dict.fromkeys(piece.row.id for piece in part.pieces))
        sheets = self._game.book_sheets(ids)
        book = Book.of(sheets.values())
        wording = FormLanguage(self._language, self._words)
        labels = {box.id: self._label(track, box) for track in book.tracks.values() for box in track.boxes}
        about = BoxDescriptions(self._game, book, wording, labels)
        # A single sheet has the heading of its component.
        level = 3 if len(ids) > 1 else 2
        for sheet in [sheets[id_] for id_ in ids if id_ in sheets]:
            if len(ids) > 1:
                yield Heading(2, self._plain(sheet.title), 0)
            for area in sheet.areas:
                yield from self._area(area, about, labels, level)
            yield from self._results(sheet, level)

    def _area(self, area: Area, about: BoxDescriptions, labels: dict[str, str], level: int) -> Iterator[Block]:
        """Yield the blocks of one area: its heading, its note, and its tracks."""
        yield Heading(level, self._plain(area.title), 0)
        if area.note:
            yield Paragraph(area.note[self._language], 0)
        for track in area.tracks:
            yield from self._track(track, about, labels)

    def _track(self, track: Track, about: BoxDescriptions, labels: dict[str, str]) -> Iterator[Block]:
        """Yield a list item for a track, and below it one for each box with something to say."""
        title = self._plain(track.title)
        count = self._words("text_page.boxes", title=title, n=len(track.boxes)) if len(track.boxes) > 1 else title
        note = track.note[self._language] if track.note else ""
        yield ListItem("•", 0, self._words("sheet.about", box=count, what=note) if note else count, 0)
        for box in track.boxes:
            words = about.of(box.id, labels[box.id])
            # Boxes with nothing of their own are only counted, in the line of the track.
            if words != labels[box.id] or box.title:
                yield ListItem("–", 1, guard(words), 0)

    def _results(self, sheet: Sheet, level: int) -> Iterator[Block]:
        """Yield the rows of the score and the ranks."""
        if sheet.scores:
            yield Heading(level, self._words("text_page.score"), 0)
            for row in sheet.scores:
                sign = "− " if row.minus else ""
                yield ListItem("•", 0, f"{sign}{self._plain(row.title)}", 0)
        if sheet.ranks:
            head = (self._words("text_page.points"), self._words("text_page.rank"))
            rows = tuple((f"{rank.least}+", self._plain(rank.title)) for rank in sheet.ranks.rows)
            yield TableBlock(("left", "left"), head, rows, 0)

    def _label(self, track: Track, box: Box) -> str:
        """Return the name of a box in words, from its own title or its track's."""
        title = plain_text(box.title or track.title, self._language, self._names)
        return track.box_name(box, title, 0, self._words)

    def _plain(self, text: Text) -> str:
        """Return a text with names for its icons, guarded against being read as markup."""
        return guard(plain_text(text, self._language, self._names))
