"""Fillable forms of scoresheets: the printed pages, with form fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat

from generator.base.geometry import Matrix, Rect
from generator.base.records import replace
from generator.build.faces.face_jobs import page_size
from generator.build.faces.labels import Labels
from generator.build.icon_names import icon_names, plain_text
from generator.build.text_pages.box_descriptions import BoxDescriptions
from generator.impose.imposition_inputs import ImpositionOptions, PieceToPrint, SlugWords, TextSetter
from generator.impose.press_sheets import ImposedSheets, impose
from generator.model.face import Face
from generator.model.form_stamp import FormStamp, rules_digest
from generator.model.game import Game
from generator.model.paper import Paper
from generator.model.press_sheet import PlacedFace, PressDocument, PressSheet
from generator.model.sheet import Book, Sheet
from generator.model.text import Text
from generator.write.pdf.form.controls import Control, FormLanguage, controls
from generator.write.pdf.form.form_fields import FormContent
from generator.write.pdf.form.form_script import character_filter

LETTERS = (*range(0x20, 0x7F), *range(0xA0, 0x180), 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x20AC)
"""Characters that can be typed in every language: Latin-1, Latin Extended-A, dashes and quotes."""

KANA = (*range(0x3000, 0x3016), *range(0x3041, 0x3097), *range(0x30A0, 0x3100), *range(0xFF01, 0xFF5F))
"""Characters that can be typed if the font has them: kana, Japanese punctuation, full-width forms."""


class FillableForms:
    """The forms of one book of a game."""

    def __init__(self, game: Game, sheets: Mapping[str, Sheet], labels: Labels, typed: str = "") -> None:
        """Take the sheets of one book of the game, by id: its scoresheets, or its logs.

        `typed` are characters that the forms must show besides the usual ones, if a font has them.
        """
        self._game, self._sheets, self._labels, self._typed = game, sheets, labels, typed
        self._book = Book.of(sheets.values())

    def form(self, document: PressDocument) -> FormContent:
        """Return the form fields of a document. Raises Faults for fields that are not boxes of the game's sheets."""
        language = document.language
        wording = FormLanguage(language, self._labels.messages(language))
        described = self._described(controls(document.sheets, self._book, wording), document, wording)
        pages = tuple(self._page_title(sheet, document) for sheet in document.sheets)
        font, glyphs = self._labels.form_font(language, _characters(described) + self._typed, self._typed)
        script = character_filter("".join(glyphs.values()))
        filtered = tuple(_with_filter(control, script) for control in described)
        stamp = self._stamp(described, language).to_json()
        pictures = tuple(map(self._page_words, document.sheets, pages, repeat(language)))
        return FormContent(
            filtered,
            pages,
            font,
            glyphs,
            attachment=stamp,
            pictures=pictures,
            attachment_note=wording.say("sheet.attachment"),
        )

    def _described(
        self, plain_controls: Iterable[Control], document: PressDocument, wording: FormLanguage
    ) -> tuple[Control, ...]:
        """Return the controls with the cost, needs and reward of each box, told once where it has two controls."""
        faces = [placed.face for sheet in document.sheets for placed in sheet.placed]
        labels = {field.id: field.label for face in faces for field in face.fields}
        about = BoxDescriptions(self._game, self._book, wording, labels)
        return tuple(
            # A circled box has a second control for its filling; the words stand at the first.
            replace(control, label=about.of(control.box, control.label))
            if control.box and control.state < 2
            else control
            for control in plain_controls
        )

    def _stamp(self, form_controls: Iterable[Control], language: str) -> FormStamp:
        """Return the stamp, from which a filled-in form is read: the game, and each field with its box or value."""
        sheets = self._sheets.values()
        versions = {sheet.id: sheet.version for sheet in sheets}
        fields = {control.name: (control.box, control.state) for control in form_controls if control.box}
        values = {control.name: control.value for control in form_controls if control.value}
        return FormStamp(self._game.id, language, versions, rules_digest(sheets), fields, values)

    def _page_title(self, sheet: PressSheet, document: PressDocument) -> str:
        """Return the title of a page: of the scoresheet on it, or of the document if it has several."""
        titles = [printed_sheet.title[document.language] for printed_sheet in self._printed(sheet)]
        return f"{self._game.title[document.language]}: {titles[0]}" if len(titles) == 1 else document.title

    def _page_words(self, sheet: PressSheet, title: str, language: str) -> str:
        """Return the printed words of a page, line by line: its title, its areas, and their short rules."""
        names = icon_names(self._game, language)
        lines: list[tuple[Text, Text | None]] = []
        for area in [area for printed_sheet in self._printed(sheet) for area in printed_sheet.areas]:
            lines.append((area.title, area.note))
            lines += [(track.title, track.note) for track in area.tracks if track.note]
        words = (": ".join(plain_text(text, language, names) for text in line if text) for line in lines)
        return "\n".join((title, *words))

    def _printed(self, sheet: PressSheet) -> list[Sheet]:
        """Return the scoresheets on a press sheet, each once."""
        ids = dict.fromkeys(placed.piece.partition("/")[2].partition("#")[0] for placed in sheet.placed)
        return [self._sheets[id_] for id_ in ids if id_ in self._sheets]


def form_key(game: Game) -> str:
    """Return a text of all that a fillable form depends on besides its faces, as a part of its key."""
    names = {language: icon_names(game, language) for language in game.languages}
    return repr((*game.sheets.values(), *game.logs.values(), names, game.strings))


def form_pages(
    pieces: Sequence[PieceToPrint], paper: Paper, slug: SlugWords, label: TextSetter, *, has_photo_marks: bool = False
) -> ImposedSheets:
    """Return the pages of a form, each piece once: as printed if they fill the paper, else each at its own size."""
    # Each box is one field, however often it is printed.
    once = [piece for piece in pieces if piece.id.endswith("#1")]
    whole = {page_size(paper), page_size(paper, turned=True)}
    if all(piece.back is None and piece.front.trim in whole for piece in once):
        options = ImpositionOptions(backs="none", marks="none", has_photo_marks=has_photo_marks)
        return impose(once, paper, options, slug, label)
    faces = [(piece.id, face) for piece in once for face in (piece.front, piece.back) if face]
    return ImposedSheets(tuple(_page(number, name, face) for number, (name, face) in enumerate(faces, 1)))


def _page(number: int, name: str, face: Face) -> PressSheet:
    """Return a page as large as one face, without marks."""
    whole = Rect(0, 0, face.trim.width, face.trim.height)
    return PressSheet(face.trim, "recto", number, (PlacedFace(name, face, Matrix(), whole, whole),))


def _with_filter(control: Control, script: str) -> Control:
    """Return a text field that refuses characters it cannot show: viewers would drop them without a sign."""
    return replace(control, keystroke=script) if control.look == "text" else control


def _characters(form_controls: Iterable[Control]) -> str:
    """Return the characters that a form's font should have: letters, kana, and the words of its choices."""
    words = "".join(title for control in form_controls for _, title in control.options)
    return "".join(map(chr, (*LETTERS, *KANA))) + words
