"""A restricted Jinja environment: templates see views, plain values and a short list of filters.

Built on Jinja's ImmutableSandboxedEnvironment as its manual advises (docs/sandbox.rst): only plain data goes in, and
what a template may cost is limited. Attributes of Python objects are out of reach, so there is nothing to escape
through. Sizes and steps are counted before the work is done.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import Template, TemplateModule
from jinja2.runtime import Context, LoopContext, Macro, StrictUndefined, TemplateReference, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup, escape

from generator.base.errors import HandledError, suggestion
from generator.base.units import decimal
from generator.render.templates.budget import LARGEST, Budget, TemplateError
from generator.render.templates.filters import filters, format_text
from generator.render.templates.language_words import LanguageWords
from generator.render.templates.piece_deal import PieceDeal
from generator.render.templates.template_loader import TemplateLoader
from generator.render.templates.views import TemplateView, describe, to_text

TEXT_METHODS = ("endswith", "lower", "split", "startswith", "strip", "title", "upper")
DICT_METHODS = ("get", "items", "keys", "values")
TESTS = ("divisibleby", "eq", "equalto", "even", "ge", "gt", "in", "le", "lt", "ne", "none", "number", "odd", "string")

LONGEST_RANGE = 10_000

_OPEN = (LoopContext, Macro, Namespace, TemplateModule, TemplateReference)
"""Jinja's own objects; their public attributes are plain values or safe to call."""


class UnknownNameError(HandledError):
    """A template uses a name that does not exist.

    `names` are the names there are; None for a variable, whose scope is known where the template stopped.
    `view` is what they are the names of, such as `theme.colour`.
    """

    def __init__(self, name: str, names: Sequence[str] | None = None, view: str = "") -> None:
        """Take the unknown name; `names` and `view` are described at the class."""
        super().__init__(name)
        self.name, self.names, self.view = name, names, view


class FailingUndefined(StrictUndefined):
    """Stands in for an unknown name: raises at once, not when the value is first used somewhere else."""

    __slots__ = ()

    def __init__(self, hint: str | None = None, *_: object, name: str | None = None, **__: object) -> None:
        """Raise the fault for a missing value: UnknownNameError for a name, TemplateError for other cases."""
        # Jinja tells these cases apart only by the wording of its hint.
        if hint and name and hint.startswith("parameter"):
            raise TemplateError(f"{name!r} is needed by the macro and was not given")
        if hint and name and "does not export" in hint:
            raise TemplateError(f"the imported file has no {name!r}")
        if hint and name == "caller":
            raise TemplateError("this macro draws the block of its caller; use it with {% call %}")
        if name is None:
            raise TemplateError(hint or "no value")
        raise UnknownNameError(name)


class PrintingCodeGenerator(CodeGenerator):
    """Compiles `{{ … }}` to a call of the environment's printer, which checks, counts and escapes in one call."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        """Let Jinja print nothing but fixed text when it compiles a template."""
        # Jinja would print constants when it compiles, where nothing is counted.
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)

    def _output_child_pre(self, *_: Any) -> None:
        """Write the beginning of the call that prints a value."""
        self.write("environment.print(")

    def _output_child_post(self, *_: Any) -> None:
        """Write the end of the call that prints a value."""
        self.write(")")


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment of one game's templates."""

    code_generator_class = PrintingCodeGenerator
    intercepted_binops = frozenset(["+", "-", "*", "/", "//", "%", "**"])

    def __init__(
        self,
        budget: Budget,
        source: TemplateLoader,
        words: LanguageWords | None = None,
        deal: PieceDeal | None = None,
    ) -> None:
        """Make the environment: all work is charged to `budget`, all templates come from `source`."""
        super().__init__(
            loader=source,
            autoescape=True,
            undefined=FailingUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,  # keep every template: a game has few
        )
        self.budget, self.source = budget, source
        self.print = printer(budget)
        self.filters = filters(budget, words, deal)
        self.tests = {name: test for name, test in self.tests.items() if name in TESTS}
        # Without Jinja's own ones: the text of `lipsum` is another one at every build.
        self.globals: dict[str, Any] = {"range": limited_range, "namespace": Namespace}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return `obj.attribute` of a template.

        Raises UnknownNameError or TemplateError for any but the allowed ones.
        """
        if isinstance(obj, TemplateView):
            try:
                return obj.values[attribute]
            except KeyError:
                pass
            try:
                return obj.compute(attribute)
            except KeyError:
                if not attribute.startswith("_"):
                    raise UnknownNameError(attribute, obj.names(), obj.description) from None
        if attribute.startswith("_"):
            raise TemplateError(f"{attribute!r} is not allowed")
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return _attribute(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return `obj[argument]` of a template. Raises TemplateError for a missing item."""
        if isinstance(argument, str):
            return self.getattr(obj, argument)
        if not isinstance(obj, (str, list, tuple, range, dict)):
            raise TemplateError(f"{describe(obj)} has no items")
        try:
            return obj[argument]
        except (LookupError, TypeError):
            raise TemplateError(f"{describe(obj)} of {len(obj)} has no item {argument!r}") from None

    def call(self, context: Context, func: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a function of a template, charged to the budget."""
        self.budget.step()
        if not callable(func) or isinstance(func, TemplateView):
            raise TemplateError(f"{describe(func)} cannot be called")
        result = context.call(func, *args, **kwargs)
        if isinstance(result, str):
            self.budget.spend(len(result))
        return result

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002
        """Return the result of an operator: arithmetic on numbers of sane size, `+` of texts or lists, `%` of a format.

        Raises TemplateError for other values.
        """
        if isinstance(left, (int, float)) and isinstance(right, (int, float)):
            return _calculate(operator, left, right)
        if operator == "+" and _can_be_joined(left, right):
            self.budget.charge(len(left) + len(right))
            return left + right
        if operator == "%" and isinstance(left, str):
            return format_text(self.budget, left, right if isinstance(right, tuple) else (right,))
        raise TemplateError(f"{operator!r} does not go with {describe(left)} and {describe(right)}")

    def _load_template(self, name: str, globals: Any) -> Template:
        """Load a template by its name, and charge its size to the budget."""
        # Each use of a file is charged, so that an include in a loop cannot pass the budget.
        template = super()._load_template(name, globals)
        self.budget.step()
        self.budget.spend(self.source.size(name))
        return template


def _attribute(obj: Any, name: str) -> Any:
    """Return an attribute that templates may use. Raises UnknownNameError or TemplateError for any other."""
    if isinstance(obj, _OPEN):
        return _public(obj, name)
    if isinstance(obj, str) and name in TEXT_METHODS and not isinstance(obj, Markup):
        return getattr(obj, name)
    if isinstance(obj, dict) and name in DICT_METHODS:
        return getattr(obj, name)
    if isinstance(obj, str):
        raise TemplateError(f"{name!r} is not allowed on text{suggestion(name, TEXT_METHODS)}")
    if isinstance(obj, dict):
        raise UnknownNameError(name, [*map(str, obj)])
    raise TemplateError(f"{describe(obj)} has no {name!r}")


def _public(obj: Any, name: str) -> Any:
    """Return a public attribute of one of Jinja's own objects. Raises UnknownNameError without one."""
    try:
        return obj[name] if isinstance(obj, TemplateReference) else getattr(obj, name)
    except (AttributeError, KeyError):
        names = [word for word in vars(obj) if not word.startswith("_")] if isinstance(obj, TemplateModule) else []
        raise UnknownNameError(name, names) from None


def _can_be_joined(left: Any, right: Any) -> bool:
    """Whether `+` joins two values: both are texts, lists or tuples."""
    return any(isinstance(left, kinds) and isinstance(right, kinds) for kinds in (str, list, tuple))


def _calculate(sign: str, left: float, right: float) -> Any:
    """Return the result of arithmetic on two numbers. Raises TemplateError for large ones and division by zero."""
    if sign == "**":  # its result can be too large to compute
        raise TemplateError("'**' is not allowed")
    if not (-LARGEST <= left <= LARGEST and -LARGEST <= right <= LARGEST):
        raise TemplateError(f"number out of range: at most {LARGEST:,}")
    if sign in {"/", "//", "%"} and not right:
        raise TemplateError("division by zero")
    return _ARITHMETIC[sign](left, right)


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}


def limited_range(*bounds: int) -> range:
    """Return `range(…)` of at most LONGEST_RANGE numbers. Raises TemplateError for other arguments."""
    if not 1 <= len(bounds) <= 3 or not all(isinstance(bound, int) for bound in bounds):
        raise TemplateError("range needs one to three whole numbers")
    if len(bounds) == 3 and not bounds[2]:
        raise TemplateError("range cannot go in steps of 0")
    numbers = range(*bounds)
    if max(abs(bound) for bound in bounds) > LARGEST or len(numbers) > LONGEST_RANGE:
        raise TemplateError(f"range longer than {LONGEST_RANGE:,}")
    return numbers


def printer(budget: Budget) -> Callable[[Any], str]:
    """Return the function that prints every `{{ … }}`: the value's text, escaped for XML if necessary."""
    # Called for every printed value: bound methods and exact types keep the common cases fast.
    spend = budget.spend
    is_safe = frozenset("&<>\"'").isdisjoint

    def print_(value: Any) -> str:
        """Return a value as text of the face, charged to the budget."""
        kind = type(value)
        if kind is str:
            spend(len(value))
            return value if is_safe(value) else escape(value)
        if kind is Markup:
            spend(len(value))
            return value  # type: ignore[no-any-return]  # a str, as checked above
        if kind is int:
            return str(value)
        # The difference is not 0 for infinity and nan alone.
        if kind is float and value - value == 0:
            return decimal(value)
        if kind is Undefined:  # an inline `if` without its `else` prints nothing
            return ""
        return to_text(value)

    return print_
