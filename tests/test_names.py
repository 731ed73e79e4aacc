"""One name for one thing: no module and no public class shares its name with another, and none has a name that says nothing."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from tests.source_trees import source_tree

PACKAGE = Path(__file__).parents[1] / "generator"
PARALLELS = ({"write/pdf", "write/svg"},)
"""Folders whose modules do the same for different formats: there a name may recur."""
UNWANTED = {
    *(
        "alike",
        "advice",
        "beside",
        "bell",
        "companion",
        "common",
        "counsel",
        "desk",
        "doing",
        "door",
        "easel",
        "foresight",
        "galley",
    ),
    *(
        "glance",
        "hasty",
        "helpers",
        "house",
        "lettering",
        "made",
        "manager",
        "misc",
        "moment",
        "owed",
        "plate",
        "seen",
        "shelf",
        "sitting",
    ),
    *("stuff", "studio", "telling", "told", "utils", "voice"),
}
"""Words that tell a reader nothing of what a module or class is."""


def repeated(names):
    """Where each name stands that stands in several places; `names` are pairs of a name and its place."""
    places = defaultdict(list)
    for name, place in names:
        places[name].append(place)
    return {name: sorted(found) for name, found in places.items() if len(found) > 1}


def module_names(package):
    for file in package.rglob("*.py"):
        if file.stem not in ("__init__", "__main__"):
            yield file.stem, file.relative_to(package).parent.as_posix()


@cache
def class_names(package):
    return [*_class_names(package)]


def _class_names(package):
    for file in package.rglob("*.py"):
        if file == package / "api.py":  # strangers are offered the plain words of the field
            continue
        for node in source_tree(file).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, file.relative_to(package).as_posix()


def words(name):
    """The words of a name, in small letters.

    >>> sorted(words("FaceRenderer") | words("face_cache"))
    ['cache', 'face', 'renderer']
    """
    spaced = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    return {word for word in spaced.split("_") if word}


def parallel(folders):
    return any(set(folders) <= pair for pair in PARALLELS)


def test_no_two_modules_of_one_name():
    shared = repeated(module_names(PACKAGE))

    assert {name: folders for name, folders in shared.items() if not parallel(folders)} == {}


def test_no_two_public_classes_of_one_name():
    assert repeated(class_names(PACKAGE)) == {}


@pytest.mark.parametrize("names", [module_names, class_names])
def test_no_name_that_says_nothing(names):
    assert {name: words(name) & UNWANTED for name, _ in names(PACKAGE) if words(name) & UNWANTED} == {}


def test_repeated_names_are_found(tmp_path):
    for name in ("write/pdf/text.py", "write/svg/text.py", "a/door.py", "b/door.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(
            f"class Line:\n    pass\nclass _Own:\n    pass\nclass {name[0].upper()}Bell: ...\n"
        )

    modules = repeated(module_names(tmp_path))

    assert {name: folders for name, folders in modules.items() if not parallel(folders)} == {"door": ["a", "b"]}
    assert set(repeated(class_names(tmp_path))) == {"Line", "WBell"}
    assert words("WBell") & words("open_door") == set()
    assert words("ABell") & UNWANTED == {"bell"}
