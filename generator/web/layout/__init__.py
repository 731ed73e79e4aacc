"""The page on which boxes of a card are moved by mouse, finger and keys."""
