"""Adapt a game to an order: pieces for fewer players, cards at another size, boxes for sleeves, forms of dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.base.errors import UsageError
from generator.base.geometry import Size
from generator.base.records import replace
from generator.base.units import to_mm
from generator.build.options import BOARDS, CARDS, SQUARE, BuildOptions
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.model.card_format import CardScale, CardSize, Sleeve, fitting_sleeve, scale_factor
from generator.model.cutting.knife_work import SMALL
from generator.model.game import NO_PLAYERS, Component, DrawnSize, Game, PlayerRange

TOKENS = "tokens"
"""Kind of the components that can be cut as squares."""


def has_square_form(part: Component) -> bool:
    """Return whether a component can be cut as squares: round or small tokens, not tiles that lie side by side."""
    is_small = part.trim is not None and max(part.trim.width, part.trim.height) < SMALL
    return part.kind == TOKENS and (part.shape == "round" or is_small)


def is_cut_square(part: Component, options: BuildOptions) -> bool:
    """Return whether an order has the pieces of a component cut as squares."""
    return options.tokens == SQUARE and has_square_form(part)


def load_game(game_folder: GameFolder, options: BuildOptions) -> Game:
    """Load a game, with the sizes that the options ask for.

    Raises Faults if it cannot be loaded, UsageError for sleeves that do not take the cards of a box.
    """
    return adapt_game(load(game_folder.folder, prefix=game_folder.shown), options)


def adapt_game(game: Game, options: BuildOptions) -> Game:
    """Return a game with the pieces for a number of players, and cards, boxes and dice of the sizes of an order.

    `unadapted` keeps the components as the game's folder has them. Raises UsageError for sleeves that do not take the
    cards of a box, and for a number of players that the game is not for.
    """
    # Most orders adapt nothing, and keep the very components that were loaded.
    if not (options.size or options.scale or options.sleeved or options.dice or options.players):
        return game
    parts = [_die(part, options.dice) if options.dice and part.kind == "dice" else part for part in game.components]
    if options.size:
        parts = [_resized(part, options.size) if part.kind == CARDS else part for part in parts]
    if options.scale:
        parts = [_scaled(part, options.scale) if part.kind == BOARDS else part for part in parts]
    # Boxes come last: their size follows from the cards and dice in them, as they are after resizing.
    by_id = {part.id: part for part in parts}
    parts = [_box(part, by_id, options.sleeved) if _is_adapted(part, options) else part for part in parts]
    if options.players:
        # After the boxes, which stay large enough for what more players need.
        _check_players(game, options.players)
        parts = [for_players(part, options.players) for part in parts]
    return replace(game, components=tuple(parts), unadapted=game.own_components)


def _check_players(game: Game, players: int) -> None:
    """Check that a game is for a number of players. Raises UsageError."""
    least, most = game.players
    if not most:
        raise UsageError(f'{game.id} does not say how many can play; add players = "2-4" to its game.toml')
    if not _is_within(players, game.players):
        if least == most:
            raise UsageError(f"{game.id} is for {most} players, not for {players}")
        raise UsageError(f"{game.id} is for {least} to {most} players, not for {players}")


def check_players_of_all(games: Sequence[Game], players: int) -> None:
    """Check that each of several games is for a number of players.

    Raises UsageError that names all which are not, with the command for the others: before any of them is written.
    """
    fitting = [game.id for game in games if _is_within(players, game.players)]
    unfit = [game.id for game in games if game.id not in fitting]
    if unfit and fitting:
        command = f"vallum build {' '.join(fitting)} --players {players}"
        raise UsageError(f"--players {players} is not for {', '.join(unfit)}; print the others with: {command}")
    if unfit:
        raise UsageError(f"--players {players} is for none of these games: {', '.join(unfit)}")


def for_players(part: Component, players: int) -> Component:
    """Return a component with the sets, the shares of copies and the rows that a number of players needs."""
    sets = players + _is_within(players, part.spare_set)
    rows = dict.fromkeys(piece.per.id for piece in part.pieces if piece.per)
    chosen = {*(None, *rows)[: sets + 1]}
    pieces = (piece for piece in part.pieces if (piece.per.id if piece.per else None) in chosen)
    needed = tuple(piece for piece in pieces if piece.players == NO_PLAYERS or _is_within(players, piece.players))
    if part.copies_for > players:
        needed = tuple(replace(piece, copies=-(-piece.copies * players // part.copies_for)) for piece in needed)
    return part if needed == part.pieces else replace(part, pieces=needed)


def _is_within(players: int, numbers: PlayerRange) -> bool:
    """Whether a number of players lies between two, both included."""
    least, most = numbers
    return least <= players <= most


def resize(game: Game, sizes: Mapping[str, CardSize], bleed: float | None = None) -> Game:
    """Return a game with some components, by id, at other sizes, and all that bleed with another bleed."""
    parts = [_resized(part, sizes[part.id]) if part.id in sizes else part for part in game.components]
    if bleed is not None:
        parts = [_with_bleed(part, bleed) for part in parts]
    return replace(game, components=tuple(parts), unadapted=game.own_components)


def with_drawn_bleed(game: Game) -> Game:
    """Return a resized game whose components have no more bleed than their drawings have on every side at that size.

    Nothing is stretched then, so that a face draws its picture once: a stretched picture is drawn a second time, which
    doubles the size of a file of art.
    """
    return replace(game, components=tuple(map(_with_drawn_bleed, game.components)))


def with_bleeds(game: Game, bleeds: Mapping[str, float]) -> Game:
    """Return a game with some components, by id, that have another bleed."""
    parts = (_with_bleed(part, bleeds[part.id]) if part.id in bleeds else part for part in game.components)
    return replace(game, components=tuple(parts))


def _with_drawn_bleed(part: Component) -> Component:
    """Return a component with the bleed that its drawing has on every side once it is scaled to the trim; in points."""
    if part.trim is None or part.drawn is None:
        return part
    drawn, scale = part.drawn, scale_factor(part.drawn.trim, part.trim)
    width, height = part.trim.width - scale * drawn.trim.width, part.trim.height - scale * drawn.trim.height
    # The scale fits the tighter side; on the other one the drawing already reaches over the trim.
    return replace(part, bleed=max(0.0, scale * drawn.bleed - max(width, height) / 2))


def _with_bleed(part: Component, bleed: float) -> Component:
    """Return a component with another bleed in points; unchanged if it has no trim or no bleed."""
    # A hundredth of a point is rounding.
    if part.trim is None or not part.bleed or abs(part.bleed - bleed) < 0.01:
        return part
    return replace(part, bleed=bleed, drawn=part.drawn or DrawnSize(part.trim, part.bleed, part.corner))


def _die(part: Component, form: str) -> Component:
    """Return a component of dice in another form: `stickers` on label paper, or a net of tag to fold."""
    if form == part.form:
        return part
    from generator.model import nets

    size = nets.die_net(part.measures["edge"], form).size
    return replace(part, form=form, trim=size, material="label" if form == "stickers" else "tag")


def _resized(part: Component, target: CardSize | CardScale) -> Component:
    """Return a component at a size or scale; its bleed and corners are scaled with it."""
    if part.trim is None:
        return part
    size = target.of(part.trim)
    if _is_equal(size, part.trim):
        return part
    scale = scale_factor(part.trim, size)
    drawn = part.drawn or DrawnSize(part.trim, part.bleed, part.corner)
    return replace(part, trim=size, bleed=scale * part.bleed, corner=scale * part.corner, drawn=drawn)


def _scaled(part: Component, target: CardScale) -> Component:
    """Return a board at a scale, with the seams where its drawing has them."""
    resized, factor = _resized(part, target), target.factor
    if resized is part:
        return part
    seams = tuple((piece, seams.scaled(factor)) for piece, seams in part.seams)
    return replace(resized, gap=factor * part.gap, seams=seams)


def _is_equal(one: Size, other: Size) -> bool:
    """Whether two sizes are the same within a hundredth of a point."""
    # Lengths that went through millimetres may differ in the last digits.
    return abs(one.width - other.width) < 0.01 and abs(one.height - other.height) < 0.01


def _is_adapted(part: Component, options: BuildOptions) -> bool:
    """Whether a component is a tuck box that the order prints, and so must fit its cards."""
    # An order for a component or a file, `--only box`, names boxes by either.
    names = {name.partition(":")[0] for name in options.only}
    return part.packing is not None and (not names or not names.isdisjoint((part.id, part.file)))


def _box(box: Component, parts: Mapping[str, Component], sleeved: Sequence[Sleeve]) -> Component:
    """Return a tuck box made for the cards in it, in sleeves if any are given.

    A component without packing is returned unchanged.
    """
    packing = box.packing
    if packing is None:
        return box
    from generator.load.foldup_reader import box_measures
    from generator.model import nets

    contents = [parts[name] for name in packing.holds]
    cards = [(part, part.trim) for part in contents if part.kind == CARDS and part.trim]
    sleeves = {part.id: _sleeve(box, part, trim, sleeved) for part, trim in cards} if sleeved else {}
    measures = box_measures(contents, packing, sleeves)
    trim = nets.tuck_box(measures["width"], measures["height"], measures["depth"]).size
    return replace(box, measures=measures, trim=trim)


def _sleeve(box: Component, part: Component, trim: Size, sleeved: Sequence[Sleeve]) -> Sleeve:
    """Return the sleeve that fits the cards of a component. Raises UsageError if none does."""
    sleeve = fitting_sleeve(trim, sleeved)
    if sleeve is None:
        size = f"{to_mm(trim.width):g} × {to_mm(trim.height):g} mm"
        which = f"{sleeved[0].id} sleeves are too small" if len(sleeved) == 1 else "there are no sleeves"
        hint = "; use --sleeved fit" if len(sleeved) == 1 else ""
        raise UsageError(f"{box.id} holds {part.id}, cards of {size}, for which {which}{hint}")
    return sleeve
