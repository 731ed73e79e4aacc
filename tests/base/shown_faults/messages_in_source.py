"""Finds in the source, without running it, the messages that can become faults, errors and warnings.

A message is given to one of SINKS or to an error. A function that passes a parameter on as a message is a sink too. Names
are followed to what they are assigned in the same function, to constants, and to the results of functions of the package.
What cannot be known is a hole: `no icon ￼￼`. Functions are told by their names alone, so a few texts are found
that are no messages.
"""

import ast
import re
from collections import defaultdict
from functools import cache
from itertools import islice, product
from pathlib import Path

from tests.source_trees import source_tree

PACKAGE = Path(__file__).parents[3] / "generator"
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = FUNCTIONS | ast.Lambda | ast.ClassDef
LEAVES = ast.Name | ast.Constant | ast.expr_context | ast.operator | ast.cmpop
"""Nodes with nothing in them, most of all."""
HOLE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for what is not known."""
QUOTED, TAIL = "'x'", "; did you mean 'x'?"
"""What `quote` and `suggestion` return."""

SINKS = {
    "fault": 1,
    "Fault": 1,
    "warn": 1,
    "refuse": 1,
    "leave_unchecked": 1,
    "print_summary": 0,
    "HealthCheck": (2, 3),
    "translated": 0,
    "lose": 1,
    "_lose": 1,
    "_count_lost": 0,
}
"""The argument that is the message, or those that are; the last one of a call with fewer."""
COLLECTED = ("warnings", "notes", "lost", "_lost")
"""Lists to which messages are added."""
RETURNED = ("_others", "_unportable", "_element_fault", "_attribute_fault", "_attribute", "overflow_message")
"""Functions whose results are messages, or their ends."""
QUOTES, TAILS = {"quote"}, {"suggestion"}
UNFOLLOWED = {
    "str",
    "repr",
    "len",
    "join",
    "min",
    "max",
    "sorted",
    "place",
    "dict",
    "list",
    "tuple",
    "set",
    "get",
    "read",
}
"""Calls whose results are values of a message and not messages."""
SCRIPTS = ("generator/imports/ruby/", "generator/imports/squib/")
"""Folders whose functions are called as those of other programs are: of their calls only those in SINKS, and those that add to
COLLECTED, are of messages."""
NO_MESSAGE = r"\(\?|\\Z|\[\^|\[ ?[\\\t]|<(path|use|g|svg|tspan) |^M | Tf | · |^\S+ × \S+ mm$"
"""What shows that a text is an expression, or a piece of a drawing."""
MOST = 24
"""Forms of one expression that are looked at."""


class SourceMessages:
    """The messages of some Python files, with the places where they stand."""

    def __init__(self, files):
        self.trees = {file.relative_to(PACKAGE.parent).as_posix(): source_tree(file) for file in files}
        self.constants, self.functions, self.sinks = {}, {}, defaultdict(set)
        for name, at in SINKS.items():
            self.sinks[name].update(at if isinstance(at, tuple) else (at,))
        self.found = defaultdict(set)
        self._returned = {}
        self._calls, self._added = [], []
        for path, tree in self.trees.items():
            self._note_constants(tree)
            for node, scope in nodes_in(tree):
                self._note_node(node, scope, path)
        self._find_sinks()
        self._note_messages()

    def _note_node(self, node, scope, path):
        if isinstance(node, FUNCTIONS):
            self._note_function(node, scope[-1], path)
        elif isinstance(node, ast.Call):
            if not path.startswith(SCRIPTS) or name_of(node.func) in SINKS or is_collected(node):
                self._calls.append((node, scope, path))
        elif value := added_by(node):
            self._added.append((value, scope, path))

    def _note_messages(self):
        """Note what is given to sinks, added to lists and returned as a message."""
        given = ((each, scope, path) for call, scope, path in self._calls for each in self._messages_of(call))
        for node, scope, path in [*given, *self._added]:
            for text in self.forms(node, scope):
                self.note(text, f"{path}:{node.lineno}")
        for name in RETURNED:
            for function, scope in self.functions[name]:
                for text in self.results(function, scope):
                    self.note(text, name)

    def _note_function(self, function, tree, path):
        """Note a function by module and name, and by name alone for other modules that import it."""
        for key in ((tree, function.name), *(() if path.startswith(SCRIPTS) else (function.name,))):
            self.functions.setdefault(key, []).append((function, (function, tree)))

    def _note_constants(self, tree):
        """Note constants as functions are noted."""
        for node in tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            names = [each for target in targets for each in getattr(target, "elts", [target])]
            for name in [each.id for each in names if isinstance(each, ast.Name)]:
                self.constants[tree, name] = self.constants[name] = (node.value, (tree,))

    def _known(self, table, name, scope):
        """What a name means in a module, or in the one that it is imported from."""
        return table.get((scope[-1], name)) or table.get(name)

    def _find_sinks(self):
        calls = defaultdict(list)
        for call, scope, _ in self._calls:
            name = name_of(call.func)
            calls["" if is_collected(call) or name.endswith("Error") else name].append((call, scope))
        count = -1
        while count != (count := sum(map(len, self.sinks.values()))):
            for name in ("", *self.sinks):
                for call, scope in calls.get(name, ()):
                    for argument in self._messages_of(call):
                        self._note_sinks(argument, scope)

    def _messages_of(self, call):
        """The arguments of a call that are messages."""
        name = name_of(call.func)
        if is_collected(call):
            return call.args
        if name.endswith("Error"):
            return call.args
        places = self.sinks.get(name, ())
        chosen = [call.args[min(at, len(call.args) - 1)] for at in places if call.args]
        starred = [each for each in call.args if places and isinstance(each, ast.Starred)]
        return chosen + starred

    def _note_sinks(self, argument, scope):
        """A parameter that is a message as a whole makes its function a sink."""
        for function in scope[:-1][:1]:
            names = [each.arg for each in function.args.args if each.arg not in ("self", "cls")]
            names += [function.args.vararg.arg] if function.args.vararg else []
            for node in wholes(argument):
                if isinstance(node, ast.Name) and node.id in names:
                    self.sinks[function.name].add(names.index(node.id))

    def note(self, text, where):
        is_message = " " in text.strip(f" {HOLE}:,.;'x") or text.startswith("; ")
        if is_message and not re.search(NO_MESSAGE, text):
            self.found[text].add(where)

    def forms(self, node, scope, depth=0):  # noqa: PLR0911  one for each kind of expression
        """Return the texts that an expression can be; of those that it holds in turn, note the messages."""
        if depth > 8:
            return {HOLE}
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.Constant():
                return {HOLE}
            case ast.JoinedStr():
                return self._products([self._part(each, scope, depth) for each in node.values])
            case ast.BinOp(op=ast.Add()):
                return self._products([self.forms(each, scope, depth + 1) for each in (node.left, node.right)])
            case ast.Name():
                return self._named(node.id, scope, depth)
            case ast.Subscript(value=inner) | ast.NamedExpr(value=inner) | ast.Starred(value=inner):
                return self.forms(inner, scope, depth + 1)
            case ast.Call():
                return self._called(node, scope, depth)
            case ast.Lambda(body=inner):
                return self.forms(inner, scope, depth + 1)
        held = parts(node)
        return set().union(*(self.forms(each, scope, depth + 1) for each in held)) if held else {HOLE}

    def _part(self, node, scope, depth):
        """The texts of one part of an f-string: what it names is a message of its own, as it is translated by itself."""
        if not isinstance(node, ast.FormattedValue):
            return self.forms(node, scope, depth + 1)
        if node.conversion == ord("r"):
            return {QUOTED}
        if isinstance(node.value, ast.IfExp | ast.BoolOp):
            return set().union(*(self._value(each, scope, depth) for each in parts(node.value)))
        return self._value(node.value, scope, depth)

    def _value(self, node, scope, depth):
        called = name_of(node.func) if isinstance(node, ast.Call) else ""
        if called in QUOTES or called in TAILS:
            return {QUOTED} if called in QUOTES else {TAIL, ""}
        texts = self.forms(node, scope, depth + 1)
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and HOLE not in texts):
            return texts
        for text in texts:
            self.note(text, "in a message")
        ends = {text for text in texts if text.startswith("; ")}
        return {*ends, ""} if ends else {HOLE}

    def _products(self, each_part):
        return {"".join(texts) for texts in islice(product(*map(sorted, each_part)), MOST)}

    def _named(self, name, scope, depth):
        values = [value for function in scope[:-1] for value in assigned(function).get(name, ())]
        constant = self._known(self.constants, name, scope)
        if not values and constant:
            return self._texts_in(*constant) or {HOLE}
        if not values:
            functions = self.functions.get((scope[-1], name), [])
            return set().union(*(self.results(*each) for each in functions)) or {HOLE}
        found = (self.forms(self._column(*each, scope), scope, depth + 1) for each in values)
        return set().union(*found)

    def _column(self, value, at, scope):
        """The items at one place of the rows of a constant: `for _, what in TABLE`."""
        rows = (self._known(self.constants, value.id, scope) or [None])[0] if isinstance(value, ast.Name) else None
        if at is None or not isinstance(rows, ast.Tuple) or not all(isinstance(row, ast.Tuple) for row in rows.elts):
            return value
        return ast.Tuple([row.elts[at] for row in rows.elts])

    def _texts_in(self, node, scope):
        """The texts of a constant, which may be a table of them."""
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp):
            return self.forms(node, scope)
        held = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
        return {text for each in held for text in self._texts_in(each, scope) if " " in text}

    def _called(self, call, scope, depth):  # noqa: PLR0911  one for each kind of call
        name = name_of(call.func)
        if name in QUOTES or name in TAILS:
            return {QUOTED} if name in QUOTES else {TAIL, ""}
        if name in ("next", "filter", "iter", "reversed", "enumerate", "islice"):
            return set().union(*(self.forms(each, scope, depth + 1) for each in call.args))
        if name in ("format", "removeprefix", "replace", "strip", "lower") and isinstance(call.func, ast.Attribute):
            texts = self.forms(call.func.value, scope, depth + 1)
            return {with_holes(text) for text in texts} if name == "format" else texts
        if name == "get" and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
            tables = self._named(call.func.value.id, scope, depth)
            return tables.union(*(self.forms(each, scope, depth + 1) for each in call.args[1:]))
        if name[:1].isupper() and name not in self.functions:  # a record
            return set().union(*(self.forms(each, scope, depth + 1) for each in call.args)) or {HOLE}
        if isinstance(call.func, ast.Name) and any(name in assigned(function) for function in scope[:-1]):
            return self._named(name, scope, depth)  # a function in a table
        called = None if name in UNFOLLOWED else self._known(self.functions, name, scope)
        return set().union(*(self.results(*each) for each in called)) if called else {HOLE}

    def results(self, function, scope):
        """The texts that a function can return."""
        if function not in self._returned:
            self._returned[function] = {HOLE}  # where it calls itself
            values = [self.forms(each, scope) for each in results(function)]
            self._returned[function] = {text for texts in values for text in texts if " " in text} or {HOLE}
        return self._returned[function]


def is_collected(call):
    """Whether a call adds to a list of COLLECTED."""
    return name_of(call.func) in ("append", "extend") and name_of(call.func.value) in COLLECTED


def nodes_in(tree):
    """The nodes of a module, each with the functions around it, the inner one first, and the module."""
    waiting = [(tree, (tree,))]
    while waiting:
        node, scope = waiting.pop()
        yield node, scope
        inner = (node, *scope) if isinstance(node, FUNCTIONS) else scope
        waiting += [(child, inner) for child in ast.iter_child_nodes(node) if not isinstance(child, LEAVES)]


def added_by(node):
    """What a node adds to the lists that collect messages, begins them with, or gives for a parameter of their name."""
    if isinstance(node, ast.AugAssign) and name_of(node.target) in COLLECTED:
        return node.value
    if isinstance(node, ast.Assign) and name_of(node.targets[0]) in COLLECTED and isinstance(node.value, ast.List):
        return node.value
    return node.value if isinstance(node, ast.keyword) and node.arg in COLLECTED else None


def name_of(node):
    """The last name of `a.b.c`; empty for what has none."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def with_holes(text):
    """A text to format, with a hole for each name in braces."""
    try:
        return text.format(*[HOLE] * 9, **defaultdict(lambda: HOLE))
    except (KeyError, IndexError, ValueError):
        return text


def parts(node):  # noqa: PLR0911  one for each kind of expression
    """The expressions one of which, or each of which, is the value."""
    match node:
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.BoolOp(op=ast.Or()):
            return node.values
        case ast.BoolOp():
            return node.values[-1:]
        case ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
            return [node.elt]
        case ast.Tuple() | ast.List() | ast.Set():
            return node.elts
        case ast.Dict():
            return node.values
    return []


def wholes(node):
    """The expressions that a message can be as a whole."""
    held = parts(node) if isinstance(node, ast.IfExp | ast.BoolOp) else []
    return [each for part in held for each in wholes(part)] or [node.value if isinstance(node, ast.Starred) else node]


@cache
def assigned(function):
    """What the names of a function are assigned, or taken from in a loop, then with the place in a row of it."""
    found = defaultdict(list)
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[target], value=value):
                pairs = [(target, value)]
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                    pairs = list(zip(target.elts, value.elts, strict=False))
            case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
                pairs = [(target, value)]
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                pairs = [(target, value)]
            case _:
                continue
        for target, value in pairs:
            places = enumerate(target.elts) if isinstance(target, ast.Tuple) else [(None, target)]
            for at, item in places:
                for name in [each for each in ast.walk(item) if isinstance(each, ast.Name)]:
                    found[name.id].append((value, at))
    return found


@cache
def results(function):
    """The expressions that a function returns or yields, without those of functions inside."""
    found, waiting = [], list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, SCOPES):
            continue
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) and node.value is not None:
            found.append(node.value)
        waiting += ast.iter_child_nodes(node)
    return found
