"""Targets of print shops: PDF files in inks that keep PDF/X, one face a page, as `data/shops` asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from generator.base.cache import Cache
from generator.base.geometry import Size
from generator.base.records import dataclass, replace
from generator.base.stored_data import DataStore
from generator.base.units import MM, to_mm
from generator.base.user_folders import user_cache
from generator.exports.face_pictures import FacePictures, PictureFile, PictureStyle
from generator.exports.findings import Report
from generator.exports.press.flat.face_picture import is_blended, picture_dpi, pictured_face
from generator.exports.press.flat.flattened_face import flattened_face
from generator.exports.press.flat.mixing import NotFlatError
from generator.exports.press.output_conditions import OutputCondition, output_condition
from generator.exports.press.press_pages import PressPage, deck_pages, press_sheets
from generator.exports.product_needs import NEAR, check_art
from generator.load.shops.shop_reader import find_shop
from generator.model.card_format import CardSize
from generator.model.press_sheet import PressDocument
from generator.write.colours.cmyk_colours import CmykColours
from generator.write.pdf.compiled_face import compile_face
from generator.write.pdf.document import ANY_DAY, pdf_chunks
from generator.write.pdf.pdfx import STANDARDS, PdfxClaim
from generator.write.pdf.xobjects import XObject

if TYPE_CHECKING:
    from generator.exports.export_folder import ExportFolder
    from generator.exports.export_options import ExportOptions
    from generator.exports.export_request import ExportRequest
    from generator.exports.exported_game import ExportedDeck, ExportedGame
    from generator.exports.findings import Report
    from generator.model.face import Face
    from generator.model.game import Component
    from generator.model.shop import Shop


_MOST_INK = 400
"""Limit of four inks together, in per cent, for shops that name none."""


@dataclass(frozen=True, slots=True)
class PressFile:
    """One PDF file to write."""

    name: str
    title: str
    pages: tuple[PressPage, ...]


def check_options(options: ExportOptions) -> None:
    """Accept every combination of options: these targets refuse none."""


def write(request: ExportRequest, folder: ExportFolder) -> Report:
    """Write the PDF files for the shop that the target is named after.

    Pictures of the first pages go beside them if the shop asks for any.
    """
    shop, report = find_shop(request.target), Report()
    condition = output_condition(shop.condition, shop.ink or _MOST_INK)
    parts = printed_components(request.components, shop, report)
    sizes = product_sizes(parts, shop, report)
    if report.faults:
        return report
    printed_ids = {part.id for part in parts}
    # Ink is kept, as faces are compiled in CMYK, and flattened where the shop takes no transparency.
    exported = request.typeset(sizes, shop.bleed, needs=lambda part: part.id in printed_ids, keep_ink=True)
    decks = [deck for deck in exported.decks if deck.id in printed_ids and deck.pieces]
    check_decks(decks, shop, report)
    if report.faults:
        return report
    files = list(press_files(exported, decks, shop, split=request.options.split))
    writer = _Writer(shop, condition, exported, report)
    for number, file in enumerate(files):
        request.progress(f"{request.game.id}: {shop.title}", number, len(files))
        folder.write(f"{file.name}.pdf", writer.chunks(file))
    if shop.pictures:
        style = PictureStyle(dpi=shop.dpi, bleed=shop.bleed)
        pictures = [PictureFile(folder.new_path(f"{file.name}.jpg"), file.pages[0].face) for file in files]
        for _ in FacePictures(exported, style).write(pictures, request.options.build.jobs):
            pass
    _describe(request, report, shop, condition, files)
    return report


def press_files(
    exported: ExportedGame, decks: Sequence[ExportedDeck], shop: Shop, *, split: bool = False
) -> Iterator[PressFile]:
    """Yield the files that a shop asks for: one for each deck, size or face.

    With `split`, decks of one size are files of their own.
    """
    if shop.file == "face":
        for deck in decks:
            yield from _face_files(deck)
    elif shop.file == "size" and not split:
        for name, size_decks in _by_size(decks).items():
            titles = ", ".join(deck.title for deck in size_decks)
            yield PressFile(f"{exported.game.id}_{name}", titles, tuple(deck_pages(size_decks, shop)))
    else:
        for deck in decks:
            yield PressFile(deck.id, deck.title, tuple(deck_pages([deck], shop)))


def _by_size(decks: Sequence[ExportedDeck]) -> dict[str, list[ExportedDeck]]:
    """Return decks by size and stock, named in mm such as `41x63`; lying ones have the same size.

    Only sizes that come in several stocks (kinds of paper) name these: `41x63-tag`.
    """
    sizes: dict[str, dict[str, list[ExportedDeck]]] = {}
    for deck in decks:
        trim = deck.pieces[0].front.trim.upright
        stocks = sizes.setdefault(f"{to_mm(trim.width):.4g}x{to_mm(trim.height):.4g}", {})
        stocks.setdefault(deck.component.material, []).append(deck)
    return {
        f"{size}-{stock}" if len(stocks) > 1 else size: alike
        for size, stocks in sizes.items()
        for stock, alike in stocks.items()
    }


def _face_files(deck: ExportedDeck) -> Iterator[PressFile]:
    """Yield a file for each different face, with the number of copies in its name; equal backs are one file."""
    backs = list({piece.back.key: piece.back for piece in deck.pieces if piece.back}.values())
    for stem, piece in deck.file_names():
        # A single back is for all pieces, and needs no number.
        back = f"-back{1 + [face.key for face in backs].index(piece.back.key)}" if piece.back and len(backs) > 1 else ""
        yield PressFile(
            f"{deck.id}/{stem}{back}", piece.title, (PressPage(f"{deck.id}/{piece.piece.id}#1", "front", piece.front),)
        )
    for number, face in enumerate(backs, 1):
        name = f"{deck.id}/back{number if len(backs) > 1 else ''}"
        yield PressFile(name, f"{deck.title} {number}", (PressPage(f"{deck.id}/back{number}#1", "back", face),))


class _Writer:
    """Writes the files of one game for one shop; each face is compiled once."""

    def __init__(self, shop: Shop, condition: OutputCondition, exported: ExportedGame, report: Report) -> None:
        """Take the shop, its printing condition, the typeset game and the report."""
        self._shop, self._exported, self._report = shop, exported, report
        self._colours = CmykColours(
            condition.profile, rich_black=shop.rich_black or (), limit=shop.ink, cache=Cache(user_cache())
        )
        self._claim = PdfxClaim(STANDARDS[shop.standard], condition.intent) if shop.standard else None
        self._forms: dict[str, XObject] = {}
        self._compiled: set[str] = set()
        """Keys of the faces among the forms: one may be a part of others as well, which is compiled as such."""
        self._flat: dict[str, Face] = {}
        self._store = DataStore(Cache(user_cache()).below("art/press").folder)

    def chunks(self, file: PressFile) -> Iterator[bytes]:
        """Yield a file piece by piece. Raises Faults for fonts that cannot be embedded, LostDataError."""
        file = replace(file, pages=tuple(replace(page, face=self._printed(page)) for page in file.pages))
        self._compile(file)
        document = self._document(file)
        return pdf_chunks(document, self._forms, self._exported.fonts, colours=self._colours, claim=self._claim)

    def _printed(self, page: PressPage) -> Face:
        """Return a face as the shop takes it, without transparency where it must be."""
        # Blended inks can add up beyond the limit of ink, also where a shop takes transparency.
        keeps_transparency = self._shop.transparency and not is_blended(page.face)
        return page.face if keeps_transparency else self._opaque(page)

    def _opaque(self, page: PressPage) -> Face:
        """Return a face without transparency: flattened, or else a picture, which the report warns of."""
        face, fonts = page.face, self._exported.fonts
        if face.key not in self._flat:
            try:
                self._flat[face.key] = flattened_face(face, fonts)
            except NotFlatError as error:
                self._flat[face.key] = pictured_face(face, fonts, self._store)
                dpi = f"{picture_dpi(face.trim.expand(face.bleed)):.0f}"
                place = f"{page.name.partition('#')[0]} {page.side}"
                self._report.warn(place, f"is a picture of {dpi} dpi under its text, as {error}")
        return self._flat[face.key]

    def _compile(self, file: PressFile) -> None:
        """Compile the faces of a file that were not compiled before, in the inks of the printing condition."""
        for face in {page.face.key: page.face for page in file.pages}.values():
            if face.key in self._compiled:
                continue
            fonts, outlines = self._exported.fonts, self._shop.outlines
            face_form, *parts = compile_face(face, fonts, self._colours, outlines=outlines)
            for part in parts:
                self._forms.setdefault(part.key, part)
            self._forms[face_form.key] = face_form
            self._compiled.add(face_form.key)

    def _document(self, file: PressFile) -> PressDocument:
        """Return the pages of a file as a document with its metadata."""
        game, language = self._exported.game, self._exported.language
        return PressDocument(
            title=f"{self._exported.title}: {file.title}",
            author=game.designer,
            subject=game.about[language],
            language=language,
            date=game.date or ANY_DAY,  # PDF/X wants one
            sheets=press_sheets(file.pages, self._shop.bleed),
            origin={"game": game.id, "language": language, "file": file.name},
        )


def _describe(
    request: ExportRequest, report: Report, shop: Shop, condition: OutputCondition, files: Sequence[PressFile]
) -> None:
    """Add lines to the report: files, colours and order of pages, and a warning for a profile of another condition."""
    words, pages = request.words, sum(len(file.pages) for file in files)
    report.lines.append(words("press.written", files=len(files), pages=pages, bleed=f"{to_mm(shop.bleed):.4g}"))
    report.lines.append(words("press.colours", condition=condition.intent.title, ink=shop.ink))
    sides = ", ".join(words(f"press.{side}") for side in shop.order)
    report.lines.append(words(f"press.order.{'deck' if request.options.split else shop.file}", sides=sides))
    if not condition.is_exact:
        other = condition.profile.condition
        report.warn(
            shop.id, f"colours are converted for {other}, as no free profile of {condition.intent.condition} is known"
        )


_SAME = 0.01
"""Points that equal sizes differ by at most."""


def printed_components(components: Iterable[Component], shop: Shop, report: Report) -> list[Component]:
    """Return the components that a shop makes.

    The others are warnings, and a fault if there is nothing else.
    """
    printed = []
    for part in components:
        if part.trim is None:
            report.warn(part.id, "is left out, as it fills the paper of a home printer; vallum build prints it")
        elif shop.kinds and part.kind not in shop.kinds:
            report.warn(part.id, f"is left out, as {shop.title} makes {' and '.join(shop.kinds)}")
        else:
            printed.append(part)
    if not printed:
        report.fault(shop.id, "nothing that is left can be printed there; choose components with --only")
    return printed


def product_sizes(components: Sequence[Component], shop: Shop, report: Report) -> dict[str, CardSize]:
    """Return sizes of the shop's products for components, by id, that need another size than their own.

    A component that no product is near is a fault; a shop that names no products cuts any size.
    """
    sizes = {}
    for part in components if shop.products else ():
        if part.trim is None:
            continue
        size = _nearest(part.trim, shop)
        if size is None:
            cut_sizes = ", ".join(f"{product.title} {product.trim.in_mm}" for product in shop.products.values())
            message = (
                f"is {part.trim.in_mm}, which {shop.title} does not cut; it cuts {cut_sizes}; choose others with --only"
            )
            report.fault(part.id, message)
        elif part.trim.difference(size.size) >= _SAME:
            sizes[part.id] = size
            report.warn(part.id, f"is scaled from {part.trim.in_mm} to {size.size.in_mm}, the size of {size.name}")
    return sizes


def check_decks(decks: Sequence[ExportedDeck], shop: Shop, report: Report) -> None:
    """Report art that is too coarse, and bleed that is too narrow."""
    for deck in decks:
        narrow = min(face.bleed for piece in deck.pieces for _, face in piece.sides)
        if narrow < shop.bleed - 0.1 * MM:
            actual, required = (f"{to_mm(bleed):.3g} mm" for bleed in (narrow, shop.bleed))
            report.warn(deck.id, f"has a bleed of {actual} where {required} are asked for; the rest stays white")
        check_art(deck, shop, report)


def _nearest(trim: Size, shop: Shop) -> CardSize | None:
    """Return the product that differs least from a size, upright; None if none is near."""
    nearest = min(shop.products.values(), key=lambda product: trim.difference(product.trim))
    return CardSize(nearest.title, nearest.trim.upright) if trim.difference(nearest.trim) <= NEAR else None
