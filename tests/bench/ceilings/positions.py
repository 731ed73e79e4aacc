"""Relaxed games that begin in a position: what was done in the years before is fixed."""


def fix_years(game, values, year):
    """Fix the variables of a relaxed game to these values up to the attack of a year, which is over."""
    for name, (least, most) in game.program.bounds.items():
        if _is_over(game, name, year):
            count = values.get(name, 0)
            if not least <= count <= most:
                raise ValueError(name)
            game.program.bounds[name] = count, count


def _is_over(game, name, year):
    """Return whether a variable is decided by the end of the attack of a year."""
    match name:
        case ("income", of, _):
            return of <= year + 1
        case ("box" | "move" | "token" | "scouting" | "good" | "gap" | "cancel" | "again", _, of) | ("attack", of, _):
            return of <= year
        case ("disdain" | "more" | "remove" | "deck_goods", of):
            return of <= year
        case ("choice" | "yearly", _, of, _) | ("place", _, _, of) | ("battle", _, _, _, of):
            return of <= year
        case ("path", id_):
            rows = game.book.deck(game.book.solo.hand.deck).rows
            return any(rows[card].id == id_ for of in range(1, year + 1) for card in game.cards.hand(of))
    return False
