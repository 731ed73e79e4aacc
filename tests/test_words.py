"""Plain words: the figures of private language do not rise, and modules that are new have next to none.

`private_language.toml` has the levels that the whole package keeps, and the modules that are as they were before: a module
that is not in it is held to the goal. Whoever renames or divides a module of the list does so there; the list only shrinks.
`--golden` writes the file anew: the diff says what was let in.
"""

import tomllib
from functools import reduce
from math import ceil, floor
from operator import add
from pathlib import Path
from textwrap import fill

import pytest

from tests.private_language import Figures, measure
from tests.source_trees import source_tree

PACKAGE = Path(__file__).parents[1] / "generator"
FILE = Path(__file__).with_name("private_language.toml")
HELD = tomllib.loads(FILE.read_text("utf-8"))
OLD = {name for names in HELD["old"].values() for name in names}
GOAL = 1.0
"""Percent of the names of a new module that may say nothing, and of its docstrings that may be riddles."""
STALE = 30
"""Modules of the list that may be at the goal already, or gone, before they have to be taken out."""
SLACK = 1.1
"""How far a level may stand above the figure before it has to be lowered."""


HEAD = """\
# What tests/test_words.py holds: levels of the whole package that may only fall, and the modules that were there before.
# A module that is not listed has at most 1 % of names that say nothing, 1 % of riddles, and no attribute without a noun.
"""


@pytest.fixture(scope="module")
def modules(request):
    """The figures of each module by its path."""
    files = sorted(PACKAGE.rglob("*.py"))
    figures = {
        file.relative_to(PACKAGE).as_posix(): measure(file.read_text("utf-8"), source_tree(file)) for file in files
    }
    if request.config.getoption("--golden"):
        FILE.write_text(written(figures), "utf-8")
        pytest.skip("the levels are written anew")
    return figures


@pytest.fixture(scope="module")
def whole(modules):
    """The figures of the package."""
    return reduce(add, modules.values())


def name_of(path):
    """The name of a module, which no other has; with its folder for `__init__`."""
    return Path(path).parent.name + "/" if path.endswith("__init__.py") else Path(path).stem


def written(modules):
    """The file of levels for modules as they are."""
    whole, old = reduce(add, modules.values()), {}
    for path in sorted(path for path, figures in modules.items() if not is_plain(figures)):
        old.setdefault(path.partition("/")[0].removesuffix(".py"), []).append(f'"{name_of(path)}"')
    levels = [f"{level} = {ceil(100 * getattr(whole, level)) / 100:g}" for level in HELD["most"]]
    lists = [f"{package} = [\n{wrapped(names)},\n]" for package, names in old.items()]
    least = f"comment_share = {floor(10 * whole.comment_share) / 10:g}"
    parts = {"most": levels, "least": [least], "old": lists}
    return HEAD + "".join(f"\n[{part}]\n" + "\n".join(lines) + "\n" for part, lines in parts.items())


def wrapped(names):
    return fill(", ".join(names), 120, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)


def is_plain(figures):
    return figures.empty_share <= GOAL and figures.riddle_share <= GOAL and not figures.vague_attributes


def test_new_modules_are_in_plain_words(modules):
    private = {path: figures for path, figures in modules.items() if name_of(path) not in OLD and not is_plain(figures)}

    assert private == {}, "name things by nouns, and say in a docstring's first line what a manual would say"


@pytest.mark.parametrize("level", HELD["most"])
def test_private_language_does_not_grow(whole, level):
    figure, most = getattr(whole, level), HELD["most"][level]

    assert figure <= most, f"{level}: say it plainly, or shorter"
    assert most <= figure * SLACK + 1, f"{level}: there is less of it now; lower the level in private_language.toml"


def test_comments_say_why_as_often_as_before(whole):
    assert whole.comment_share >= HELD["least"]["comment_share"]


def test_list_of_old_modules_shrinks(modules):
    private = {name_of(path) for path, figures in modules.items() if not is_plain(figures)}
    stale = sorted(OLD - private)

    assert len(stale) <= STALE, f"at the goal, or gone; take them out of private_language.toml: {stale}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("each = found_ = card = 1", Figures(names=3, empty_names=2, code_lines=1)),
        ("for at, card in row: use(found)", Figures(names=2, empty_names=1, code_lines=1)),
        ("def f(own, *, card): ...", Figures(names=2, empty_names=1, code_lines=1)),
        ("def f():\n  'What a card costs.\\n\\nLong.'", Figures(docstrings=1, riddles=1, code_lines=2)),
        ("def f():\n  'Return the cost.\\n\\nOf what is bought.'", Figures(docstrings=1, code_lines=2)),
        ("async def f():\n  'The size, and that of a tile.'", Figures(docstrings=1, riddles=1, code_lines=2)),
        ("class C:\n  'What it is.'", Figures(code_lines=2)),
        ("class C:\n  a: int\n  'Of a card.'", Figures(names=1, vague_attributes=1, code_lines=3)),
        ("class C:\n  a: int\n  'Offers of a card.'\n  b: int\n  c = 'In x'", Figures(names=3, code_lines=5)),
        ("f(1, 2, 3, 4, 5, 6)\nf(1, 2, 3, 4, 5, 6, 7)", Figures(long_calls=1, code_lines=2)),
        ("f(1, 2, 3, 4, 5, 6, *seven)\nf(1, 2, 3, 4, 5, 6, g=7)", Figures(code_lines=2)),
        ("a.b.c.d\nf().a.b.c.d", Figures(code_lines=2)),
        ("a.b.c.d.e", Figures(chains=1, code_lines=1)),
        ("# why\n\nx()  # so\ny('#')  # noqa: E1", Figures(comments=2, code_lines=2)),
        ("f('''\n# no''', r'\\'#')  # so", Figures(comments=1, code_lines=1)),
    ],
)
def test_private_language_is_measured(source, expected):
    assert measure(source) == expected


def test_shares_are_of_all():
    figures = Figures(names=200, empty_names=3, docstrings=50, riddles=1, code_lines=100, comments=4)

    assert (figures.empty_share, figures.riddle_share, figures.comment_share) == (1.5, 2.0, 4.0)
    assert not is_plain(figures)
    assert is_plain(Figures(names=200, empty_names=2, docstrings=100, riddles=1))
    assert not is_plain(Figures(vague_attributes=1))


def test_levels_that_are_written_hold_what_they_were_made_of():
    held = tomllib.loads(
        written({"a/b.py": Figures(vague_attributes=1, names=3), "a/c.py": Figures(names=1, chains=2)})
    )

    assert held["old"] == {"a": ["b"]}
    assert held["most"]["vague_attributes"] >= 1 <= held["most"]["chains"]
    assert held["most"].keys() == HELD["most"].keys()
