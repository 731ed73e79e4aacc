import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("source", "written", "expected"),
    [
        ("docs/own-game.md", "[data](../data/README.md#booklets)", "[data](data/index.md#booklets)"),
        (
            "docs/own-game.md",
            "[own](#templates) and [far](https://a.org/b)",
            "[own](#templates) and [far](https://a.org/b)",
        ),
        ("docs/own-game.md", "[sheets](scoresheets.md)", "[sheets](scoresheets.md)"),
        ("docs/solo.md", "![Play](../output/pictures/play.png)", "![Play](pictures/play.png)"),
        ("docs/bots.md", "what [transcripts](../tests/play/transcripts) say", "what transcripts say"),
        ("docs/bots.md", "`[a](b.md)` and [c](bots.md)", "`[a](b.md)` and [c](bots.md)"),
        ("data/README.md", "[guide](../docs/own-game.md)", "[guide](../own-game.md)"),
        ("CONTRIBUTING.md", "[start](README.md)", "[start](index.md)"),
    ],
)
def test_links_are_those_of_the_site(script, tmp_path, source, written, expected):
    assert script("site_pages")._with_site_links(written, source, tmp_path) == expected


def test_pictures_are_copied(script, tmp_path):
    script("site_pages")._with_site_links("![Play](../output/pictures/play.png)", "docs/solo.md", tmp_path)

    assert (tmp_path / "pictures/play.png").read_bytes() == (ROOT / "output/pictures/play.png").read_bytes()


def entries(nav):
    for entry in nav:
        for value in entry.values():
            yield from entries(value) if isinstance(value, list) else [value]


def test_navigation_has_every_page_once(script):
    pages = script("site_pages")
    nav = tomllib.loads((ROOT / "docs/site/zensical.toml").read_text("utf-8"))["project"]["nav"]

    assert sorted(entries(nav)) == sorted([*map(pages.page_of, pages.sources()), *pages.made_pages()])


def test_recipes_are_listed_with_their_first_pictures(script):
    listed = script("site_pages").with_small_pictures("# Cookbook\n\n- [How?](dice/index.md)\n- [Why?](box/index.md)\n")

    assert listed.splitlines()[2:] == [
        "- [![](../pictures/recipes-dice-1.png) How?](dice/index.md)",
        "- [![](../pictures/recipes-box-1.png) Why?](box/index.md)",
    ]
