"""Maker of tiny PDFs for the rules of preflight: a page or two of a few operators, written by hand.

`tiny_pdf()` is a card that every rule takes. Each argument changes one thing of it, so that a rule and its opposite differ
in a line.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from tests.made_files import set_entries

MM = 72 / 25.4
WIDTH, HEIGHT, BLEED = 198, 270, 9
"""Points: a poker card of 2.5 by 3.5 inches with an eighth of an inch of bleed."""
MEDIA = [0, 0, WIDTH, HEIGHT]
TRIM = [BLEED, BLEED, WIDTH - BLEED, HEIGHT - BLEED]
ART = f"0.4 0.2 0.1 0 k 0 0 {WIDTH} {HEIGHT} re f"
"""Fills the page to the end of the bleed."""
ART_TO_CUT = f"0.4 0.2 0.1 0 k {BLEED} {BLEED} {WIDTH - 2 * BLEED} {HEIGHT - 2 * BLEED} re f"
"""Ends where the card is cut."""
DEFAULT_BOXES = {"TrimBox": TRIM, "BleedBox": MEDIA}


def tiny_pdf(content="", *, art=ART, pages=2, media=MEDIA, resources=None, **entries):
    """Return pages of art with some content over it.

    `entries` are those of the page: boxes, `Rotate`, `Group`; None leaves out a box that is there otherwise.
    `resources` may have streams, tuples of their data and their dictionary, and what is made by a call with the file.
    """
    pdf = pikepdf.new()
    named = {key: _added(pdf, value) for key, value in (resources or {}).items()}
    for _ in range(pages):
        page = pdf.add_blank_page(page_size=(WIDTH, HEIGHT))
        given = {"MediaBox": media} | DEFAULT_BOXES | entries
        set_entries(page.obj, {f"/{key}": value for key, value in given.items() if value is not None})
        page.obj.Resources = Dictionary({f"/{key}": value for key, value in named.items()})
        page.obj.Contents = pdf.make_stream(f"q {art} Q\n{content}".encode())
    return pdf


def _added(pdf, resources):
    """Return a dictionary of resources that belong to a file."""
    return Dictionary({f"/{name}": _resource(pdf, value) for name, value in resources.items()})


def _resource(pdf, value):
    if callable(value):
        return value(pdf)
    return pikepdf.Stream(pdf, value[0], value[1]) if isinstance(value, tuple) else pdf.make_indirect(value)


def form(content, **entries):
    """Return the data and dictionary of a form, for `resources`."""
    return content.encode(), {"/Type": Name.XObject, "/Subtype": Name.Form, "/BBox": MEDIA} | _keyed(entries)


def image(width, height, **entries):
    """Return the data and dictionary of a picture in CMYK, for `resources`; `data` are its samples."""
    data = entries.pop("data", b"\x40\x20\x20\x00" * (width * height))
    given = {"Width": width, "Height": height, "BitsPerComponent": 8, "ColorSpace": Name.DeviceCMYK} | entries
    return data, {"/Type": Name.XObject, "/Subtype": Name.Image} | _keyed(given)


def separation(ink, alternate=Name.DeviceCMYK, full=(0, 1, 0.8, 0)):
    """Return the colour space of a spot colour; `full` is what stands for its full tint."""
    tint = Dictionary(FunctionType=2, Domain=[0, 1], N=1, C0=[0] * len(full), C1=list(full))
    return Array([Name.Separation, Name(f"/{ink}"), alternate, tint])


def drawn_font(pdf):
    """Return a font of one letter, `a`, that is drawn in the file."""
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=[0, 0, 600, 700],
        FontMatrix=[0.001, 0, 0, 0.001, 0, 0],
        CharProcs=Dictionary(a=pdf.make_stream(b"600 0 0 0 500 700 d1 0 0 500 700 re f")),
        Encoding=Dictionary(Type=Name.Encoding, Differences=[97, Name.a]),
        FirstChar=97,
        LastChar=97,
        Widths=[600],
    )


def _keyed(entries):
    return {f"/{key}": value for key, value in entries.items()}


def say_pdfx(pdf, standard="pdfx-1a", **changes):
    """Let a file say that it keeps a standard; `changes` are entries of its information, None to leave one out."""
    name = {"pdfx-1a": "PDF/X-1a:2003", "pdfx-4": "PDF/X-4"}[standard]
    info = {"GTS_PDFXVersion": String(name), "Trapped": Name("/False"), "Title": "Card"}
    info |= {"CreationDate": "D:20261123000000Z", "ModDate": "D:20261123000000Z"} | changes
    for key, value in info.items():
        if value is not None:
            pdf.docinfo[f"/{key}"] = value
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier="FOGRA39",
        RegistryName="http://www.color.org",
        Info="FOGRA39",
    )
    if standard == "pdfx-4":
        intent.DestOutputProfile = pdf.make_stream(profile(4), N=4)
    pdf.Root.OutputIntents = Array([intent])
    return pdf


def profile(channels, kind=b"prtr"):
    """Return as much of an ICC profile as is looked at: its class and colours."""
    colours = {1: b"GRAY", 3: b"RGB ", 4: b"CMYK"}[channels]
    return bytes(12) + kind + colours + b"Lab " + bytes(104)


def save_tiny(pdf, path, version="1.4"):
    """Save a tiny PDF; pages and objects stand in it without compression, to be read by eye."""
    pdf.save(path, force_version=version, deterministic_id=True, compress_streams=False)
    return path


@dataclass(frozen=True)
class TinyRule:
    """A rule, with a tiny PDF that keeps it and one that does not."""

    good: Callable[[], pikepdf.Pdf]
    bad: Callable[[], pikepdf.Pdf]
    check: str
    """The check that names the bad one; it alone names anything."""
    rules: str | None = None
    """Name of a shop or standard; None for the general rules of print."""
    level: str = "fault"
    also: tuple[str, ...] = ()
    """Checks that name what follows from it."""
    version: str = "1.4"
