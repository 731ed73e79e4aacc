"""A small sheet with a box of every kind, drawn on one face and made into a form."""

import io
from types import SimpleNamespace

import pikepdf
import pytest

from generator.base.geometry import Rect, Size
from generator.model.face import Drawing, Face, FormField
from generator.model.formula import (
    ChosenOptions,
    CircledBoxes,
    Constant,
    Difference,
    DifferentNumbers,
    FilledBoxes,
    FullGroups,
    LimitTable,
    MarkedBoxes,
    Maximum,
    NamedValue,
    NumberSum,
    Product,
    StepTable,
    Sum,
)
from generator.model.sheet import Area, Book, Box, Option, Rank, Ranks, Sheet, Track, Value
from generator.model.text import Text
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import pdf
from generator.write.pdf.form.controls import FormLanguage, controls
from generator.write.pdf.form.form_fields import FormContent

BOUNDS = {"year": (1, 6), "number": (1, 3), "text": (0, 40)}
TRACKS = {
    "wall": ("mark", 3),
    "fear": ("mark2", 2),
    "train": ("year", 2),
    "goods": ("number", 3),
    "path": ("choice", 1),
    "name": ("text", 1),
}
OPTIONS = (
    Option("baker", Text.of({"en": "Baker", "ja": "パン屋"})),
    Option("monk", Text.of({"en": "Monk", "ja": "修道士"})),
)
WALL, FEAR, GOODS = (
    tuple(f"{track}_{at:02}" for at in range(1, TRACKS[track][1] + 1)) for track in ("wall", "fear", "goods")
)
VALUES = {
    "fear_now": CircledBoxes(FEAR),
    "trade": Sum(
        (
            NumberSum(GOODS),
            StepTable(DifferentNumbers(GOODS), ((2, 5), (3, 9))),
            LimitTable(MarkedBoxes(("train_01",)), ((0, 2),)),
        )
    ),
    "paths": ChosenOptions(("path_01",), (("baker", NamedValue("trade")), ("monk", Constant(4)))),
    "total": Difference(
        Sum(
            (
                MarkedBoxes(WALL),
                FullGroups((WALL[:2], FEAR)),
                NamedValue("trade"),
                NamedValue("paths"),
                FilledBoxes(FEAR),
            )
        ),
        Product((NamedValue("fear_now"), Maximum((Constant(2), MarkedBoxes(("train_01", "train_02")))))),
    ),
}
SAID = {"sheet.circle": "{box}, circled", "sheet.filled": "{box}, filled in", "sheet.rank": "Rank: {rank}"}


def words(text):
    return Text.of({"en": text, "ja": text})


def box_of(track, kind, at):
    plain = dict.fromkeys(("costs", "needs", "gains", "one_of", "tags"), ())
    least, most = BOUNDS.get(kind, (0, 0))
    start = int((track, at) == ("wall", 1))
    options = OPTIONS if kind == "choice" else ()
    return Box(
        f"{track}_{at:02}",
        kind,
        None,
        **plain,
        start=start,
        least=least,
        most=most,
        options=options,
        track=track,
        number=at,
        provenance="",
    )


def book_of():
    tracks = tuple(
        Track(id_, words(id_), "row", (), tuple(box_of(id_, kind, at) for at in range(1, count + 1)))
        for id_, (kind, count) in TRACKS.items()
    )
    values = tuple(Value(id_, words(id_), formula, "") for id_, formula in VALUES.items())
    ranks = Ranks("total", (Rank(0, words("Low")), Rank(10, words("High"))))
    return Book.of(
        [Sheet("left", words("Left"), "7", (Area("all", words("All"), None, tracks),), values, (), (), (), ranks, ())]
    )


def face_of(*ids, key="sheet"):
    """A face with a row of boxes, each 20 points wide and 16 high."""
    kinds = {id_: box.kind for id_, box in book_of().boxes.items()}
    fields = tuple(
        FormField(id_, kinds.get(id_, "sum"), Rect(24 * at, 5, 20, 16), f"the {id_}") for at, id_ in enumerate(ids)
    )
    return Face(key, Size(24 * len(ids), 30), 0.0, Drawing.of(()), fields=fields)


@pytest.fixture
def book():
    """Every kind of box and of formula; the first box of the wall is printed as marked."""
    return book_of()


@pytest.fixture
def form(make):
    """A form made of faces: given the ids of each face's boxes and values, its controls and, opened, its file."""

    def made(*pages, language="en", words=()):
        faces = [face_of(*ids, key=f"sheet{at}") for at, ids in enumerate(pages)]
        sheets = tuple(
            make.sheet((f"sheets/p{at}#1", face), number=at + 1, size=Size(800, 60)) for at, face in enumerate(faces)
        )
        wording = FormLanguage(language, lambda key, **names: SAID[key].format(**names))
        found = controls(sheets, book_of(), wording)
        titles = tuple(f"Page {at}" for at, _ in enumerate(faces))
        about = FormContent(found, titles, "sans", {36: "A", 37: "B"}, b"{}", words or titles, "What it is for")
        compiled_faces = {each.key: each for face in faces for each in compile_face(face, make.fonts)}

        def file():
            return pdf(make.document(*sheets, language=language), compiled_faces, make.fonts, about)

        return SimpleNamespace(controls=found, file=file, opened=lambda: pikepdf.open(io.BytesIO(file())))

    return made


@pytest.fixture
def whole(form, book):
    """The small sheet with all it has."""
    return form((*book.boxes, "total", "wall", "rank_1", "rank_2"))
