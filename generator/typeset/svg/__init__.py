"""Read profile SVG: the element tree and its attributes."""
