"""The drawings among a game's templates, each made a template once for every component that it is drawn for."""

from __future__ import annotations

import re
from itertools import islice, product

from generator.base.geometry import Size
from generator.base.text_files.picture_name import plain_picture_name
from generator.base.text_files.text_encoding import decode_utf8
from generator.base.units import to_mm
from generator.model.game import Component
from generator.model.markup import unguard
from generator.render.drawings.drawing_page import FacePage
from generator.render.drawings.drawing_template import BUILT_IN, DrawingFacts, converted_drawing, drawing_template
from generator.render.templates.lookups import FindFile

_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".bmp", ".tif", ".tiff", ".pdf")
_PAGE = re.compile(r"(?<=\.pdf)#[1-9][0-9]{0,3}\Z", re.IGNORECASE)
"""What stands behind the name of a PDF for one of its pages."""
_EXAMPLES = 500
"""Cards that are looked at to learn what a column holds."""
_TRIED = 50
"""Cells of a column that are looked up among the pictures."""
_FOLDERS = ("", "art/", "pictures/", "icons/")


class DrawingTemplates:
    """Finds templates as the game's folder has them, and drawings as templates."""

    def __init__(self, find: FindFile) -> None:
        """Take `find`, which finds files by the names that templates use."""
        self._find = find
        self._facts: dict[str, tuple[str, DrawingFacts]] = {}
        self._files: dict[str, bool] = {}

    def name(self, template: str, component: Component, size: Size) -> str:
        """Return the name under which `find` returns a drawing as a template for a component."""
        page = FacePage(*(round(to_mm(length), 4) for length in (size.width, size.height, component.bleed)))
        name = f"{template}@{component.id}@{page.width:g}x{page.height:g}"
        if name not in self._facts:
            self._facts[name] = template, self._drawn_for(component, page, template)
        return name

    def find(self, name: str) -> tuple[str, bytes] | None:
        """Return path and content of a template. Raises Faults for a drawing that cannot be one."""
        if name not in self._facts:
            return self._find(name)
        template, facts = self._facts[name]
        file = self._find(template)
        return (file[0], drawing_template(template, *file, facts)) if file else None

    def origins(self, name: str) -> dict[int, int]:
        """Return the places of the elements in a drawing by their places in the template of this name, in characters.

        Empty for a name that is no drawing's. Raises Faults as `find`.
        """
        template, facts = self._facts.get(name, ("", None))
        file = self._find(template) if facts else None
        if file is None or facts is None:
            return {}
        return converted_drawing(template, *file, facts).origins(decode_utf8(file[1], file[0]))

    def picture_file(self, value: object, folder: str) -> str:
        """Return the file of a picture that a cell names, with or without its ending and its folder."""
        name = plain_picture_name(unguard(str(value)))
        # A path of another computer leads nowhere, but its last part may be here.
        words = dict.fromkeys((name, name.rpartition("/")[2]))
        # The name as written comes first, then the folder of the drawing's own example.
        places = product(words, ("", *_PICTURES), (folder, *_FOLDERS))
        files = (f"{prefix}{word}{ending}" for word, ending, prefix in places)
        return next(filter(self._has, files), name)

    def has_picture(self, value: object, folder: str) -> bool:
        """Whether the picture that a cell names has a file."""
        return self._has(self.picture_file(value, folder))

    def _drawn_for(self, component: Component, page: FacePage, template: str) -> DrawingFacts:
        """Return the facts about a component that a drawing is converted with: its columns and their kinds."""
        columns = dict.fromkeys(BUILT_IN)
        switches: set[str] = set()
        pictures: set[str] = set()
        texts: dict[str, dict[str, None]] = {}
        for piece in islice(component.pieces, _EXAMPLES):
            for name, value in piece.row.cells.items():
                columns[name] = None
                if isinstance(value, bool):
                    switches.add(name)
                elif isinstance(value, str) and _PAGE.sub("", value).lower().endswith(_PICTURES):
                    pictures.add(name)
                elif value is not None and str(value):
                    texts.setdefault(name, {})[str(value)] = None

        def has_words(column: str) -> bool:
            """Whether a column holds texts that name no pictures."""
            return column in texts.keys() - pictures and not any(
                self.has_picture(value, "") for value in islice(texts[column], _TRIED)
            )

        is_front = template == component.front and len(component.pieces) > 1
        headings = tuple(pair for pair in component.headings if pair[0] in columns)
        return DrawingFacts(tuple(columns), switches, pictures, page, has_words, headings, is_front=is_front)

    def _has(self, name: str) -> bool:
        """Whether a picture of this name exists; a page number behind a PDF does not count."""
        if name not in self._files:
            file = _PAGE.sub("", name)
            self._files[name] = file.lower().endswith(_PICTURES) and self._find(file) is not None
        return self._files[name]
