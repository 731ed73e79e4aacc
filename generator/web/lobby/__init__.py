"""The lobby: sessions to continue, a form for a new one, and finished games."""
