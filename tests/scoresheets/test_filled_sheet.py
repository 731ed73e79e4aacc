"""A filled sheet read back: marks, totals, and what only its fields can tell."""

import io
import json
import subprocess
from decimal import Decimal

import pikepdf
import pypdf
import pytest

from generator.base.errors import Faults
from generator.scoresheets.filled_sheet import read_sheet
from generator.scoresheets.form_extraction import LARGEST
from generator.scoresheets.judge.legality import find_flaws
from generator.scoresheets.sheet_report import SheetReport


def on(pdf, name, value="/ "):
    for each in pdf.Root.AcroForm.Fields:
        if str(each.T) == name:
            each.V = each.AS = pikepdf.Name(value)


def write(pdf, **texts):
    for each in pdf.Root.AcroForm.Fields:
        if str(each.T) in texts:
            each.V = pikepdf.String(texts[str(each.T)])


def rules_of(filled):
    return [(flaw.rule, *flaw.boxes) for flaw in filled.flaws]


def test_blank_sheet_is_good(reading, blank, book):
    filled = reading(blank)

    assert (filled.state, filled.flaws, filled.printed) == (book.start(), (), {})
    assert (filled.game.id, filled.language, filled.sheets) == ("hadrians-wall", "en", ("left", "right"))


def test_everything_comes_back(reading, form, legal, book):
    state = legal(7) | {"name": "Ann 長城", "note": "two\nlines"}
    filled = reading(form(state))

    assert (filled.state, filled.flaws) == (state, ())
    assert filled.values["total"] == book.value("total", state) == int(filled.printed["total"])


def test_sheets_through_their_files(reading, form, spoiled, legal, book, limits, long):
    """The verdict on a file is that on its marks, half of them legal."""
    for seed in range(0, 1000 if long else 8, 2):
        assert not reading(form(legal(seed))).flaws, f"seed {seed}"
        flaws = reading(form(spoiled(seed + 1))).flaws
        assert flaws == find_flaws(book, spoiled(seed + 1), limits) != (), f"seed {seed + 1}"


def test_marks_of_forms_made_before_are_read(reading, blank, changed):
    """Their on state was called `/x`, and their choices were taken back by an option without an id."""

    def as_before(pdf):
        for each in pdf.Root.AcroForm.Fields:
            if each.FT == "/Btn":
                each.AP = pikepdf.Dictionary(N=pikepdf.Dictionary({"/x": each.AP.N["/ "], "/Off": each.AP.N["/Off"]}))
        on(pdf, "fort_01", "/x")
        write(pdf, path_1="–")

    filled = reading(changed(blank, as_before))

    assert (filled.state["fort_01"], filled.state["path_1"], filled.flaws) == (1, "", ())


def test_choice_in_a_list_of_one_is_read(reading, blank, changed, field):
    def listed(pdf):
        field(pdf, "path_1").V = pikepdf.Array([pikepdf.String("fighter")])

    assert reading(changed(blank, listed)).state["path_1"] == "fighter"


def test_choice_taken_back_is_none(reading, blank, changed):
    filled = reading(changed(blank, lambda pdf: write(pdf, path_1="-")))

    assert (filled.state["path_1"], filled.flaws) == ("", ())


@pytest.mark.parametrize("revision", [3, 4, 6])
def test_sheet_locked_against_changes_is_read(reading, blank, changed, revision):
    encryption = pikepdf.Encryption(owner="o", user="", R=revision, aes=revision > 3, metadata=revision > 3)

    assert reading(changed(blank, lambda pdf: on(pdf, "fort_01"), encryption=encryption)).state["fort_01"] == 1


def test_signed_sheet_is_read(reading, blank, changed):
    def sign(pdf):
        on(pdf, "fort_01")
        value = pikepdf.Dictionary(Type=pikepdf.Name.Sig, Filter=pikepdf.Name("/Adobe.PPKLite"), Contents=b"\0" * 64)
        signature = pikepdf.Dictionary(T=pikepdf.String("Signature1"), FT=pikepdf.Name.Sig, V=pdf.make_indirect(value))
        pdf.Root.AcroForm.Fields.append(pdf.make_indirect(signature))

    filled = reading(changed(blank, sign))

    assert (filled.state["fort_01"], filled.flaws) == (1, ())


def test_zeros_after_the_end_are_left_out(reading, blank):
    assert not reading(blank + bytes(5000)).flaws


def test_false_rank_mark_is_a_flaw(reading, form, changed, field):
    data = form({"path_1": "fighter", "renown_01": 1})

    def promote(pdf):
        field(pdf, "rank_5").V = pikepdf.String("X")

    assert not [flaw for flaw in reading(data).flaws if flaw.rule == "rank"]
    assert ("rank", "rank_5") in rules_of(reading(changed(data, promote)))


def test_filled_without_circled_is_a_flaw(reading, blank, changed):
    filled = reading(changed(blank, lambda pdf: on(pdf, "temple_favours_01_filled")))

    assert ("uncircled", "temple_favours_01") in rules_of(filled)
    assert filled.state["temple_favours_01"] == 2


def test_field_that_deceives_the_eye_is_a_flaw(reading, blank, changed, field):
    def deceive(pdf):
        field(pdf, "fort_01").V = pikepdf.Name("/ ")

    assert rules_of(reading(changed(blank, deceive))) == [("shown", "fort_01")]


@pytest.mark.parametrize("widget", [{"V": "/Yes", "AS": "/Yes"}, {"AS": "/Yes"}, {"V": "/1"}, {"V": "/ ", "AS": "/On"}])
def test_state_that_no_box_has_is_a_flaw(reading, blank, changed, field, widget):
    def strange(pdf):
        for key, state in widget.items():
            field(pdf, "fort_01")[f"/{key}"] = pikepdf.Name(state)

    (flaw,) = [flaw for flaw in reading(changed(blank, strange)).flaws if flaw.rule == "state"]
    assert (flaw.boxes, flaw.facts["held"]) == (("fort_01",), next(s for s in widget.values() if s != "/ "))


def test_widgets_of_one_box_that_differ_are_a_flaw(reading, blank, changed, field):
    def doubled(pdf):
        fort = field(pdf, "fort_01")
        states = (pikepdf.Name("/ "), pikepdf.Name.Off)
        kids = [pikepdf.Dictionary(AS=state, Subtype=pikepdf.Name.Widget) for state in states]
        fort.Kids = pikepdf.Array([pdf.make_indirect(kid) for kid in kids])

    assert rules_of(reading(changed(blank, doubled))) == [("shown", "fort_01")]


@pytest.mark.parametrize(("typed", "held"), [("3", 3), (" 3 ", 3), ("３", 3), ("3.0", 3), ("", 0)])
def test_numbers_are_read_as_people_type_them(reading, blank, changed, typed, held):
    assert (
        reading(changed(blank, lambda pdf: write(pdf, training_grounds_01=typed))).state["training_grounds_01"] == held
    )


@pytest.mark.parametrize("typed", ["7", "0x1", "two", "-1", "3.5", "1e3", "IV", "9" * 400])
def test_what_is_no_year_is_a_flaw(reading, blank, changed, typed):
    filled = reading(changed(blank, lambda pdf: write(pdf, training_grounds_01=typed)))

    assert rules_of(filled) == [("range", "training_grounds_01")]
    assert filled.state["training_grounds_01"] == 0


@pytest.mark.parametrize("typed", ["fighter", "Fighter", "戦士"])
def test_choice_is_read_by_id_or_words(reading, blank, changed, typed):
    assert reading(changed(blank, lambda pdf: write(pdf, path_1=typed))).state["path_1"] == "fighter"


def test_unknown_choice_is_a_flaw(reading, blank, changed):
    assert rules_of(reading(changed(blank, lambda pdf: write(pdf, path_1="pirate")))) == [("range", "path_1")]


def test_what_follows_from_an_unknown_choice_is_no_flaw_of_its_own(reading, form, legal, changed):
    spoilt = changed(form(legal(5)), lambda pdf: write(pdf, path_1="pirate"))

    assert rules_of(reading(spoilt)) == [("range", "path_1")]


@pytest.mark.parametrize("number", [3, 5])
def test_what_follows_from_numbers_that_are_not_read_is_no_flaw_of_its_own(reading, form, legal, changed, number):
    state = legal(number)
    book = reading(form(state)).book
    written = [id_ for id_, value in state.items() if value and book.box(id_).kind in ("year", "number")]
    spoilt = changed(form(state), lambda pdf: write(pdf, **dict.fromkeys(written, "?")))

    assert written
    assert sorted(rules_of(reading(spoilt))) == sorted(("range", id_) for id_ in written)


@pytest.mark.parametrize(
    ("shown", "wrong"), [("0", False), ("0.0", False), ("", False), ("NaN", True), ("1", True), ("118", True)]
)
def test_printed_total_is_only_compared(reading, blank, changed, shown, wrong):
    filled = reading(changed(blank, lambda pdf: write(pdf, total=shown)))

    assert rules_of(filled) == ([("total", "total")] if wrong else [])
    assert filled.values["total"] == 0


def test_field_with_its_widget_apart_is_read(reading, blank, changed, field):
    def part(pdf):
        whole = field(pdf, "fort_01")
        widget = pdf.make_indirect(pikepdf.Dictionary({key: whole[key] for key in ("/AP", "/Rect", "/Subtype", "/F")}))
        widget.AS = whole.V = pikepdf.Name("/ ")
        widget.Parent = whole
        whole.Kids = pikepdf.Array([widget])
        for key in ("/AP", "/AS", "/Rect", "/Subtype"):
            del whole[key]

    assert reading(changed(blank, part)).state["fort_01"] == 1


def stamped(change):
    """The file inside, changed by a function that is given it as JSON."""

    def work(pdf):
        inside = pdf.Root.Names.EmbeddedFiles.Names[1].EF.F
        stamp = json.loads(inside.read_bytes())
        change(stamp)
        inside.write(json.dumps(stamp).encode())

    return work


STAMPS = {
    "another format": (lambda stamp: stamp.update(format=9), "was made by another version of this program (format 9)"),
    "no format": (lambda stamp: stamp.pop("format"), "has a damaged 'sheet.json' inside"),
    "format of words": (lambda stamp: stamp.update(format="1"), "has a damaged 'sheet.json' inside"),
    "nothing": (lambda stamp: stamp.clear(), "has a damaged 'sheet.json' inside"),
    "unknown game": (lambda stamp: stamp.update(game="chess"), "is a sheet of 'chess', which is not here"),
    "a path as game": (lambda stamp: stamp.update(game="../picket"), "is a sheet of '../picket', which is not here"),
    "another game": (lambda stamp: stamp.update(game="picket"), "is of other sheets"),
    "another version": (lambda stamp: stamp["sheets"].update(left="0"), "is of other sheets ('left' version '0')"),
    "fewer sheets": (lambda stamp: stamp["sheets"].pop("left"), "is of other sheets (fewer)"),
    "other rules": (lambda stamp: stamp.update(rules="0" * 24), "was made from other rules"),
    "crossed fields": (lambda stamp: stamp["fields"].update(wall_01=["wall_02", 1]), "has a damaged 'sheet.json' inside"),
    "odd fields": (lambda stamp: stamp["fields"].update(wall_01={}), "has a damaged 'sheet.json' inside"),
    "a field left out": (lambda stamp: stamp["fields"].pop("wall_01"), "has a field 'wall_01', which is none of the sheet's"),
    "no fields": (lambda stamp: stamp.update(fields={}), "has a damaged 'sheet.json' inside"),
    "odd values": (lambda stamp: stamp.update(values={"total": 7}), "has a damaged 'sheet.json' inside"),
    "more values": (lambda stamp: stamp["values"].update(bonus="total"), "lacks the field 'bonus'"),
}  # fmt: skip


@pytest.mark.parametrize("name", STAMPS)
def test_stamp_is_held_to_the_game(tmp_path, blank, changed, in_this_process, name):
    change, words = STAMPS[name]
    path = tmp_path / "sheet.pdf"
    path.write_bytes(changed(blank, stamped(change)))

    with pytest.raises(Faults) as caught:
        read_sheet(path, extract=in_this_process)
    (fault,) = caught.value.faults
    assert fault.what.startswith(words)


def test_sheet_of_another_game_is_refused(tmp_path, blank, in_this_process):
    path = tmp_path / "sheet.pdf"
    path.write_bytes(blank)

    with pytest.raises(Faults, match="is a sheet of 'hadrians-wall', not of 'picket'"):
        read_sheet(path, "picket", extract=in_this_process)


def test_language_that_is_not_here_becomes_one_that_is(reading, blank, changed):
    assert reading(changed(blank, stamped(lambda stamp: stamp.update(language="xx")))).language == "en"


def test_sheet_that_another_program_filled_is_read(reading, blank):
    marks = {"fort_01": "/ ", "disdain_01": "/ ", "training_grounds_01": "3", "path_1": "fighter", "name": "Ann"}
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(blank))
    for page in writer.pages:
        writer.update_page_form_field_values(page, marks, auto_regenerate=False)
    written = io.BytesIO()
    writer.write(written)
    state = reading(written.getvalue()).state

    assert (state["fort_01"], state["disdain_01"], state["training_grounds_01"]) == (1, 1, 3)
    assert (state["path_1"], state["name"], state["fort_02"]) == ("fighter", "Ann", 0)


def test_moved_page_does_not_matter(reading, blank, changed, field):
    def move(pdf):
        field(pdf, "fort_01").Rect = pikepdf.Array([Decimal("1.5")] * 4)

    assert not reading(changed(blank, move)).flaws


def test_file_is_read_no_further_than_its_limit(tmp_path):
    path = tmp_path / "large.pdf"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)

    with pytest.raises(Faults, match="is larger than 32 MB"):
        read_sheet(path)


def test_note_says_which_attack_is_missing(reading, form, legal, limits):
    """A circle of disdain less for each point of the last attack: the sheet as it was before."""
    state = next(legal(seed) for seed in range(99) if _unfinished(legal(seed), limits))
    filled = reading(form(_unfinished(state, limits)))

    assert [(note.rule, note.facts) for note in filled.notes] == [("unfinished", {"year": 6})]
    assert filled.flaws == ()
    assert reading(form(state)).notes == ()


def test_final_sheet_without_its_last_attack_has_a_flaw(form, legal, limits, tmp_path, in_this_process):
    path = tmp_path / "sheet.pdf"
    state = next(legal(seed) for seed in range(99) if _unfinished(legal(seed), limits))
    path.write_bytes(form(_unfinished(state, limits)))
    filled = read_sheet(path, extract=in_this_process, is_final=True)

    assert [flaw.rule for flaw in filled.flaws] == ["unfinished"]
    assert filled.notes == ()


def _unfinished(state, limits):
    """The sheet before an attack that brought disdain alone; None where the last one need not have."""
    last = limits.rulebook.years[-1].potential
    circled = [box.id for box in limits.disdain.boxes if state[box.id] == 1]
    if state["small_road"] or len(circled) < last:
        return None
    before = state | dict.fromkeys(circled[-last:], 0)
    return before if not find_flaws(limits.book, before, limits) else None


def test_paths_kept_as_cards_are_one_note(reading, form, legal, book):
    state = next(legal(seed) for seed in range(99) if any(legal(seed)[f"forum_0{box}"] for box in range(1, 5)))
    filled = reading(form(state | dict.fromkeys((box.id for box in book.track("paths").boxes), "")))

    assert filled.flaws == ()
    assert [note.rule for note in filled.notes] == ["pathless"]


def append(data, _, pages=None):
    """Return pages of a form in a file of their own, as `PdfWriter.append` of pypdf writes it."""
    writer, written = pypdf.PdfWriter(), io.BytesIO()
    writer.append(io.BytesIO(data), pages=pages)
    writer.write(written)
    return written.getvalue()


def gather(data, folder):
    """Return the pages of a form in a file of their own, as `qpdf --pages` writes it; `pdftk cat` does the same."""
    form, gathered = folder / "form.pdf", folder / "gathered.pdf"
    form.write_bytes(data)
    subprocess.run(["qpdf", "--empty", "--pages", form, "--", gathered], check=True)
    return gathered.read_bytes()


@pytest.mark.parametrize("save", [append, pytest.param(gather, marks=pytest.mark.referee)])
def test_form_that_lost_its_attachment_is_read_by_its_fields(reading, form, legal, tmp_path, save):
    stripped = save(form(legal(5)), tmp_path)
    whole, lost = reading(form(legal(5))), reading(stripped)

    with pikepdf.open(io.BytesIO(stripped)) as pdf:
        assert not pdf.attachments
    assert (lost.state, lost.flaws, lost.printed, lost.values) == (whole.state, (), whole.printed, whole.values)
    assert (lost.sheets, [note.rule for note in lost.notes]) == (("left", "right"), ["stampless"])


def test_sheet_without_the_other_is_not_accused(reading, form, legal, tmp_path):
    filled = reading(append(form(legal(5)), tmp_path, (0, 1)))
    report = SheetReport(filled)

    assert (filled.sheets, filled.flaws) == (("left",), ())
    assert report.notes()[1:] == ["the sheet “Citizens” is not in this file: what depends on it is not judged"]
    assert report.rank() is None
    assert "Total" not in {title for title, *_ in report.scores()}
    assert "total" not in filled.values


def test_page_whose_boxes_are_there_without_it_is_noted(reading, form, legal, tmp_path):
    filled = reading(append(form(legal(5)), tmp_path, (1, 2)))

    assert (filled.sheets, filled.flaws, filled.state) == (("left", "right"), (), reading(form(legal(5))).state)
    assert SheetReport(filled).notes()[1:] == [
        "the page of the sheet “Wall and fort” is not in this file; its boxes are, and they are read"
    ]


def test_form_of_no_game_here_is_none_of_ours(reading, blank, changed):
    def renamed(pdf):
        del pdf.Root.Names
        for each in pdf.Root.AcroForm.Fields:
            each.T = pikepdf.String(f"my_{each.T}")

    with pytest.raises(Faults, match="is a form, but not a sheet of ours"):
        reading(changed(blank, renamed))
