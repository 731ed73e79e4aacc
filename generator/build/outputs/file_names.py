"""The names of output files: different orders never share a name."""

from __future__ import annotations

from generator.base.hashing import digest
from generator.build.piece_selection import PieceSelection, select_pieces
from generator.model.game import Game

MOST_NAMED = 3
"""Most pieces that a file is named by; more are named by their number and a digest."""


def file_stem(game: Game, selection: PieceSelection, file: str) -> str:
    """Return the beginning of a file's name: the name of the file, or of the components or pieces that are in it.

    A shared file is named by its components if some are left out, and a component also by its pieces.
    """
    whole = select_pieces(game, ()).copies
    parts = [part for part in game.components if part.file == file]
    chosen = [part.id for part in selection.components(game) if part.file == file]
    stem = file if len(chosen) == len(parts) else "-".join(chosen)
    own = {part: selection.copies[part] for part in chosen}
    if all(copies == whole[part] for part, copies in own.items()):
        return stem
    pieces = [piece for part in chosen for piece in own[part]]
    exact = {part: {piece: whole[part][piece] for piece in own[part]} for part in chosen}
    if len(chosen) == 1 and len(pieces) <= MOST_NAMED and own == exact:
        return "-".join([*chosen, *pieces])
    return f"{stem}-{len(pieces)}-pieces-{digest(repr(own))[:6]}"
