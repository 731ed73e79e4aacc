"""The rules a session is played by: full game, beside paper, or one deck; and what may be seen of it."""
