"""Marks written into a sheet by program: what is held and what is shown, as form and as ink."""

import io
import json

import pikepdf
import pypdf
import pypdfium2
import pytest

from generator.base.errors import Faults, OutputError, UsageError
from generator.base.records import replace
from generator.load.game_locations import GameFolder
from generator.scoresheets import form_filling
from generator.scoresheets.filled_sheet import read_sheet
from generator.scoresheets.form_filling import SheetMarks, read_marks, write_filled_sheets


@pytest.fixture
def written(tmp_path):
    """A file of marks, read."""

    def one(document, *given):
        path = tmp_path / "marks.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
        return read_marks(path, *given)

    return one


def faults_of(written, given):
    with pytest.raises(Faults) as caught:
        written({"game": "hadrians-wall", "marks": given})
    return [(fault.key, fault.what) for fault in caught.value.faults]


def dark(data, page, rect):
    """The share of dark pixels in a rect of a page, drawn by pdfium with its forms."""
    with pypdfium2.PdfDocument(data) as document:
        document.init_forms()
        picture = document[page].render(scale=2, may_draw_forms=True).to_pil().convert("L")
        left, bottom, right, top = (2 * float(each) for each in rect)
        crop = picture.crop((int(left), int(picture.height - top), int(right), int(picture.height - bottom)))
        return sum(crop.histogram()[:100]) / (crop.width * crop.height)


@pytest.fixture
def places(blank):
    """Page and rect of each field."""
    with pikepdf.open(io.BytesIO(blank)) as pdf:
        pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}
        return {str(each.T): (pages[each.P.objgen], list(map(float, each.Rect))) for each in pdf.Root.AcroForm.Fields}


SHOWN = {
    "fort_02": 1,
    "disdain_01": 1,
    "training_grounds_01": 4,
    "path_1": "fighter",
    "name": "Ann Żółw",
    "goods_01": 5,
}


@pytest.mark.parametrize("flat", [False, True])
def test_every_kind_of_mark_is_seen(form, blank, places, flat):
    data = form(SHOWN, flat=flat)

    for name in (*SHOWN, "total"):
        assert dark(data, *places[name]) > dark(blank, *places[name]) + 0.002, name


def test_what_is_held_and_shown_is_one(form):
    with pikepdf.open(io.BytesIO(form(SHOWN))) as pdf:
        fields = {str(each.T): each for each in pdf.Root.AcroForm.Fields}

        assert fields["fort_02"].V == fields["fort_02"].AS == "/ "
        assert fields["disdain_01_filled"].V == fields["disdain_01_filled"].AS == "/Off"
        assert (str(fields["training_grounds_01"].V), str(fields["path_1"].V)) == ("4", "fighter")
        assert b"Tj" in fields["training_grounds_01"].AP.N.read_bytes()


def test_words_are_drawn_with_the_font_of_the_form(form):
    pages = pypdf.PdfReader(io.BytesIO(form({"name": "Żółw Ann", "path_1": "fighter"}, flat=True))).pages
    found = pages[0].extract_text()

    assert "Żółw Ann" in found
    assert "Fighter" in found


def test_long_words_stay_in_their_field(form, places):
    long, short = form({"name": "M" * 40}), form({"name": "M" * 10})
    page, (_, bottom, right, top) = places["name"]
    beyond = page, (right + 1, bottom, right + 12, top)

    assert dark(long, *beyond) == dark(short, *beyond)


def test_characters_that_the_font_lacks_are_kept_but_not_drawn(form, reading):
    assert reading(form({"name": "Ann 🐢"})).state["name"] == "Ann 🐢"


def test_flat_sheet_has_no_form_left(form):
    with pikepdf.open(io.BytesIO(form(SHOWN, flat=True))) as pdf:
        assert "/AcroForm" not in pdf.Root
        assert not [page for page in pdf.pages if "/Annots" in page.obj]
        assert "sheet.json" in pdf.attachments


def test_same_marks_make_the_same_bytes(form, legal):
    state = legal(5)

    assert form(state) == form(state)


def test_marks_of_a_reading_name_their_game(written):
    found = written({"schema": 1, "game": "hadrians-wall", "language": "ja", "marks": {"fort_01": 1, "path_2": ""}})

    assert (found.game.id, found.language) == ("hadrians-wall", "ja")
    assert {id_ for id_, held in found.state.items() if held} == {"fort_01", "production_01", "small_granary"}


def test_bare_marks_need_the_game(written):
    with pytest.raises(UsageError, match=r"names no game; add --game GAME"):
        written({"fort_01": 1})
    assert written({"fort_01": 1}, "hadrians-wall").language == "en"


def test_written_zero_is_not_an_empty_box(written):
    marks = written({"game": "picket", "marks": {"night_1": 0}})

    assert (marks.state["night_1"], marks.state["night_2"]) == (0, "")


def test_unknown_language_is_refused(written):
    with pytest.raises(UsageError, match="hadrians-wall has no language 'fr'"):
        written({"fort_01": 1}, "hadrians-wall", "fr")


@pytest.mark.parametrize(
    "document", ["", "[]", "7", "{", '{"marks": [1]}', "[" * 100_000, '{"game": "\\ud800"', "\udcff"]
)
def test_what_is_no_marks_gives_one_line(tmp_path, document):
    path = tmp_path / "marks.json"
    path.write_bytes(document.encode("utf-8", "surrogateescape"))

    with pytest.raises(Faults, match="is no JSON of marks"):
        read_marks(path)


def test_file_that_is_not_there_gives_one_line(tmp_path):
    with pytest.raises(Faults, match="cannot be read: no such file"):
        read_marks(tmp_path / "none.json")


def test_every_wrong_mark_is_told(written):
    given = {"fort_1": 1, "fort_02": 2, "fort_03": True, "goods_01": 7, "path_1": "pirate", "name": "x" * 41}
    found = faults_of(written, given)

    assert [key for key, _ in found] == [None, "fort_02", "fort_03", "goods_01", "path_1", "name"]
    assert found[0][1] == "no box called 'fort_1'; did you mean 'fort_11'?" or "did you mean 'fort_" in found[0][1]
    assert found[1][1] == "'2' cannot stand in this box; it takes a whole number from 0 to 1"
    assert found[5][1].endswith("it takes a text of 40 letters at most")


@pytest.mark.parametrize("held", [[1], {"a": 1}, 1.5, "a\0b", "\ud800"])
def test_odd_contents_are_refused(written, held):
    ((key, what),) = faults_of(written, {"name": held})

    assert (key, "cannot stand in this box" in what) == ("name", True)


def test_printed_mark_cannot_be_changed(written):
    assert faults_of(written, {"fort_01": 1, "small_granary": 2})[0][0] == "small_granary"
    assert faults_of(written, {"small_granary": 0}) == [
        ("small_granary", "is printed as marked and holds 1, not 0; leave it out")
    ]
    assert not written({"small_granary": 1, "fort_02": 0}, "hadrians-wall").state["fort_01"]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"game": "hadrians-wall"}, r"marks\.json: has no 'marks'; write it like"),
        ({"game": 5, "marks": {}}, r"marks\.json \[game\]: must be the name of a game, not 5"),
        ({"game": "hadrian", "marks": {}}, r"marks\.json \[game\]: .*'hadrian'"),
    ],
)
def test_file_without_a_game_or_marks_is_told(written, document, message):
    with pytest.raises(Faults, match=message):
        written(document)


@pytest.fixture
def filled_in(written, tmp_path):
    """The first page of the sheets filled in with some marks, as text, and the file's name."""

    def one(given, language, *, flat=True):
        (file,) = write_filled_sheets(
            written({"marks": given}, "hadrians-wall", language), "a4", tmp_path / "out", flat=flat
        )
        with pypdfium2.PdfDocument(file) as document:
            return document[0].get_textpage().get_text_range(), file.name

    return one


@pytest.mark.parametrize("language", ["en", "ja"])
def test_letters_beyond_the_usual_ones_are_embedded(filled_in, language):
    text, _ = filled_in({"name": "日本太郎 Ann 3"}, language)

    assert "日本太郎 Ann 3" in text


def test_letters_that_no_font_has_are_told(filled_in):
    with pytest.raises(Faults, match=r"hadrians-wall \[name\]: no font here has '🐢'; write it otherwise"):
        filled_in({"name": "Ann 🐢"}, "en")


def test_files_are_called_after_their_marks(filled_in):
    assert filled_in({}, "en")[1] == "sheets-filled-marks-flat-a4-en.pdf"


def test_circles_are_whole_on_paper(form, places):
    data = form({"disdain_01": 1, "disdain_02": 2}, flat=True)
    (page, left), (_, right) = places["disdain_01"], places["disdain_01_filled"]
    middle = page, (left[2] - 4, left[1] + 5, left[2] + 4, left[3] - 5)
    page, rect = places["disdain_02_filled"]

    assert dark(data, *middle) == 0
    assert dark(data, page, right) > 0.1
    assert dark(data, page, rect) > 0.5


def test_game_without_sheets_has_nothing_to_fill(game, tmp_path):
    bare = SheetMarks(GameFolder(game.folder, "bare"), replace(game, components=()), game.sheets, "en", {})

    with pytest.raises(UsageError, match="hadrians-wall has no scoresheets to fill in"):
        write_filled_sheets(bare, "a4", tmp_path)


def test_a_log_is_printed_by_its_component_alone(written):
    assert written({"game": "hadrians-wall", "marks": {"log_player": "Aemilia"}}).parts == ("campaign_log",)
    assert written({"game": "hadrians-wall", "marks": {"mining_01": 1}}).parts == ("sheets",)


def test_sheets_are_not_written_among_the_files_of_the_game(written, game):
    with pytest.raises(OutputError, match="lies in the folder of the game itself"):
        write_filled_sheets(written({"game": "hadrians-wall", "marks": {}}), "a4", game.folder.parent)


def test_box_of_a_sheet_that_is_no_longer_printed_is_told(written):
    with pytest.raises(Faults) as caught:
        written({"game": "arena", "marks": {"die_b1": 4, "vp_1_p1": 12}})

    assert [(fault.key, fault.what) for fault in caught.value.faults] == [
        ("die_b1", "stands on the sheet 'Battles', which is not printed; leave it out")
    ]


@pytest.mark.parametrize("about", [{"sheets": {"campaign_log": "1"}}, {}])
def test_log_is_filled_in_with_what_was_read_of_it(written, tmp_path, about):
    marks = {"won_01": 1, "fort_points_01": 73, "fort_date_01": "2026-11-23", "log_player": "Ann Żółw"}
    files = write_filled_sheets(written({"game": "hadrians-wall", **about, "marks": marks}), "a4", tmp_path / "out")
    again = read_sheet(files[0])

    assert len(files) == 1
    assert {id_: held for id_, held in again.state.items() if held} == marks
    assert again.flaws == ()


def test_log_of_forts_won_out_of_their_line_is_faulty(written, tmp_path):
    marks = {"won_01": 1, "won_03": 1, "challenge_met_01": 1, "challenge_met_02": 1, "challenge_met_03": 1}
    (file,) = write_filled_sheets(written({"game": "hadrians-wall", "marks": marks}), "a4", tmp_path / "out")

    assert len(read_sheet(file).flaws) == 2


def test_file_of_marks_has_a_limit(written, monkeypatch):
    text = json.dumps({"marks": {}, "game": "picket"})
    monkeypatch.setattr(form_filling, "_LARGEST", len(text))
    assert written(text).game.id == "picket"
    monkeypatch.setattr(form_filling, "_LARGEST", len(text) - 1)

    with pytest.raises(Faults, match="is no JSON of marks"):
        written(text)
