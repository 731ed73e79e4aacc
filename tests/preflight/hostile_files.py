"""PDFs that were made to do harm: to take all memory, to run for ever, or to crash the reader."""

import zlib

import pikepdf
from pikepdf import Array, Dictionary, Name

from tests.made_files import set_entries
from tests.preflight.press_file import HEIGHT, WIDTH


def page_of(content=b"", **resources):
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(WIDTH, HEIGHT))
    page.obj.Resources = Dictionary({f"/{key}": value for key, value in resources.items()})
    page.obj.Contents = pdf.make_stream(content)
    return pdf


def bomb(byte, count, tail=b""):
    """A stream that is `count` times as large when it is decompressed."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(byte * (1 << 20)) for _ in range(count)) + packer.compress(tail) + packer.flush()


def compressed_content():
    pdf = page_of()
    pdf.pages[0].obj.Contents = pikepdf.Stream(pdf, bomb(b" ", 6000), Filter=Name.FlateDecode)
    return pdf


def many_operators():
    pdf = page_of()
    pdf.pages[0].obj.Contents = pikepdf.Stream(pdf, bomb(b"q Q 0 g ", 40), Filter=Name.FlateDecode)
    return pdf


def form(pdf, content, **more):
    made = pdf.make_stream(content)
    set_entries(made, {"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": [0, 0, WIDTH, HEIGHT], **more})
    return made


def forms_in_forms():
    """Ten forms that draw the next one ten times each: ten thousand million lines."""
    pdf = page_of(b"/F0 Do")
    forms = Dictionary()
    for level in range(10):
        forms[f"/F{level}"] = form(pdf, f"/F{level + 1} Do ".encode() * 10)
    forms["/F10"] = form(pdf, b"0.01 w 0 0 m 9 9 l S")
    pdf.pages[0].obj.Resources.XObject = pdf.make_indirect(forms)
    for level in range(11):
        forms[f"/F{level}"].Resources = Dictionary(XObject=pdf.pages[0].obj.Resources.XObject)
    return pdf


def form_in_itself():
    pdf = page_of(b"/F Do")
    own = form(pdf, b"/F Do 0.01 w 0 0 m 9 9 l S")
    own.Resources = Dictionary(XObject=Dictionary(F=own))
    pdf.pages[0].obj.Resources.XObject = Dictionary(F=own)
    return pdf


def pattern_in_itself():
    pdf = page_of(b"/Pattern cs /P scn 0 0 99 99 re f")
    tile = pdf.make_stream(b"/Pattern cs /P scn 0 0 9 9 re f")
    set_entries(
        tile, {"/PatternType": 1, "/PaintType": 1, "/TilingType": 1, "/BBox": [0, 0, 9, 9], "/XStep": 9, "/YStep": 9}
    )
    tile.Resources = Dictionary(Pattern=Dictionary(P=tile))
    pdf.pages[0].obj.Resources.Pattern = Dictionary(P=tile)
    return pdf


def deep_arrays():
    return page_of(b"[" * 200_000 + b"]" * 200_000 + b" TJ")


def many_saved_states():
    return page_of(b"q " * 500_000 + b"0.01 w 0 0 m 9 9 l S")


def huge_picture():
    pdf = page_of(b"90 0 0 90 9 9 cm /I Do")
    image = pikepdf.Stream(pdf, bomb(b"\xff", 40), Filter=Name.FlateDecode)
    set_entries(image, {"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": 30_000, "/Height": 30_000})
    set_entries(image, {"/BitsPerComponent": 8, "/ColorSpace": Name.DeviceCMYK})
    pdf.pages[0].obj.Resources.XObject = Dictionary(I=image)
    return pdf


def huge_page():
    pdf = page_of(b"0 0 m 9 9 l S")
    pdf.pages[0].mediabox = [-1e38, -1e38, 1e38, 1e38]
    return pdf


def long_narrow_page():
    pdf = page_of(b"0 0 m 9 9 l S")
    pdf.pages[0].mediabox = pdf.pages[0].trimbox = [0, 0, 0.01, 900_000]
    return pdf


def page_tree_with_a_circle():
    pdf = page_of()
    pdf.Root.Pages.Kids.append(pdf.Root.Pages)
    return pdf


def numbers_that_are_none():
    return page_of(
        b"(x) w /x 0 0 0 cm 9e99999 0 0 1 0 0 cm nan nan m (a) Tj [1 2 << /a [ >> ] 0 d k rg sc /x gs /y Do 1 w S"
    )


def values_of_wrong_kinds():
    pdf = page_of(b"/x gs /F 9 Tf (x) Tj /c cs 1 scn /i Do /s sh", ExtGState=[1], Font="f", ColorSpace=3, XObject=None)
    page = pdf.pages[0].obj
    set_entries(
        page, {"/TrimBox": "x", "/BleedBox": [1], "/Rotate": Name.x, "/UserUnit": [], "/Annots": 5, "/Group": 7}
    )
    set_entries(
        pdf.Root,
        {"/AcroForm": 3, "/OutputIntents": Dictionary(a=1), "/OCProperties": "x", "/Names": [], "/OpenAction": 9},
    )
    return pdf


def colours_in_circles():
    pdf = page_of(b"/c cs 1 scn 0 0 9 9 re f")
    space = pdf.make_indirect(Array([Name.Indexed, Name.DeviceRGB, 1, b"aaaaaa"]))
    space[1] = space
    pdf.pages[0].obj.Resources.ColorSpace = Dictionary(c=space)
    return pdf


def functions_in_circles():
    pdf = page_of(b"/s sh")
    joined = pdf.make_indirect(Dictionary(FunctionType=3, Domain=[0, 1], Bounds=[], Encode=[0, 1]))
    joined.Functions = Array([joined] * 20)
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 9, 9], Function=joined)
    pdf.pages[0].obj.Resources.Shading = Dictionary(s=shading)
    return pdf


def many_notes():
    pdf = page_of()
    note = pdf.make_indirect(Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=[1, 1, 2, 2]))
    pdf.pages[0].obj.Annots = Array([note] * 300_000)
    return pdf


def names_that_steer_a_terminal():
    name = Name("/\x1b]0;x\x07\x1b[2J" + "n" * 5000)
    pdf = page_of(b"/F 12 Tf BT 9 9 Td (x) Tj ET")
    pdf.pages[0].obj.Resources.Font = Dictionary(F=Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=name))
    return pdf


def many_thin_lines():
    return page_of(b"0.01 w " + b"0 0 m 9 9 l S " * 200_000)


FILES = {
    made.__name__: made
    for made in (
        *(compressed_content, many_operators, forms_in_forms, form_in_itself, pattern_in_itself, deep_arrays),
        *(many_saved_states, huge_picture, huge_page, long_narrow_page, page_tree_with_a_circle, numbers_that_are_none),
        *(values_of_wrong_kinds, colours_in_circles, functions_in_circles, many_notes, names_that_steer_a_terminal),
        many_thin_lines,
    )
}
