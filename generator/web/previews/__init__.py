"""Served games, their faces and print orders, drawn in the background for all rooms."""
