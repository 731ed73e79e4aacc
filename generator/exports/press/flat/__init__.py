"""Faces without transparency: PDF/X-1a has none, and some print shops draw it wrongly."""
