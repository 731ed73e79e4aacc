"""How much ink the themes take: ink-saver a third of colour's, mono black alone."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageChops, ImageStat

from generator.build.outputs import ink_coverage
from generator.cli.main import main

ROOT = Path(__file__).parents[2]
GAMES = ("aquileia", "arena", "concordia", "glory-to-rome", "hadrians-wall", "picket")
ALL_IN_COLOUR = ("--backs-theme", "colour")
"""Backs too, which are light by default."""
PAINTS = re.compile(rb"(?<=\s)((?:[\d.]+\s+){1,4})(?:g|G|rg|RG|k|K|scn?|SCN?)(?=\s)")


@pytest.fixture
def stated(shared_cache, tmp_path, monkeypatch, capsys):
    """The ink that a build states for each of its files, by stem, those apart that are words and lines in every theme."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(shared_cache))

    def build(game, theme, *options):
        assert (
            main(
                ["build", game, "--paper", "a4", "--theme", theme, *options, "--out", str(tmp_path), "--ink", "--json"]
            )
            == 0
        )
        files = json.loads(capsys.readouterr().out)["files"]
        ink = {re.split("(?:-a4)?-en", Path(file["file"]).name)[0]: file["ink"] for file in files}
        return {stem: each for stem, each in ink.items() if not is_written(game, stem)}

    return build


def is_written(game, stem):
    """Rules, reference sheets, the print plan, logs and score pads are black words and lines, of which none can be spared."""
    parts = tomllib.loads((ROOT / "data" / game / "game.toml").read_text(encoding="utf-8"))["components"]
    kinds = {part.get("file", name): part["kind"] for name, part in parts.items()}
    part = stem.removesuffix("-booklet").removesuffix("-fillable")
    return part in {"print-plan", "score_pad", "campaign_log"} or kinds[part] == "booklets"


@pytest.mark.parametrize("game", GAMES[:-1])
def test_ink_saver_takes_a_third_of_the_ink(stated, game):
    colour, thrifty = stated(game, "colour", *ALL_IN_COLOUR), stated(game, "ink-saver")

    assert colour.keys() == thrifty.keys()
    assert {stem: ink for stem, ink in thrifty.items() if ink > 0.35 * colour[stem]} == {}


def test_light_orders_take_half_of_the_ink(stated):
    colour = stated("glory-to-rome", "colour", *ALL_IN_COLOUR)
    assert stated("glory-to-rome", "light")["orders"] < 0.5 * colour["orders"]


@pytest.mark.parametrize("theme", ["colour", "ink-saver"])
def test_stated_ink_is_what_whole_pages_show(stated, tmp_path, reader, theme):
    for stem, ink in stated("arena", theme).items():
        (path,) = tmp_path.glob(f"arena/{stem}-a4-*.pdf")
        pages = [page.render(scale=100 / 72).to_pil().convert("RGB") for page in reader(path).pdfium]
        dark = [100 * (1 - sum(ImageStat.Stat(page).mean) / 3 / 255) for page in pages]

        assert ink == pytest.approx(sum(dark) / len(dark), abs=1.5)  # cut lines are not stated


def test_ink_of_an_unchanged_file_is_still_known(stated):
    first = stated("picket", "colour")

    assert all(ink > 0 for ink in first.values())
    assert stated("picket", "colour") == first


@pytest.fixture
def measured(monkeypatch):
    """The number of faces in each group that is measured."""
    groups = []

    def noting(faces, *rest):
        groups.append(len(faces))
        return measure(faces, *rest)

    measure = ink_coverage._measured
    monkeypatch.setattr(ink_coverage, "_measured", noting)
    return groups


def test_ink_is_measured_when_asked_for_and_only_what_is_missing(tmp_path, monkeypatch, capsys, measured):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    game = tmp_path / "picket"
    shutil.copytree(ROOT / "data/picket", game)

    def build(*options):
        assert main(["build", str(game), "--paper", "a4", "--out", str(tmp_path / "out"), "--jobs", "1", *options]) == 0
        return capsys.readouterr().out

    assert "ink %" not in build()
    assert {file["ink"] for file in json.loads(build("--json"))["files"]} == {None}
    assert measured == []

    assert "ink %  C+M+Y+K %" in build("--ink")
    assert sum(measured) > 8
    all_, measured[:] = sum(measured), []
    files = json.loads(build("--ink", "--json"))["files"]
    assert all(file["ink"] > 0 and not file["fresh"] for file in files)
    assert measured == []

    rows = game / "cards/raid.csv"
    rows.write_text(rows.read_text(encoding="utf-8").replace("War chief", "Chieftain", 1), encoding="utf-8")
    assert "ink %" not in build()
    build("--ink")
    assert 0 < sum(measured) < all_ / 2


def paints(file):
    """Colours, opacities, and what else has a colour of its own, in all pages and forms of a file."""
    for thing in file.pdf.objects:
        if not isinstance(thing, pikepdf.Stream | pikepdf.Dictionary):
            continue
        yield from (float(thing[key]) for key in ("/ca", "/CA") if key in thing)
        if "/ShadingType" in thing or "/PatternType" in thing or thing.get("/Subtype") == "/Image":
            yield "picture"
        if thing.get("/Subtype") == "/Form":
            yield from colours(thing)
    for page in file.pdf.pages:
        yield from colours(page.Contents)


def colours(content):
    for found in PAINTS.finditer(content.read_bytes()):
        yield from map(float, found[1].split())


def test_the_test_sees_colours(prints):
    found = {each for file in prints("picket", "--paper", "a4", "--lang", "en") for each in paints(file)}

    assert len(found) > 10


MONO = [*((game, "en") for game in GAMES), ("glory-to-rome", "ja")]


@pytest.mark.parametrize(("game", "language"), MONO)
def test_mono_paints_black_and_white_alone(prints, game, language):
    for file in prints(game, "--paper", "a4", "--theme", "mono", "--lang", language):
        if not file.stem.endswith("-fillable"):  # its marks are the player's, on the screen
            assert set(paints(file)) <= {0.0, 1.0}, file.path.name


@pytest.mark.parametrize("game", GAMES)
def test_mono_pages_have_no_colour(prints, game):
    for file in prints(game, "--paper", "a4", "--theme", "mono", "--lang", "en"):
        for page in file.pdfium:
            red, green, blue = page.render(scale=0.6).to_pil().convert("RGB").split()
            apart = [
                ImageChops.difference(red, green).getextrema()[1],
                ImageChops.difference(green, blue).getextrema()[1],
            ]
            assert max(apart) <= 2, file.path.name


THEMES = [*ROOT.glob("templates/**/mono.toml"), *ROOT.glob("data/*/templates/themes/mono.toml")]


@pytest.mark.parametrize("path", THEMES, ids=lambda path: path.parts[-3])
def test_mono_knows_black_and_white(path):
    theme = tomllib.loads(path.read_text(encoding="utf-8"))
    known = tomllib.loads(path.with_name("colour.toml").read_text(encoding="utf-8"))

    assert set(theme["colour"].values()) <= {"#000000", "#ffffff"}
    assert theme["colour"].keys() == known["colour"].keys()
