"""Faces as plain SVG 1.1, which any browser or drawing program opens."""
