"""Every recipe of the cookbook builds as its page says, and gives what it promises (recipes.toml)."""

import re
import tomllib
from pathlib import Path

import pypdfium2
import pytest

from generator.base.units import MM

RECIPES = Path(__file__).parents[2] / "docs/recipes"
PROMISES = tomllib.loads(Path(__file__).with_name("recipes.toml").read_text("utf-8"))
NAMES = sorted(page.parent.name for page in RECIPES.glob("*/README.md"))
CODE = re.compile(r"(<!-- file: \S+ -->\n)?^```(toml|csv|xml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def texts(document):
    return " ".join(page.get_textpage().get_text_bounded() for page in document)


def apart(document, word):
    """How many mm lie between the first two places of a word on the first page."""
    page = document[0].get_textpage()
    search = page.search(word, match_case=True, match_whole_word=True)
    first, second = (page.get_charbox(search.get_next()[0])[0] for _ in range(2))
    return (second - first) / MM


@pytest.mark.parametrize("name", NAMES)
def test_recipe_gives_what_it_promises(name, follow):
    folder, changed = follow(f"docs/recipes/{name}/README.md")

    for file, promise in PROMISES[name].items():
        (path,) = folder.glob(f"output/{file}")
        with pypdfium2.PdfDocument(path) as document:
            assert len(document) == promise["pages"]
            width, height = document[0].get_size()
            assert [width / MM, height / MM] == pytest.approx(promise["paper"], abs=0.1)
            said = texts(document)
            assert [word for word in promise["words"] if word not in said] == []
            for word, distance in promise.get("apart", {}).items():
                assert apart(document, word) == pytest.approx(distance, abs=0.1)
    assert changed == [], "python docs/site/pictures.py makes them anew"


@pytest.mark.parametrize("name", NAMES)
def test_code_of_the_page_is_that_of_the_game(name):
    endings = {".toml", ".csv", ".j2", ".svg"}
    files = [file.read_text("utf-8") for file in (RECIPES / name).rglob("*") if file.suffix in endings]

    shown = CODE.findall((RECIPES / name / "README.md").read_text("utf-8"))

    lines = [line.strip() for saved, _, text in shown if not saved for line in text.splitlines()]
    assert [line for line in lines if not any(line in text for text in files)] == []


def test_every_recipe_makes_a_promise_and_stands_in_the_list():
    listed = re.findall(r"^- \[(.+)\]\((.+)/README\.md\)$", (RECIPES / "README.md").read_text("utf-8"), re.MULTILINE)
    titles = {name: (RECIPES / name / "README.md").read_text("utf-8").splitlines()[0][2:] for name in NAMES}

    assert sorted(PROMISES) == NAMES
    assert {name: title for title, name in listed} == titles
    assert len(listed) == len(NAMES) >= 30
