"""Load template files by name: check all of each, compile it with its costs counted, or take it from the cache."""

from __future__ import annotations

import hashlib
import marshal
import math
import sys
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import bc_magic
from jinja2.environment import Environment, Template
from jinja2.exceptions import TemplateNotFound, TemplateSyntaxError
from jinja2.loaders import BaseLoader

from generator.base.errors import Fault, Faults, suggestion
from generator.base.records import dataclass
from generator.base.text_files.text_encoding import decode_utf8
from generator.model.markup import DRAWING
from generator.render.templates.filters import COUNT, JOIN, SLICE
from generator.render.templates.lookups import LARGEST_DRAWING, LARGEST_FILE, SHARED, FindFile, RenderCache

if TYPE_CHECKING:
    from generator.render.templates.source_lines import SourceMarks

TOO_DEEP = "nested too deeply"

NOT_OURS = "is not a file of this game or of the shared templates"


@dataclass(frozen=True, slots=True)
class TemplateFile:
    """One compiled template file; `path` is as shown, `size` in bytes."""

    path: str
    size: int
    references: tuple[tuple[str, int, bool], ...]
    """Every file it names: the name, the line, and whether it may be missing."""
    code: CodeType | None
    """None if there are faults."""
    faults: tuple[Fault, ...] = ()


def compile_template(
    environment: Environment, name: str, path: str, content: bytes, marks: SourceMarks | None = None
) -> TemplateFile:
    """Parse, check and compile one file, with marks in its text if given; `faults` lists its forbidden syntax.

    Raises Faults for a file that cannot be parsed.
    """
    largest = 2 * LARGEST_DRAWING if DRAWING.encode() in content else LARGEST_FILE  # values make a drawing longer
    if len(content) > largest:
        raise Faults([Fault(path, f"larger than {largest:,} bytes", unreadable=True)])
    tree = _parse(environment, name, path, content)
    if marks:
        from generator.render.templates.template_tokens import template_tokens

        marks.insert(tree, path, template_tokens(environment, content, path), decode_utf8(content, path))
    try:
        # Read out once: the tree is changed by `_code`, and its own counters are no misuse.
        parts = tuple(tree.find_all(nodes.Node))
        misuses = ((_misuse(environment, node), node.lineno) for node in parts)
        faults = tuple(Fault(path, message, line) for message, line in misuses if message)
        references = tuple(_references(parts))
        code = None if faults else _code(environment, name, path, tree)
        return TemplateFile(path, len(content), references, code, faults)
    except RecursionError:
        raise Faults([Fault(path, TOO_DEEP)]) from None


def _syntax_faults(path: str, error: TemplateSyntaxError) -> Faults:
    """Return the fault for a syntax error of Jinja, with its line."""
    return Faults([Fault(path, _syntax_text(str(error.message)), error.lineno)])


def _syntax_text(message: str) -> str:
    """Return an error message of Jinja's parser in plain words."""
    from generator.render.templates.template_words import syntax_text

    return syntax_text(message)


def _parse(environment: Environment, name: str, path: str, content: bytes) -> nodes.Template:
    """Return the tree of a template. Raises Faults for wrong syntax."""
    try:
        return environment._parse(decode_utf8(content, path), name, path)
    except TemplateSyntaxError as error:
        raise _syntax_faults(path, error) from None
    except (RecursionError, ValueError) as error:
        message = TOO_DEEP if isinstance(error, RecursionError) else "number out of range"
        raise Faults([Fault(path, message)]) from None


_REFERRING = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def _references(parts: tuple[nodes.Node, ...]) -> Iterator[tuple[str, int, bool]]:
    """Yield the files that a template names: the name, the line, and whether the file may be missing."""
    for node in parts:
        name = node.template if isinstance(node, _REFERRING) else None
        if isinstance(name, nodes.Const) and isinstance(name.value, str):
            yield name.value, node.lineno, isinstance(node, nodes.Include) and node.ignore_missing


def _misuse(environment: Environment, node: nodes.Node) -> str:
    """Return the fault for a filter, test or syntax that templates may not use; empty for any other node."""
    if isinstance(node, nodes.Filter):
        return _unknown("filter", node.name, environment.filters)
    if isinstance(node, nodes.Test):
        return _unknown("test", node.name, environment.tests)
    if isinstance(node, nodes.Const):  # Python reads a literal such as 1e999 as infinity
        return "number out of range" if node.value == math.inf else ""
    if isinstance(node, nodes.For):
        return "'recursive' is not allowed" if node.recursive else ""
    return next((f"{word!r} is not allowed" for kind, word in _BANNED if isinstance(node, kind)), "")


_OTHER_NAMES = {"random": "deal", "shuffle": "deal", "sample": "deal"}
"""Filters of Jinja and of other programs, with the one that does what they are for."""
_BANNED = ((nodes.Pow, "**"), (nodes.ScopedEvalContextModifier, "autoescape"))


def _unknown(kind: str, name: str, names: Mapping[str, object]) -> str:
    """Return the fault for a filter or test (`kind`) that does not exist; empty for one that does."""
    if name in names:
        return ""
    near = _OTHER_NAMES.get(name, name)
    return f"{name!r} is no {kind}{suggestion(near, [word for word in names if word.isidentifier()])}"


def _code(environment: Environment, name: str, path: str, tree: nodes.Template) -> CodeType:
    """Compile a template's tree, with its costs counted. Raises Faults for one that is nested too deeply."""
    try:
        _insert_counters(tree)
        return compile(environment._generate(tree, name, path), path, "exec")
    except TemplateSyntaxError as error:
        raise _syntax_faults(path, error) from None
    except (RecursionError, MemoryError):
        raise Faults([Fault(path, TOO_DEEP)]) from None
    except SyntaxError as error:  # Python's compiler allows 20 nested blocks and 100 levels of indentation
        deep = "nested" in error.msg or "indentation" in error.msg
        raise Faults([Fault(path, TOO_DEEP if deep else _syntax_text(error.msg))]) from None


def _weight(loop: nodes.For) -> int:
    """Return the cost of one turn of a loop: the length of its fixed text, and 1 for each other node.

    Loops inside it count their own turns.
    """
    waiting: list[nodes.Node] = [*loop.body]
    weight = 0
    while waiting:
        node = waiting.pop()
        weight += len(node.data) if isinstance(node, nodes.TemplateData) else 1
        if not isinstance(node, nodes.For):
            waiting += node.iter_child_nodes()
    return weight


def _insert_counters(parent: nodes.Node) -> None:
    """Let loops, joins and slices below a node pass through filters that charge the budget."""
    for field, value in parent.iter_fields():
        if isinstance(value, list):
            setattr(parent, field, [_replacement(item) if isinstance(item, nodes.Node) else item for item in value])
        elif isinstance(value, nodes.Node):
            setattr(parent, field, _replacement(value))


def _replacement(node: nodes.Node) -> nodes.Node:
    """Return a node, or in its place a call of a filter that charges the budget."""
    _insert_counters(node)
    if isinstance(node, nodes.For):
        node.iter = _call_filter(node.iter, COUNT, nodes.Const(_weight(node)))
    if isinstance(node, nodes.Concat):
        return _call_filter(nodes.List(node.nodes, lineno=node.lineno), JOIN)
    if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice):
        ends = (node.arg.start, node.arg.stop, node.arg.step)
        return _call_filter(node.node, SLICE, *(end or nodes.Const(None) for end in ends))
    return node


def _call_filter(node: Any, name: str, *args: nodes.Expr) -> nodes.Filter:
    """Return the call of a filter on an expression, as a node of the tree."""
    # Nodes made here lack what the parser gives to its own: line and environment.
    for arg in args:
        arg.set_lineno(node.lineno)
        arg.set_environment(node.environment)
    result = nodes.Filter(node, name, list(args), [], None, None, lineno=node.lineno)
    result.set_environment(node.environment)
    return result


_COMPILER = f"{bc_magic!r} {jinja2.__version__} {sys.implementation.cache_tag}".encode()
"""Jinja's and Python's versions, so that another version never loads this code."""


class TemplateLoader(BaseLoader):
    """Loads templates through `find` alone, so that a template cannot name a file outside its folders."""

    has_source_access = False

    def __init__(
        self, find: FindFile, cache: RenderCache, shared: RenderCache, marks: SourceMarks | None = None
    ) -> None:
        """Keep compiled templates in `cache`, built-in ones in `shared`; templates with marks are not cached."""
        self._find, self._cache, self._shared, self._marks = find, cache, shared, marks
        self._files: dict[str, TemplateFile | None] = {}
        self._faults: dict[str, Faults] = {}

    def load(self, environment: Environment, name: str, globals: Any = None) -> Template:
        """Return a compiled template; its file name is the path as shown.

        Raises TemplateNotFound, or Faults for everything that is wrong before it runs.
        """
        if name in self._faults:
            raise self._faults[name]
        try:
            file = self._checked(environment, name)
        except Faults as faults:
            # The same faults for every face of a component, without reading the file again.
            self._faults[name] = faults
            raise
        assert file.code  # noqa: S101  there were no faults
        return environment.template_class.from_code(environment, file.code, globals or {})

    def _checked(self, environment: Environment, name: str) -> TemplateFile:
        """Return a file without faults, whose references exist and lead in no circle.

        Raises Faults, or TemplateNotFound.
        """
        file = self.file(environment, name)
        if file is None:
            raise TemplateNotFound(name)
        faults = {*file.faults, *self._missing(environment, file), *self._cycles(environment, name, file)}
        if faults:
            raise Faults(sorted(faults, key=lambda fault: (fault.line or 0, fault.what)))
        return file

    def file(self, environment: Environment, name: str) -> TemplateFile | None:
        """Return a compiled template file by its name, read once; None if there is none."""
        if name not in self._files:
            source = self._find(name) if _is_inside(name) else None
            self._files[name] = None if source is None else self._compiled(environment, name, *source)
        return self._files[name]

    def _compiled(self, environment: Environment, name: str, path: str, content: bytes) -> TemplateFile:
        """Return a compiled file, from the cache if it was compiled before."""
        # Code with marks is for fault messages and the layout editor, and must not be found by a later build.
        if self._marks:
            return self._marked(self._marks, environment, name, path, content)
        # The path is in the compiled code, as faults name it, and so in the key.
        key = "templates/" + hashlib.sha256(b"\0".join([_COMPILER, name.encode(), path.encode(), content])).hexdigest()
        cache = self._shared if path.startswith(SHARED) else self._cache
        cached = cache.get(key)
        if cached:
            references, code = cached
            return TemplateFile(path, len(content), references, marshal.loads(code))  # noqa: S302  written below
        file = compile_template(environment, name, path, content)
        if file.code:
            cache.put(key, (file.references, marshal.dumps(file.code)))
        return file

    def _marked(
        self, marks: SourceMarks, environment: Environment, name: str, path: str, content: bytes
    ) -> TemplateFile:
        """Return a file compiled with marks in its text, kept for the next trial of an editor."""
        key = (name, path, content)
        if key not in marks.compiled:
            marks.compiled[key] = compile_template(environment, name, path, content, marks)
        file: TemplateFile = marks.compiled[key]
        return file

    def size(self, name: str) -> int:
        """Return the size in bytes of a file that has been read; 0 for any other."""
        return file.size if (file := self._files.get(name)) else 0

    def _missing(self, environment: Environment, file: TemplateFile) -> Iterator[Fault]:
        """Yield a fault for each file that a template names and that does not exist."""
        for name, line, optional in file.references:
            if not optional and self.file(environment, name) is None:
                yield Fault(file.path, f"{name!r} {NOT_OURS}", line)

    def _cycles(self, environment: Environment, name: str, file: TemplateFile) -> Iterator[Fault]:
        """Yield a fault for each reference through which a file includes itself."""
        for other, line, _ in file.references:
            if other == name:
                yield Fault(file.path, "includes itself", line)
            elif name in self._reach(environment, other, set()):
                yield Fault(file.path, f"includes itself through {other!r}", line)

    def _reach(self, environment: Environment, name: str, reached: set[str]) -> set[str]:
        """Return every name that a file refers to, directly or through other files; `reached` has the names so far."""
        file = self.file(environment, name)
        for other, _, _ in file.references if file else ():
            if other not in reached:
                reached.add(other)
                self._reach(environment, other, reached)
        return reached


def _is_inside(name: str) -> bool:
    """Whether a name stays inside the folders that are searched: plain words between single slashes."""
    # On Windows a backslash separates folders, and a colon names a drive or a stream of a file.
    parts = name.split("/")
    return not any(part in {"", ".", ".."} or "\\" in part or ":" in part or "\0" in part for part in parts)
