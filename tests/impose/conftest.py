"""What the tests of imposition share: papers, faces, a set_text that needs no fonts, and pictures in letters."""

import re

import pytest

from generator.base.geometry import IDENTITY, Matrix, Rect, Size
from generator.base.units import MM
from generator.impose.imposition_inputs import PieceToPrint, SlugWords
from generator.model.face import Drawing, Face, GlyphRun, Group, Shape
from generator.model.paper import Paper

EMPTY = Drawing.of(())
SIZES = {"a4": Size(210 * MM, 297 * MM), "letter": Size(612, 792), "a3": Size(297 * MM, 420 * MM)}


def face_named(name, width=63.0, height=88.0, *, bleed=3.0, cut=""):
    return Face(name, Size(width * MM, height * MM), bleed * MM, EMPTY, cut)


def lettered(letters, width=63.0, height=88.0, *, backs=True, **shape):
    """A piece a letter; its back is the capital. A letter given as a capital has no back."""
    return [
        PieceToPrint(
            f"deck/{letter}#{index}",
            face_named(letter.lower(), width, height, **shape),
            face_named(letter.upper(), width, height, **shape) if backs and letter.islower() else None,
        )
        for index, letter in enumerate(letters)
    ]


def words_in_mm(text, size, x, y, anchor, fill):
    """Half a size wide per character, with the anchor minded."""
    width = len(text) * size / 2
    start = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
    return (GlyphRun("plain", size, start, y, (1,), (0.0,), (text,), width, fill),)


def drawn_in_letters(sheet):
    """The keys of the faces as they lie, with a dot for a gap in a row or column."""
    places = {(round(placed.trim.y), round(placed.trim.x)): placed.face.key for placed in sheet.placed}
    rows, columns = sorted({y for y, _ in places}), sorted({x for _, x in places})
    return "\n".join(" ".join(places.get((y, x), ".") for x in columns) for y in rows)


def boxes_of(inks, matrix=IDENTITY):
    """The rectangles that ink covers on the sheet: one for every subpath and every run."""
    for ink in inks:
        if isinstance(ink, Group):
            yield from boxes_of(ink.ink, matrix @ ink.matrix)
        elif isinstance(ink, GlyphRun):
            yield matrix.bounding_box(Rect(ink.x, ink.y - 0.75 * ink.size, ink.width, 0.9 * ink.size))
        elif isinstance(ink, Shape):
            half = ink.stroke.width / 2 if ink.stroke else 0.0
            for subpath in ink.path.split("M ")[1:]:
                numbers = [float(word) for word in re.findall(r"[-\d.]+", subpath)]
                xs, ys = numbers[::2], numbers[1::2]
                rect = Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
                yield matrix.bounding_box(
                    Rect(
                        rect.x - half * (rect.width == 0),
                        rect.y - half * (rect.height == 0),
                        rect.width + 2 * half * (rect.width == 0),
                        rect.height + 2 * half * (rect.height == 0),
                    )
                )


def words_on(sheet):
    """Every text among the marks of a sheet."""

    def texts(inks):
        for ink in inks:
            if isinstance(ink, Group):
                yield from texts(ink.ink)
            elif isinstance(ink, GlyphRun):
                yield ink.text

    return list(texts(sheet.marks))


def whole_sheet(size):
    return Rect(0, 0, size.width, size.height)


def flipped(size, flip):
    """The turning over of a sheet in space: a half turn about an axis along its long or short edges.

    Gives the matrix from recto to verso coordinates, of a back page that is looked at after the turn.
    """
    along_x = (size.width > size.height) == (flip == "long")
    # A half turn about the x axis takes (x, y, z) to (x, -y, -z), one about the y axis to (-x, y, -z).
    turn = Matrix(1, 0, 0, -1) if along_x else Matrix(-1, 0, 0, 1)
    centre = Matrix.translation(size.width / 2, size.height / 2)
    return centre @ turn @ centre.inverse()


def paper_called(name, margin=5.0):
    return Paper(name, SIZES[name], margin * MM)


@pytest.fixture(scope="session")
def face():
    return face_named


@pytest.fixture(scope="session")
def printed():
    return lettered


@pytest.fixture(scope="session")
def set_text():
    return words_in_mm


@pytest.fixture(scope="session")
def picture():
    return drawn_in_letters


@pytest.fixture(scope="session")
def boxes():
    return boxes_of


@pytest.fixture(scope="session")
def texts():
    return words_on


@pytest.fixture(scope="session")
def flipping():
    return flipped


@pytest.fixture(scope="session")
def paper():
    return paper_called


@pytest.fixture(scope="session")
def slug():
    return SlugWords("Picket", "Raid cards", "version 1.0", "sheet {} of {}".format, "en")
