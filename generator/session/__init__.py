"""Saved sessions: the events of one play of a game, as lines of a file; nothing here knows any game."""
