"""Scoresheets drawn for the screen, with the boxes that can be hit."""
