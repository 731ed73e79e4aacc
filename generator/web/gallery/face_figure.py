"""One face as a `<figure>` of the gallery, with its faults and how its texts fit."""

from __future__ import annotations

from collections.abc import Container

from generator.base.errors import Fault
from generator.base.fault_groups import group_faults
from generator.base.hashing import digest
from generator.base.records import dataclass, replace
from generator.base.units import to_mm
from generator.build.faces.piece_titles import piece_name
from generator.model.face import Face, TextFit
from generator.model.game import Piece
from generator.web.gallery.gallery_view import GalleryView
from generator.web.http.page_renderer import phrase
from generator.web.previews import face_previews
from generator.web.previews.face_previews import FacePreview, PreviewSet

LONGEST_NAME = 60
"""Most characters of a name; what is longer is the rule of a card."""
SMALL = 290
"""Longer side of a small picture, in pixels."""


@dataclass(frozen=True, slots=True)
class FaceFigure:
    """One face, as a `<figure>` of the page."""

    id: str
    key: str
    """Value of the figure's `data-key`."""
    name: str
    """Name of the piece, or its label where the row has no name."""
    label: str
    """Label beside a name; empty if it is the name, or an id that nobody prints."""
    alt: str
    link: str
    """Address of the page with the piece enlarged."""
    row: str
    """Id of the piece's row."""
    source: str
    """File and line of the piece's row."""
    copies: int
    side: str
    picture: str
    """Address of the picture; empty if nothing could be drawn."""
    other: str
    """Address of the picture to compare with; empty for none."""
    how: str
    """Way in which the two pictures are compared, one of `gallery_view.WAYS`."""
    is_stale: bool
    """Whether the picture is an earlier face, because the present one has faults."""
    width: int
    height: int
    fits: tuple[TextFit, ...]
    warnings: tuple[str, ...]
    faults: tuple[Fault, ...]
    """Faults of this face alone."""
    pick: str
    """Name of the piece for printing, `component:piece`; empty for backs and pages of text."""
    has_shared_fault: bool
    """Whether it has one of the faults that the page lists once for all faces."""

    @property
    def file(self) -> str:
        """File of the piece's row, without the line."""
        return self.source.rpartition(":")[0]

    @property
    def is_faulty(self) -> bool:
        """Whether the face has faults, of its own or shared with others."""
        return bool(self.faults) or self.has_shared_fault

    @property
    def is_wide(self) -> bool:
        """Whether the picture may be wider than a phone's window."""
        return self.width > SMALL

    @property
    def tight(self) -> int:
        """Number of texts on the face that were shrunk or do not fit."""
        return sum(fit.is_tight for fit in self.fits)

    @property
    def smallest(self) -> float:
        """Smallest font size on the face, in points; raises ValueError for a face without texts."""
        return min(fit.used for fit in self.fits)


def shared_faults(previews: PreviewSet) -> dict[Fault, Fault | None]:
    """Group the faults that several faces share.

    The first fault of a group maps to one fault whose text stands for all, each other fault to None.
    """
    by_text = {str(fault): fault for preview in previews.faces for fault in preview.faults}
    lines = group_faults(str(fault) for preview in previews.faces for fault in dict.fromkeys(preview.faults))
    shared: dict[Fault, Fault | None] = {fault: None for line, fault in by_text.items() if line not in lines}
    for line in lines:
        if line not in by_text:
            # `group_faults` ends the line of a group with the number of the others.
            first = next(fault for start, fault in by_text.items() if line.startswith(f"{start} (and "))
            shared[first] = replace(first, what=first.what + line.removeprefix(str(first)))
    return shared


def _address(face: Face, *, has_bleed: bool) -> str:
    """Return the address of the picture of a face, with or without its bleed."""
    return f"/face/{face.key}{'-bleed' if has_bleed else ''}.svg"


def shown_names(piece: Piece, language: str) -> tuple[str, str]:
    """Return how a piece is called on the pages, and the label beside that name; see `FaceFigure`."""
    name = piece_name(piece.row, language)
    if not name or len(name) > LONGEST_NAME:
        return piece.label, ""
    return name, piece.label if piece.label.casefold() != piece.id.casefold() else ""


def face_figure(
    preview: FacePreview, view: GalleryView, shared: Container[Fault] = (), other: Face | None = None
) -> FaceFigure:
    """Return the figure of a face as the page shows it, compared with the face `other` if there is one.

    Faults in `shared` are left out, as the page lists them once for all faces.
    """
    job, face, piece = preview.job, preview.shown, preview.job.piece
    name, label = shown_names(piece, job.language)
    # Bleed is part of the picture, so its size grows with it.
    margin = job.component.bleed if view.bleed == "yes" else 0.0
    width, height = (
        to_mm(length + 2 * margin) * face_previews.CSS_PIXELS for length in (job.trim.width, job.trim.height)
    )
    # The true size counts on 96 pixels to the inch, as CSS does.
    scale = {"small": SMALL / max(width, height), "true": 1.0, "large": 2.0}[view.zoom]
    faults = tuple(dict.fromkeys(preview.faults))
    own_faults = tuple(fault for fault in faults if fault not in shared)
    figure = FaceFigure(
        id=f"{piece.id}-{job.side}",
        key="",
        name=name,
        label=label,
        alt=f"{name}, {phrase(job.component.title, job.language)}",
        link=view.card(piece.id),
        row=piece.row.id,
        source=piece.row.source,
        copies=piece.copies,
        side=job.side,
        picture=_address(face, has_bleed=margin > 0) if face else "",
        other=_address(other, has_bleed=margin > 0) if other else "",
        how=view.how if other else "",
        # While a row is being edited, the last good picture is better than an empty place.
        is_stale=preview.face is None and preview.last is not None,
        width=round(width * scale),
        height=round(height * scale),
        fits=face.fits if face else (),
        warnings=tuple(dict.fromkeys(face.warnings)) if face else (),
        faults=own_faults,
        pick="" if job.side == "back" or job.component.prose else f"{job.component.id}:{piece.id}",
        has_shared_fault=len(own_faults) < len(faults),
    )
    # The key is a digest of all other fields.
    return replace(figure, key=digest(repr(figure))[:12])
