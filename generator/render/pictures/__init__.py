"""Draw pictures that are written in words."""
