"""Scoresheets to be filled in on a screen: the same pages as a form, one face a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.base.geometry import Matrix, Rect
from generator.base.records import replace
from generator.build.faces.face_jobs import page_size
from generator.build.faces.labels import Labels
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.press_sheets import ImposedSheets, impose
from generator.model.face import Face
from generator.model.form_stamp import FormStamp, rules_digest
from generator.model.game import Component, Game
from generator.model.paper import Paper
from generator.model.press_sheet import PlacedFace, PressDocument, PressSheet
from generator.model.sheet import Book
from generator.write.pdf.form.controls import Control, FormLanguage, controls
from generator.write.pdf.form.form_fields import FormContent
from generator.write.pdf.form.form_script import character_filter

SHEETS = "sheets"
"""The kind of component whose faces are made into a form."""

LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x20AC)
"""What can be typed in every language: the letters of Latin-1 and Latin Extended-A, dashes, quotes."""

KANA = (*range(0x3000, 0x3016), *range(0x3041, 0x3097), *range(0x30A0, 0x3100), *range(0xFF01, 0xFF5F))
"""What can be typed besides where the font has it: kana, Japanese punctuation, wide letters."""


class FillableForms:
    """The forms of one game."""

    def __init__(self, game: Game, labels: Labels, typed: str = "") -> None:
        """`typed` is what the forms must be able to show besides the usual letters, where a font has it."""
        self._game, self._labels, self._typed = game, labels, typed
        self._book = Book.of(game.sheets.values())

    def form(self, document: PressDocument) -> FormContent:
        """What makes a document a form.

        Raises Faults for fields that are no boxes of the game's sheets.
        """
        language = document.language
        wording = FormLanguage(language, self._labels.messages(language))
        found = controls(document.sheets, self._book, wording)
        pages = tuple(self._called(sheet, document) for sheet in document.sheets)
        font, glyphs = self._labels.form_font(language, _characters(found) + self._typed, self._typed)
        minded = tuple(_minding(control, character_filter("".join(glyphs.values()))) for control in found)
        return FormContent(minded, pages, font, glyphs, self._stamp(found, language).to_json())

    def _stamp(self, found: Iterable[Control], language: str) -> FormStamp:
        sheets = self._game.sheets.values()
        versions = {sheet.id: sheet.version for sheet in sheets}
        fields = {each.name: (each.box, each.state) for each in found if each.box}
        values = {each.name: each.value for each in found if each.value}
        return FormStamp(self._game.id, language, versions, rules_digest(sheets), fields, values)

    def _called(self, sheet: PressSheet, document: PressDocument) -> str:
        """The title of a page's sheet; the document's where a page is no single sheet."""
        ids = {placed.piece.partition("/")[2].partition("#")[0] for placed in sheet.placed}
        own = [self._game.sheets[id_].title[document.language] for id_ in ids if id_ in self._game.sheets]
        return f"{self._game.title[document.language]}: {own[0]}" if len(own) == 1 else document.title


def is_form(game: Game, parts: Iterable[Component], faces: Iterable[Face]) -> bool:
    """Whether there is anything to fill in."""
    return bool(game.sheets) and all(part.kind == SHEETS for part in parts) and any(face.fields for face in faces)


def form_key(game: Game) -> str:
    """What a form depends on besides its faces."""
    return repr(tuple(game.sheets.values()))


def form_pages(pieces: Sequence[PieceToPrint], paper: Paper, slug: SlugWords, label: TextSetter) -> ImposedSheets:
    """The pages of a form, each piece once: as printed where they fill the paper, else as large as each is."""
    once = [piece for piece in pieces if piece.id.endswith("#1")]
    whole = {page_size(paper), page_size(paper, turned=True)}
    if all(piece.back is None and piece.front.trim in whole for piece in once):
        return impose(once, paper, ImpositionOptions(backs="none", marks="none"), slug, label)
    faces = [(piece.id, face) for piece in once for face in (piece.front, piece.back) if face]
    return ImposedSheets(tuple(_page(number, name, face) for number, (name, face) in enumerate(faces, 1)))


def _page(number: int, name: str, face: Face) -> PressSheet:
    whole = Rect(0, 0, face.trim.width, face.trim.height)
    return PressSheet(face.trim, "recto", number, (PlacedFace(name, face, Matrix(), whole, whole),))


def _minding(control: Control, script: str) -> Control:
    """A field for words that refuses letters which it could not show: viewers drop them without a word."""
    return replace(control, keystroke=script) if control.look == "text" else control


def _characters(found: Iterable[Control]) -> str:
    """Everything that can be typed or chosen; `typed` leaves out what the font does not have."""
    words = "".join(title for control in found for _, title in control.options)
    return "".join(map(chr, (*LETTERS, *KANA))) + words
