"""Write the print plans of a game: what to print, cut and make, in the words of a template."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import generator
from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.geometry import Size
from generator.base.hashing import digest
from generator.base.messages import FALLBACK
from generator.base.records import dataclass, field, replace
from generator.base.terminal_text import shell_word
from generator.base.units import to_mm
from generator.base.user_folders import user_cache
from generator.build.card_formats import known_formats
from generator.build.faces.face_batch import FaceBatch, FaceSet
from generator.build.faces.face_jobs import face_jobs, job_base
from generator.build.faces.typeset_game import TypesetGame, game_cache
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.build.outputs.file_names import (
    BOOKLET,
    FILLABLE,
    READING,
    copies_words,
    file_variant,
    plan_stem,
    sheet_words,
)
from generator.build.outputs.ink_coverage import with_ink
from generator.build.outputs.manifest import Manifest, OutputFile
from generator.build.outputs.pdf_files import PdfFiles, PrintFile
from generator.build.piece_selection import select_pieces
from generator.impose.layout.tiles import is_too_large
from generator.load.component_reader import PAGE
from generator.load.files.characters import LEFT_TO_RIGHT_MARK
from generator.load.game_locations import is_shipped
from generator.model.card_format import fitting_sleeve
from generator.model.game import MATERIALS, Component, Game, Piece, Row, Value
from generator.model.paper import FULL, Paper
from generator.model.prose import MarkdownSource, Prose
from generator.model.text import Text, is_rtl_language
from generator.typeset.text.font_role import RoleStyle

if TYPE_CHECKING:
    from generator.build.faces.booklet_pages import BookletPages

STEM = "print-plan"
"""Beginning of the file names."""
TEMPLATE = "shared/plan.md.j2"
"""Template of the plan, in the Markdown of booklets."""
WORDS = "shared/plan"
"""Folder with the plan's words and diagrams."""
COLUMNS = 2
"""Columns of a page."""

Printed = Sequence[tuple[PrintFile, Sequence[OutputFile]]]
"""Each group of faces with the files written of it."""


@dataclass(frozen=True, slots=True)
class PreparedPlan:
    """What one plan says, and the file that it had."""

    stem: str
    paper: Paper
    language: str
    contents: Row
    words: tuple[str, ...]
    """Words that end the name of its file."""
    key: str
    """Digest of everything that it depends on."""
    current: OutputFile | None
    """The file, if it need not be made again."""

    @property
    def title(self) -> str:
        return f"{self.stem} {self.paper.id} {self.language}"


class PrintPlans:
    """The plans of one game, one for each paper and language."""

    def __init__(self, typeset: TypesetGame, options: BuildOptions, inputs: InputDigests, manifest: Manifest) -> None:
        self._game, self._renderer, self._cut_sizes = typeset.game, typeset.renderer, typeset.cut_sizes
        self._selection = typeset.selection
        self._options, self._inputs, self._manifest, self._cache = options, inputs, manifest, Cache(user_cache())
        self._stem = plan_stem(typeset.game, typeset.selection, STEM)

    def prepare(self, files: Printed) -> list[PreparedPlan]:
        """Return every plan with what it says; `files` are those that it tells how to print."""
        languages = dict.fromkeys(word for file, _ in files for word in file.edition.split("+"))
        papers = [paper for paper in self._options.papers if paper != FULL and not paper.cells]
        plans = (self._prepared(files, paper, language) for paper in papers for language in languages)
        return [plan for plan in plans if plan]

    def _prepared(self, files: Printed, paper: Paper, language: str) -> PreparedPlan | None:
        counts = {part.id: self._selection.count(part) for part in self._game.components}
        batches = [
            PrintedBatch(tuple(map(self._selection.limit, file.components)), tuple(records), self._cut_sizes, counts)
            for file, records in files
            if file.paper == paper and language in file.edition.split("+")
        ]
        if not batches:
            return None
        licences = self._renderer.labels.fonts.licences(self._game.languages)
        contents = plan_data(self._game, self._options, batches, paper, licences, self._command_name(language))
        words, key = self._words(batches), self._key(contents, paper, language)
        file = PrintFile(self._stem, paper, language, ())
        current = self._pdf_files(self._game, FaceSet(), key, words).find_current(file)
        return PreparedPlan(self._stem, paper, language, contents, words, key, current)

    def write(self, plan: PreparedPlan) -> OutputFile | Faults:
        """Write one plan; return its record, or the faults of texts that are the game's own.

        They are a result, as they must cross from a worker, and must not hide other plans.
        """
        try:
            return plan.current or self._written(plan)
        except Faults as faults:
            return faults

    def _written(self, plan: PreparedPlan) -> OutputFile:
        page_language = self._page_language(plan.language)
        told = _also_in(page_language, plan.language, self._game)
        renderer = self._renderer if told is self._game else self._renderer.with_words_of(told)
        game = replace(told, components=(self._component(plan),))
        options = replace(self._plain_options, papers=(plan.paper,), languages=(page_language,))
        jobs = face_jobs(game, options, self._inputs, self._booklets.pages)
        entry = f"faces/{game.id}-{options.look}/{self._stem}-{plan.paper.id}-{plan.language}"
        faces = FaceBatch(jobs, renderer, self._cache, entry, 0).finish()
        if faces.faults:
            raise Faults(faces.all_faults)
        pdf_files = self._pdf_files(game, faces, plan.key, plan.words)
        (file,) = pdf_files.group(jobs)
        (prepared,) = pdf_files.prepare(replace(file, edition=plan.language))
        record = replace(pdf_files.write(prepared), pieces=0)
        (stated,) = with_ink([record], pdf_files.shares, faces, self._renderer.labels, game_cache(game), 0)
        return stated

    def _page_language(self, language: str) -> str:
        """Return the language that a plan is set in: English where there are no words of a plan in that of the game."""
        return language if self._renderer.labels.has_messages(language, WORDS) else FALLBACK

    @cached_property
    def _booklets(self) -> BookletPages:
        """What sets the texts of plans that are written; a build whose plans are as before does not load it."""
        from generator.build.faces.booklet_pages import BookletPages

        return BookletPages(self._renderer.labels, self._renderer.search_path, self._cache, self._inputs.drawing)

    @cached_property
    def _plain_options(self) -> BuildOptions:
        """The options without those that choose pieces and divide files."""
        return replace(self._options, combined_languages=(), only=(), copies=(), skip=0, split=False)

    def _pdf_files(self, game: Game, faces: FaceSet, key: str, words: Sequence[str]) -> PdfFiles:
        labels, selection = self._renderer.labels, select_pieces(game)
        return PdfFiles(game, self._plain_options, labels, faces, self._manifest, selection, words, key)

    def _command_name(self, language: str) -> str:
        """Return the game's name in the commands of a plan: the folder `.` where no font has its characters."""
        name = self._game.id
        return _in_markdown(shell_word(name if name.isascii() or self._can_set(name, language) else "."))

    def _can_set(self, text: str, language: str) -> bool:
        role = self._renderer.labels.fonts.font_role(RoleStyle("text", language))
        return not role.missing_characters(text)

    def _key(self, contents: Row, paper: Paper, language: str) -> str:
        """Return a digest of everything that a plan depends on: also its page, its title and the line on its edge."""
        game = self._game
        about = game.title, game.about, game.designer, game.year, game.version, game.date, game.house_note
        base = job_base(game, self._options.look, self._inputs)
        how = self._options.sheet_settings, self._stem, self._page, paper, language, generator.__version__
        return digest(base, repr((contents, about, how)))

    def _words(self, batches: Sequence[PrintedBatch]) -> tuple[str, ...]:
        """Return the words that end the name of a plan: for the options that change what it says or which files."""
        languages = dict.fromkeys(file.language for batch in batches for file in batch.files if "+" in file.language)
        split = ["split"] if self._options.split else []
        parts = self._selection.components(self._game)
        copies = copies_words(self._game, self._selection, parts)
        return *languages, *sheet_words(self._options), *split, *copies

    @cached_property
    def _page(self) -> str:
        """Template of a page: that of the game's booklets."""
        return next((part.front for part in self._game.components if part.prose), PAGE)

    def _component(self, plan: PreparedPlan) -> Component:
        """Return the plan as a component: a text that fills the paper, on pages like those of the game's booklets."""
        language = plan.language
        words = self._renderer.labels.messages(language, WORDS)
        text = self._render(plan.contents, language, words.by_key)
        source = MarkdownSource(f"{self._game.id} → {TEMPLATE}", text)
        prose = Prose(((self._page_language(language), source),), COLUMNS)
        title = Text.of(dict.fromkeys((language, self._page_language(language)), words("title")))
        stem = self._stem
        return Component(stem, "booklets", title, None, 0.0, 0.0, "rect", self._page, None, stem, (), prose=prose)

    def _render(self, plan: Row, language: str, words: Mapping[str, str]) -> str:
        plan = _in_words(plan, words)
        if is_rtl_language(language) and not is_rtl_language(self._page_language(language)):
            plan = _with_marks(plan)
        game = replace(self._game, strings={key: Text(((language, phrase),)) for key, phrase in words.items()})
        part = Component(STEM, "", game.title, Size(0.0, 0.0), 0.0, 0.0, "rect", TEMPLATE, None, STEM, ())
        return self._renderer.template_renderer(game).svg(part, Piece(plan.id, plan.id, 1, plan), "front", language)


def _also_in(page_language: str, language: str, game: Game) -> Game:
    """Return a game whose title and words a page in another language can show, as they are in its own."""
    if page_language in game.languages:
        return game

    def both(text: Text) -> Text:
        return text if page_language in text else Text((*text.by, (page_language, text[language])))

    parts = tuple(replace(part, title=both(part.title)) for part in game.components)
    strings = {key: both(text) for key, text in game.strings.items()}
    languages = (*game.languages, page_language)
    title, about = both(game.title), both(game.about)
    return replace(game, title=title, about=about, components=parts, strings=strings, languages=languages)


def _with_marks(row: Row) -> Row:
    """Return the data with a direction mark on either side of each title, which stands in a sentence of English."""

    def marked(value: Value) -> Value:
        if isinstance(value, Row):
            return _with_marks(value)
        if isinstance(value, Text):
            mark = LEFT_TO_RIGHT_MARK
            return Text(tuple((language, f"{mark}{words}{mark}") for language, words in value.by))
        return tuple(map(marked, value)) if isinstance(value, tuple) else value

    return replace(row, cells={name: marked(value) for name, value in row.cells.items()})


def _in_words(plan: Row, words: Mapping[str, str]) -> Row:
    """Return the data with columns named by the words `column.*`; columns without such a word are left out."""
    rows = plan.cells["ours"]
    ours: list[Row] = []
    for row in rows if isinstance(rows, tuple) else ():
        if isinstance(row, Row) and isinstance(columns := row.cells["columns"], tuple):
            said = tuple(dict.fromkeys(words[f"column.{name}"] for name in columns if f"column.{name}" in words))
            if said or row.cells["every"]:
                ours.append(replace(row, cells={**row.cells, "columns": said}))
    return replace(plan, cells={**plan.cells, "ours": tuple(ours)})


KINDS = (
    "cards",
    "tokens",
    "boards",
    "posters",
    "sheets",
    "dice",
    "stickers",
    "standees",
    "tents",
    "boxes",
    "booklets",
    "references",
)
"""Ways of making components, in the order of the plan."""

TOKENS = ("seed", "public", "derived", "house")
"""Sources of a value, see `provenance` in `load`."""

OURS = "house"

WHOLE = "whole"
"""Why pages for the screen need not be printed, nor the text of a booklet on whole sheets."""

USE = "plan.use."
"""Beginning of the keys of a game's words about the use of a component, which its plan says."""

NOTES = "notes"
"""Table of a game with notes on house values and on rulings: kind, topic, text."""


@dataclass(frozen=True, slots=True)
class PrintedBatch:
    """The files of components that share a name: one PDF or two, and the single pages of a booklet."""

    components: tuple[Component, ...]
    files: tuple[OutputFile, ...]
    cut_sizes: Mapping[str, tuple[Size, ...]] = field(default_factory=dict)
    """The sizes of the pieces of components that are cut along outlines of their own."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Pieces to print by component; of a component that is missing, as many as the game has."""


def plan_data(
    game: Game,
    options: BuildOptions,
    batches: Sequence[PrintedBatch],
    paper: Paper,
    fonts: Sequence[str],
    command_name: str = "",
) -> Row:
    """Return everything the plan's template needs, as the cells of a row; lengths in millimetres.

    `command_name` is the game's name in commands, as Markdown.
    """
    parts, counts = [part for batch in batches for part in batch.components], _counts(batches)
    cut_sizes = _cut_sizes(batches)
    files = [(batch, file) for batch in batches for file in batch.files]
    to_print = [(batch, file) for batch, file in files if not _reason_to_spare(batch, file)]
    shipped = is_shipped(game.folder)
    origins = tuple(filter(None, map(_origin, parts)))
    if not shipped and all(row.cells["every"] for row in origins):
        origins = ()  # of a game that its designer made up there is nothing to tell apart
    notes = game.tables.get(NOTES, ())
    return _row(
        "plan",
        command_name=command_name,
        paper=paper.id.title(),
        flip=options.flip,
        booklet_flip=options.booklet_flip,
        backs=options.backs if any(part.back for part in parts) else "none",
        split=options.split,
        pieces=sum(counts.values()),
        sheets=sum(file.paper_sheets for _, file in to_print),
        files=tuple(_file(*each, options, paper) for each in to_print),
        spares=tuple(_file(*each, options, paper) for each in files if each not in to_print),
        stock=tuple(_stock(to_print)),
        parts=tuple(_part(part, counts[part.id], paper, cut_sizes) for part in parts),
        sleeved=bool(options.sleeved),
        making=tuple(_making(game, batches, paper, marked=options.marks != "none")),
        origins=origins,
        ours=tuple(row for row in origins if row.cells[OURS]),
        values=tuple(row for row in notes if row.cells.get("kind") == "value"),
        rulings=tuple(row for row in notes if row.cells.get("kind") == "ruling"),
        house=game.house_note or "",
        rights=game.rights or "",
        shipped=shipped,
        fonts=tuple(fonts),
    )


def _in_markdown(text: str) -> str:
    """Return a text that Markdown and the markup of ours take for plain words."""
    return re.sub(r"([\\`*_{}\[\]()#^~!&|])", r"\\\1", text)


def _counts(batches: Iterable[PrintedBatch]) -> dict[str, int]:
    return {part.id: batch.counts.get(part.id, part.count) for batch in batches for part in batch.components}


def _cut_sizes(batches: Iterable[PrintedBatch]) -> dict[str, tuple[Size, ...]]:
    return {part: sizes for batch in batches for part, sizes in batch.cut_sizes.items()}


def _row(id_: str, **cells: Value) -> Row:
    return Row(id_, cells, "")


def _file(batch: PrintedBatch, file: OutputFile, options: BuildOptions, paper: Paper) -> Row:
    return _row(
        file.path.name,
        materials=tuple(dict.fromkeys(part.material for part in batch.components)),
        side=BOOKLET if _variant(file) == BOOKLET else _side(batch, file, options, paper),
        sheets=file.paper_sheets,
        spare=_reason_to_spare(batch, file),
    )


def _reason_to_spare(batch: PrintedBatch, file: OutputFile) -> str:
    """Return why a file need not be printed: it is for the screen, or a booklet has the same text."""
    variant = _variant(file)
    if variant in {FILLABLE, READING}:
        return variant
    return WHOLE if not variant and any(_variant(other) == BOOKLET for other in batch.files) else ""


def _variant(file: OutputFile) -> str:
    return file_variant(file.path.name, file.paper)


def _side(batch: PrintedBatch, file: OutputFile, options: BuildOptions, paper: Paper) -> str:
    """Return how a file's two sides are printed, as a key of the plan's words."""
    backed = any(part.back and not (part.trim and is_too_large(part.trim, paper)) for part in batch.components)
    if backed and options.backs == "fold":
        return "fold"
    if backed and options.split and options.backs == "duplex":
        return file.path.stem.rpartition("-")[2]
    return "two" if file.pages > file.sheets else "one"


def _stock(files: Iterable[tuple[PrintedBatch, OutputFile]]) -> Iterator[Row]:
    """Yield the sheets of each material. A file with several materials counts for its first."""
    count: Counter[str] = Counter()
    for batch, file in files:
        count[batch.components[0].material] += file.paper_sheets
    yield from (_row(material, sheets=count[material]) for material in MATERIALS if count[material])


def _part(part: Component, count: int, paper: Paper, cut_sizes: Mapping[str, tuple[Size, ...]]) -> Row:
    sizes = cut_sizes.get(part.id) or ((part.trim,) if part.trim else ())
    size = ", ".join(f"{_millimetres(size.width)} × {_millimetres(size.height)}" for size in sizes)
    return _row(part.id, title=part.title, count=count, size=size or paper.id.title())


def _millimetres(points: float) -> str:
    return f"{to_mm(points):.1f}".removesuffix(".0")


def _making(game: Game, batches: Sequence[PrintedBatch], paper: Paper, *, marked: bool) -> Iterator[Row]:
    """Yield the components made in each way, with what the plan says of them."""
    counts, cut_sizes = _counts(batches), _cut_sizes(batches)
    for kind in KINDS:
        some = [part for batch in batches for part in batch.components if _way(part, paper) == kind]
        near = [batch for batch in batches if any(part in some for part in batch.components)]
        round_ = [part for part in some if part.trim and part.shape == "round"]
        diameters = {size.width for part in round_ for size in cut_sizes.get(part.id, (part.trim,)) if size}
        if some:
            yield _row(
                kind,
                parts=tuple(_part(part, counts[part.id], paper, cut_sizes) for part in some),
                pages=sum(file.pages for batch in near for file in batch.files),
                stems=",".join(dict.fromkeys(part.file for part in some)),
                corners=tuple(map(_millimetres, sorted({part.corner for part in some if part.corner}))),
                rounds=tuple(map(_millimetres, sorted(diameters))),
                cut=_cut(some, near) if marked else "none",
                backed=any(part.back for part in some),
                boards=any(part.material == "board" for part in some),
                insides=tuple(_inside(part) for part in some if "depth" in part.measures),
                filling=tuple(part.title for part in some if not part.trim),
                trimmed=tuple(part.title for part in some if part.trim),
                sleeves=tuple(_sleeves(some)) if kind == "cards" else (),
                uses=tuple(game.strings[key] for part in some if (key := f"{USE}{part.id}") in game.strings),
            )


def _sleeves(parts: Iterable[Component]) -> Iterator[Row]:
    """Yield each kind of sleeve that fits some cards, with the cards; they are left out if none fits."""
    known = known_formats().sleeves.values()
    fitting = [(fitting_sleeve(part.trim, known), part) for part in parts if part.trim]
    for sleeve in dict.fromkeys(sleeve for sleeve, _ in fitting if sleeve):
        titles = tuple(part.title for each, part in fitting if each == sleeve)
        width, height = _millimetres(sleeve.size.width), _millimetres(sleeve.size.height)
        yield _row(sleeve.id, parts=titles, width=width, height=height)


def _way(part: Component, paper: Paper) -> str:
    if part.kind == "booklets":
        return "booklets" if part.trim else "references"
    if part.form == "stickers":
        return "stickers"
    if part.form == "tent":
        return "tents"
    if part.kind == "boards" and part.trim:
        return "posters" if is_too_large(part.trim, paper) else "boards"
    return part.kind


def _cut(parts: Iterable[Component], batches: Iterable[PrintedBatch]) -> str:
    """Return what components are cut along, as a key of the plan's words."""
    outlined = {part for batch in batches for part in batch.cut_sizes}
    ways = {"outlines" if part.id in outlined else "marks" for part in parts}
    return "both" if len(ways) > 1 else ways.pop()


def _inside(part: Component) -> Row:
    return _row(part.id, title=part.title, **{name: _millimetres(size) for name, size in part.measures.items()})


def _origin(part: Component) -> Row | None:
    """Count the values of a component by source, and list the columns with house values; None without any source."""
    rows = {id(piece.row): piece.row for piece in part.pieces}.values()
    found = [each for row in rows for each in _tokens(row)]
    count = Counter(token for _, token in found)
    every = count[OURS] == len(found)
    columns = () if every else tuple(sorted({column for column, token in found if token == OURS}))
    counts = {token: count[token] for token in TOKENS}
    return _row(part.id, title=part.title, columns=columns, every=every, **counts) if found else None


def _tokens(row: Row) -> Iterator[tuple[str, str]]:
    """Yield each column of a row and the source of its value; `provenance` names a default and the exceptions.

    Ids (`label`) are left out: the program assigns them in every game.
    """
    default, *others = str(row.cells.get("provenance", "")).split() or [""]
    own = dict(other.split("=") for other in others)
    if default:
        yield from ((name, own.get(name, default)) for name in ("copies", *row.cells) if name != "provenance")
