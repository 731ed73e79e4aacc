"""What is chosen on a form, in words: components, and single pieces of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.build.faces.piece_titles import piece_name
from generator.model.game import Game
from generator.web.http.page_renderer import phrase


def chosen_pieces(game: Game, parts: Iterable[str], language: str) -> list[tuple[str, str]]:
    """Return the single pieces among chosen parts, each with a title for people, by its name `component:piece`."""
    names = set(parts)
    return [
        (name, f"{phrase(part.title, language)}: {piece_name(piece.row, language) or piece.id} ({piece.label})")
        for part in game.components
        for piece in part.pieces
        if (name := f"{part.id}:{piece.id}") in names
    ]


def component_ids(parts: Iterable[str]) -> list[str]:
    """Return the ids of the components that some parts, components or pieces, belong to, each once."""
    return list(dict.fromkeys(part.partition(":")[0] for part in parts))


def part_titles(titles: Mapping[str, str], parts: Iterable[str]) -> tuple[str, ...]:
    """Return the title of each chosen component, with the number of its pieces if single ones are chosen."""
    names = list(parts)
    counts = {part: sum(name.startswith(f"{part}:") for name in names) for part in component_ids(names)}
    return tuple(f"{titles[part]}{f' ({count})' if count else ''}" for part, count in counts.items() if part in titles)
