"""The files of a game in words: `<game>/<game>-<language>.html` and `.txt`."""

from __future__ import annotations

from collections.abc import Callable

from generator.base.hashing import digest
from generator.build.faces.labels import Labels
from generator.build.options import BuildOptions
from generator.build.outputs.file_names import plan_stem
from generator.build.outputs.manifest import OutputFile
from generator.build.piece_selection import PieceSelection
from generator.build.text_pages.html_page import html_page
from generator.build.text_pages.plain_page import plain_page
from generator.build.text_pages.text_page import TextPage, text_page
from generator.model.game import Game
from generator.write.output_file import write_files


def write_text_pages(game: Game, selection: PieceSelection, options: BuildOptions, labels: Labels) -> list[OutputFile]:
    """Write a page for each language and form that is asked for; return their records. Raises Faults, OutputError."""
    parts = [selection.limit(part) for part in selection.components(game)]
    stem = plan_stem(game, selection, game.id)
    languages = options.languages_of(game)
    pages = {each: text_page(game, parts, each, labels.messages(each)) for each in languages}
    names = {each: f"{stem}-{each}.html" for each in languages}

    def html(page: TextPage) -> bytes:
        return html_page(page, [(other, names[each]) for each, other in pages.items() if other is not page])

    forms: list[tuple[str, Callable[[TextPage], bytes]]] = []
    forms += [(".html", html)] if options.html else []
    forms += [(".txt", plain_page)] if options.text else []
    made = [(page, ending, write(page)) for ending, write in forms for page in pages.values()]
    folder, ids, count = options.out / game.id, tuple(part.id for part in parts), sum(map(selection.count, parts))
    records = [
        OutputFile(folder / f"{stem}-{page.language}{ending}", ids, "", page.language, 1, count, 0, digest(data))
        for page, ending, data in made
    ]
    write_files((record.path, data) for record, (_, _, data) in zip(records, made, strict=True))
    return [record.with_stamp() for record in records]
