"""Writes games for shops that print from pictures."""
