"""Markdown: the parsers of its dialects, running text as light markup, and signs that are not set."""
