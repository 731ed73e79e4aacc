"""Writes the reference pages of the documentation from the code: options, keys, and what templates can use."""
