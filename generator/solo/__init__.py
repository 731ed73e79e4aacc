"""Solo play: pure rules over frozen states, with no file, clock, chance or print in them.

`hadrians_wall` has the five calls that a caller needs: `setup`, `legal`, `apply`, `is_over` and `score`, all of them
given a `Rulebook` made once from a game's data. Chance is an action that says what came: where `state.awaits` names a
deck, the legal actions are the cards that could come. `notation` reads and writes actions.

Beside the rules stand `odds`, exact and of numbers only, and `players` and `study`, who play by them.
"""
