"""A game set up on a table."""
