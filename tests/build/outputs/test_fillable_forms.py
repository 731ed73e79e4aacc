"""Forms of the shipped sheets: every state of the data is a control, and the control is where its box is drawn."""

import io
import json
import shutil

import pikepdf
import pypdf
import pypdfium2
import pytest
from pikepdf.form import DefaultAppearanceStreamGenerator, Form
from PIL import ImageChops

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.build.faces.labels import Labels
from generator.build.outputs.fillable_forms import form_pages
from generator.cli.main import main
from generator.impose.imposition_inputs import PieceToPrint, SlugWords
from generator.load.files.folder import Folder, SearchPath
from generator.load.game_loader import load
from generator.load.game_locations import data_root, templates_root
from generator.model.face import Drawing, Face
from generator.model.paper import Paper
from generator.model.sheet import Book

STATES = {"mark": ("",), "mark2": ("", "_filled")}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The sheets of the game with the largest ones, on A4 in English."""
    out = tmp_path_factory.mktemp("out")
    assert main(["build", "hadrians-wall", "--only", "sheets", "--paper", "a4", "--out", str(out)]) == 0
    return out / "hadrians-wall"


@pytest.fixture(scope="module")
def book():
    return Book.of(load(data_root() / "hadrians-wall", prefix="hadrians-wall").sheets.values())


@pytest.fixture
def form(made):
    with pikepdf.open(made / "sheets-fillable-a4-en.pdf") as pdf:
        yield pdf


def fields(pdf):
    return {str(field.T): field for field in pdf.Root.AcroForm.Fields}


def test_controls_are_the_states_of_the_data(form, book):
    boxes = [f"{box.id}{end}" for box in book.boxes.values() if not box.start for end in STATES.get(box.kind, ("",))]
    scores = [score.value for sheet in book.sheets for score in sheet.scores]
    ranks = [f"rank_{at}" for sheet in book.sheets if sheet.ranks for at in range(1, len(sheet.ranks.rows) + 1)]

    assert sorted(fields(form)) == sorted([*boxes, *dict.fromkeys(scores), *ranks])


def test_tabs_follow_the_data_on_each_page(form, book):
    order = [*book.boxes]
    for page in form.pages:
        places = [order.index(id_) for field in page.Annots if (id_ := str(field.T).removesuffix("_filled")) in order]

        assert places == sorted(places)


def test_no_two_fields_are_told_alike(form):
    told = [str(field.TU) for field in fields(form).values()]

    assert len(set(told)) == len(told)


def test_cost_need_and_reward_of_boxes_are_told(form):
    told = {name: str(field.TU) for name, field in fields(form).items()}
    elements = {str(each.K.Obj.T): str(each.Alt) for page in form.Root.StructTreeRoot.K[0].K for each in page.K[1:]}

    assert told["wall_07"].endswith(": costs 1 Resource; needs Fort, section 1, box 7 of 7; gives cohort box")
    assert elements == told


def test_printed_rules_are_told_and_accessibility_is_claimed(form):
    left, _ = form.Root.StructTreeRoot.K[0].K
    with form.open_metadata() as facts:
        assert facts["pdfuaid:part"] == "1"

    assert "Workshop: Each year: 1 Builder per filled circle." in str(left.K[0].Alt).splitlines()


def test_controls_neither_overlap_nor_leave_the_page(form):
    for page in form.pages:
        rects = [[float(end) for end in field.Rect] for field in page.Annots]
        left, bottom, right, top = (float(end) for end in page.MediaBox)

        assert all(left < a and bottom < b and c < right and d < top for a, b, c, d in rects)
        for at, (a, b, c, d) in enumerate(rects):
            assert not [
                other
                for other in rects[at + 1 :]
                if a < other[2] - 0.01 and other[0] < c - 0.01 and b < other[3] - 0.01 and other[1] < d - 0.01
            ]


def test_controls_are_large_enough_to_touch(form):
    sizes = [
        (float(f.Rect[2] - f.Rect[0]), float(f.Rect[3] - f.Rect[1]))
        for f in fields(form).values()
        if str(f.T).partition("_")[0] != "rank"
    ]

    assert min(height for _, height in sizes) > 11
    assert min(width for width, _ in sizes) > 7


def test_the_file_says_whose_fields_it_has(form, book):
    stamp = json.loads(form.attachments["sheet.json"].get_file().read_bytes())

    assert (stamp["format"], stamp["game"], stamp["sheets"]) == (1, "hadrians-wall", {"left": "1", "right": "1"})
    assert {box for box, _ in stamp["fields"].values()} == {box.id for box in book.boxes.values() if not box.start}
    assert stamp["fields"]["disdain_01_filled"] == ["disdain_01", 2]
    assert {**stamp["fields"], **stamp["values"]}.keys() | {f"rank_{at}" for at in range(1, 6)} == fields(form).keys()


def test_the_form_shows_what_the_flat_file_shows(made):
    shown = []
    for name in ("sheets-a4-en.pdf", "sheets-fillable-a4-en.pdf"):
        pdf = pypdfium2.PdfDocument(made / name)
        shown.append([page.render(scale=1, may_draw_forms=False).to_pil().tobytes() for page in pdf])
        pdf.close()

    assert shown[0] == shown[1]


def test_forms_are_small(made):
    assert (made / "sheets-fillable-a4-en.pdf").stat().st_size < 400_000


FILLED = {"training_grounds_01": "3", "training_grounds_02": "5", "path_1": "forager", "path_2": "vanguard"}


def with_pypdf(path):
    writer = pypdf.PdfWriter(clone_from=path)
    for page in writer.pages:
        writer.update_page_form_field_values(page, FILLED, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def with_pikepdf(path):
    with pikepdf.open(path) as pdf:
        filled = Form(pdf, DefaultAppearanceStreamGenerator)
        for name, value in FILLED.items():
            if name.startswith("path"):
                next(each for each in filled[name].options if each.export_value == value).select()
            else:
                filled[name].value = value
        out = io.BytesIO()
        pdf.save(out)
    return out.getvalue()


def drawn(file, names):
    """The pictures of some fields of the first page, as pdfium draws them; all of one size."""
    with pikepdf.open(io.BytesIO(file)) as pdf:
        rects = [[float(end) for end in fields(pdf)[name].Rect] for name in names]
    with pypdfium2.PdfDocument(file) as document:
        document.init_forms()
        picture = document[0].render(scale=4, may_draw_forms=True).to_pil().convert("L")
    places = [(round(4 * x) + 4, round(picture.height - 4 * top) + 4) for x, _, _, top in rects]
    width, height = round(4 * (rects[0][2] - rects[0][0])) - 8, round(4 * (rects[0][3] - rects[0][1])) - 8
    return [picture.crop((x, y, x + width, y + height)) for x, y in places]


def ink(before, after):
    """How many pixels of one picture are much darker in another."""
    return sum(ImageChops.difference(before, after).histogram()[100:])


@pytest.mark.parametrize("program", [with_pypdf, with_pikepdf])
@pytest.mark.parametrize("names", [("training_grounds_01", "training_grounds_02"), ("path_1", "path_2")])
def test_fields_of_one_size_show_each_its_own(made, program, names):
    path = made / "sheets-fillable-a4-en.pdf"
    blank = drawn(path.read_bytes(), names)
    first, second = drawn(program(path), names)

    assert min(map(ink, blank, (first, second))) > 40
    assert ink(first, second) > 20


def test_items_of_a_sheet_may_be_those_of_a_component(tmp_path):
    game = shutil.copytree(data_root() / "picket", tmp_path / "mine")
    sheet = game / "sheets" / "nights.toml"
    priced = sheet.read_text("utf-8").replace('"night_1", ', '"night_1", pay = ["watch"], ')
    sheet.write_text(f'items = "watch"\n{priced}', encoding="utf-8")
    out = tmp_path / "out"

    assert main(["build", str(game), "--only", "score", "--paper", "a4", "--lang", "en", "--out", str(out)]) == 0
    with pikepdf.open(out / "mine" / "score-fillable-a4-en.pdf") as pdf:
        assert "costs 1 The watch" in str(fields(pdf)["night_1"].TU)


def test_a_pad_becomes_one_page_as_large_as_it_is():
    pad = Face("pad", Size(270, 380), 8.0, Drawing.of(()))
    copies = [PieceToPrint(f"pad/score#{copy}", pad) for copy in (1, 2, 3)]
    slug = SlugWords("Picket", "Pad", "1", lambda n, m: f"{n}/{m}")

    (sheet,) = form_pages(copies, Paper("a4", Size(595.3, 841.9), 14.2), slug, lambda *_: ()).sheets

    assert (sheet.size, sheet.marks) == (Size(270, 380), ())
    assert [placed.piece for placed in sheet.placed] == ["pad/score#1"]


def test_what_is_typed_looks_like_what_is_printed():
    labels = Labels(SearchPath((Folder(templates_root(), "templates"),)), Cache(None))

    font, glyphs = labels.form_font("en", "aé王")

    plain = labels.fonts.typeface(font).font.get_nominal_glyph(ord("1"))
    assert sorted(glyphs.values()) == sorted("0123456789aé")
    assert next(glyph for glyph, char in glyphs.items() if char == "1") != plain
