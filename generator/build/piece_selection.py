"""Which pieces of a game to print, and how many of each: `--only orders:bath,villa*`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from generator.base.errors import UsageError, suggestion
from generator.base.records import dataclass, replace
from generator.model.game import Component, Game, Piece

TEXT = ""
"""Stands for the id of a piece in a selection of texts, whose pages are printed together."""


@dataclass(frozen=True, slots=True)
class PieceSelection:
    """The pieces of one game to print, and how many of each."""

    copies: Mapping[str, Mapping[str, int]]
    """Copies by component and piece, in printing order; a text has one entry, under TEXT."""

    def copies_of(self, part: Component, piece: str) -> int:
        """Return how often to print a piece; 0 for one that is not selected."""
        return self.copies.get(part.id, {}).get(TEXT if part.prose else piece, 0)

    def components(self, game: Game) -> tuple[Component, ...]:
        """Return the components of which anything is selected."""
        return tuple(part for part in game.components if any(self.copies.get(part.id, {}).values()))

    def limit(self, part: Component) -> Component:
        """Return a component with the selected pieces only, each with its number of copies."""
        counts = ((piece, self.copies_of(part, piece.id)) for piece in part.pieces)
        return replace(part, pieces=tuple(replace(piece, copies=count) for piece, count in counts if count))


def split_names(only: Iterable[str]) -> tuple[str, ...]:
    """Return what `--only` names, each as `component` or `component:piece`, once.

    A name after a colon is a piece of the same component. Raises UsageError if nothing is named.

    >>> split_names(["sites", "orders:bath,villa*"])
    ('sites', 'orders:bath', 'orders:villa*')
    """
    return tuple(dict.fromkeys(name for each in only for name in _split(each)))


def _split(only: str) -> Iterator[str]:
    part = ""
    names = [word.strip() for word in only.split(",") if word.strip(" :")]
    if not names:
        raise UsageError("--only names no component; write it like --only orders,sites")
    for name in names:
        before, colon, piece = (word.strip() for word in name.partition(":"))
        part = before if colon else part
        if colon and not (before and piece):
            raise UsageError(f"--only {name!r} lacks a {'piece' if before else 'component'}; write it like orders:bath")
        yield f"{part}:{piece or name}" if part else name


def component_names(part: Component) -> tuple[str, str]:
    """Return the names by which a component can be asked for: its id, and the name of its file."""
    return part.id, part.file


def select_pieces(game: Game, only: Sequence[str]) -> PieceSelection:
    """Return the pieces that are asked for, with the copies that the game has of them; nothing asks for all.

    Raises UsageError for a component or a piece that the game does not have, with the nearest name.
    """
    if not only:
        return PieceSelection({part.id: _all_pieces(part) for part in game.components})
    chosen: dict[str, dict[str, int]] = {part.id: {} for part in game.components}
    for name in only:
        word, _, pattern = name.partition(":")
        parts = [part for part in game.components if word in component_names(part)]
        if not parts:
            known = list(dict.fromkeys(name for part in game.components for name in component_names(part)))
            near = suggestion(word, known) or f"; it has {', '.join(known)}"
            raise UsageError(f"{game.id} has no component {word!r}{near}")
        found = {part.id: _matching(part, pattern) if pattern else _all_pieces(part) for part in parts}
        if not any(found.values()):
            raise UsageError(_unknown_piece(game, word, pattern, parts))
        for part, copies in found.items():
            chosen[part] |= copies
    return PieceSelection({part.id: _in_order(part, chosen[part.id]) for part in game.components})


def _all_pieces(part: Component) -> dict[str, int]:
    return {TEXT: 1} if part.prose else {piece.id: piece.copies for piece in part.pieces}


def _in_order(part: Component, copies: Mapping[str, int]) -> dict[str, int]:
    return {id_: count for id_, count in _all_pieces(part).items() if id_ in copies}


def _matching(part: Component, pattern: str) -> dict[str, int]:
    """Return the pieces whose id, or the short name that is printed on them, matches a pattern with `*`."""
    plain = pattern.replace("[", "[[]").replace("?", "[?]")
    return {piece.id: piece.copies for piece in part.pieces if any(fnmatchcase(name, plain) for name in _names(piece))}


def _names(piece: Piece) -> tuple[str, str]:
    return piece.id, piece.label


def _unknown_piece(game: Game, word: str, pattern: str, parts: Sequence[Component]) -> str:
    ids = [piece.id for part in parts for piece in part.pieces]
    if not ids:
        return f"{word} is a text, which has no pieces to select; ask for all of it: --only {word}"
    if any(pattern in component_names(part) for part in game.components):
        return f"{word} has no piece {pattern!r}; for the component write --only {word}:… --only {pattern}"
    near = suggestion(pattern, ids) or f"; vallum gallery {game.id} --only {word} shows them"
    return f"{word} has no piece {pattern!r}{near}"
