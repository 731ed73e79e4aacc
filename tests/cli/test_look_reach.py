"""Options of faces beside components that they change or not: judged by the faces, whatever their templates look like."""

from pathlib import Path

import pytest
from PIL import Image

HEAD = 'format = 1\ntitle = { en = "Looks" }\n'
PART = """[components.{name}]
kind = "cards"
title = {{ en = "{name}" }}
trim = ["20mm", "20mm"]
bleed = "0mm"
rows = "one.csv"
front = "{name}.svg.j2"
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">{}</svg>'
TEXT = '<text x="2" y="9" font-family="text" font-size="7pt" fill="#000000">{}</text>'
DRAWINGS = {
    "plain": '<rect width="9" height="9" fill="#cc3333"/>',
    "themed": '<rect width="9" height="9" fill="{{ theme.colour.ink }}"/>',
    "unused": '{% set ink = theme.colour.ink %}<rect width="9" height="9" fill="#cc3333"/>',
    "labelled": TEXT.format("{{ card.label }}"),
    "guarded": TEXT.format("{{ card['label'] if theme.ids else 'none' }}"),
    "named": TEXT.format("{% if ids_of_old %}{{ card.label }}{% else %}Fox{% endif %}").replace("ids_of_old", "false"),
    "fine": '<image href="art/fine.png" width="20" height="20"/>',
    "coarse": '<image href="art/coarse.png" width="20" height="20"/>',
}
CHANGED = {
    ("--theme", "mono"): {"themed"},
    ("--theme", "light"): set(),
    ("--ids",): {"guarded", "labelled"},
    ("--art-dpi", "300"): {"fine"},
    ("--art-dpi", "none"): {"fine"},
    ("--art-dpi", "700"): {"fine"},
    ("--art-dpi", "440"): {"fine"},
}
"""The components that each option changes."""


@pytest.fixture(scope="module")
def order(tmp_path_factory, command, kept):
    home = tmp_path_factory.mktemp("looks")
    folder = home / "looks"
    (folder / "templates").mkdir(parents=True)
    (folder / "art").mkdir()
    (folder / "game.toml").write_text(HEAD + "".join(PART.format(name=name) for name in DRAWINGS), "utf-8")
    (folder / "one.csv").write_text("id\nfox\n", "utf-8")
    for name, drawing in DRAWINGS.items():
        (folder / "templates" / f"{name}.svg.j2").write_text(SVG.format(drawing), "utf-8")
    Image.effect_noise((600, 600), 60).convert("RGB").save(folder / "art" / "fine.png")  # 762 dpi
    Image.effect_noise((120, 120), 60).convert("RGB").save(folder / "art" / "coarse.png")  # 152 dpi
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(kept))
        patch.chdir(home)
        yield lambda *options: command("build", "looks", "--paper", "a4", "--jobs", "1", "--json", *options)


@pytest.fixture(scope="module")
def plain(order):
    return contents(order())


def contents(said):
    """The bytes of each file of an order by its component; plans are left out."""
    return {name.rpartition("/")[2].partition("-")[0]: read(name) for name in said.files if "print-plan" not in name}


def read(name):
    return Path(name).read_bytes()


@pytest.mark.parametrize("option", CHANGED, ids=" ".join)
def test_files_are_named_after_looks_that_changed_them(option, order, plain):
    said = order(*option)
    if not CHANGED[option]:
        assert said.code == 2
        return
    named = {name.rpartition("/")[2].partition("-")[0] for name in said.files if len(name.split("-")) > 3}
    (note,) = said.json["notes"]

    assert named - {"print"} == CHANGED[option]
    assert {name for name, content in contents(said).items() if content != plain[name]} == CHANGED[option]
    assert not [name for name in CHANGED[option] if f" {name}" in note.partition("nothing of")[2]]


@pytest.mark.parametrize("option", CHANGED, ids=" ".join)
def test_look_that_changes_nothing_is_refused(option, order):
    for part in DRAWINGS.keys() - CHANGED[option]:
        said = order(*option, "--only", part)

        assert said.code == 2, part
        assert said.json["faults"][0].endswith(f"it would change nothing of {part}: leave it out")
