"""Vallum: a folder of data and templates becomes everything a board game needs on paper."""

__version__ = "0.1.0"
