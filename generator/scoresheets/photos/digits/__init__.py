"""Digits written by hand in boxes: their shapes, which digit each one is, and the number that they make."""
