"""Whatever is not a filled sheet of ours gives one clear line: no traceback, no hang, nothing written."""

import io
import os
import warnings
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from generator.base.errors import Faults
from generator.scoresheets.filled_sheet import read_sheet
from generator.scoresheets.form_extraction import extract_here, extract_in_subprocess

pytestmark = pytest.mark.limited_child

KB, MB = 1 << 10, 1 << 20


def own(root="", *objects):
    """A PDF written by hand: its catalogue's other entries, and objects from number 3 on."""
    bodies = [f"<</Type/Catalog/Pages 2 0 R{root}>>", "<</Type/Pages/Kids[]/Count 0>>", *objects]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body if isinstance(body, bytes) else body.encode())
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    tail = f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}trailer\n<</Root 1 0 R/Size {len(places) + 1}>>\n"
    return out + f"{tail}startxref\n{len(out)}\n%%EOF\n".encode()


def stream(data, entries="/Filter/FlateDecode"):
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries.encode(), len(data), data)


def inside(number):
    """The entry of a catalogue for a file inside, whose stream has a number."""
    file = f"<</Type/Filespec/F(sheet.json)/UF(sheet.json)/EF<</F {number} 0 R>>>>"
    return f"/Names<</EmbeddedFiles<</Names[(sheet.json) {file}]>>>>"


def form_of(*fields):
    return f"/AcroForm<</Fields[{' '.join(fields)}]>>"


def packed(megabytes, times=1):
    """Zeros, compressed a megabyte at a time."""
    packer = zlib.compressobj(1)
    data = b"".join(packer.compress(bytes(MB)) for _ in range(megabytes)) + packer.flush()
    return zlib.compress(data, 9) if times == 2 else data


def nested(depth):
    """Fields in fields in fields."""
    return [f"<</T(a)/Kids[{number + 1} 0 R]>>" for number in range(3, 3 + depth)] + ["<</T(a)/FT/Tx>>"]


OWN = {
    "a text": (b"Dear sir,\n" * 40, "is not a PDF; fill in a '…-fillable-….pdf' that 'vallum build' made, and save that"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(200), "is a picture (PNG)"),
    "a page of a website": (b"<!DOCTYPE html><title>sheet.pdf</title>", "is not a PDF; fill in a '…-fillable-….pdf' that 'vallum build' made, and save that"),
    "an archive": (b"PK\x03\x04" + bytes(2 * KB), "is not a PDF; fill in a '…-fillable-….pdf' that 'vallum build' made, and save that"),
    "marks": (b' {"fort_01": 1}', "is JSON and not a PDF; 'vallum sheet fill' writes such marks on a sheet"),
    "entries alone": (b"%FDF-1.2\n", "has the entries of a form without the form; save the PDF itself, not its data"),
    "zeros": (bytes(4 * KB), "is not a PDF; fill in a '…-fillable-….pdf' that 'vallum build' made, and save that"),
    "nothing": (b"", "is empty"),
    "a head and no body": (b"%PDF-1.7\n", "is damaged"),
    "a head and noise": (b"%PDF-1.7\n" + bytes(range(256)) * 40, "is damaged"),
    "no form": (own(), "is no scoresheet: it has no form"),
    "a form of others": (own(form_of("<</T(a)/FT/Tx/V(b)>>")), "is a form, but not a sheet of ours"),
    "an empty form": (own(form_of()), "is no scoresheet: it has no form"),
    "no catalogue": (own().replace(b"/Root 1 0 R", b"/Rook 1 0 R"), "is damaged"),
    "a catalogue that is a number": (own().replace(b"/Root 1 0 R", b"/Root 1234 "), "is damaged"),
    "an XFA form": (own("/AcroForm<</XFA 3 0 R/Fields[]>>", stream(zlib.compress(b"<xdp/>"))), "is an XFA form"),
    "a form that is a number": (own("/AcroForm 7"), "is no scoresheet: it has no form"),
    "fields that are no list": (own("/AcroForm<</Fields 7>>"), "is no scoresheet: it has no form"),
    "a field in itself": (own(form_of("3 0 R"), "<</T(a)/Kids[3 0 R]>>"), "has a form that is nested too deep"),
    "fields a thousand deep": (own(form_of("3 0 R"), *nested(1000)), "has a form that is nested too deep"),
    "fields without end": (own(form_of("3 0 R"), f"<</T(a)/Kids[{''.join(f'<</T({at})>>' for at in range(30_000))}]>>"), "has a form that is nested"),
    "two fields of one name": (own(form_of("<</T(a)/FT/Tx>>", "<</T(a)/FT/Tx>>")), "has two fields of one name"),
    "a field that holds a list": (own(form_of("<</T(a)/FT/Tx/V[1 2]>>")), "has a field that holds something else"),
    "a field that holds a file": (own(form_of("<</T(a)/FT/Tx/V 3 0 R>>"), stream(b"", "")), "has a field that holds"),
    "a field of megabytes": (own(form_of(f"<</T(a)/FT/Tx/V({'a' * 3 * MB})>>")), "takes more than 32 MB"),
    "a stamp that is no JSON": (own(inside(3), stream(zlib.compress(b"{"))), "has a damaged 'sheet.json' inside"),
    "a stamp nested without end": (own(inside(3), stream(zlib.compress(b"[" * 200_000))), "has a damaged 'sheet.json'"),
    "a stamp that is not packed as it says": (own(inside(3), stream(b"not packed")), "is damaged"),
    "a stamp of many megabytes": (lambda: own(inside(3), stream(packed(64))), ""),
    "a tree of files that is its own branch": (
        own("/Names<</EmbeddedFiles 3 0 R>>", "<</Kids[3 0 R 3 0 R]>>"), "has a form that is nested too deep",
    ),
    "lists nested without end": (own(f"/AcroForm{'[' * 40_000}{']' * 40_000}"), ""),
    "a page tree that is its own branch": (
        own(form_of("<</T(a)/FT/Tx>>")).replace(b"/Kids[]/Count 0", b"/Kids[2 0 R]/Count 1"), "is ",
    ),
    "a wrong table of places": (own().replace(b"startxref\n", b"startxref\n9"), "is damaged"),
}  # fmt: skip


DANGEROUS = {
    "a field of megabytes", "a stamp nested without end", "a stamp of many megabytes",
    "fields a thousand deep", "fields without end", "lists nested without end", "a page tree that is its own branch",
}  # fmt: skip


@pytest.fixture
def line(tmp_path):
    """The one line for a file, by a worker where it is dangerous; nothing but the file lies there afterwards."""

    def of(data, *, apart=False):
        path = tmp_path / "bad.pdf"
        path.write_bytes(data)
        with pytest.raises(Faults) as caught:
            read_sheet(path, extract=extract_in_subprocess if apart else extract_here)
        (fault,) = caught.value.faults
        assert fault.unreadable
        assert "\n" not in str(fault)
        assert [each.name for each in tmp_path.iterdir()] == ["bad.pdf"]
        return fault.what

    return of


@pytest.mark.parametrize("name", OWN)
def test_file_that_is_no_sheet_gives_one_line(line, name):
    data, words = OWN[name]

    assert line(data() if callable(data) else data, apart=name in DANGEROUS).startswith(words)


@pytest.mark.parametrize("times", [1, 2])
def test_stamp_of_gigabytes_gives_one_line(line, times):
    assert line(own(inside(3), stream(packed(1024 * times, times), f"/Filter[{'/FlateDecode' * times}]")), apart=True)


def saved(pdf, **how):
    written = io.BytesIO()
    with warnings.catch_warnings(action="ignore"):  # of what is done to the file on purpose
        pdf.save(written, **how)
    return written.getvalue()


def locked(pdf, **words):
    return saved(pdf, encryption=pikepdf.Encryption(**words))


def nameless(pdf):
    del pdf.Root.AcroForm.Fields[5].T
    return saved(pdf)


def removed(pdf):
    """As pypdf leaves a form whose fields it has flattened and taken from the pages."""
    for page in pdf.pages:
        del page.obj.Annots
    pdf.Root.AcroForm.Fields = Array([None] * 9)
    return saved(pdf)


def partly_removed(pdf):
    pdf.Root.AcroForm.Fields[5] = None
    return saved(pdf)


def bombed(pdf):
    """A script that would eat the machine, run when the file is opened; nobody runs it."""
    words = "for(;;){this.getField('total').value+='aaaaaaaaaaaaaaaaaaaaaaaa'}"
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String(words))
    pdf.Root.AcroForm.Fields.append(pdf.make_indirect(Dictionary(T=String("bomb"), FT=Name.Tx)))
    return saved(pdf)


def doubled(pdf):
    fields = pdf.Root.AcroForm.Fields
    fields.append(pdf.make_indirect(Dictionary(T=fields[0].T, FT=Name.Tx, V=String("me"))))
    return saved(pdf)


def emptied(pdf):
    pdf.Root.AcroForm.Fields = Array([])
    return saved(pdf)


def halved(pdf):
    fields = pdf.Root.AcroForm.Fields
    pdf.Root.AcroForm.Fields = Array(list(fields)[: len(fields) // 2])
    return saved(pdf)


def renamed(pdf):
    pdf.Root.AcroForm.Fields[5].T = String("wall_99")
    return saved(pdf)


def mistyped(pdf):
    field = next(each for each in pdf.Root.AcroForm.Fields if str(each.T) == "wall_01")
    field.FT = Name.Tx
    field.V = String("yes")
    return saved(pdf)


def listed(pdf):
    field = next(each for each in pdf.Root.AcroForm.Fields if str(each.T) == "path_1")
    field.V = Array([String("fighter"), String("forager")])
    return saved(pdf)


def numbered(pdf):
    pdf.Root.AcroForm.Fields[5].V = 7
    return saved(pdf)


SPOILED = {
    "locked with a password": (lambda pdf: locked(pdf, owner="o", user="u"), "needs a password to open; save it"),
    "with a field without a name": (nameless, "has a field without a name"),
    "flattened and emptied by pypdf": (
        removed,
        "has no fields any more: it was flattened, or they were removed; save the form itself",
    ),
    "with one field taken away": (partly_removed, "lacks the field "),
    "with a script and its field": (bombed, "has a field 'bomb', which is none of the sheet's"),
    "with a field twice": (doubled, "has two fields of one name"),
    "flattened by hand": (emptied, "has fields on its pages, but not the form they belong to"),
    "with half its fields": (halved, "lacks the field "),
    "with a field by another name": (renamed, "has a field 'wall_99', which is none of the sheet's"),
    "with a text for a mark": (mistyped, "has something else than a mark in 'wall_01': 'yes'"),
    "with a list of two for a choice": (listed, "has a field that holds something else"),
    "with a number for a mark": (numbered, "has a field that holds something else"),
}


@pytest.mark.parametrize("name", SPOILED)
def test_sheet_that_was_spoiled_gives_one_line(line, blank, name):
    spoil, words = SPOILED[name]
    with pikepdf.open(io.BytesIO(blank)) as pdf:
        data = spoil(pdf)

    assert line(data).startswith(words)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.999])
def test_truncated_sheet_is_damaged(line, blank, share):
    assert line(blank[: int(len(blank) * share)]) == "is damaged; save or copy it again"


def test_flattened_sheet_says_so(line, form, legal):
    assert (
        line(form(legal(3), flat=True))
        == "has no fields any more: it was flattened, or they were removed; save the form itself"
    )


def test_flipped_bits_never_surprise(tmp_path, blank, in_this_process, long):
    """A flipped bit is noticed, or does not matter; nothing else comes of it."""
    path = tmp_path / "bad.pdf"

    def found():
        try:
            return read_sheet(path, extract=in_this_process).flaws
        except Faults as error:
            return error.faults

    step = len(blank) // (200 if long else 12)
    for at in range(step // 2, len(blank), step):
        path.write_bytes(blank[:at] + bytes([blank[at] ^ 16]) + blank[at + 1 :])
        assert len(found()) < 3


def test_what_is_no_file_gives_one_line(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")

    for name in ("", "loop", "pipe", "nowhere.pdf", "a/b/c.pdf", "x" * 300, "a\0b"):
        with pytest.raises(Faults) as caught:
            read_sheet(tmp_path / name)
        assert len(caught.value.faults) == 1
