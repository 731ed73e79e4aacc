"""Syntax trees of Python files, read once in a process for all tests that look at code. Nobody changes a tree."""

import ast
from functools import cache


@cache
def source_tree(file):
    """The syntax tree of a file, given by its `Path`."""
    return ast.parse(file.read_text("utf-8"))
