"""The shipped games, printed once for all tests here, and what libraries that are not ours read off the files.

Lengths are millimetres from the lower left of the page. What the games should hold is read from their tables by `csv`
and `tomllib`, so that our own loader proves nothing about itself.
"""

import csv
import io
import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pypdfium2
import pytest

from generator.cli.main import main

DATA = Path(__file__).parents[2] / "data"
NAME = re.compile(r"(.+?)(?:-(a4|letter|full))?-([a-z]{2})(?![a-z])")
"""Stem, paper and language of a file; a variant may follow. Pages to read have no paper."""
TEXTS = "rules-", "reference-"
"""How the names of rules and reference sheets begin, whose pages are no pieces."""
PLAN = "print-plan-"
"""How the print plan's name begins, which holds no pieces."""
FORM = "-fillable-"
"""What the name of a form says: it holds the pages of a file beside it."""
MM = 72 / 25.4


class Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def of(cls, points):
        return cls(*(float(value) / MM for value in points))

    @classmethod
    def about(cls, points):
        """The box around some points."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def size(self):
        return self.right - self.left, self.top - self.bottom

    def expand(self, by):
        return Box(self.left - by, self.bottom - by, self.right + by, self.top + by)

    def around(self, *others):
        """The box around this and others."""
        return Box.about([point for box in (self, *others) for point in (box[:2], box[2:])])

    def contains(self, point):
        return self.left <= point[0] <= self.right and self.bottom <= point[1] <= self.top


@dataclass(frozen=True)
class Spot:
    """One placed face, as its page tells in two ways: by the words of its marked content, and by what is drawn."""

    piece: str
    side: str
    page: int
    trim: Box
    """From the marked content."""
    placed: Box
    """From the matrix and the box of the form that is drawn."""
    corners: tuple
    """Where the face's own corners lie: upper left, upper right, lower left, lower right."""
    clip: Box
    form: tuple
    """Number of the form."""

    @property
    def component(self):
        return self.piece.partition("/")[0]

    @property
    def row(self):
        return re.search("/(.*)#", self.piece)[1]


class Page:
    """A page as pikepdf takes it apart."""

    def __init__(self, number, page):
        self.number = number
        self.paper = Box.of(page.mediabox)
        self.trim_box, self.bleed_box = Box.of(page.trimbox), Box.of(page.get("/BleedBox", page.mediabox))
        self.spots, self.paths, self._dashed = [], [], []
        self._forms = page.Resources.get("/XObject", {})
        self._stack, self._matrix, self._piece = [], pikepdf.Matrix(), None
        self._rect = self._clip = self._points = None
        self._dash = False
        for operands, operator in pikepdf.parse_content_stream(page, " ".join(STEPS)):
            if step := STEPS.get(str(operator)):  # an inline picture is no operator of ours
                getattr(self, step)(*operands)

    def _save(self):
        self._stack.append((self._matrix, self._dash))

    def _restore(self):
        self._matrix, self._dash = self._stack.pop()

    def _turn(self, *numbers):
        self._matrix = pikepdf.Matrix(*map(float, numbers)) @ self._matrix

    def _mark(self, tag, more):
        self._piece = more if tag == "/Piece" else None

    def _unmark(self):
        self._piece = None

    def _rectangle(self, x, y, width, height):
        self._rect = pikepdf.Rectangle(*map(float, (x, y, x + width, y + height)))

    def _cut(self):
        self._clip = Box.of(self._matrix.transform(self._rect).as_array())

    def _draw(self, name):
        if self._piece is None:
            return
        form = self._forms[name]
        left, top, right, bottom = map(float, form.BBox)  # the bleed about a trim whose corner is the origin
        corners = [(x, y) for y in (0, top + bottom) for x in (0, left + right)]
        drawn = tuple(tuple(value / MM for value in self._matrix.transform(corner)) for corner in corners)
        piece, side, trim = (self._piece[key] for key in ("/ID", "/Side", "/Trim"))
        self.spots.append(
            Spot(str(piece), str(side), self.number, Box.of(trim), Box.about(drawn), drawn, self._clip, form.objgen)
        )

    def _dashes(self, pattern, _phase):
        self._dash = bool(len(pattern))

    def _begin(self, x, y):
        self._points = []
        (self._dashed if self._dash else self.paths).append(self._points)
        self._line(x, y)

    def _line(self, *numbers):
        for x, y in zip(numbers[::2], numbers[1::2], strict=True):
            self._points.append(tuple(value / MM for value in self._matrix.transform((float(x), float(y)))))

    @property
    def marks(self):
        """Straight lines of the page itself, as the two ends of each."""
        return [path for path in self.paths if len(path) == 2]

    @property
    def creases(self):
        """The same where they are dashed."""
        return [path for path in self._dashed if len(path) == 2]


STEPS = {
    "q": "_save",
    "Q": "_restore",
    "cm": "_turn",
    "BDC": "_mark",
    "EMC": "_unmark",
    "re": "_rectangle",
    "W": "_cut",
    "Do": "_draw",
    "d": "_dashes",
    "m": "_begin",
    "l": "_line",
    "c": "_line",
}


class Print:
    """One file of the output."""

    def __init__(self, path, game=""):
        self.path, self.game = path, game
        self._raw = None
        self.stem, self.paper, self.language = NAME.match(path.stem).groups()

    @cached_property
    def pdf(self):
        return pikepdf.open(io.BytesIO(self.path.read_bytes()))  # from a path, each of hundreds would stay an open file

    @cached_property
    def pages(self):
        return [Page(number, page) for number, page in enumerate(self.pdf.pages)]

    @property
    def spots(self):
        return [spot for page in self.pages for spot in page.spots]

    @property
    def fronts(self):
        return {spot.piece: spot for spot in self.spots if spot.side == "front"}

    @property
    def backs(self):
        return {spot.piece: spot for spot in self.spots if spot.side == "back"}

    @cached_property
    def pdfium(self):
        return pypdfium2.PdfDocument(self.path.read_bytes())

    @cached_property
    def texts(self):
        return [page.get_textpage() for page in self.pdfium]

    def raw(self, referee):
        """What poppler reads in the file, in the order of its content; asked once."""
        if self._raw is None:
            self._raw = referee("pdftotext", "-raw", self.path, "-")
        return self._raw

    def said(self, page, box):
        """What pdfium reads inside a box, in its order."""
        left, bottom, right, top = (value * MM for value in box)
        return self.texts[page].get_text_bounded(left=left, bottom=bottom, right=right, top=top)


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """Cache and printers of the user who prints here."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def vallum(home, shared_cache):
    """Run a command of ours in this process, at that user's home."""

    def run(*words):
        with pytest.MonkeyPatch.context() as place:
            place.setenv("XDG_CACHE_HOME", str(shared_cache))
            place.setenv("XDG_CONFIG_HOME", str(home / "config"))
            place.delenv("SOURCE_DATE_EPOCH", raising=False)
            assert main([*map(str, words)]) == 0

    return run


@pytest.fixture(scope="session")
def reader():
    """Takes the path of a file."""
    return Print


def file_name(game, options):
    """The name of a build's folder."""
    return re.sub(r"\W+", "-", " ".join([game, *map(str, options)]))


MOST_READ = 6
"""Builds that stay open, with all that was read off their pages: tens of megabytes each."""


@pytest.fixture(scope="session")
def prints(vallum, make_once):
    """The files that a game comes to with some options of `build`, in order; a build is made once for all workers."""

    @lru_cache(MOST_READ)
    def printed(game, *options):
        name = f"prints {file_name(game, options)}"
        folder = make_once(name, lambda folder: vallum("build", game, "--out", folder, "--jobs", 1, *options))
        files = [path for path in sorted(folder.glob("*/*.pdf")) if FORM not in path.name]
        return [Print(path, game) for path in files if not path.name.startswith((PLAN, *TEXTS))]

    return printed


@pytest.fixture(scope="session")
def plans(prints):
    """The print plans beside them, one for each paper."""

    def planned(game, *options):
        folder = prints(game, *options)[0].path.parent
        return [Print(path, game) for path in sorted(folder.glob(f"{PLAN}*.pdf"))]

    return planned


@pytest.fixture(scope="session")
def texts(vallum, make_once):
    """The rules and the reference sheets of a game, by stem, paper and language."""

    @lru_cache(MOST_READ)
    def written(game, *options):
        words = ("build", game, "--only", "rules,reference", "--jobs", 1, *options)
        folder = make_once(f"texts {file_name(game, options)}", lambda folder: vallum(*words, "--out", folder))
        files = [Print(path, game) for path in sorted(folder.glob("*/*.pdf"))]
        return {(file.stem, file.paper, file.path.stem.rpartition("-")[2]): file for file in files}

    return written


@dataclass(frozen=True)
class Deck:
    """One component, as its tables say."""

    id: str
    about: dict
    rows: tuple
    tables: dict
    columns: dict

    @property
    def trim(self):
        """Width and height; None where it fills the paper, or follows from what a box holds."""
        trim = self.about.get("trim", "page")
        return None if trim == "page" else tuple(_millimetres(side) for side in trim)

    @property
    def bleed(self):
        return _millimetres(self.about.get("bleed", "3mm"))

    @cached_property
    def pieces(self):
        """Label, copies and row by the piece's id, which is the row's, or `<row>_<set>` where each player has a set."""
        sets = self.tables[self.about["per"]].values() if "per" in self.about else ({"id": "", "label": ""},)
        return {
            f"{row['id']}_{each['id']}".rstrip("_"): (each["label"] + row["label"], int(row.get("copies", 1)), row)
            for each in sets
            for row in self.rows
        }

    @property
    def labels(self):
        """How often each short id is printed."""
        return Counter({label: copies for label, copies, _ in self.pieces.values()})

    def words(self, row, path, language):
        """The words of a column, or of a column of the row that it refers to: `material.role.name`."""
        columns = self.columns[self.id]
        for column in path.split(".")[:-1]:
            table = columns[column]["of"]
            row, columns = self.tables[table][row[column]], self.columns[table]
        column = path.split(".")[-1]
        return row.get(f"{column}.{language}") or row[column]


def _millimetres(length):
    return float(length.removesuffix("mm"))


def _table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@pytest.fixture(scope="session")
def decks():
    """The components of a game by id."""

    def read(game):
        folder = DATA / game
        told = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))
        tables = {id_: {row["id"]: row for row in _table(folder / t["rows"])} for id_, t in told["tables"].items()}
        columns = {id_: part.get("columns", {}) for id_, part in (told["tables"] | told["components"]).items()}
        return {
            id_: Deck(id_, about, _table(folder / about["rows"]), tables, columns)
            for id_, about in told["components"].items()
            if "rows" in about
        }

    return read
