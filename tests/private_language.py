"""Figures of private language in Python source: names that say nothing, riddles, calls and chains that are hard to read."""

import ast
import re
from dataclasses import dataclass, fields
from itertools import pairwise

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
SAYING_NOTHING = {
    *("some", "each", "own", "known", "found", "made", "given", "told", "asked", "here", "others", "rest", "kept"),
    *("held", "said", "seen", "shown", "wanted", "left", "at", "of", "by", "what", "how", "why", "way", "taken"),
}
"""Names of variables and parameters that tell a reader nothing of their values."""
RIDDLE = re.compile(r"\b(what|that of|those of|by which|of which|whatever|by what)\b", re.IGNORECASE)
"""Words with which a first line goes round a noun that it does not name."""
NO_NOUN = re.compile(r"(Of|By|Those|That|As|In) ")
MOST_ARGUMENTS = 6
LONG_CHAIN = 4
"""Dots of a chain of attributes that is counted."""


@dataclass
class Figures:
    """Counts of one or more modules."""

    names: int = 0
    """Names that are assigned, and parameters."""
    empty_names: int = 0
    docstrings: int = 0
    """Docstrings of functions."""
    riddles: int = 0
    """Docstrings whose first line is a riddle."""
    vague_attributes: int = 0
    """Docstrings of attributes that start without a noun."""
    code_lines: int = 0
    comments: int = 0
    long_calls: int = 0
    """Calls with more than six positional arguments."""
    chains: int = 0

    def __add__(self, other):
        return Figures(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def empty_share(self):
        """Names that say nothing, in percent."""
        return 100 * self.empty_names / max(1, self.names)

    @property
    def riddle_share(self):
        """Riddles among the docstrings, in percent."""
        return 100 * self.riddles / max(1, self.docstrings)

    @property
    def comment_share(self):
        """Comments on a hundred lines of code."""
        return 100 * self.comments / max(1, self.code_lines)


def measure(source, tree=None):
    """Return the figures of a module's source; `tree` is its syntax tree, where it is there already."""
    lines = [line.strip() for line in source.splitlines()]
    figures = Figures(
        code_lines=sum(bool(line) and not line.startswith("#") for line in lines), comments=comments_in(source)
    )
    for node in ast.walk(tree or ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                figures.names += 1
                figures.empty_names += name.strip("_") in SAYING_NOTHING
            case ast.FunctionDef() | ast.AsyncFunctionDef() if docstring := ast.get_docstring(node):
                figures.docstrings += 1
                figures.riddles += bool(RIDDLE.search(docstring.splitlines()[0]))
            case ast.ClassDef(body=body):
                figures.vague_attributes += sum(is_vague(*pair) for pair in pairwise(body))
            case ast.Call(args=arguments):
                starred = any(isinstance(argument, ast.Starred) for argument in arguments)
                figures.long_calls += len(arguments) > MOST_ARGUMENTS and not starred
            case ast.Attribute():
                figures.chains += dots(node) >= LONG_CHAIN
    return figures


TEXT_OR_COMMENT = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""|\'{3}(?:[^\\]|\\.)*?\'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*''', re.DOTALL
)
"""A text, in which a sharp is no comment, or a comment."""


def comments_in(source):
    """Count the comments that are not for a checker."""
    if "#" not in source:
        return 0
    return sum(part.startswith("#") and "noqa" not in part for part in TEXT_OR_COMMENT.findall(source))


def is_vague(attribute, docstring):
    """Whether a docstring follows a declared attribute and starts without a noun."""
    match attribute, docstring:
        case ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text))):
            return bool(NO_NOUN.match(text))
    return False


def dots(node):
    """Return how many dots a chain of attributes of a name has, and 0 for one of anything else."""
    count = 0
    while isinstance(node, ast.Attribute):
        count, node = count + 1, node.value
    return count if isinstance(node, ast.Name) else 0
