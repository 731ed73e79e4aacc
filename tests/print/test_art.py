"""Pictures of pixels from the file to the PDF: as fine as the print needs, stored once, and never all in memory."""

import functools
import io
import json
import random
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.base.stored_data import LostDataError
from generator.build.changes.printed_pieces import PrintedFile
from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.cli.main import main
from generator.load.game_loader import load
from generator.load.game_locations import GameFolder
from generator.write.svg.document import svg

GAME = """format = 1
title = {{ en = "Art" }}
about = {{ en = "Pictures." }}
designer = "The tests"
year = 2026
version = "1.0"
date = "2026-11-23"
languages = ["en"]
[components.cards]
kind = "cards"
title = {{ en = "Cards" }}
trim = ["{width}mm", "{height}mm"]
bleed = "3mm"
rows = "cards.csv"
front = "card.svg.j2"
material = "card"
"""
CARD = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="-3 -3 {width} {height}">
<image href="art/{{{{ card.id }}}}.{ending}" x="-3" y="-3" width="{width}" height="{height}"/></svg>
"""


@functools.cache
def picture(size=(600, 600), seed=0, mode="RGB"):
    rng = random.Random(seed)
    small = Image.frombytes("RGB", (6, 6), rng.randbytes(108)).resize(size, Image.Resampling.BICUBIC)
    return ImageChops.add(small, Image.effect_noise(size, 9).convert("RGB"), 1, -128).convert(mode)


@pytest.fixture
def game(tmp_path):
    """Write a game of cards of 19 by 19 mm, each with a picture of 25.4 mm, which may be given as a file."""

    def made(*pictures, ending="png", trim=(19.4, 19.4)):
        folder = tmp_path / "mine"
        (folder / "art").mkdir(parents=True, exist_ok=True)
        (folder / "templates").mkdir(exist_ok=True)
        width, height = (f"{side:g}" for side in trim)
        (folder / "game.toml").write_text(GAME.format(width=width, height=height))
        width, height = (f"{side + 6:g}" for side in trim)
        (folder / "templates" / "card.svg.j2").write_text(CARD.format(width=width, height=height, ending=ending))
        rows = ["id,provenance", *(f"c{number},house" for number in range(len(pictures)))]
        (folder / "cards.csv").write_text("\n".join(rows) + "\n")
        for number, each in enumerate(pictures):
            file = folder / "art" / f"c{number}.{ending}"
            file.write_bytes(each) if isinstance(each, bytes) else each.save(file, compress_level=1)
        return folder

    return made


@pytest.fixture
def cache(home, tmp_path, monkeypatch):
    """A cache without pictures, but with fonts."""
    fonts = home / "cache" / "vallum" / "fonts"
    fonts.mkdir(parents=True, exist_ok=True)
    folder = tmp_path / "cache"
    (folder / "vallum").mkdir(parents=True)
    (folder / "vallum" / "fonts").symlink_to(fonts)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "vallum"


@pytest.fixture
def vallum(cache, capsys):
    """Run a command; return its exit code and what it prints."""

    def run(*words):
        code = main([*map(str, words)])
        printed = capsys.readouterr()
        return SimpleNamespace(code=code, out=printed.out, err=printed.err)

    return run


@pytest.fixture
def build(vallum, tmp_path):
    """Build a game; return its sheet."""

    def built(folder, *more):
        result = vallum("build", str(folder), "--paper", "a4", "--out", str(tmp_path / "out"), "--jobs", "1", *more)
        assert (result.code, result.err) == (0, "")
        art = f"-art-{more[1]}" if "--art-dpi" in more else ""
        return tmp_path / "out" / "mine" / f"cards-a4-en{art}.pdf"

    return built


def images(file):
    with pikepdf.open(file) as pdf:
        return [
            (int(each.Width), int(each.Height), str(each.Filter))
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]


def test_fine_picture_is_printed_at_450_dpi(game, build):
    assert images(build(game(picture((600, 600))))) == [(450, 450, "/FlateDecode")]


@pytest.mark.parametrize(("dpi", "side"), [("300", 300), ("none", 600), ("600", 600), ("590", 600)])
def test_art_dpi_says_how_fine(game, build, dpi, side):
    assert images(build(game(picture((600, 600))), "--art-dpi", dpi))[0][:2] == (side, side)


def test_art_dpi_counts_for_files_that_are_there(game, build):
    folder = game(picture((600, 600)))

    assert [images(build(folder, *how))[0][0] for how in ([], ["--art-dpi", "300"], [])] == [450, 300, 450]


@pytest.mark.parametrize("given", ["0", "99", "2401", "fine", "-1"])
def test_bad_art_dpi_is_refused(vallum, game, given):
    result = vallum("build", str(game(picture())), f"--art-dpi={given}")

    assert result.code == 2
    assert result.err.count("\n") == 1
    assert f"{given!r} is not none or a number of dots per inch from 100 to 2400" in result.err


def test_larger_cards_get_as_many_dots_per_inch(game, build):
    folder = game(picture((1500, 1500)), trim=(63, 88))

    tarot, mini = (
        images(build(folder, "--size", size).with_stem(f"cards-a4-en-size-{size}")) for size in ("tarot", "mini")
    )

    assert tarot[0][0] > mini[0][0]


def test_printed_pixels_are_those_of_the_file(game, build):
    originals = [picture((420, 420), seed) for seed in range(3)]
    pdf = pypdfium2.PdfDocument(build(game(*originals)))
    shown = [each.get_bitmap().to_pil().convert("RGB") for each in pdf[0].get_objects(max_depth=3) if each.type == 3]

    assert sorted(image.tobytes() for image in shown) == sorted(image.tobytes() for image in originals)


def test_equal_pictures_are_there_once(game, build):
    art = picture()

    assert len(images(build(game(art, art, art)))) == 1


def test_alpha_is_kept(game, build):
    art = picture((600, 600))
    art.putalpha(Image.linear_gradient("L").resize((600, 600)))

    assert images(build(game(art))) == [(450, 450, "/FlateDecode")] * 2


def test_jpeg_that_is_not_finer_goes_in_as_it_is(game, build):
    stream = io.BytesIO()
    picture((440, 440)).save(stream, "JPEG")
    file = build(game(stream.getvalue(), ending="jpg"))

    assert stream.getvalue() in file.read_bytes()


def test_file_is_no_larger_than_its_art(game, build):
    folder = game(*(picture((420, 420), seed) for seed in range(9)))

    assert build(folder).stat().st_size < sum(each.stat().st_size for each in (folder / "art").iterdir()) + 20_000


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "1", "RGBA"])
def test_print_is_known_again(game, build, mode):
    file = build(game(picture(mode=mode)))
    listed = json.loads((file.parent / "faces-en.json").read_text())

    assert PrintedFile(file).pieces["cards/c0"].sides["front"].digest in json.dumps(listed)


def test_same_bytes_cached_or_not(game, build, tmp_path, monkeypatch):
    folder = game(picture(), picture(seed=1))
    cold = build(folder).read_bytes()
    build(folder).unlink()
    warm = build(folder).read_bytes()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    (tmp_path / "other").touch()  # a cache that cannot be written

    assert cold == warm == build(folder).read_bytes()


@pytest.mark.parametrize("damage", ["gone", "emptied", "changed", "exchanged", "foreign"])
def test_damaged_cache_costs_time_only(game, build, cache, damage):
    folder = game(picture(), picture(seed=1))
    file = build(folder)
    right = file.read_bytes()
    first, second = (file for file in (cache / "art").rglob("*") if len(file.name) == 64)
    data = {"gone": None, "emptied": b"", "changed": b"!" + first.read_bytes()[1:], "foreign": b"foreign"}
    data["exchanged"] = second.read_bytes()
    first.write_bytes(data[damage]) if data[damage] is not None else first.unlink()
    file.unlink()

    assert build(folder).read_bytes() == right


def test_cache_damaged_all_over_costs_time_only(game, build, cache):
    folder = game(*(picture(seed=seed) for seed in range(3)))
    right = (made := build(folder)).read_bytes()
    damage_all(cache)
    made.unlink()

    assert build(folder).read_bytes() == right


def test_contact_sheets_are_drawn_from_a_damaged_cache(vallum, game, cache, tmp_path):
    folder = game(*(picture(seed=seed) for seed in range(3)))
    assert vallum("gallery", str(folder), "--out", str(tmp_path / "first")).code == 0
    damage_all(cache)
    assert vallum("gallery", str(folder), "--out", str(tmp_path / "again")).code == 0

    first, again = (next((tmp_path / name).rglob("*.png")).read_bytes() for name in ("first", "again"))
    assert again == first


def damage_all(cache):
    """Change every picture in the cache."""
    for file in (cache / "art").rglob("*"):
        if len(file.name) == 64:
            file.write_bytes(b"!" + file.read_bytes()[1:])


def test_gallery_draws_again_what_the_cache_has_lost(game, cache):
    folder = game(picture(), picture(seed=1))
    model, here, inputs = load(folder, prefix="mine"), GameFolder(folder, "mine"), InputDigests.of(folder)
    options = BuildOptions(svg=True)
    first = typeset_game(model, here, options, inputs, previews=True)
    shutil.rmtree(cache / "art")
    shutil.rmtree(cache / "faces")
    lost = [svg_or_lost(face) for face in first.faces.faces.values()]
    again = typeset_game(model, here, options, inputs, previous=first.renderer, previews=True)

    assert all("run the command again" in each for each in lost)
    assert all("base64" in svg_or_lost(face) for face in again.faces.faces.values())


def svg_or_lost(face):
    try:
        return svg(face, {})
    except LostDataError as error:
        return str(error)


def test_picture_damaged_behind_its_header_is_one_line_and_no_file(vallum, game, tmp_path):
    folder = game(picture(), picture(seed=1))
    file = folder / "art" / "c1.png"
    file.write_bytes(file.read_bytes()[:-3000])
    result = vallum("build", str(folder), "--paper", "a4", "--out", str(tmp_path / "out"))

    assert result.code == 3
    assert result.err.splitlines()[0].startswith(f"{folder}/art/c1.png: is damaged at byte")
    assert not list((tmp_path / "out").rglob("*.pdf"))
    assert not list((tmp_path / "out").rglob("*.part"))


def test_check_says_which_art_is_finer_or_coarser(vallum, game):
    folder = game(picture((600, 600)), picture((180, 180)), picture((300, 300)), picture((455, 455)))
    result = vallum("check", str(folder), "--json")
    lines = vallum("check", str(folder)).out.splitlines()

    assert lines[:2] == [
        f"{folder}/art/c0.png: 600 dpi at its printed size; 450 is enough",
        f"{folder}/art/c1.png: 180 dpi at its printed size; it should have 300",
    ]
    assert not any("c2.png" in line or "c3.png" in line for line in lines)
    assert json.loads(result.out)["pictures"][1] == {"file": f"{folder}/art/c1.png", "dpi": 180, "enough": 300}


MANY = 24
MEASURED = """
import sys
from generator.cli.main import main
from generator.load.game_loader import load
from generator.write.svg.document import svg
code = main(sys.argv[1:])
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")))
sys.exit(code)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak of one program")
def test_many_pictures_are_never_all_in_memory(cache, game, tmp_path):
    """24 pictures of 4 megabytes each, as grain cannot be compressed; all in memory would be 100 MB at least."""
    noise = Image.merge("RGB", [Image.effect_noise((1150, 1150), 90) for _ in "rgb"])
    files = [io.BytesIO() for _ in range(MANY)]
    for number, file in enumerate(files):
        ImageChops.offset(noise, 7 * number, 0).save(file, "PNG", compress_level=0)
    folder = game(*(file.getvalue() for file in files), trim=(60, 60))
    words = ["build", str(folder), "--paper", "a4", "--out", str(tmp_path / "out"), "--jobs", "1"]
    done = subprocess.run([sys.executable, "-c", MEASURED, *words], check=True, capture_output=True, text=True)
    peak = int(done.stdout.split()[-2])  # VmHWM: 90000 kB

    assert (tmp_path / "out" / "mine" / "cards-a4-en.pdf").stat().st_size > MANY * 3_700_000
    assert peak < 140_000
