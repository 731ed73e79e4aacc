"""Filled scoresheets: read back from a file, judged by the rules of their game, and filled in by program."""
