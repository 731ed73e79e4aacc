"""How a game is set up on a table."""
