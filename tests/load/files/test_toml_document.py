import shutil
from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.load.files.toml_document import parse_toml
from generator.load.game_loader import load

DATA = Path(__file__).parents[3] / "data"
TEXT = '''\
title = "a"  # comment
"quoted key" = 1
long = """
fake = 2
"""
inline = { en = "x", ja = "y" }
dotted.name = 3

[tables.suits]
rows = "x"
[[row]]
id = "a"
[[row]]
id = "b"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("quoted key",), 2),
        (("fake",), None),
        (("inline", "ja"), 6),
        (("dotted", "name"), 7),
        (("tables", "suits"), 9),
        (("tables", "suits", "rows"), 10),
        (("tables", "suits", "absent"), 9),
        (("row", 1, "id"), 14),
        (("absent",), None),
    ],
)
def test_keys_have_lines(path, line):
    assert parse_toml(TEXT, "a.toml").line(*path) == line


LIST = """\
pairs = [{ a = 1 }, { b = { c = 2 } }]
boxes = [
  { a = 1 }, { a = 2 },
  # remark
  { a = 3 },
]
after = 1
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("pairs", 1), 1),
        (("boxes", 0), 3),
        (("boxes", 1, "a"), 3),
        (("boxes", 2), 5),
        (("boxes", 3), 2),
        (("after",), 7),
    ],
)
def test_tables_of_a_list_have_lines(path, line):
    assert parse_toml(LIST, "a.toml").line(*path) == line


def test_data_is_as_tomllib_reads_it():
    data = parse_toml(TEXT, "a.toml").data

    assert data["inline"] == {"en": "x", "ja": "y"}
    assert data["row"] == [{"id": "a"}, {"id": "b"}]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a = 1\nb = = 2", "a.toml:2:5: invalid value; text stands in quotes"),
        ("a", "a.toml:1: expected '=' after a key"),
        ("[a]\nx = 1\n[b]\nx = 1\n[a]", "a.toml:5 [a]: 'a' given twice, lines 1 and 5"),
        ("a = -inf", "a.toml:1 [a]: -inf is not a size or count; it must be a finite number"),
        ("a = [1, nan]", "a.toml:1 [a.1]: nan is not a size or count; it must be a finite number"),
        ("a = -9007199254740993", "a.toml:1 [a]: number out of range"),
        ("a = 1e300", "a.toml:1 [a]: number out of range"),
        ("[x]\n" + ".".join("abcdefgh" * 5) + " = 1", "a.toml:2: nested deeper than 32"),
    ],
)
def test_faults_have_places(text, shown):
    with pytest.raises(Faults) as caught:
        parse_toml(text, "a.toml")

    assert str(caught.value) == shown
    assert caught.value.faults[0].unreadable


def test_dots_in_words_are_no_depth():
    assert parse_toml(f'a = "{"word. " * 100}"', "a.toml").data["a"].startswith("word. word.")


def test_long_dotted_key_is_refused_at_once():
    with pytest.raises(Faults, match="nested deeper than 32"):
        parse_toml("a." * 1_000_000 + "a = 1", "a.toml")


def test_documents_serve_twice_unchanged(tmp_path):
    game = Path(shutil.copytree(DATA / "hadrians-wall", tmp_path / "hadrians-wall"))
    parse_toml.cache_clear()
    first = load(game)
    before = parse_toml.cache_info()
    again = load(game)

    assert parse_toml.cache_info().hits > before.hits
    assert parse_toml.cache_info().misses == before.misses
    assert repr(again) == repr(first)
