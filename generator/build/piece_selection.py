"""Which pieces of a game to print, and how many of each: `--only orders:bath,villa*` and `--copies 5`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import combinations
from typing import TYPE_CHECKING

from generator.base.errors import UsageError, suggestion
from generator.base.records import dataclass, field, replace
from generator.base.units import half_width

if TYPE_CHECKING:
    from generator.model.game import Component, Game, Piece

MOST_COPIES, MOST_PIECES = 999, 20_000
"""Most copies of a piece, and most pieces of a game in all: more would be some minutes of work."""

TEXT = ""
"""Id in place of a piece for texts, whose pages are printed together."""


@dataclass(frozen=True, slots=True)
class PieceSelection:
    """The pieces of one game to print, and how many of each."""

    copies: Mapping[str, Mapping[str, int]]
    """Copies by component and piece, in printing order; a text has one entry, under TEXT."""
    printed_before: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Copies that exist already, by component and piece: the numbers of further copies follow on theirs."""

    def includes(self, part: Component, piece: str) -> bool:
        """Whether a piece is selected. A piece with 0 copies may be selected; it is then only drawn."""
        return (TEXT if part.prose else piece) in self.copies.get(part.id, {})

    def copies_of(self, part: Component, piece: str) -> int:
        """Return how often to print a piece; 0 for one that is not selected."""
        return self.copies.get(part.id, {}).get(TEXT if part.prose else piece, 0)

    def numbers(self, part: Component, piece: str) -> range:
        """Return the numbers of the copies to print."""
        before = self.printed_before.get((part.id, TEXT if part.prose else piece), 0)
        return range(before + 1, before + 1 + self.copies_of(part, piece))

    def count(self, part: Component) -> int:
        """Return the number of pieces of a component to print; copies of a text count as one each."""
        return sum(self.copies.get(part.id, {}).values())

    def components(self, game: Game) -> tuple[Component, ...]:
        """Return the components with a selected piece."""
        return tuple(part for part in game.components if self.copies.get(part.id))

    def limit(self, part: Component) -> Component:
        """Return a component with the selected pieces only, each with its number of copies."""
        limited = (replace(piece, copies=self.copies_of(part, piece.id)) for piece in part.pieces)
        return replace(part, pieces=tuple(piece for piece in limited if self.includes(part, piece.id)))


def split_names(only: Iterable[str]) -> tuple[str, ...]:
    """Return the names in `--only`, each as `component` or `component:piece`, once.

    A name after a colon is a piece of the same component. Raises UsageError if nothing is named.

    >>> split_names(["sites", "orders:bath,villa*"])
    ('sites', 'orders:bath', 'orders:villa*')
    """
    return tuple(dict.fromkeys(name for text in only for name in _split(text)))


def _split(only: str) -> Iterator[str]:
    """Yield the names in one text of `--only`. Raises UsageError if it names nothing."""
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


@dataclass(frozen=True, slots=True)
class CopyRule:
    """How many copies of some pieces to print."""

    component: str
    """Id of a component or the name of its file; empty for all."""
    piece: str
    """Pattern of ids; empty for all."""
    number: int
    is_factor: bool = False
    """Whether the number multiplies the copies that the game has."""

    def copies(self, usual: int) -> int:
        """Return the copies for a piece that usually has `usual`; a piece with 0 must be named to be printed."""
        if self.is_factor or not (usual or self.piece):
            return usual * self.number
        return self.number


def split_copies(words: Iterable[str]) -> tuple[CopyRule, ...]:
    """Return the rules of `--copies`, those for single pieces last, as they override the others.

    Raises UsageError for a number that is none, and for two numbers for the same pieces.

    >>> [(rule.component, rule.piece, rule.number, rule.is_factor) for rule in split_copies(["orders:bath=1,x2"])]
    [('', '', 2, True), ('orders', 'bath', 1, False)]
    """
    rules = [_copy_rule(word.strip()) for text in words for word in text.split(",")]
    for first, second in combinations(rules, 2):
        if (first.component, first.piece) == (second.component, second.piece) and first != second:
            raise UsageError("--copies has two numbers for the same pieces; leave one out")
    # General rules first: a special one overrides them.
    return tuple(sorted(rules, key=lambda rule: bool(rule.component) + bool(rule.piece)))


def _copy_rule(word: str) -> CopyRule:
    """Return the rule of one word of `--copies`. Raises UsageError for a word that is no number of copies."""
    name, _, number = word.rpartition("=")
    part, colon, piece = (part_of_name.strip() for part_of_name in name.partition(":"))
    number = half_width(number).strip()
    digits = number.removeprefix("x")
    # Nine digits: int() of a long text takes time by the square.
    is_number = digits.isascii() and digits.isdecimal() and len(digits) < 9 and 1 <= int(digits) <= MOST_COPIES
    if not is_number or ("=" in word and not part) or (colon and not piece):
        like = "write it like --copies 5, x2 for two of the whole game, or score_pad=5"
        raise UsageError(f"--copies {word!r} is not a number of copies from 1 to {MOST_COPIES}; {like}")
    return CopyRule(part, piece, int(digits), digits != number)


def component_names(part: Component) -> tuple[str, str]:
    """Return the names that `--only` takes for a component: its id, and the name of its file."""
    return part.id, part.file


def select_pieces(game: Game, only: Sequence[str] = (), rules: Sequence[CopyRule] = ()) -> PieceSelection:
    """Return the pieces that are asked for, with the copies that rules say or else the game; nothing asks for all.

    Raises UsageError for a component or a piece that the game does not have or that is not selected, with the nearest
    name, and for too many pieces.
    """
    selection = _select(game, only)
    for rule in rules:
        selection = _with_copies(game, selection, rule)
    total = sum(sum(piece_copies.values()) for piece_copies in selection.copies.values())
    # A game may itself have more pieces; only the copies asked for are limited.
    if rules and total > MOST_PIECES:
        raise UsageError(f"{game.id} would have {total:,} pieces; at most {MOST_PIECES:,} are printed at once")
    return selection


def _with_copies(game: Game, selection: PieceSelection, rule: CopyRule) -> PieceSelection:
    """Return the selection with the copies that a rule asks for.

    Raises UsageError for pieces that do not exist or are not selected.
    """
    parts = _named(game, rule.component) if rule.component else game.components
    if not any(selection.copies[part.id] for part in parts):
        raise UsageError(f"--copies names {rule.component!r}, which --only leaves out")
    copies = dict(selection.copies)
    is_found = False
    for part in parts:
        names = _matching(part, rule.piece) if rule.piece else _all_pieces(part)
        # Pieces that `--only` leaves out stay out.
        changed = {piece: rule.copies(usual) for piece, usual in names.items() if piece in copies[part.id]}
        copies[part.id] = {**copies[part.id], **changed}
        is_found = is_found or bool(changed)
    if not is_found:
        raise UsageError(_unknown_piece(game, rule.component, rule.piece, parts))
    return PieceSelection(copies)


def _named(game: Game, word: str) -> list[Component]:
    """Return the components of an id or a file name. Raises UsageError if the game has none."""
    parts = [part for part in game.components if word in component_names(part)]
    if not parts:
        names = list(dict.fromkeys(name for part in game.components for name in component_names(part)))
        near = suggestion(word, names) or f"; it has {', '.join(names)}"
        raise UsageError(f"{game.id} has no component {word!r}{near}")
    return parts


def _select(game: Game, only: Sequence[str]) -> PieceSelection:
    """Return the pieces that `--only` names, or all, with the game's own copies."""
    if not only:
        return PieceSelection({part.id: _all_pieces(part) for part in game.components})
    chosen: dict[str, dict[str, int]] = {part.id: {} for part in game.components}
    for name in only:
        word, _, pattern = name.partition(":")
        parts = _named(game, word)
        copies_by_part = {part.id: _matching(part, pattern) if pattern else _all_pieces(part) for part in parts}
        if not any(copies_by_part.values()):
            raise UsageError(_unknown_piece(game, word, pattern, parts))
        for part, copies in copies_by_part.items():
            chosen[part] |= copies
    return PieceSelection({part.id: _in_order(part, chosen[part.id]) for part in game.components})


def _all_pieces(part: Component) -> dict[str, int]:
    """Return the copies of all pieces of a component, in printing order; of a text one, under TEXT."""
    return {TEXT: 1} if part.prose else {piece.id: piece.copies for piece in part.pieces}


def _in_order(part: Component, copies: Mapping[str, int]) -> dict[str, int]:
    """Return the chosen pieces of a component in printing order."""
    return {id_: count for id_, count in _all_pieces(part).items() if id_ in copies}


def _matching(part: Component, pattern: str) -> dict[str, int]:
    """Return the pieces whose id, or the short name that is printed on them, matches a pattern with `*`."""
    if "*" not in pattern:  # the cards in view of a large deck are asked for one by one
        return {piece.id: piece.copies for piece in part.pieces if pattern in _names(piece)}
    # `[` and `?` have a meaning in fnmatch, and none here.
    plain = pattern.replace("[", "[[]").replace("?", "[?]")
    return {piece.id: piece.copies for piece in part.pieces if any(fnmatchcase(name, plain) for name in _names(piece))}


def _names(piece: Piece) -> tuple[str, str]:
    """Return the names of a piece that `--only` and `--copies` take: its id, and the label printed on it."""
    return piece.id, piece.label


def _unknown_piece(game: Game, word: str, pattern: str, parts: Sequence[Component]) -> str:
    """Return the message about a piece that components do not have, with the likeliest thing meant."""
    ids = [piece.id for part in parts for piece in part.pieces]
    if not ids:
        return f"{word} is a text, which has no pieces to select; ask for all of it: --only {word}"
    if any(pattern in component_names(part) for part in game.components):
        return f"{word} has no piece {pattern!r}; for the component write --only {word}:… --only {pattern}"
    near = suggestion(pattern, ids) or f"; vallum gallery {game.id} --only {word} shows them"
    return f"{word} has no piece {pattern!r}{near}"
