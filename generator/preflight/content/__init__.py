"""Reads what the pages of a PDF paint: paths, texts, images and shadings, with their place, colour and transparency."""
