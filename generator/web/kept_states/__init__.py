"""States of a game while it is worked on: kept as plain copies, compared, and brought back."""
