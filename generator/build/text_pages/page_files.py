"""The files of a game in words: `<game>/<game>-<language>.html` and `.txt`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from generator.base.hashing import digest
from generator.base.system.output_file import write_files
from generator.build.faces.typeset_game import TypesetGame
from generator.build.manifest import OutputFile
from generator.build.options import BuildOptions
from generator.build.text_pages.html_blocks import HtmlBlocks
from generator.build.text_pages.plain_page import plain_page
from generator.build.text_pages.printed_words import PrintedWords
from generator.build.text_pages.text_page import TextPage, TextSection, text_page
from generator.model.text import is_rtl_language
from generator.write.svg.syntax import escape

# Lengths in rem grow with the size of letters that a reader has set in the browser.
_STYLE = """
:root { color-scheme: light dark }
body { font: 1.125rem/1.6 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; max-width: 60rem }
h2 { margin: 3rem 0 1rem; border-bottom: 1px solid }
.table { overflow-x: auto }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border: 1px solid; padding: .3rem .6rem; text-align: start; vertical-align: top }
.box { border: 1px solid; padding: 0 1rem; margin: 1rem 0 }
.task { list-style: none }
dt { font-weight: bold }
"""


def write_text_pages(typeset: TypesetGame, options: BuildOptions) -> list[OutputFile]:
    """Write a page for each language and form that is asked for; return their records. Raises Faults, OutputError."""
    game, selection, labels = typeset.game, typeset.selection, typeset.renderer.labels
    # A proof draws no words but ids.
    printed = None if options.proof else PrintedWords(typeset.jobs, typeset.faces.faces)
    parts = [selection.limit(part) for part in selection.components(game)]
    stem, folder = typeset.names.whole(game.id), typeset.names.folder
    languages = options.printed_languages(game)
    pages = {language: text_page(game, parts, language, labels.messages(language), printed) for language in languages}
    names = {language: f"{stem}-{language}.html" for language in languages}

    def html(page: TextPage) -> bytes:
        """Return a page as HTML, with links to the other languages."""
        return html_page(page, [(other, names[language]) for language, other in pages.items() if other is not page])

    forms: list[tuple[str, Callable[[TextPage], bytes]]] = []
    forms += [(".html", html)] if options.html else []
    forms += [(".txt", plain_page)] if options.text else []
    written_pages = [(page, ending, write(page)) for ending, write in forms for page in pages.values()]
    ids, count = tuple(part.id for part in parts), sum(map(selection.count, parts))
    records = [
        OutputFile(
            folder / f"{stem}-{page.language}{ending}",
            ids,
            "",
            page.language,
            pages=1,
            pieces=count,
            sheets=0,
            key=digest(data),
        )
        for page, ending, data in written_pages
    ]
    write_files((record.path, data) for record, (_, _, data) in zip(records, written_pages, strict=True))
    return [record.with_stamp() for record in records]


def html_page(page: TextPage, translations: Iterable[tuple[TextPage, str]] = ()) -> bytes:
    """Return a game in words as one page of HTML; `translations` are pages in other languages with their file names."""
    return "\n".join(_HtmlWriter(page, translations).lines()).encode()


class _HtmlWriter:
    """Writes one page."""

    def __init__(self, page: TextPage, translations: Iterable[tuple[TextPage, str]]) -> None:
        """Take the page, and pages in other languages to link to with their file names."""
        self._page, self._others, self._words = page, translations, page.words
        self._blocks = HtmlBlocks(page.icons, page.words)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the page: head, contents, and a section for each text or component."""
        page, title = self._page, escape(self._page.title)
        direction = ' dir="rtl"' if is_rtl_language(page.language) else ""
        yield f'<!DOCTYPE html>\n<html lang="{escape(page.language)}"{direction}><head><meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}</title><style>{_STYLE}</style></head><body>"
        yield f"<header><h1>{title}</h1>"
        yield from (f"<p>{escape(words)}</p>" for words in (page.about, page.origin) if words)
        yield from (_language_link(other, file) for other, file in self._others)
        yield "</header>"
        yield f'<nav aria-labelledby="contents"><h2 id="contents">{escape(self._words("text_page.contents"))}</h2><ul>'
        yield from (
            f'<li><a href="#{section.id}">{self._blocks.inline(section.title)}</a></li>' for section in page.sections
        )
        yield "</ul></nav>\n<main>"
        for section in page.sections:
            yield from self._section(section)
        yield "</main></body></html>\n"

    def _section(self, section: TextSection) -> Iterator[str]:
        """Yield one section with its heading."""
        yield f'<section><h2 id="{section.id}">{self._blocks.inline(section.title)}</h2>'
        yield from self._blocks.blocks(section.blocks, section.title)
        yield "</section>"


def _language_link(page: TextPage, file: str) -> str:
    """Return a link to the page in another language."""
    # `hreflang` is for the page behind the link, `lang` for its words, which a screen reader speaks in that language.
    language = escape(page.language)
    return (
        f'<p><a href="{escape(file)}" hreflang="{language}" lang="{language}">{escape(page.title)} ({language})</a></p>'
    )
