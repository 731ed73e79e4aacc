"""A clean PDF for a print shop, made by reportlab and pikepdf, and faults that are planted in it."""

import io
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name, String
from reportlab.lib.colors import CMYKColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tests.made_files import set_entries

WIDTH, HEIGHT = 198, 270
"""Points: a poker card with an eighth of an inch of bleed."""
BLEED = 9
PAGES = 4
SHOP = "drivethrucards"
MM = 72 / 25.4
JPEG_2000 = b"\0\0\0\x0cjP  \r\n\x87\n"
"""Signature of a file in JPEG 2000."""


def press_pdf():
    """Two cards for DriveThruCards, backs before fronts: CMYK, an embedded font, a picture of 300 dpi, PDF/X-1a."""
    pdf = pikepdf.open(io.BytesIO(drawn_pages()))
    for page in pdf.pages:
        page.trimbox = [BLEED, BLEED, WIDTH - BLEED, HEIGHT - BLEED]
        page.bleedbox = [0, 0, WIDTH, HEIGHT]
        add_image(pdf, page, "/Clean", 150, 150, (60, 150, 36, 36))
    say_pdfx(pdf)
    return pdf


def drawn_pages():
    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), pdfVersion=(1, 4), enforceColorSpace="CMYK", initialFontName="Vera")
    for number in range(PAGES):
        canvas.setFillColor(CMYKColor(0.4, 0.2, 0.1, 0.1 * (number % 2)))
        canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
        canvas.setFillColor(CMYKColor(0, 0, 0, 1))
        canvas.setFont("Vera", 12)
        canvas.drawString(60, 120, f"Card {number}" if number % 2 else "Back")
        canvas.setStrokeColor(CMYKColor(0, 0, 0, 1))
        canvas.setLineWidth(0.5)
        canvas.line(60, 100, 120, 100)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def say_pdfx(pdf):
    with pdf.open_metadata() as metadata:
        metadata["pdfx:GTS_PDFXVersion"] = "PDF/X-1a:2003"
    pdf.docinfo["/GTS_PDFXVersion"] = String("PDF/X-1a:2003")
    pdf.docinfo["/Trapped"] = Name("/False")
    pdf.docinfo["/Title"] = "Cards"
    pdf.docinfo["/CreationDate"] = pdf.docinfo["/ModDate"] = "D:20261123000000Z"
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier="CGATS TR 001",
        RegistryName="http://www.color.org",
    )
    pdf.Root.OutputIntents = Array([intent])


def add_image(pdf, page, name, width, height, place, **options):
    """Draw a picture at left, bottom, width and height in points."""
    data = options.pop("data", b"\x40\x20\x20\x00" * (width * height))
    image = pdf.make_stream(data)
    set_entries(image, {"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": width, "/Height": height})
    set_entries(
        image, {"/BitsPerComponent": options.pop("bits", 8), "/ColorSpace": options.pop("space", Name.DeviceCMYK)}
    )
    set_entries(image, options)
    page.add_resource(image, Name.XObject, Name(name))
    x, y, across, up = place
    draw(pdf, page, f"q {across} 0 0 {up} {x} {y} cm {name} Do Q")
    return image


def draw(pdf, page, content):
    """Add operators to the end of a page."""
    page.contents_add(pdf.make_stream(f"q {content} Q".encode()))


def name_piece(pdf, page, more=""):
    """Let a page name its piece, as ours do."""
    draw(pdf, page, f"/Piece <</ID (a#1) /Side (back) /Trim [{BLEED} {BLEED} 189 261]{more}>> BDC EMC")


def font(**changes):
    return Dictionary({"/Type": Name.Font, "/Subtype": Name.Type1, "/BaseFont": Name.Helvetica, **changes})


def separation(name, alternate=(0, 0, 0, 1)):
    tint = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=list(alternate))
    return Array([Name.Separation, Name("/" + name), Name.DeviceCMYK, tint])


def graphics(pdf, page, content, **state):
    """Draw with a graphics state of its own."""
    page.add_resource(Dictionary(**state), Name.ExtGState, Name("/Planted"))
    draw(pdf, page, f"/Planted gs {content}")


def add_note(pdf, page, kind, rect, **more):
    note = pdf.make_indirect(Dictionary({"/Type": Name.Annot, "/Subtype": Name("/" + kind), "/Rect": rect, **more}))
    page.obj.Annots = Array([note])


# --- the faults ---


def draw_text_in_helvetica(pdf, page):
    page.add_resource(font(), Name.Font, Name("/Planted"))
    draw(pdf, page, "BT /Planted 12 Tf 0 0 0 1 k 60 200 Td (Helvetica) Tj ET")


def draw_small_text(pdf, page):
    name = next(iter(page.Resources.Font.keys()))
    draw(pdf, page, f"BT {name} 3 Tf 0 0 0 1 k 60 200 Td (tiny words) Tj ET")


def draw_text_at(pdf, page, x, y, colour="0 0 0 1 k"):
    name = vera(page)
    draw(pdf, page, f"BT {name} 12 Tf {colour} {x} {y} Td (Back) Tj ET")


def vera(page):
    return next(key for key, each in page.Resources.Font.items() if "Vera" in str(each.BaseFont))


def draw_text_beside_clipped_one(pdf, page):
    """Draw a text near the cut, and a larger one there that is clipped away, as an art that is stretched to a bleed."""
    name = vera(page)
    draw_text_at(pdf, page, BLEED + 2 * MM, 200)
    draw(pdf, page, f"0 0 9 270 re W n BT {name} 30 Tf 0 0 0 1 k {BLEED + 1} 190 Td (Back) Tj ET")


def draw_registration(pdf, page):
    page.add_resource(separation("All"), Name.ColorSpace, Name("/Planted"))
    draw(pdf, page, "/Planted cs 1 scn 60 200 30 20 re f")


def draw_in_registration(pdf, page, content):
    """Stroke or fill in the registration colour, with a line of 0.5 points."""
    page.add_resource(separation("All"), Name.ColorSpace, Name("/Registration"))
    draw(pdf, page, f"/Registration cs 1 scn /Registration CS 1 SCN 0.5 w {content}")


def halftone(**keys):
    return Dictionary(Type=Name.Halftone, HalftoneType=1, Frequency=60, Angle=45, SpotFunction=Name.Round, **keys)


INVERSE = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[1], C1=[0])


def add_packed_picture(pdf, page, filter_, key=""):
    """Draw a picture of one bit that is packed in some way, or with a mask that is."""
    data = JPEG_2000 if filter_ == "/JPXDecode" else b"\0" * 100
    if key:
        image = add_image(pdf, page, "/Planted", 150, 150, (60, 184, 36, 36))
        mask = pdf.make_stream(data, Subtype=Name.Image, Width=400, Height=400, ImageMask=True, BitsPerComponent=1)
        mask.Filter = Name(filter_)
        image[key] = mask
        return
    size = (400, 400) if filter_ == "/JBIG2Decode" else (150, 150)
    image = add_image(pdf, page, "/Planted", *size, (60, 184, 36, 36), data=data, bits=1, space=Name.DeviceGray)
    image.Filter = Name(filter_)


def replace_pictures(pdf, page):
    """Say of a picture that another file takes its place in print (OPI)."""
    image = add_image(pdf, page, "/Planted", 150, 150, (60, 184, 36, 36))
    image.OPI = Dictionary({"/2.0": Dictionary(Type=Name.OPI, Version=2.0, F="large.tif")})


def intend_rgb(pdf, page):
    profile = bytes(12) + b"mntrRGB XYZ " + bytes(104)
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_stream(profile, N=3)


def start_program(pdf, page):
    pdf.Root.OpenAction = pdf.make_indirect(Dictionary(S=Name.Launch, F="calc.exe"))


def grow_page(pdf, page):
    """Make a page larger than the others, all of them without a trim box."""
    for other in pdf.pages:
        del other.obj["/TrimBox"], other.obj["/BleedBox"]
    page.mediabox = [0, 0, WIDTH + 30, HEIGHT]


def draw_spot(pdf, page):
    page.add_resource(separation("PANTONE 186 C", (0, 1, 0.8, 0)), Name.ColorSpace, Name("/Planted"))
    draw(pdf, page, "/Planted cs 1 scn 60 200 30 20 re f")


def draw_shading(pdf, page):
    ramp = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=[1, 1, 1, 1])
    shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[60, 0, 90, 0], Function=ramp)
    page.add_resource(shading, Name.Shading, Name("/Planted"))
    draw(pdf, page, "60 200 30 20 re W n /Planted sh")


def draw_in_form(pdf, page, content):
    """Draw in a form within a form, moved and scaled: a unit is two points."""
    inner = pdf.make_stream(content.encode())
    set_entries(inner, {"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": [0, 0, 99, 135]})
    outer = pdf.make_stream(b"2 0 0 2 0 0 cm /Inner Do")
    set_entries(outer, {"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": [0, 0, WIDTH, HEIGHT]})
    outer.Resources = Dictionary(XObject=Dictionary(Inner=inner))
    page.add_resource(outer, Name.XObject, Name("/Outer"))
    draw(pdf, page, "/Outer Do")


def draw_soft_image(pdf, page):
    image = add_image(pdf, page, "/Planted", 150, 150, (60, 200, 36, 36))
    mask = pdf.make_stream(b"\x80" * 150 * 150)
    set_entries(mask, {"/Type": Name.XObject, "/Subtype": Name.Image, "/Width": 150, "/Height": 150})
    set_entries(mask, {"/BitsPerComponent": 8, "/ColorSpace": Name.DeviceGray})
    image.SMask = mask


def add_script(pdf, _):
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS="app.alert('x')")


def add_form(pdf, page):
    field = Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Tx, T="name", Rect=[-40, 20, -20, 30])
    pdf.Root.AcroForm = Dictionary(Fields=Array([pdf.make_indirect(field)]))


def end_art_at_cut(pdf, page):
    """Cover the bleed on the right with white."""
    draw(pdf, page, f"0 0 0 0 k {WIDTH - BLEED} 0 {BLEED} {HEIGHT} re f")


def draw_marks(pdf, page):
    page.mediabox = [-20, -20, WIDTH + 20, HEIGHT + 20]
    draw(pdf, page, f"0 0 0 1 K 0.5 w -15 {BLEED} m -5 {BLEED} l S")


def add_postscript(pdf, page):
    program = pdf.make_stream(b"showpage", Type=Name.XObject, Subtype=Name.PS)
    page.add_resource(program, Name.XObject, Name("/Planted"))


def turn_page(pdf, page):
    page.obj.Rotate = 90
    draw(pdf, page, "0.1 w 0 0 0 1 K 60 200 m 90 200 l S")


def swap_pages(pdf, _):
    first = pdf.pages[0]
    del pdf.pages[0]
    pdf.pages.append(first)


@dataclass(frozen=True)
class Planted:
    """A fault in the third page of the clean file."""

    plant: object
    check: str
    """The check that has to find it, and no other."""
    page: int | None = 3
    corner: tuple[float, float] | None = None
    """Where it is, in mm from the left and the top of the page."""
    level: str = "fault"
    also: tuple[str, ...] = ()
    """Checks that find what follows from it."""


def top(y):
    """Millimetres from the top of the page to a height in points."""
    return (HEIGHT - y) / MM


AT = 60 / MM, top(220)
"""Where most faults are planted: a box 60 points from the left, its top at 220."""

FAULTS = {
    "font that is not embedded": Planted(draw_text_in_helvetica, "font-embedding", corner=(60 / MM, top(209))),
    "text of 3 points": Planted(draw_small_text, "small-text", corner=(60 / MM, top(202.25)), level="warning"),
    "text 2 mm from the cut": Planted(
        lambda pdf, page: draw_text_at(pdf, page, BLEED + 2 * MM, 200),
        "text-near-cut",
        corner=((BLEED + 2 * MM) / MM, top(209)),
        level="warning",
    ),
    "text 2 mm from the cut, beside text that is clipped": Planted(
        draw_text_beside_clipped_one, "text-near-cut", corner=((BLEED + 2 * MM) / MM, top(209)), level="warning"
    ),
    "text over the cut": Planted(
        lambda pdf, page: draw_text_at(pdf, page, BLEED - 4, 200),
        "text-cut",
        corner=((BLEED - 4) / MM, top(209)),
        also=("text-near-cut",),
    ),
    "black text in four inks": Planted(
        lambda pdf, page: draw_text_at(pdf, page, 60, 200, "0.6 0.4 0.4 1 k"),
        "black-text",
        corner=(60 / MM, top(209)),
        level="warning",
    ),
    "line of 0.1 points": Planted(
        lambda pdf, page: draw(pdf, page, "0.1 w 0 0 0 1 K 60 220 m 90 220 l S"), "hairline", corner=AT, level="warning"
    ),
    "line of no width": Planted(
        lambda pdf, page: draw(pdf, page, "0 w 0 0 0 1 K 60 220 m 90 220 l S"), "hairline", corner=AT
    ),
    "line that a matrix makes thin in one direction": Planted(
        lambda pdf, page: draw(pdf, page, "10 0 0 0.1 0 0 cm 1 w 0 0 0 1 K 6 2200 m 9 2200 l S"),
        "hairline",
        corner=AT,
        level="warning",
    ),
    "thin line in two forms": Planted(
        lambda pdf, page: draw_in_form(pdf, page, "0.06 w 0 0 0 1 K 30 110 m 45 110 l S"),
        "hairline",
        corner=AT,
        level="warning",
    ),
    "thin filled shape": Planted(
        lambda pdf, page: draw(pdf, page, "0 0 0 1 k 60 219.9 30 0.1 re f"), "hairline", corner=AT, level="warning"
    ),
    "picture of 100 dpi": Planted(
        lambda pdf, page: add_image(pdf, page, "/Planted", 50, 50, (60, 184, 36, 36)), "image-resolution", corner=AT
    ),
    "picture stretched one way": Planted(
        lambda pdf, page: add_image(pdf, page, "/Planted", 300, 50, (60, 184, 72, 36)), "image-resolution", corner=AT
    ),
    "picture turned by 90 degrees": Planted(
        lambda pdf, page: (
            add_image(pdf, page, "/Planted", 300, 50, (900, 900, 1, 1)),
            draw(pdf, page, "0 36 -36 0 96 184 cm /Planted Do"),
        ),
        "image-resolution",
        corner=AT,
    ),
    "inline picture of 50 dpi": Planted(
        lambda pdf, page: draw(pdf, page, "36 0 0 36 60 184 cm BI /W 25 /H 25 /BPC 8 /CS /G ID " + "x" * 625 + " EI"),
        "image-resolution",
        corner=AT,
    ),
    "black and white picture of 300 dpi": Planted(
        lambda pdf, page: add_image(
            pdf, page, "/Planted", 150, 150, (60, 184, 36, 36), data=b"\xaa" * 19 * 150, bits=1, space=Name.DeviceGray
        ),
        "image-resolution",
        corner=AT,
        level="warning",
    ),
    "smoothed picture": Planted(
        lambda pdf, page: add_image(pdf, page, "/Planted", 150, 150, (60, 184, 36, 36), **{"/Interpolate": True}),
        "interpolation",
        corner=AT,
    ),
    "colour in RGB": Planted(
        lambda pdf, page: draw(pdf, page, "1 0 0 rg 60 200 30 20 re f"), "colour-space", corner=AT
    ),
    "picture in RGB": Planted(
        lambda pdf, page: add_image(
            pdf, page, "/Planted", 150, 150, (60, 184, 36, 36), data=b"\x80" * 67500, space=Name.DeviceRGB
        ),
        "colour-space",
        corner=AT,
    ),
    "spot colour": Planted(draw_spot, "spot-colour", corner=AT),
    "registration colour": Planted(draw_registration, "registration-colour", corner=AT),
    "line in registration colour": Planted(
        lambda pdf, page: draw_in_registration(pdf, page, "60 220 m 90 220 l S"), "registration-colour", corner=AT
    ),
    "frame in registration colour, among marks": Planted(
        lambda pdf, page: draw_in_registration(pdf, page, "0 9 m 5 9 l 193 9 m 198 9 l S 60 200 30 20 re S"),
        "registration-colour",
        corner=AT,
    ),
    "transfer function": Planted(
        lambda pdf, page: graphics(pdf, page, "0 0 0 1 k 60 200 30 20 re f", TR=INVERSE),
        "transfer-function",
        corner=AT,
    ),
    "transfer functions for each ink": Planted(
        lambda pdf, page: graphics(
            pdf, page, "0 0 0 1 k 60 200 30 20 re f", TR2=Array([Name.Identity] * 3 + [INVERSE])
        ),
        "transfer-function",
        corner=AT,
    ),
    "transfer function of a halftone": Planted(
        lambda pdf, page: graphics(pdf, page, "0 0 0 1 k 60 200 30 20 re f", HT=halftone(TransferFunction=INVERSE)),
        "transfer-function",
        corner=AT,
    ),
    "picture in JBIG2": Planted(
        lambda pdf, page: add_packed_picture(pdf, page, "/JBIG2Decode"), "image-compression", corner=AT
    ),
    "mask in JBIG2": Planted(
        lambda pdf, page: add_packed_picture(pdf, page, "/JBIG2Decode", "/Mask"), "image-compression", corner=AT
    ),
    "trim box and art box": Planted(
        lambda pdf, page: set_entries(page.obj, {"/ArtBox": [BLEED, BLEED, WIDTH - BLEED, HEIGHT - BLEED]}),
        "page-boxes",
    ),
    "page of another size": Planted(
        lambda pdf, page: set_entries(
            page.obj,
            {
                "/MediaBox": [0, 0, WIDTH, HEIGHT + 9],
                "/BleedBox": [0, 0, WIDTH, HEIGHT + 9],
                "/TrimBox": [9, 9, WIDTH - 9, HEIGHT],
            },
        ),
        "page-sizes",
        page=None,
        also=("page-size", "art-in-bleed"),
    ),
    "page of another size, without boxes": Planted(grow_page, "page-sizes", page=None, also=("trim-box",)),
    "text in RGB": Planted(
        lambda pdf, page: draw_text_at(pdf, page, 60, 200, "1 0 0 rg"), "colour-space", corner=(60 / MM, top(209))
    ),
    "line in RGB": Planted(
        lambda pdf, page: draw(pdf, page, "1 0 0 RG 1 w 60 220 m 90 220 l S"), "colour-space", corner=AT
    ),
    "picture in JPEG 2000": Planted(
        lambda pdf, page: add_packed_picture(pdf, page, "/JPXDecode"),
        "image-compression",
        corner=AT,
        also=("image-resolution",),
    ),
    "picture that another file replaces": Planted(replace_pictures, "pdfx", page=0),
    "output intent in RGB": Planted(intend_rgb, "output-intent", page=0),
    "action that starts a program": Planted(start_program, "script", page=0),
    "two output intents": Planted(
        lambda pdf, page: pdf.Root.OutputIntents.append(Dictionary(S=Name.GTS_PDFX)), "output-intent", page=0
    ),
    "colour of 300 % ink": Planted(
        lambda pdf, page: draw(pdf, page, "0.75 0.75 0.75 0.75 k 60 200 30 20 re f"), "ink", corner=AT
    ),
    "picture with a pixel of 400 % ink": Planted(
        lambda pdf, page: add_image(
            pdf, page, "/Planted", 150, 150, (60, 184, 36, 36), data=b"\x40\x20\x20\x00" * 22499 + b"\xff" * 4
        ),
        "ink",
        corner=AT,
    ),
    "shading to 400 % ink": Planted(draw_shading, "ink", corner=AT),
    "white that overprints": Planted(
        lambda pdf, page: graphics(pdf, page, "0 0 0 0 k 60 200 30 20 re f", OP=True, op=True),
        "white-overprint",
        corner=AT,
    ),
    "half opaque colour": Planted(
        lambda pdf, page: graphics(pdf, page, "0 0 0 1 k 60 200 30 20 re f", ca=0.5), "transparency", corner=AT
    ),
    "blend mode": Planted(
        lambda pdf, page: graphics(pdf, page, "0 0 0 1 k 60 200 30 20 re f", BM=Name.Multiply),
        "transparency",
        corner=AT,
    ),
    "picture with a soft mask": Planted(draw_soft_image, "transparency", corner=(60 / MM, top(236))),
    "page that is a group": Planted(
        lambda pdf, page: set_entries(page.obj, {"/Group": Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)}),
        "transparency",
    ),
    "trim box that reaches out of the page": Planted(
        lambda pdf, page: set_entries(page.obj, {"/TrimBox": [-9, 9, 171, 261]}),
        "page-boxes",
        corner=(-9 / MM, BLEED / MM),
    ),
    "no trim box on a page that names its piece": Planted(
        lambda pdf, page: (
            page.obj.__delitem__("/TrimBox"),
            name_piece(pdf, page),
        ),
        "trim-box",
    ),
    "ink beyond the bleed of a page that names its piece": Planted(
        lambda pdf, page: (
            draw_marks(pdf, page),
            name_piece(pdf, page),
        ),
        "marks",
    ),
    "art of a piece that ends at the cut": Planted(
        lambda pdf, page: (
            end_art_at_cut(pdf, page),
            name_piece(pdf, page),
        ),
        "art-in-bleed",
    ),
    "drawing in PostScript": Planted(add_postscript, "pdfx", page=0),
    "no trim box": Planted(lambda pdf, page: page.obj.__delitem__("/TrimBox"), "trim-box"),
    "bleed of 2 mm": Planted(
        lambda pdf, page: set_entries(page.obj, {"/BleedBox": [3.3, 3.3, WIDTH - 3.3, HEIGHT - 3.3]}),
        "bleed",
        also=("marks",),
    ),
    "art that ends at the cut": Planted(
        end_art_at_cut, "art-in-bleed", corner=((WIDTH - BLEED) / MM - 0.4, BLEED / MM)
    ),
    "crop marks": Planted(draw_marks, "marks"),
    "note": Planted(lambda pdf, page: add_note(pdf, page, "Text", [60, 200, 80, 220]), "annotation", corner=AT),
    "link": Planted(lambda pdf, page: add_note(pdf, page, "Link", [60, 200, 80, 220]), "annotation", corner=AT),
    "script": Planted(add_script, "script", page=None),
    "form": Planted(add_form, "form", page=None),
    "attachment": Planted(lambda pdf, page: pdf.attachments.__setitem__("a.txt", b"words"), "attachment", page=None),
    "layers": Planted(
        lambda pdf, page: set_entries(
            pdf.Root,
            {"/OCProperties": Dictionary(OCGs=Array([pdf.make_indirect(Dictionary(Type=Name.OCG, Name="a"))]), D={})},
        ),
        "layers",
        page=None,
    ),
    "odd number of pages": Planted(lambda pdf, page: pdf.pages.__delitem__(3), "page-count", page=None),
    "fronts before backs": Planted(swap_pages, "page-order", page=None),
    "no output intent": Planted(lambda pdf, page: pdf.Root.__delitem__("/OutputIntents"), "output-intent", page=None),
    "another output condition": Planted(
        lambda pdf, page: set_entries(pdf.Root.OutputIntents[0], {"/OutputConditionIdentifier": String("FOGRA39")}),
        "output-intent",
        page=None,
        level="warning",
    ),
    "no word about trapping": Planted(lambda pdf, page: pdf.docinfo.__delitem__("/Trapped"), "pdfx", page=None),
    "page that is turned": Planted(turn_page, "hairline", corner=(200 / MM, 60 / MM), level="warning"),
    "page with a unit of its own": Planted(
        lambda pdf, page: set_entries(page.obj, {"/UserUnit": 1.001}),
        "page-unit",
        level="warning",
        also=("page-sizes",),
    ),
}
