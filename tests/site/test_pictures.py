"""Pictures that pages show on GitHub and on the site are made by the program, and lie in output/pictures/pages."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"^!\[(.+)\]\((\S+/pages/\S+)\)$", re.MULTILINE)
LARGEST = 110_000
"""Bytes of a picture: a page shall open at once on a phone."""


def test_every_described_picture_is_shown_below_its_description(script):
    page_steps, pictures = script("page_steps"), script("pictures")
    expected = {}
    for source in script("site_pages").sources():
        text = (ROOT / source).read_text("utf-8")
        described = [step.words for step in page_steps.steps(text) if isinstance(step, page_steps.Picture)]
        names = {pictures.picture_name(source, n): words for n, words in enumerate(described, 1)}
        shown = {Path(address).name: words for words, address in SHOWN.findall(text)}
        assert {name: shown.get(name) for name in names} == names, source
        expected |= names

    assert len(expected) > 60
    assert {file.name for file in pictures.PICTURES.iterdir()} == set(expected)


def test_pictures_of_pages_are_small(script):
    files = script("pictures").PICTURES.iterdir()

    assert [file.name for file in files if file.stat().st_size > LARGEST] == []


def test_page_whose_pictures_are_made_shows_them(script, tmp_path, monkeypatch):
    pictures, runner = script("pictures"), script("page_runner")
    for module in (pictures, runner):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(pictures, "PICTURES", tmp_path / "pages")
    monkeypatch.setattr(pictures, "_WORK", tmp_path / "work")
    (tmp_path / "pages").mkdir()
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs/proof.md"
    page.write_text(
        "# Proof\n\n<!-- picture: output/picket/raid-a4-en-proof.pdf crop=0,0,60,40"
        ' after="build picket --only raid --paper a4 --proof" | Outlines -->\n\nMore.\n'
    )

    pictures.make_pictures("docs/proof.md")

    assert "-->\n![Outlines](../pages/proof-1.png)\n\nMore." in page.read_text()
    assert (tmp_path / "pages/proof-1.png").stat().st_size > 300
