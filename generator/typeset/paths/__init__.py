"""Turn SVG shapes and path data into finished paths."""
