"""Tiny PDFs by rule: one that keeps it and one that does not, differing in as little as can be."""

import csv
import re
import zlib

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from tests.preflight.tiny_pdf import (
    ART_TO_CUT,
    MEDIA,
    TRIM,
    TinyRule,
    drawn_font,
    form,
    image,
    profile,
    save_tiny,
    say_pdfx,
    separation,
    tiny_pdf,
)

SQUARE = "60 200 30 20 re f"
WHITE = "0 0 0 0 k 50 190 80 40 re f"
PAPER = [-30, -30, 228, 300]
"""A page with room for marks beyond the bleed."""


def text(size=12, place="60 200", colour="0 0 0 1 k"):
    """Return a text on white ground."""
    return f"{WHITE} BT /F {size} Tf {colour} {place} Td (aaa) Tj ET"


def with_text(*given, font=drawn_font, **named):
    return tiny_pdf(text(*given, **named), resources={"Font": {"F": font}})


def helvetica(_):
    return Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)


def with_image(content="36 0 0 36 60 150 cm /I Do", **entries):
    size = entries.pop("size", (150, 150))
    return tiny_pdf(content, resources={"XObject": {"I": image(*size, **entries)}})


def with_packed(filter_, data):
    """Return a page with a picture that is packed."""
    space = Name.DeviceGray if filter_ == "/JPXDecode" else Name.DeviceCMYK
    return with_image(Filter=Name(filter_), ColorSpace=space, data=data)


def with_mask(data):
    """Return a page with a picture whose soft mask is packed."""

    def masked(pdf):
        samples, entries = image(150, 150)
        mask = image(150, 150, ColorSpace=Name.DeviceGray, Filter=Name.FlateDecode, data=data)
        return pikepdf.Stream(pdf, samples, entries | {"/SMask": pikepdf.Stream(pdf, *mask)})

    return tiny_pdf("36 0 0 36 60 150 cm /I Do", resources={"XObject": {"I": masked}})


def drawing(name):
    """Return a page with a form that draws another one, by its name: `B`, or itself, `A`."""

    def outer(pdf):
        drawn, inner = (pdf.make_stream(*form(content)) for content in (f"/{name} Do {SQUARE}", SQUARE))
        drawn.Resources = Dictionary(XObject=Dictionary(A=drawn, B=inner))
        return drawn

    return tiny_pdf("/A Do", resources={"XObject": {"A": outer}})


def with_state(**state):
    return tiny_pdf(f"/G gs 0 0 0 0.5 k {SQUARE}", resources={"ExtGState": {"G": Dictionary(**state)}})


def with_colour(space, values="1"):
    return tiny_pdf(f"/S cs {values} scn {SQUARE}", resources={"ColorSpace": {"S": space}})


def with_profile(channels):
    """Return the maker of a colour space with a profile."""
    return lambda pdf: Array([Name.ICCBased, pdf.make_stream(profile(channels), N=channels)])


def with_default(name, channels, colour="1 0 0 rg"):
    """Return a page whose resources let a profile stand for the colours of a device."""
    return tiny_pdf(f"{colour} {SQUARE}", resources={"ColorSpace": {name: with_profile(channels)}})


def with_note(rect, kind=Name.Text, **boxes):
    return tiny_pdf(Annots=Array([Dictionary(Type=Name.Annot, Subtype=kind, Rect=rect)]), **boxes)


def changed(change, pdf=None):
    """Return a file after a change, which may return something else."""
    pdf = pdf or tiny_pdf()
    change(pdf)
    return pdf


def with_root(**entries):
    return changed(lambda pdf: pdf.Root.update({f"/{key}": value for key, value in entries.items()}))


def with_layers(names):
    groups = Array([Dictionary(Type=Name.OCG, Name=String(name)) for name in names])
    return with_root(OCProperties=Dictionary(OCGs=groups, D=Dictionary()))


def with_attachment():
    return changed(lambda pdf: pdf.attachments.__setitem__("a.txt", b"words"))


def with_stream(**entries):
    """Return a file with a stream that no page uses."""

    def add(pdf):
        pdf.Root.Extra = pikepdf.Stream(pdf, b"x", {f"/{key}": value for key, value in entries.items()})

    return changed(add)


def x1a(pdf=None, **changes):
    return say_pdfx(pdf or tiny_pdf(), "pdfx-1a", **changes)


def x4(pdf=None, **changes):
    return say_pdfx(pdf or tiny_pdf(), "pdfx-4", **changes)


def intent(**entries):
    """Return a file of PDF/X-1a with another output intent; None leaves out an entry."""

    def change(pdf):
        for key, value in entries.items():
            if value is None:
                del pdf.Root.OutputIntents[0][f"/{key}"]
            else:
                pdf.Root.OutputIntents[0][f"/{key}"] = value(pdf) if callable(value) else value

    return changed(change, x1a())


def rgb_intent(pdf):
    pdf.Root.OutputIntents[0].DestOutputProfile = pdf.make_stream(profile(3), N=3)


def backs_and_fronts(order):
    """Return pages of which those of `b` are alike."""
    pdf = tiny_pdf(pages=len(order))
    for number, side in enumerate(order):
        if side == "f":
            content = f"0.1 0.2 0.3 0 k 0 0 198 270 re f 0 0 0 1 k {60 + number} 100 30 30 re f"
            pdf.pages[number].Contents = pdf.make_stream(content.encode())
    return pdf


def two_sizes(other):
    pdf = tiny_pdf()
    pdf.pages[1].mediabox = pdf.pages[1].bleedbox = [0, 0, other[0], other[1]]
    pdf.pages[1].trimbox = [9, 9, other[0] - 9, other[1] - 9]
    return pdf


PACKED = zlib.compress(b"\x40\x20\x20\x00" * 22_500)
RULES = {
    "picture that can be unpacked": TinyRule(
        lambda: with_packed("/FlateDecode", PACKED), lambda: with_packed("/FlateDecode", b"\0" * 100), "damage"
    ),
    "picture whose data reach its last row": TinyRule(
        lambda: with_packed("/FlateDecode", PACKED), lambda: with_packed("/FlateDecode", PACKED[:50]), "damage"
    ),
    "mask that can be unpacked": TinyRule(lambda: with_mask(PACKED), lambda: with_mask(b"\0" * 100), "damage"),
    "picture in JPEG 2000 with its signature": TinyRule(
        lambda: with_packed("/JPXDecode", b"\xff\x4f\xff\x51"), lambda: with_packed("/JPXDecode", b"\0" * 100), "damage"
    ),
    "filter that is known": TinyRule(
        lambda: with_packed("/FlateDecode", PACKED),
        lambda: with_packed("/FooDecode", PACKED),
        "unknown",
        level="unchecked",
    ),
    "form that ends": TinyRule(lambda: drawing("B"), lambda: drawing("A"), "damage"),
    "line of a quarter point": TinyRule(
        lambda: tiny_pdf("0 0 0 1 K 0.25 w 60 100 m 90 100 l S"),
        lambda: tiny_pdf("0 0 0 1 K 0.1 w 60 100 m 90 100 l S"),
        "hairline",
        level="warning",
    ),
    "line with a width": TinyRule(
        lambda: tiny_pdf("0 0 0 1 K 1 w 60 100 m 90 100 l S"),
        lambda: tiny_pdf("0 0 0 1 K 0 w 60 100 m 90 100 l S"),
        "hairline",
    ),
    "filled shape as thick as a line": TinyRule(
        lambda: tiny_pdf("0 0 0 1 k 60 100 30 0.3 re f"),
        lambda: tiny_pdf("0 0 0 1 k 60 100 30 0.1 re f"),
        "hairline",
        level="warning",
    ),
    "picture of 300 dpi": TinyRule(
        lambda: tiny_pdf("36 0 0 36 60 150 cm /I Do", resources={"XObject": {"I": image(150, 150)}}),
        lambda: tiny_pdf("36 0 0 36 60 150 cm /I Do", resources={"XObject": {"I": image(50, 50)}}),
        "image-resolution",
    ),
    "ink that dries": TinyRule(
        lambda: tiny_pdf(f"0.7 0.7 0.7 0.7 k {SQUARE}"),
        lambda: tiny_pdf(f"0.9 0.9 0.9 0.9 k {SQUARE}"),
        "ink",
        level="warning",
    ),
    "art in the bleed": TinyRule(tiny_pdf, lambda: tiny_pdf(art=ART_TO_CUT), "art-in-bleed", level="warning"),
    "trim box": TinyRule(tiny_pdf, lambda: tiny_pdf(TrimBox=None, BleedBox=None), "trim-box", level="warning"),
    "trim box within the bleed box": TinyRule(
        tiny_pdf, lambda: tiny_pdf(BleedBox=[20, 9, 189, 261]), "page-boxes", also=("bleed",)
    ),
    "pages that are not empty": TinyRule(tiny_pdf, lambda: tiny_pdf(art=""), "empty-page", level="warning"),
    "unit of a point": TinyRule(tiny_pdf, lambda: tiny_pdf(UserUnit=1.5), "page-unit", level="warning"),
    "white that knocks out": TinyRule(
        lambda: tiny_pdf(f"/G gs 0 0 0 0 k {SQUARE}", resources={"ExtGState": {"G": Dictionary(op=False)}}),
        lambda: tiny_pdf(f"/G gs 0 0 0 0 k {SQUARE}", resources={"ExtGState": {"G": Dictionary(op=True)}}),
        "white-overprint",
    ),
    "note on a card": TinyRule(
        tiny_pdf,
        lambda: tiny_pdf(Annots=Array([Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=[60, 60, 80, 80])])),
        "annotation",
        level="warning",
    ),
    "registration colour beside the card": TinyRule(
        lambda: tiny_pdf(
            "/All cs 1 scn 0 134 4 0.5 re f",
            media=MEDIA,
            TrimBox=TRIM,
            resources={"ColorSpace": {"All": separation("All", full=(1, 1, 1, 1))}},
        ),
        lambda: tiny_pdf(
            f"/All cs 1 scn {SQUARE}", resources={"ColorSpace": {"All": separation("All", full=(1, 1, 1, 1))}}
        ),
        "registration-colour",
    ),
    "text that can be read": TinyRule(lambda: with_text(12), lambda: with_text(3), "small-text", level="warning"),
    "font in the file": TinyRule(with_text, lambda: with_text(font=helvetica), "font-embedding"),
    "text in black alone": TinyRule(
        with_text, lambda: with_text(colour="0.6 0.5 0.5 1 k"), "black-text", level="warning"
    ),
    "bleed of 3 mm": TinyRule(tiny_pdf, lambda: tiny_pdf(BleedBox=[6, 6, 192, 264]), "bleed", level="warning"),
    "no layers": TinyRule(lambda: with_layers([]), lambda: with_layers(["a"]), "layers", level="warning"),
    "no attached files": TinyRule(tiny_pdf, with_attachment, "attachment", level="warning"),
    "no script": TinyRule(
        lambda: with_root(OpenAction=Dictionary(S=Name.GoTo, D=String("a"))),
        lambda: with_root(OpenAction=Dictionary(S=Name.JavaScript, JS=String("app.beep()"))),
        "script",
        level="warning",
    ),
    "no form": TinyRule(
        lambda: with_root(AcroForm=Dictionary(Fields=Array([]))),
        lambda: with_root(AcroForm=Dictionary(Fields=Array([Dictionary(FT=Name.Tx, T=String("a"))]))),
        "form",
        level="warning",
    ),
    "one size of cards": TinyRule(
        lambda: two_sizes((198, 270)), lambda: two_sizes((216, 288)), "page-sizes", "mbprint"
    ),
    "cards of sizes that differ by half a millimetre": TinyRule(
        lambda: two_sizes((198.9, 270)), lambda: two_sizes((199.5, 270)), "page-sizes", "mbprint"
    ),
    "bleed of a shop": TinyRule(
        tiny_pdf, lambda: tiny_pdf(BleedBox=[3, 3, 195, 267]), "bleed", "mbprint", also=("marks",)
    ),
    "no ink beyond the bleed": TinyRule(
        lambda: tiny_pdf(media=PAPER),
        lambda: tiny_pdf("0 0 0 1 k 205 130 10 10 re f", media=PAPER),
        "marks",
        "mbprint",
    ),
    "four inks": TinyRule(
        lambda: with_colour(separation("Black", full=(0, 0, 0, 1))),
        lambda: with_colour(separation("PANTONE 186 C")),
        "spot-colour",
        "mbprint",
    ),
    "colour in CMYK": TinyRule(
        lambda: tiny_pdf(f"0 1 1 0 k {SQUARE}"), lambda: tiny_pdf(f"1 0 0 rg {SQUARE}"), "colour-space", "mbprint"
    ),
    "letters as outlines": TinyRule(
        lambda: tiny_pdf(f"{WHITE} 0 0 0 1 k 60 200 6 8 re f"), with_text, "font-outlines", "mbprint"
    ),
    "no transparency for a shop": TinyRule(
        lambda: with_state(ca=1), lambda: with_state(ca=0.5), "transparency", "mbprint"
    ),
    "picture of a shop's resolution": TinyRule(
        with_image, lambda: with_image(size=(120, 120)), "image-resolution", "mbprint"
    ),
    "a front and a back for each card": TinyRule(tiny_pdf, lambda: tiny_pdf(pages=3), "page-count", "mbprint"),
    "fronts before backs": TinyRule(
        lambda: backs_and_fronts("fbfb"), lambda: backs_and_fronts("bfbf"), "page-order", "mbprint"
    ),
    "a card a page": TinyRule(
        lambda: tiny_pdf("0 0 0 0 k 36 36 54 72 re f"),
        lambda: tiny_pdf(
            " ".join(f"0.1 0 0 0 k {x} {y} 179 249 re f" for x in (20, 220) for y in (20, 280, 540)),
            art="",
            media=[0, 0, 595, 842],
            TrimBox=None,
            BleedBox=None,
        ),
        "sheet",
        "mbprint",
    ),
    "paper of a copier": TinyRule(
        lambda: tiny_pdf(media=[0, 0, 595.3, 841.9], TrimBox=None, BleedBox=None),
        lambda: tiny_pdf(media=[0, 0, 612, 792], TrimBox=None, BleedBox=None),
        "page-size",
        "netprint",
        level="warning",
    ),
    "ink of the house profile": TinyRule(
        lambda: x1a(tiny_pdf(f"0.6 0.6 0.6 0.6 k {SQUARE}")),
        lambda: x1a(tiny_pdf(f"0.7 0.7 0.7 0.7 k {SQUARE}")),
        "ink",
        "house-1a",
    ),
    "X-1a: the standard is stated": TinyRule(x1a, lambda: x1a(GTS_PDFXVersion=None), "pdfx", "pdfx-1a"),
    "X-1a: X-1 with its conformance": TinyRule(
        lambda: x1a(GTS_PDFXVersion="PDF/X-1:2001", GTS_PDFXConformance="PDF/X-1a:2001"),
        lambda: x1a(GTS_PDFXVersion="PDF/X-1:2001"),
        "pdfx",
        "pdfx-1a",
    ),
    "X-1a: trapping is a name": TinyRule(
        lambda: x1a(Trapped=Name("/True")), lambda: x1a(Trapped=Name("/Unknown")), "pdfx", "pdfx-1a"
    ),
    "X-1a: title": TinyRule(x1a, lambda: x1a(Title=None), "pdfx", "pdfx-1a"),
    "X-1a: dates": TinyRule(x1a, lambda: x1a(ModDate=None), "pdfx", "pdfx-1a"),
    "X-1a: one output intent": TinyRule(
        x1a,
        lambda: changed(lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0]), x1a()),
        "output-intent",
        "pdfx-1a",
    ),
    "X-1a: an output intent of print": TinyRule(x1a, lambda: intent(S=Name.GTS_PDFA1), "output-intent", "pdfx-1a"),
    "X-1a: the condition is named": TinyRule(
        x1a, lambda: intent(OutputConditionIdentifier=None), "output-intent", "pdfx-1a"
    ),
    "X-1a: a profile or a registry": TinyRule(
        lambda: intent(RegistryName=None, DestOutputProfile=lambda pdf: pdf.make_stream(profile(4), N=4)),
        lambda: intent(RegistryName=None),
        "output-intent",
        "pdfx-1a",
    ),
    "X-1a: the profile of a press": TinyRule(
        lambda: intent(DestOutputProfile=lambda pdf: pdf.make_stream(profile(1), N=1)),
        lambda: intent(DestOutputProfile=lambda pdf: pdf.make_stream(profile(4, b"mntr"), N=4)),
        "output-intent",
        "pdfx-1a",
    ),
    "X-1a: a profile of inks": TinyRule(
        lambda: intent(DestOutputProfile=lambda pdf: pdf.make_stream(profile(4), N=4)),
        lambda: intent(DestOutputProfile=lambda pdf: pdf.make_stream(profile(3), N=3)),
        "output-intent",
        "pdfx-1a",
    ),
    "X-1a: a box of the cut": TinyRule(
        lambda: x1a(tiny_pdf(TrimBox=None, ArtBox=TRIM)), lambda: x1a(tiny_pdf(TrimBox=None)), "trim-box", "pdfx-1a"
    ),
    "X-1a: trim or art box, not both": TinyRule(x1a, lambda: x1a(tiny_pdf(ArtBox=TRIM)), "page-boxes", "pdfx-1a"),
    "X-1a: the trim box within the crop box": TinyRule(
        lambda: x1a(tiny_pdf(CropBox=TRIM)), lambda: x1a(tiny_pdf(CropBox=[20, 20, 180, 250])), "page-boxes", "pdfx-1a"
    ),
    "X-1a: the art box within the bleed box": TinyRule(
        lambda: x1a(tiny_pdf(TrimBox=None, ArtBox=TRIM)),
        lambda: x1a(tiny_pdf(TrimBox=None, ArtBox=TRIM, BleedBox=[20, 20, 180, 250])),
        "page-boxes",
        "pdfx-1a",
    ),
    "X-1a: notes beside the bleed": TinyRule(
        lambda: x1a(with_note([200, 20, 220, 40], media=PAPER)),
        lambda: x1a(with_note([190, 20, 220, 40], media=PAPER)),
        "annotation",
        "pdfx-1a",
    ),
    "X-1a: notes beside the cut without a bleed box": TinyRule(
        lambda: x1a(with_note([191, 20, 196, 40], BleedBox=None)),
        lambda: x1a(with_note([180, 20, 196, 40], BleedBox=None)),
        "annotation",
        "pdfx-1a",
    ),
    "X-1a: links beside the bleed": TinyRule(
        lambda: x1a(with_note([200, 20, 220, 40], Name.Link, media=PAPER)),
        lambda: x1a(with_note([60, 60, 80, 80], Name.Link, media=PAPER)),
        "annotation",
        "pdfx-1a",
    ),
    "X-1a: no RGB": TinyRule(
        lambda: x1a(tiny_pdf(f"0.5 g {SQUARE}")), lambda: x1a(tiny_pdf(f"1 0 0 rg {SQUARE}")), "colour-space", "pdfx-1a"
    ),
    "X-1a: no colours with a profile": TinyRule(
        lambda: x1a(with_colour(Name.DeviceCMYK, "0 1 0 0")),
        lambda: x1a(with_colour(with_profile(4), "0 1 0 0")),
        "colour-space",
        "pdfx-1a",
    ),
    "X-1a: inks by no profile of the page": TinyRule(
        lambda: x1a(with_default("DefaultRGB", 3, "0.5 0 0 0 k")),
        lambda: x1a(with_default("DefaultCMYK", 4, "0.5 0 0 0 k")),
        "colour-space",
        "pdfx-1a",
    ),
    "X-1a: spot colours by inks": TinyRule(
        lambda: x1a(with_colour(separation("Gold"))),
        lambda: x1a(with_colour(separation("Gold", Name.DeviceRGB, (1, 0.8, 0)))),
        "colour-space",
        "pdfx-1a",
    ),
    "X-1a: pictures in CMYK": TinyRule(
        lambda: x1a(with_image()),
        lambda: x1a(with_image(ColorSpace=Name.DeviceRGB, data=b"\x80" * 67_500)),
        "colour-space",
        "pdfx-1a",
    ),
    "X-1a: opaque colours": TinyRule(
        lambda: x1a(with_state(ca=1, CA=1)), lambda: x1a(with_state(ca=0.5)), "transparency", "pdfx-1a"
    ),
    "X-1a: no blend mode": TinyRule(
        lambda: x1a(with_state(BM=Name.Normal)), lambda: x1a(with_state(BM=Name.Multiply)), "transparency", "pdfx-1a"
    ),
    "X-1a: no soft mask": TinyRule(
        lambda: x1a(with_state(SMask=Name("/None"))),
        lambda: x1a(with_state(SMask=Dictionary(S=Name.Alpha))),
        "transparency",
        "pdfx-1a",
    ),
    "X-1a: forms that are no groups": TinyRule(
        lambda: x1a(tiny_pdf("/X Do", resources={"XObject": {"X": form("0 0 0 1 k 60 60 20 20 re f")}})),
        lambda: x1a(
            tiny_pdf(
                "/X Do",
                resources={"XObject": {"X": form("0 0 0 1 k 60 60 20 20 re f", Group=Dictionary(S=Name.Transparency))}},
            )
        ),
        "transparency",
        "pdfx-1a",
    ),
    "X-1a: pages that are no groups": TinyRule(
        x1a, lambda: x1a(tiny_pdf(Group=Dictionary(S=Name.Transparency))), "transparency", "pdfx-1a"
    ),
    "X-1a: no transfer function": TinyRule(
        lambda: x1a(with_state(TR=Name.Identity)),
        lambda: x1a(with_state(TR=Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[1], C1=[0]))),
        "transfer-function",
        "pdfx-1a",
    ),
    "X-1a: no LZW": TinyRule(
        lambda: x1a(with_stream(Filter=Name.RunLengthDecode)),
        lambda: x1a(with_stream(Filter=Name.LZWDecode)),
        "pdfx",
        "pdfx-1a",
    ),
    "X-1a: no PostScript": TinyRule(
        lambda: x1a(with_stream(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 1, 1]))),
        lambda: x1a(with_stream(Type=Name.XObject, Subtype=Name.PS)),
        "pdfx",
        "pdfx-1a",
    ),
    "X-1a: no replaced pictures": TinyRule(
        lambda: x1a(with_stream(Type=Name.XObject)), lambda: x1a(with_stream(OPI=Dictionary())), "pdfx", "pdfx-1a"
    ),
    "X-1a: fonts in the file": TinyRule(
        lambda: x1a(with_text()), lambda: x1a(with_text(font=helvetica)), "font-embedding", "pdfx-1a"
    ),
    "X-1a: pictures that are not smoothed": TinyRule(
        lambda: x1a(with_image(Interpolate=False)),
        lambda: x1a(with_image(Interpolate=True)),
        "interpolation",
        "pdfx-1a",
    ),
    "X-1a: no layers": TinyRule(lambda: x1a(with_layers([])), lambda: x1a(with_layers(["a"])), "layers", "pdfx-1a"),
    "X-1a: no attached files": TinyRule(x1a, lambda: x1a(with_attachment()), "attachment", "pdfx-1a"),
    "X-1a: no actions": TinyRule(
        x1a,
        lambda: x1a(with_root(OpenAction=Dictionary(S=Name.JavaScript, JS=String("app.beep()")))),
        "script",
        "pdfx-1a",
    ),
    "X-4: the standard is stated": TinyRule(
        x4, lambda: x4(GTS_PDFXVersion="PDF/X-3:2002"), "pdfx", "pdfx-4", version="1.6"
    ),
    "X-4: the profile is in the file": TinyRule(
        x4,
        lambda: changed(lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile"), x4()),
        "output-intent",
        "pdfx-4",
        version="1.6",
    ),
    "X-4: RGB with a profile": TinyRule(
        lambda: x4(with_colour(with_profile(3), "1 0 0")),
        lambda: x4(with_colour(Name.DeviceRGB, "1 0 0")),
        "colour-space",
        "pdfx-4",
        version="1.6",
    ),
    "X-4: RGB by a profile of the page": TinyRule(
        lambda: x4(with_default("DefaultRGB", 3)),
        lambda: x4(with_default("DefaultCMYK", 4)),
        "colour-space",
        "pdfx-4",
        version="1.6",
    ),
    "X-4: groups that blend in inks": TinyRule(
        lambda: x4(tiny_pdf(Group=Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK))),
        lambda: x4(tiny_pdf(Group=Dictionary(S=Name.Transparency, CS=Name.DeviceRGB))),
        "colour-space",
        "pdfx-4",
        version="1.6",
    ),
    "X-4: colours of the output intent": TinyRule(
        lambda: changed(rgb_intent, x4(tiny_pdf(f"1 0 0 rg {SQUARE}", art="1 1 0 rg 0 0 198 270 re f"))),
        lambda: changed(rgb_intent, x4(tiny_pdf())),
        "colour-space",
        "pdfx-4",
        version="1.6",
    ),
}


def write_folder(folder):
    """Write all tiny PDFs into a folder, with `answers.csv`: which check names each, and by which rules."""
    with (folder / "answers.csv").open("w", newline="", encoding="utf-8") as file:
        answers = csv.writer(file)
        answers.writerow(["file", "rules", "level", "check"])
        for name, rule in RULES.items():
            stem = re.sub("[^a-z0-9]+", "-", name.lower())
            for kind, make in (("good", rule.good), ("bad", rule.bad)):
                save_tiny(make(), folder / f"{stem}-{kind}.pdf", rule.version)
                found = (rule.level, rule.check) if kind == "bad" else ("", "")
                answers.writerow([f"{stem}-{kind}.pdf", rule.rules or "general", *found])
