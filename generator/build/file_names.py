"""The names of output files: two different orders never share a name.

A name is made of the file's stem, its paper and language, and a word for each option that is not at its default:
`orders-bath-villa-a4-en-ink-saver-gap6mm-fronts.pdf`. An option that could change a file has to be in `_WORDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.base.hashing import digest
from generator.base.records import replace
from generator.base.units import to_mm
from generator.build.options import PLAIN_THEME, BuildOptions
from generator.build.piece_selection import PieceSelection, select_pieces
from generator.model.game import Component, Game
from generator.model.paper import Printer

MOST_NAMED = 3
"""Most pieces that a file name lists; more are given by their number and a digest."""

BOOKLET, FILLABLE, READING = "booklet", "fillable", "reading"
"""Variants: sheets to staple, a form for the screen (both named after the stem), and pages to read on a screen."""

_PLAIN = r"[a-z0-9_]+\Z"


def _length(name: str) -> Callable[[float], str]:
    """Return a function that writes a length in points as a word in millimetres, such as `gap6mm`."""
    return lambda points: f"{name}{to_mm(points):.9g}mm"


def _printer(printer: Printer) -> str:
    """Return the word for a printer: its name, or a digest of one with letters that file names should not have."""
    return f"printer-{printer.name if re.match(_PLAIN, printer.name) else _short_digest(printer.name)}"


def _theme(theme: str) -> str:
    """Return the word for a theme in file names: its name, or a digest if the name could be read as another option."""
    words = set(theme.split("-"))
    # `my-proof` would look like the theme `my` in a proof.
    is_clear = not any(word in _TAKEN or word.startswith(_BEGINNINGS) for word in words)
    return theme if is_clear else f"theme-{_short_digest(theme)}"


_TAKEN = {
    # Words of other options; a theme that holds one gets a digest.
    *("theme", "proof", "size", "sleeved", "dice", "art", "fold", "none", "no", "flip", "lines", "printer", "copies"),
    *("scale", "split", "fronts", "backs", "stack", "ids", "outline"),
}
_BEGINNINGS = ("players", "bleed", "gap", "margin", "skip", "overlap")

_WORDS: Mapping[str, Callable[[Any], str]] = {
    "theme": _theme,
    "backs_theme": lambda theme: f"backs-{_theme(theme)}",
    "players": lambda number: f"players{number}",
    "proof": lambda _: "proof",
    "ids": lambda _: "ids",
    "size": lambda size: f"size-{size.word}",
    "scale": lambda scale: f"scale-{scale.word}",
    "sleeved": lambda sleeves: f"sleeved-{sleeves[0].id if len(sleeves) == 1 else 'fit'}",
    "dice": lambda form: f"dice-{form}",
    "tokens": str,
    "art_dpi": lambda dpi: f"art-{dpi or 'none'}",
    "margin": _length("margin"),
    "backs": str,
    "flip": lambda _: "flip-short",
    "booklet_flip": lambda _: "flip-long",
    "marks": {"lines": "lines", "none": "no-marks"}.__getitem__,
    "bleed": _length("bleed"),
    "gap": _length("gap"),
    "order": str,
    "skip": lambda places: f"skip{places}",
    "overlap": _length("overlap"),
    "printer": _printer,
}
"""The word for each option that is not at its default, in the order in which names have them."""

_OF_FACES = ("theme", "backs_theme", "proof", "ids", "size", "scale", "sleeved", "dice", "art_dpi", "margin")
"""Options that change the faces themselves, and so the pictures of them."""


class FileNames:
    """The names of the files of one build: of a game, its selected pieces and the options; parts are made once."""

    def __init__(self, game: Game, selection: PieceSelection, options: BuildOptions) -> None:
        """Take the game, the pieces of it that are printed, and the options of the build."""
        self.game, self.selection, self._options = game, selection, options
        self.folder = options.out / game.id
        self._stems: dict[str, str] = {}

    def stem(self, part: Component, is_alone: Callable[[Component], bool]) -> str:
        """Return the beginning of the name of a component's PDF.

        `is_alone` tells which components share no sheets with others.
        """
        if part.id not in self._stems:  # takes time in proportion to the pieces
            if self._options.changed_since:
                stem = changes_stem(self.game, self.selection, part, is_alone)
            else:
                stem = file_stem(self.game, self.selection, part.file)
            self._stems[part.id] = stem
        return self._stems[part.id]

    def reading(self, stem: str, edition: str, effective: BuildOptions) -> Path:
        """Return the PDF of pages to read; `effective` are the options that change it."""
        return self.folder / f"{'-'.join([stem, edition, *sheet_words(effective)])}.pdf"

    def pdf(self, parts: Iterable[str], words: Iterable[str], components: Iterable[Component], side: str = "") -> Path:
        """Return the path of a PDF of sheets, named by some parts, words for options and copies, and a side."""
        # The stem of a file of changes tells the copies too.
        copies = [] if self._options.changed_since else copies_words(self.game, self.selection, components)
        return self.folder / f"{'-'.join(filter(None, [*parts, *words, *copies, side]))}.pdf"

    @cached_property
    def copies(self) -> list[str]:
        """Words for the numbers of copies, `copies-2`; none if every piece has its usual number."""
        return copies_words(self.game, self.selection, self.selection.components(self.game))

    @cached_property
    def face_words(self) -> list[str]:
        """The words for the options that faces depend on."""
        return face_words(self._options)

    def face_lists(self, edition: str) -> tuple[str, str]:
        """Return two names of a face list: with the word for copies, and as it is for the usual copies.

        For example `faces-ja-ink-saver-copies-2.json` and `faces-ja-ink-saver.json`.
        """
        fronts = ["none"] if self._options.backs == "none" else []
        usual = "-".join(["faces", edition, *self.face_words, *fronts])
        return f"{'-'.join([usual, *self.copies])}.json", f"{usual}.json"

    def image(self, below: Path, language: str, name: str) -> Path:
        """Return the picture of a face, such as `<game>/svg/<language>/<name>`."""
        return self.folder / below / "-".join([language, *self.face_words]) / name

    def contact_sheet(self, part: Component, language: str) -> Path:
        """Return the picture of the faces of a component."""
        stem = component_stem(self.game, self.selection, [part], part.id)
        return self.folder / "gallery" / f"{'-'.join([stem, language, *self.face_words])}.png"

    def whole(self, stem: str) -> str:
        """Return the beginning of the name of a file about a whole order; `stem` is its word, such as `print-plan`."""
        return plan_stem(self.game, self.selection, stem)


def file_variant(name: str, paper: str) -> str:
    """Return the variant of a file of this name; empty for a plain one. Pages to read have no paper.

    >>> file_variant("rules-booklet-a4-en.pdf", "a4")
    'booklet'
    """
    if not paper:
        return READING
    return next((word for word in (BOOKLET, FILLABLE) if f"-{word}-{paper}-" in name), "")


def face_words(options: BuildOptions) -> list[str]:
    """Return the words in file names for the options that change faces, such as `ink-saver` and `ids`."""
    return _words(options, _OF_FACES)


def face_variant(options: BuildOptions) -> str:
    """Return the words for options that change faces, other than the theme, joined by hyphens.

    Prints and face lists have them in their metadata.
    """
    return "-".join(face_words(replace(options, theme=PLAIN_THEME)))


def sheet_words(options: BuildOptions) -> list[str]:
    """Return the words for the options that press sheets depend on."""
    return _words(options, _WORDS)


def _words(options: BuildOptions, names: Iterable[str]) -> list[str]:
    """Return the words for the options of these names that are not at their defaults."""
    plain = BuildOptions()
    values = {name: getattr(options, name) for name in names}
    return [_WORDS[name](value) for name, value in values.items() if value != getattr(plain, name)]


def file_stem(game: Game, selection: PieceSelection, file: str) -> str:
    """Return the beginning of the name of a PDF: the file's own name, or the components or pieces in it.

    A shared file is named by its components if some are left out, and a component also by its pieces.
    """
    parts = [part for part in game.components if part.file == file]
    chosen = [part for part in selection.components(game) if part.file == file]
    stem = file if len(chosen) == len(parts) else "-".join(part.id for part in chosen)
    return component_stem(game, selection, chosen, stem)


def plan_stem(game: Game, selection: PieceSelection, stem: str) -> str:
    """Return the beginning of a print plan's name: `stem`, with the components or pieces if only some are printed."""
    chosen = selection.components(game)
    ids = [part.id for part in chosen]
    pieces, every = [[*selection.copies[part]] for part in ids], select_pieces(game).copies
    is_limited = any(chosen_pieces != [*every[part]] for part, chosen_pieces in zip(ids, pieces, strict=True))
    if len(ids) > MOST_NAMED or (is_limited and len(ids) > 1):
        is_whole = len(ids) == len(game.components) and not is_limited
        return stem if is_whole else f"{stem}-{len(ids)}-parts-{_short_digest(repr((ids, pieces)))}"
    whole = len(ids) == len(game.components)
    return component_stem(game, selection, chosen, stem if whole else f"{stem}-{'-'.join(ids)}")


def component_stem(game: Game, selection: PieceSelection, chosen: Iterable[Component], stem: str) -> str:
    """Return `stem` with the ids of the selected pieces added, if some pieces of the components are not selected."""
    whole = select_pieces(game, ()).copies
    ids_by_part = {part.id: [*selection.copies[part.id]] for part in chosen}
    if all(pieces == [*whole[part]] for part, pieces in ids_by_part.items()):
        return stem
    pieces = [piece for ids in ids_by_part.values() for piece in ids]
    reserved = {name for part in game.components for name in (part.id, part.file)} | {BOOKLET, FILLABLE}
    if len(ids_by_part) == 1 and len(pieces) <= MOST_NAMED and reserved.isdisjoint(pieces):
        return "-".join([stem, *pieces])
    return f"{stem}-{len(pieces)}-pieces-{_short_digest(repr(ids_by_part))}"


def changes_stem(game: Game, selection: PieceSelection, part: Component, is_alone: Callable[[Component], bool]) -> str:
    """Return the start of a file name for changed pieces; pieces of one material share their sheets.

    Components that are alone have a file of their own. The digest tells the pieces and their copies.
    """
    # Without a material nothing tells which pieces could share a sheet.
    alone = is_alone(part) or not part.material
    sharing = [
        component
        for component in selection.components(game)
        if component.material == part.material and not is_alone(component)
    ]
    copies_by_part = {
        component.id: [*selection.copies[component.id].items()] for component in ([part] if alone else sharing)
    }
    return f"changes-{part.file if alone else part.material}-{_short_digest(repr(copies_by_part))}"


def copies_words(game: Game, selection: PieceSelection, parts: Iterable[Component]) -> list[str]:
    """Return the word for the copies of some components: `copies-5` of each piece, `copies-x2` for twice the game's."""
    whole = select_pieces(game, ()).copies
    copies = {part.id: selection.copies[part.id] for part in parts}
    pairs = [
        (count, whole[part][piece]) for part, piece_copies in copies.items() for piece, count in piece_copies.items()
    ]
    # A piece that has no copies before and after says nothing about a factor.
    pairs = [(count, usual) for count, usual in pairs if count or usual]
    if all(count == usual for count, usual in pairs):
        return []
    # Pieces that the game prints without copies have no factor; 0.5 stands for it, as it is no whole number.
    counts, times = {count for count, _ in pairs}, {count / usual if usual else 0.5 for count, usual in pairs}
    if len(counts) == 1:
        return [f"copies-{counts.pop()}"]
    if len(times) == 1 and (factor := times.pop()).is_integer():
        return [f"copies-x{factor:.0f}"]
    return [f"copies-{_short_digest(repr(copies))}"]


def _short_digest(text: str) -> str:
    """Return the first eight signs of a text's digest: enough to tell the orders of one folder apart."""
    return digest(text)[:8]
