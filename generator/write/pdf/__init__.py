"""Faces and press sheets as PDF: operators compiled here, and the container of a file."""
