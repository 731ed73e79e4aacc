"""Compile SVG elements into the ink of a face."""
