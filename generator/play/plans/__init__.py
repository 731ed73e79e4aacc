"""Plans: the rest of a year tried on a copy of the game."""
