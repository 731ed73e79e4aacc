"""Render and typeset the faces of a game, by workers or from the cache."""
