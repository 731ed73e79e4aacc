"""The drawings of the faces that come from one row of a table, also with a changed file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.base.cache import Cache
from generator.base.errors import Faults
from generator.base.hashing import digest, file_digests
from generator.base.user_folders import user_cache
from generator.build.faces.face_jobs import shown_size
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.options import PLAIN_THEME
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.model.game import Piece


def row_drawings(place: GameFolder, changed: Mapping[str, bytes], source: str) -> Iterator[str]:
    """Yield the SVG of the faces of a row, one piece of each component, with changed files by their names.

    `source` is the file and line of the row as faults name it. Raises Faults for a game that cannot be loaded; a side
    that cannot be rendered is left out.
    """
    game = load(place.folder, prefix=place.shown, changed=changed)
    faces = FaceRenderer(game, place.shown, PLAIN_THEME, Cache(user_cache()), _base(place))
    templates = faces.template_renderer(game)
    # A piece of each component is enough, as its rows share their templates.
    pieces = {part.id: (part, piece) for part in game.components for piece in part.pieces if _is_of(piece, source)}
    for part, piece in pieces.values():
        paper, trim = shown_size(part)
        for side in ("front", "back") if part.back else ("front",):
            try:
                yield templates.svg(part, piece, side, game.languages[0], trim if paper else None)
            except Faults:  # of this side alone; its page shows them
                continue


def _base(place: GameFolder) -> str:
    """Return a digest of a game's templates, under which their compiled forms are cached."""
    files = file_digests(place.folder).items()
    return digest(repr([pair for pair in files if pair[0].endswith((".j2", ".svg"))]))


def _is_of(piece: Piece, source: str) -> bool:
    """Return whether a piece is made of a row, given by file and line."""
    return source in (piece.row.source, piece.per.source if piece.per else "")
