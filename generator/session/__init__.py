"""Sessions that cannot be lost: what happened, in order, in one file of lines; nothing here knows any game."""
