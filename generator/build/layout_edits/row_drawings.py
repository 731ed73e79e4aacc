"""The drawings of the faces that come from one row of a table, or of all faces of a game, also with changed files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from generator.base.cache import Cache
from generator.base.errors import Fault, Faults
from generator.base.hashing import digest, file_digests
from generator.base.user_folders import user_cache
from generator.build.faces.face_jobs import shown_size
from generator.build.faces.face_renderer import FaceRenderer
from generator.build.options import PLAIN_THEME
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.model.game import Component, Game, Piece
from generator.render.template_renderer import TemplateRenderer

MOST_DRAWN = 400
"""Most faces that one change is compared on: a page waits for them."""


def row_drawings(place: GameFolder, changed: Mapping[str, bytes], source: str) -> Iterator[str]:
    """Yield the SVG of the faces of a row, one piece of each component, with changed files by their names.

    `source` is the file and line of the row as faults name it. Raises Faults for a game that cannot be loaded; a side
    that cannot be rendered is left out.
    """
    game = load(place.folder, prefix=place.shown, changed=changed)
    templates = _templates(place, game, {})
    # A piece of each component is enough, as its rows share their templates.
    pieces = {part.id: (part, piece) for part in game.components for piece in part.pieces if _is_of(piece, source)}
    for part, piece in pieces.values():
        paper, trim = shown_size(part)
        for side in ("front", "back") if part.back else ("front",):
            try:
                yield templates.svg(part, piece, side, game.languages[0], trim if paper else None)
            except Faults:  # of this side alone; its page shows them
                continue


class GameDrawings(NamedTuple):
    """The drawings of the faces of a game, in the order of its pieces."""

    faces: tuple[str, ...]
    """SVG of each side; empty for one that cannot be rendered."""
    faults: tuple[Fault, ...]
    """Faults of the sides that cannot be rendered."""


def game_drawings(place: GameFolder, changed: Mapping[str, bytes]) -> GameDrawings:
    """Return the drawings of a game, at most MOST_DRAWN, with changed files by their names.

    Raises Faults for a game that cannot be loaded.
    """
    game = load(place.folder, prefix=place.shown, changed=changed)
    templates, faults, faces = _templates(place, game, changed), list[Fault](), list[str]()
    for part, piece, side, language in islice(_sides(game), MOST_DRAWN):
        paper, trim = shown_size(part)
        try:
            faces.append(templates.svg(part, piece, side, language, trim if paper else None))
        except Faults as error:
            faces.append("")
            faults += error.faults
    return GameDrawings(tuple(faces), tuple(faults))


def _sides(game: Game) -> Iterator[tuple[Component, Piece, str, str]]:
    """Yield all sides of a game: component, piece, side and language, the first piece of each component first."""
    sides = [
        (part, piece, side, language)
        for part in game.components
        if not part.prose
        for piece in part.pieces
        for side in (("front", "back") if part.back else ("front",))
        for language in game.languages
    ]
    # Where there are too many, at least one of each component is among them.
    firsts = {part.id: part.pieces[:1] for part in game.components}
    return iter(sorted(sides, key=lambda entry: entry[1] not in firsts[entry[0].id]))


def _templates(place: GameFolder, game: Game, changed: Mapping[str, bytes]) -> TemplateRenderer:
    """Return a renderer of a game's templates, some of them with other content."""
    faces = FaceRenderer(game, place.shown, PLAIN_THEME, Cache(user_cache()), _base(place))
    files = {f"{place.shown}/{name}": data for name, data in changed.items()}
    return faces.template_renderer(game).with_changes(files, {})


def _base(place: GameFolder) -> str:
    """Return a digest of a game's templates, under which their compiled forms are cached."""
    files = file_digests(place.folder).items()
    return digest(repr([pair for pair in files if pair[0].endswith((".j2", ".svg"))]))


def _is_of(piece: Piece, source: str) -> bool:
    """Return whether a piece is made of a row, given by file and line."""
    return source in (piece.row.source, piece.per.source if piece.per else "")
