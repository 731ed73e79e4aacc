"""The gallery: every face of a game, redrawn while its files change."""
