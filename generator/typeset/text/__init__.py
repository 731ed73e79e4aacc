"""Fonts, shaping, line breaking and paragraphs."""
