"""Brings published tables into a game's folder; the only part of the program that uses the network by itself."""
