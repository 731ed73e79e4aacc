"""Syntax trees of Python files, read once in a process for all tests that look at code. Nobody changes a tree."""

import ast
import gc
from functools import cache


@cache
def source_tree(file):
    """The syntax tree of a file, given by its `Path`."""
    was_enabled = gc.isenabled()
    gc.disable()  # it would look at the nodes of all files again and again, and none of them is garbage
    try:
        return ast.parse(file.read_text("utf-8"))
    finally:
        gc.freeze()  # nor would it at any later time of the run
        if was_enabled:
            gc.enable()


BLOCKS = "body", "handlers", "cases", "orelse", "finalbody"
"""Fields of a node that hold statements, or what holds them in turn."""


def statements_in(node):
    """The statements right inside a statement or a module, with the handlers and cases that hold others.

    Most of a tree are expressions: what looks for imports, functions or loops passes them by.
    """
    return [child for field in BLOCKS for child in getattr(node, field, ())]


def all_statements(node):
    """The statements inside one, and those inside of these."""
    for child in statements_in(node):
        yield child
        yield from all_statements(child)
