"""Forms of legal games as programs and viewers leave them: none is accused of what its player did not do."""

import io
from decimal import Decimal

import pikepdf
import pypdf
import pytest

from generator.base.errors import Faults

ON, OFF = pikepdf.Name("/ "), pikepdf.Name.Off
NO_PATHS = {f"path_{year}": "" for year in range(1, 7)}


def saved(change, **how):
    """A way of saving a form after a change to its fields."""

    def save(data):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            change(pdf, list(pdf.Root.AcroForm.Fields))
            written = io.BytesIO()
            pdf.save(written, **how)
        return written.getvalue()

    return save


def written(change, *, is_copy=True):
    """A way of saving a form as pypdf does."""

    def save(data):
        writer = pypdf.PdfWriter(clone_from=io.BytesIO(data)) if is_copy else pypdf.PdfWriter()
        change(writer, data)
        out = io.BytesIO()
        writer.write(out)
        return out.getvalue()

    return save


def as_they_are(pdf, fields):
    pass


def lose_attachment(pdf, fields):
    del pdf.Root.Names


def widgets_apart(pdf, fields):
    apart = {}
    for whole in fields:
        entries = {key: whole[key] for key in ("/AP", "/AS", "/Rect", "/Subtype") if key in whole}
        apart[whole.objgen] = widget = pdf.make_indirect(pikepdf.Dictionary(entries))
        widget.Parent, whole.Kids = whole, pikepdf.Array([widget])
        for key in entries:
            del whole[key]
    for page in pdf.pages:
        page.obj.Annots = pikepdf.Array([apart.get(each.objgen, each) for each in page.obj.Annots])


def without_appearance(pdf, fields):
    for each in fields:
        for key in ("/AS", "/AP"):
            if key in each:
                del each[key]


def off_left_out(pdf, fields):
    for each in fields:
        if each.FT == "/Btn" and each.get("/V", OFF) == OFF:
            for key in ("/V", "/AS"):
                if key in each:
                    del each[key]


def wide_letters(pdf, fields):
    for each in fields:
        if each.FT != "/Btn" and "/V" in each:
            each.V = pikepdf.String(("\ufeff" + str(each.V)).encode("utf-16-be"))


def spaces_around(pdf, fields):
    for each in fields:
        if each.FT == "/Tx" and str(each.get("/V", "")).isdecimal():
            each.V = pikepdf.String(f" {each.V} ")


def empty_values(pdf, fields):
    for each in fields:
        if each.FT != "/Btn" and "/V" not in each:
            each.V = pikepdf.String("")


def on_called_x(pdf, fields):
    for each in fields:
        if each.FT == "/Btn" and each.get("/V") == ON:
            each.V = each.AS = pikepdf.Name("/x")


def backwards(pdf, fields):
    pdf.Root.AcroForm.Fields = pikepdf.Array(fields[::-1])


def turned_and_moved(pdf, fields):
    for page in pdf.pages:
        page.rotate(90, relative=True)
    for each in fields:
        each.Rect = pikepdf.Array([Decimal("1.5")] * 4)


def locked(pdf, fields):
    for each in fields:
        each.Ff = int(each.get("/Ff", 0)) | 1


VIEWERS = {
    "saved anew": saved(as_they_are),
    "linearized": saved(as_they_are, linearize=True),
    "packed": saved(as_they_are, object_stream_mode=pikepdf.ObjectStreamMode.generate),
    "protected": saved(as_they_are, encryption=pikepdf.Encryption(owner="o", user="")),
    "copied": written(lambda writer, _: None),
    "widgets apart": saved(widgets_apart),
    "no appearance": saved(without_appearance),
    "off left out": saved(off_left_out),
    "wide letters": saved(wide_letters),
    "spaces around numbers": saved(spaces_around),
    "empty values": saved(empty_values),
    "on called x": saved(on_called_x),
    "fields backwards": saved(backwards),
    "turned and moved": saved(turned_and_moved),
    "locked": saved(locked),
}
LOST = {
    "appended": written(lambda writer, data: writer.append(io.BytesIO(data)), is_copy=False),
    "attachment removed": saved(lose_attachment),
}


@pytest.fixture
def seeds(long):
    """Seeds of games, the same number for each way: 34 ways, and 204 forms in all."""
    return range(6 if long else 1)


@pytest.fixture
def marks(legal):
    """The marks of a game by its seed, with a name."""
    return lambda seed: legal(seed) | {"name": "Ann", "note": ""}


def rules_of(found):
    return {each.rule for each in found}


@pytest.mark.parametrize("way", VIEWERS)
def test_form_from_another_program_is_not_accused(reading, form, marks, seeds, way):
    for seed in seeds:
        filled = reading(VIEWERS[way](form(marks(seed))))

        assert (filled.state, filled.flaws, filled.notes) == (marks(seed), (), ())


@pytest.mark.parametrize("way", LOST)
def test_form_without_its_attachment_is_not_accused(reading, form, marks, seeds, way):
    for seed in seeds:
        filled = reading(LOST[way](form(marks(seed))))

        assert (filled.state, filled.flaws, rules_of(filled.notes)) == (marks(seed), (), {"stampless"})


@pytest.mark.parametrize("way", ["saved anew", "widgets apart", "locked", "appended", "attachment removed"])
def test_form_of_a_game_with_paths_as_cards_is_not_accused(reading, form, marks, seeds, way):
    for seed in seeds:
        filled = reading((VIEWERS | LOST)[way](form(marks(seed) | NO_PATHS)))

        assert filled.flaws == ()
        assert rules_of(filled.notes) == {"pathless"} | ({"stampless"} if way in LOST else set())


@pytest.mark.parametrize("state", ["Yes", "On", "1", "true", "Yes of some", "On of some", "Yes of one"])
def test_states_of_other_programs_are_named_and_nothing_that_follows_from_them(reading, form, marks, seeds, state):
    """The marks read as empty, which would break rules that the player did not."""
    name, _, some = state.partition(" of ")
    for seed in seeds:
        data, count = form(marks(seed)), {"": 1000, "some": 5, "one": 1}[some]

        def strange(pdf, fields, count=count):
            for each in [each for each in fields if each.get("/V") == ON][:count]:
                each.V = each.AS = pikepdf.Name(f"/{name}")

        filled = reading(saved(strange)(data))

        assert rules_of(filled.flaws) == {"state"}
        assert all(filled.state[box] == 0 for flaw in filled.flaws if flaw.rule == "state" for box in flaw.boxes)


def flatten(writer, _):
    writer.update_page_form_field_values(None, {"name": "Ann"}, auto_regenerate=False, flatten=True)
    writer.remove_annotations(subtypes="/Widget")


def flatten_some(writer, _):
    """As pypdf does, which leaves references to nothing among the fields."""
    writer.remove_annotations(subtypes="/Widget")


def fields_removed(pdf, fields):
    del pdf.Root.AcroForm
    for page in pdf.pages:
        del page.obj.Annots


FLAT = {
    "flattened by pypdf": (written(flatten), "has no fields any more: it was flattened, or they were removed"),
    "widgets removed": (written(flatten_some), "has no fields any more: it was flattened, or they were removed"),
    "fields removed": (saved(fields_removed), "has no fields any more: it was flattened, or they were removed"),
    "pages added to a file": (
        written(lambda writer, data: [*map(writer.add_page, pypdf.PdfReader(io.BytesIO(data)).pages)], is_copy=False),
        "has fields on its pages, but not the form they belong to",
    ),
    "appended twice": (
        written(lambda writer, data: [writer.append(io.BytesIO(data)) for _ in range(2)], is_copy=False),
        "has two fields of one name",
    ),
}


@pytest.mark.parametrize("way", FLAT)
def test_form_without_its_fields_is_refused_for_its_true_reason(reading, form, marks, seeds, way):
    save, reason = FLAT[way]
    for seed in seeds:
        with pytest.raises(Faults) as caught:
            reading(save(form(marks(seed))))

        assert caught.value.faults[0].what.startswith(reason)


def test_over_two_hundred_forms_are_tried():
    assert 6 * (len(VIEWERS) + len(LOST) + 5 + 7 + len(FLAT)) == 204
