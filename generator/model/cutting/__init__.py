"""Cutting machines, and what they do to a sheet of paper."""
