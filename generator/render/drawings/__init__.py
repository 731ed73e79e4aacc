"""Drawings of other programs as templates: what is labelled like a column takes that column's value."""
