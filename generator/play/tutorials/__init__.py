"""The guided first year: a session with decks that are always the same, and how far it has come in its steps."""
