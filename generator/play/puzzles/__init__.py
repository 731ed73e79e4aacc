"""Puzzles from a player's own games: the moves that cost most, as questions with their answers."""
