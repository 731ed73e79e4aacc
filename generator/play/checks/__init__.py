"""Checks of what session files and score lines say of themselves."""
