"""Compiled modules and regular expressions of a build in one file, so that the next process reads no other."""
