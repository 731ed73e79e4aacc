"""Faces and press sheets as PDF: operators compiled here, reportlab as the container."""
