"""What is made of a component's faces: which files, on which paper, turned over which edge."""

import io
import random
import re
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pikepdf
import pytest

from generator.base.cache import Cache
from generator.base.errors import UsageError
from generator.base.geometry import Size
from generator.base.units import MM
from generator.build import file_names
from generator.build.faces.face_batch import FaceSet
from generator.build.faces.face_jobs import FaceJob
from generator.build.faces.labels import Labels
from generator.build.faces.packed_faces import FacePacker
from generator.build.file_names import FileNames
from generator.build.manifest import Manifest
from generator.build.options import BuildOptions
from generator.build.outputs.pdf_files import PdfFiles
from generator.build.piece_selection import split_copies
from generator.load.files.folder import Folder, SearchPath
from generator.model.card_format import CardScale, CardSize, Sleeve
from generator.model.face import Drawing, Face
from generator.model.game import Component, Game, Piece, Row
from generator.model.paper import FULL, Paper, Printer
from generator.model.text import Text
from generator.write.pdf.compiled_face import compile_face

A4 = Paper("a4", Size(210 * MM, 297 * MM), 5 * MM)
TEMPLATES = SearchPath((Folder(Path(__file__).parents[3] / "templates", "templates"),))


class Letters(Labels):
    """Our words, but no glyphs."""

    fonts = MappingProxyType({})

    def label(self, *_):
        return ()


@pytest.fixture
def pdf_files(tmp_path):
    """Prints components, given by id, kind, size in mm, count and whether they have backs: records by file name."""

    def run(*parts, papers=(A4,), **options):
        title = Text.of({"en": "Picket"})
        components, jobs, faces = [], [], FaceSet()
        for id_, kind, width, height, count, backs in parts:
            trim = Size(width * MM, height * MM)
            pieces = tuple(Piece(f"p{at}", "P", 1, Row(f"p{at}", {}, "x.csv:2")) for at in range(count))
            part = Component(
                id_, kind, title, trim, 0.0, 0.0, "rect", "x.svg.j2", "y.svg.j2" if backs else None, id_, pieces
            )
            components.append(part)
            for side in ("front", "back") if backs else ("front",):
                for piece in pieces:
                    face = Face(f"{id_} {piece.id} {side}", trim, 0.0, Drawing.of(()))
                    faces.add(face.key, FacePacker().pack(face, compile_face(face, {})))
                    jobs.append(FaceJob(part, piece, side, "en", trim, face.key))
        game = Game("picket", tmp_path, title, title, "us", 2026, "1.0", "2026-11-21", ("en",), tuple(components))
        options = replace(BuildOptions(papers=papers, out=tmp_path / "out"), **options)
        manifest = Manifest(Cache(None), tmp_path, options.out)
        names = FileNames(game, options.select_pieces(game), options)
        pdf_files = PdfFiles(game, options, Letters(TEMPLATES, Cache(None)), faces, manifest, names)
        prepared = [pdf for file in pdf_files.group(jobs) for pdf in pdf_files.prepare(file)]
        return pdf_files, {made.path.name: made for made in map(pdf_files.write, prepared)}

    return run


def opened(made):
    return pikepdf.open(io.BytesIO(made.path.read_bytes()))


def test_board_in_tiles_counts_as_one_piece(pdf_files):
    _, files = pdf_files(("map", "boards", 684, 480, 1, False))

    made = files["map-a4-en.pdf"]
    assert (made.pages, made.pieces, made.sheets) == (8, 1, 8)


def test_backs_of_tiles_are_no_file_of_their_own(pdf_files):
    _, files = pdf_files(("map", "boards", 684, 480, 1, True), ("card", "cards", 63, 88, 2, True), split=True)

    assert sorted(files) == ["card-a4-en-backs.pdf", "card-a4-en-fronts.pdf", "map-a4-en.pdf"]


@pytest.mark.parametrize("backs", ["duplex", "fold", "none"])
def test_pieces_are_counted_once_whatever_their_backs(pdf_files, backs):
    _, files = pdf_files(("card", "cards", 63, 88, 5, True), backs=backs)

    assert [made.pieces for made in files.values()] == [5]


def test_overlap_is_that_of_the_order(pdf_files):
    files = [pdf_files(("map", "boards", 560, 400, 1, False), overlap=at * MM)[1] for at in (8, 25)]

    assert files[0]["map-a4-en.pdf"].sheets < files[1]["map-a4-en-overlap25mm.pdf"].sheets


def test_full_paper_is_for_what_fits_no_common_one(pdf_files):
    parts = ("map", "boards", 684, 480, 1, False), ("mat", "sheets", 190, 270, 1, False)
    pressed, files = pdf_files(*parts, papers=(FULL,))

    assert list(files) == ["map-full-en.pdf"]
    assert pressed.skipped_components() == ["mat fits on common paper and is not printed at full size; add --paper a4"]
    page = opened(files["map-full-en.pdf"])
    width, height = page.pages[0].mediabox[2:]
    assert 684 < float(width) / MM < 715
    assert 480 < float(height) / MM < 511


def test_nothing_is_left_out_beside_common_paper(pdf_files):
    parts = ("map", "boards", 684, 480, 1, False), ("mat", "sheets", 190, 270, 1, False)
    pressed, files = pdf_files(*parts, papers=(A4, FULL))

    assert sorted(files) == ["map-a4-en.pdf", "map-full-en.pdf", "mat-a4-en.pdf"]
    assert pressed.skipped_components() == []


def test_booklet_is_printed_to_read_and_to_fold(pdf_files):
    _, files = pdf_files(("rules", "booklets", 148, 210, 6, False))

    assert sorted(files) == ["rules-booklet-a4-en.pdf", "rules-en.pdf"]
    counts = {name: (made.pages, made.pieces, made.paper_sheets) for name, made in files.items()}
    assert counts == {"rules-en.pdf": (6, 6, 0), "rules-booklet-a4-en.pdf": (4, 6, 2)}


def test_pages_to_read_are_written_once_for_all_papers(pdf_files):
    letter = Paper("letter", Size(216 * MM, 279 * MM), 5 * MM)
    _, files = pdf_files(("rules", "booklets", 148, 210, 6, False), papers=(A4, letter))

    assert sorted(files) == ["rules-booklet-a4-en.pdf", "rules-booklet-letter-en.pdf", "rules-en.pdf"]
    pdf = opened(files["rules-en.pdf"])
    page = pdf.pages[0]
    assert [round(float(side) / MM, 2) for side in page.MediaBox] == [0, 0, 148, 210]
    assert b"BMC" not in page.Contents.read_bytes()


@pytest.mark.parametrize(
    ("options", "edge"),
    [({}, "Short"), ({"flip": "long", "booklet_flip": "long"}, "Long"), ({"backs": "none"}, "Short")],
)
def test_booklet_is_turned_over_its_own_edge(pdf_files, options, edge):
    _, files = pdf_files(("rules", "booklets", 148, 210, 4, False), **options)

    (name,) = [name for name in files if "booklet" in name]
    pdf = opened(files[name])
    assert pdf.Root.ViewerPreferences.Duplex == f"/DuplexFlip{edge}Edge"


def test_booklet_is_split_like_everything_else(pdf_files):
    _, files = pdf_files(("rules", "booklets", 148, 210, 6, False), split=True)

    assert sorted(files) == ["rules-booklet-a4-en-backs.pdf", "rules-booklet-a4-en-fronts.pdf", "rules-en.pdf"]
    assert [files[name].pages for name in sorted(files)] == [2, 2, 6]


def test_booklets_at_full_size_are_for_the_screen(pdf_files):
    pressed, files = pdf_files(("rules", "booklets", 300, 400, 4, False), papers=(FULL,))

    assert [*files] == ["rules-en.pdf"]
    assert pressed.skipped_components() == []


def test_copies_are_of_pieces_and_of_whole_booklets(pdf_files):
    parts = ("card", "cards", 63, 88, 5, True), ("rules", "booklets", 148, 210, 6, False)
    _, files = pdf_files(*parts, copies=split_copies(["x2,rules=3"]))

    counts = {name: (made.pages, made.pieces, made.sheets) for name, made in files.items()}
    assert counts["card-a4-en-copies-2.pdf"] == (4, 10, 2)
    assert counts["rules-booklet-a4-en-copies-3.pdf"] == (12, 18, 6)
    texts = [page.Contents.read_bytes() for page in opened(files["rules-booklet-a4-en-copies-3.pdf"]).pages]
    assert [b"#1" in text for text in texts] == [True] * 4 + [False] * 8
    assert [b"#3" in text for text in texts] == [False] * 8 + [True] * 4


CHOICES = {
    "theme": ("colour", "mono", "a-fold", "gap6mm"),
    "tokens": ("square", "outline"),
    "backs": ("duplex", "fold", "none"),
    "flips": (("long", "short"), ("short", "short"), ("long", "long")),
    "marks": ("corners", "lines", "none"),
    "bleed": (None, 0.0, 1 * MM),
    "gap": (None, 0.0, 1 * MM, 1.0001 * MM),
    "order": ("rows", "stack"),
    "margin": (None, 0.0, 1 * MM),
    "skip": (0, 1, 11),
    "overlap": (8 * MM, 18 * MM),
    "printer": (None, Printer("home", 3.0), Printer("Home 1", 4.0), Printer("home_proof", 5.0)),
    "proof": (False, True),
    "split": (False, True),
    "only": (
        (),
        ("card",),
        ("card:p1",),
        ("card:p1", "card:p2"),
        ("card:p1", "card:p2", "card:p3", "card:p4"),
        ("map",),
    ),
    "copies": ((), ("2",), ("x2",), ("card=3",), ("card:p1=2",), ("card:p2=2", "map=2")),
}
"""Some values of every option that changes what is on the sheets."""


def test_two_orders_never_share_a_name(pdf_files, long):
    """Whatever is chosen, files of one name have the same content."""
    dice, seen = random.Random(11), {}
    parts = ("card", "cards", 63, 88, 5, True), ("map", "boards", 684, 480, 1, False)
    for _ in range(1500 if long else 150):
        chosen = {name: dice.choice(some) if dice.random() < 0.4 else some[0] for name, some in CHOICES.items()}
        flip, booklet_flip = chosen.pop("flips")
        chosen |= {"flip": flip, "booklet_flip": booklet_flip, "copies": split_copies(chosen["copies"])}
        chosen["split"] = chosen["split"] and chosen["backs"] == "duplex"
        try:
            files = pdf_files(*parts, **chosen)[1]
        except UsageError:  # a rule for a component that is left out
            continue
        for name, made in files.items():
            assert seen.setdefault(name, made.path.read_bytes()) == made.path.read_bytes(), (name, chosen)

    assert len(seen) > 100
    assert all(re.fullmatch(r"[a-z0-9_.+-]+", name) for name in seen)


def test_every_option_has_a_word_or_changes_no_sheet():
    of_others = {"papers", "languages", "share", "combined_languages", "only", "copies", "split", "changed_since"}
    of_faces = {"players", "backs_theme", "ids", "size", "scale", "sleeved", "dice", "art_dpi"}
    of_none = {
        "plan",
        "strict",
        "verify",
        "svg",
        "html",
        "text",
        "png",
        "simulate",
        "ink",
        "out",
        "date",
        "jobs",
        "form_characters",
        "is_shared",
    }

    assert set(BuildOptions.__match_args__) == {*file_names._WORDS, *of_others, *of_none}
    assert {*CHOICES, "flip", "booklet_flip"} == {*file_names._WORDS, "flips", "only", "copies", "split"} - of_faces


@pytest.mark.parametrize("name", ["size", "scale", "backs_theme", "sleeved", "dice"])
def test_sizes_of_faces_have_words_of_their_own(name):
    sleeves = (Sleeve("euro", Size(1, 1), 0.1), Sleeve("us", Size(1, 1), 0.1))
    values = {
        "scale": [CardScale(0.83), CardScale(0.8)],
        "backs_theme": ["mono", "colour", "a-fold"],
        "size": [CardSize("mini", Size(1, 2)), CardSize("50x75mm", Size(1, 2))],
        "sleeved": [sleeves, sleeves[:1], sleeves[1:]],
        "dice": ["net", "stickers"],
    }[name]
    orders = [BuildOptions(), *(replace(BuildOptions(), **{name: value}) for value in values)]

    for words in (file_names.face_words, file_names.sheet_words):
        assert len({*map(tuple, map(words, orders))}) == len(orders)
