"""Packs: a game as one file, written for others, and read with care from them."""
