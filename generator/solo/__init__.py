"""Solo play: pure rules over frozen states, without files, clocks, random numbers or printing.

`hadrians_wall` has the five calls of a caller: `setup`, `legal`, `apply`, `is_over` and `score`, for a `Rulebook` that
is compiled once from a game's data. Chance is an action that says what came: where `state.awaits` names a deck, the
legal actions are the cards that could come. `notation` reads typed actions. `odds` computes the exact chances of an
attack from numbers alone, and `ai` holds the computer players.
"""
