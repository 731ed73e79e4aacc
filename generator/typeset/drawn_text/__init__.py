"""Text of pictures, drawn as outlines of its letters."""
