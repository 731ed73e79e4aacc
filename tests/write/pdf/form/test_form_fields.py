import io

import pikepdf
import pypdf
import pytest


def fields(pdf):
    return {str(field.T): field for field in pdf.Root.AcroForm.Fields}


def forms(element):
    """The form elements below one of the structure, in reading order."""
    children = element.K if isinstance(element.K, pikepdf.Array) else [element.K]
    for child in children:
        if isinstance(child, pikepdf.Dictionary) and child.get("/S") == "/Form":
            yield child
        elif isinstance(child, pikepdf.Dictionary) and "/K" in child:
            yield from forms(child)


def test_the_form_has_each_control_once(whole):
    with whole.opened() as pdf:
        assert list(fields(pdf)) == [control.name for control in whole.controls]
        assert len(pdf.pages[0].Annots) == len(whole.controls)


def test_every_field_is_told_in_words_and_printed(whole):
    with whole.opened() as pdf:
        said = {name: (str(field.TU), int(field.F)) for name, field in fields(pdf).items()}

    assert said == {control.name: (control.label, 4) for control in whole.controls}


def test_structure_holds_each_field_in_the_order_of_tabs(whole):
    with whole.opened() as pdf:
        found = list(forms(pdf.Root.StructTreeRoot))

        assert [str(element.K.Obj.T) for element in found] == [control.name for control in whole.controls]
        assert [str(element.Alt) for element in found] == [control.label for control in whole.controls]
        assert all(page.Tabs == "/S" for page in pdf.pages)


def test_parents_are_found_by_number(whole):
    with whole.opened() as pdf:
        numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        parents = {int(number): parent for number, parent in zip(numbers[::2], numbers[1::2], strict=True)}

        assert list(parents) == list(range(len(parents)))
        assert parents[int(pdf.pages[0].StructParents)][0].S == "/Figure"
        assert all(parents[int(field.StructParent)].K.Obj.T == field.T for field in fields(pdf).values())


def test_the_file_says_that_it_is_tagged(whole):
    with whole.opened() as pdf:
        root = pdf.Root

        assert (bool(root.MarkInfo.Marked), str(root.Lang), bool(root.ViewerPreferences.DisplayDocTitle)) == (
            True,
            "en",
            True,
        )
        assert "/NeedAppearances" not in root.AcroForm


def test_marks_of_one_size_share_their_drawing(whole):
    with whole.opened() as pdf:
        found = fields(pdf)

        assert found["wall_02"].AP.N["/ "].objgen == found["wall_03"].AP.N["/ "].objgen
        assert {str(state) for state in found["fear_01"].AP.N} == {"/ ", "/Off"}
        assert (found["wall_02"].V, found["wall_02"].AS) == ("/Off", "/Off")


@pytest.mark.parametrize(("words", "claim"), [(("What stands there",), True), (("",), False)])
def test_accessibility_is_claimed_where_everything_is_told(form, words, claim):
    with form(("wall_02",), words=words).opened() as pdf, pdf.open_metadata() as facts:
        assert facts.get("pdfuaid:part") == ("1" if claim else None)


def test_no_text_is_left_out_of_the_figure_and_no_file_without_words(form):
    with form(("wall_02",), words=("What stands there",)).opened() as pdf:
        (page,) = pdf.Root.StructTreeRoot.K[0].K
        assert str(page.K[0].Alt) == "What stands there"
        assert str(pdf.Root.Names.EmbeddedFiles.Names[1].Desc) == "What it is for"


def test_nothing_is_written_before_a_script_runs(whole):
    with whole.opened() as pdf:
        reckoned = [field for field in fields(pdf).values() if "/AA" in field and "/C" in field.AA]

        assert [str(field.T) for field in pdf.Root.AcroForm.CO] == [str(field.T) for field in reckoned]
        assert all("/V" not in field and int(field.Ff) & 1 for field in reckoned)


@pytest.mark.parametrize(("name", "bits"), [("path_01", 1 << 17), ("total", 1)])
def test_fields_are_of_their_kind(whole, name, bits):
    with whole.opened() as pdf:
        assert int(fields(pdf)[name].Ff) == bits


def test_choices_export_ids_and_can_be_undone(whole):
    with whole.opened() as pdf:
        options = [[str(part) for part in option] for option in fields(pdf)["path_01"].Opt]

    assert options == [["-", "–"], ["baker", "Baker"], ["monk", "Monk"]]


def test_no_font_is_left_to_the_viewer(whole):
    with whole.opened() as pdf:
        fonts = pdf.Root.AcroForm.DR.Font

        assert {name: str(font.Subtype) for name, font in fonts.items()} == {"/F1": "/Type0", "/F2": "/TrueType"}
        files = [font.FontDescriptor.FontFile2 for font in (fonts["/F1"].DescendantFonts[0], fonts["/F2"])]
        assert files[0].objgen == files[1].objgen


def test_words_that_have_one_byte_for_each_letter_are_written_so(whole):
    with whole.opened() as pdf:
        fonts = {name: str(field.DA)[:3] for name, field in fields(pdf).items() if "/DA" in field}

    assert (fonts["goods_01"], fonts["path_01"], fonts["total"], fonts["name_01"]) == ("/F2", "/F2", "/F2", "/F1")


def test_words_in_kana_are_written_in_the_larger_font(form):
    with form(("path_01",), language="ja").opened() as pdf:
        assert str(fields(pdf)["path_01"].DA).startswith("/F1")


def test_the_file_carries_what_it_is(whole):
    with whole.opened() as pdf:
        assert pdf.attachments["sheet.json"].get_file().read_bytes() == b"{}"


def test_the_same_form_is_the_same_bytes(whole):
    assert whole.file() == whole.file()


def test_another_library_reads_the_form_too(whole):
    found = pypdf.PdfReader(io.BytesIO(whole.file())).get_fields()

    assert list(found) == [control.name for control in whole.controls]


@pytest.mark.referee
def test_referees_find_no_fault(whole, referee, tmp_path):
    (tmp_path / "form.pdf").write_bytes(whole.file())

    assert "No syntax" in referee("qpdf", "--check", tmp_path / "form.pdf")


def test_each_state_has_a_mark_of_its_own_for_viewers_that_draw_anew(form):
    with form(("wall_02", "fear_01")).opened() as pdf:
        marks = {str(field.T): str(field.MK.CA) for field in pdf.Root.AcroForm.Fields}

        assert marks == {"wall_02": "8", "fear_01": "m", "fear_01_filled": "l"}
        assert [*pdf.Root.AcroForm.DR.Font] == ["/F1", "/F2"]
