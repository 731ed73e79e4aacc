"""The Python API: what `import generator` offers."""

import gc
import inspect
import math
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import generator
from generator.cli.reference.api_page import api_page
from tests.made_files import edit

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/api.md"


@pytest.fixture(scope="module", autouse=True)
def cache(shared_cache):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(shared_cache))
        yield


@pytest.fixture(scope="module")
def picket():
    return generator.load("picket")


class Frame:
    """A table of a library, as far as the API asks for it."""

    def __init__(self, records):
        self._records = records

    def to_dict(self, orient):
        assert orient == "records"
        return self._records


def test_names_are_those_of_the_api():
    names = [name for name in dir(generator) if not name.startswith("_")]

    assert names == sorted(generator.__all__)
    assert all(getattr(generator, name) for name in names)
    with pytest.raises(AttributeError, match=r"generator\.lood"):
        _ = generator.lood


@pytest.mark.parametrize("first", ["", "import generator.load.game_loader, generator.play.verbs; "])
def test_functions_with_the_names_of_packages_are_called_before_and_after_those_are_imported(first):
    program = (
        f"{first}import generator; from generator import load, play; "
        "print(generator.load('picket'), load('picket').title, callable(play)); "
        "import generator.load.game_loader as loader; print(loader.FORMAT, generator.load.game_loader is loader)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "Game('picket') Picket True\n1 True\n"


def test_import_of_the_package_loads_nothing_of_ours():
    program = "import sys, generator; print([name for name in sys.modules if name.startswith('generator.')])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_parameters_are_seen():
    assert [*inspect.signature(generator.load).parameters] == ["path_or_name"]
    assert [*inspect.signature(generator.play).parameters] == ["game", "seed", "settings"]


def test_face_is_a_picture(picket):
    face = picket.face("raid:scouts")

    assert face.size == (63.0, 88.0)
    assert re.match(r'<svg [^>]*width="69mm" height="94mm"', face._repr_svg_())
    assert face.png(96)[:8] == face._repr_png_()[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(face.png(254)[16:20]) == 690
    assert picket.face("raid:scouts", "back").svg() != face.svg()
    assert picket.face("raid:scouts", lang="ja").language == "ja"
    assert picket.face("raid:scouts", theme="mono").svg() != face.svg()


def test_sheet_has_the_pieces_of_a_print(picket):
    sheet = picket.sheet("raid")

    assert (len(sheet.pieces), sheet.pages) == (9, 2)
    assert re.match(r'<svg [^>]*width="210mm" height="297mm"', sheet._repr_svg_())
    assert sheet.png(30)[:4] == b"\x89PNG"
    assert picket.sheet("raid", 2, paper="letter").svg().startswith("<svg")


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda game: game.face("raid:scuots"), "raid has no piece 'scuots'; did you mean 'scouts'?"),
        (lambda game: game.face("raid"), "raid names 6 faces; name one, such as raid:scouts"),
        (lambda game: game.face("raid:scouts", "top"), "raid:scouts has no top"),
        (lambda game: game.face("raid:scouts", only="x"), "only is named twice; leave out only="),
        (lambda game: game.face("raid:scouts").png(5000), "5000 dots an inch are out of range; between 18 and 1200"),
        (lambda game: game.sheet("raid", 3), "there is no page 3; the pages are 1 to 2"),
        (lambda game: game.pieces("riad"), "picket has no component 'riad'; did you mean 'raid'?"),
        (lambda game: game.rows("rules"), "no table of rows for 'rules'"),
        (lambda game: game.with_rows("raid", "id"), "rows are a list of dicts, one for each row, or a DataFrame"),
        (lambda game: game.with_rows("raid", {"id": "a"}), "rows are a list of dicts"),
        (lambda _: generator.load("pickte"), "no game called 'pickte'; did you mean 'picket'?"),
        (lambda game: generator.export(game, "picutres"), "no target called 'picutres'; did you mean 'pictures'?"),
        (lambda _: generator.play("hadrians-wall", "seed", hardness="hard"), "hardness"),
    ],
)
def test_wrong_words_are_refused(picket, draw, message):
    with pytest.raises(generator.UsageError) as caught:
        draw(picket)

    assert message in str(caught.value)


WRONG = [
    {"split": True, "backs": "fold"},
    {"proof": True, "ids": True},
    {"backs": "doubled"},
    {"flip": "sideways"},
    {"order": "stack", "skip": 3},
    {"lang": "fr"},
    {"gap": "-30mm"},
    {"gap": -30.0},
    {"marks": "none?"},
    {"theme": "nope"},
    {"paper": "a44"},
    {"papers": "a4"},
]


@pytest.mark.parametrize("words", WRONG, ids=str)
def test_wrong_options_of_a_build_write_nothing(picket, tmp_path, words):
    with pytest.raises(generator.GeneratorError):
        picket.build(**{"paper": "a4", "only": "raid", "out": tmp_path / "out", **words})

    assert not (tmp_path / "out").exists()


def test_build_says_which_files_it_wrote(picket, tmp_path):
    result = picket.build(paper="a4", only="raid", gap="2mm", out=tmp_path)

    assert [file.path for file in result.files] == [tmp_path / "picket/raid-a4-en-gap2mm.pdf"]
    assert result.files[0].path.read_bytes()[:5] == b"%PDF-"


def test_check_returns_its_faults(tmp_path):
    shutil.copytree(ROOT / "data/picket", tmp_path / "picket")
    edit(tmp_path / "picket/templates/raid.svg.j2", "{% endcall %}", "<blink/>{% endcall %}")
    game = generator.load(tmp_path / "picket")

    assert "blink" in str(game.check(only="raid").faults[0])
    for draw in (lambda: game.face("raid:scouts"), lambda: game.build(only="raid", out=tmp_path / "out")):
        with pytest.raises(generator.Faults) as caught:
            draw()
        assert caught.value.faults[0].where.endswith("raid.svg.j2")


# --- other rows ---


@pytest.mark.parametrize("table", [list, iter, Frame])
def test_other_rows_are_drawn_and_printed(picket, tmp_path, table):
    rows = [{**row, "name.en": "Ghosts", "strength": 2.0} for row in picket.rows("raid")]
    other = picket.with_rows("raid", table(rows))
    result = other.build(paper="a4", only="raid", out=tmp_path)

    assert other.rows("raid")[0]["strength"] == "2"
    assert picket.rows("raid")[0]["name.en"] == "Scouts"
    assert other.face("raid:scouts").svg() != picket.face("raid:scouts").svg()
    assert [file.path.name for file in result.files] == ["raid-a4-en.pdf"]


def test_faults_of_rows_are_a_list(picket):
    rows = [{**row, "suit": "swrods"} for row in picket.rows("raid")]

    with pytest.raises(generator.Faults) as caught:
        picket.with_rows("raid", rows)

    assert len(caught.value.faults) == len(rows)
    assert str(caught.value.faults[0]).startswith("picket/cards/raid.csv:2 [suit]: no suit called 'swrods'")


def test_copy_of_a_game_goes_with_it(picket):
    other = picket.with_rows("raid", picket.rows("raid"))
    folder = other._place.folder
    assert folder.is_dir()
    del other
    gc.collect()

    assert not folder.parent.exists()


def test_game_keeps_its_files(tmp_path):
    shutil.copytree(ROOT / "data/picket", tmp_path / "picket")
    (tmp_path / "picket/output").mkdir()
    (tmp_path / "picket/output/old.pdf").write_bytes(b"old")
    (tmp_path / "picket/.git").mkdir()
    before = (tmp_path / "picket/cards/raid.csv").read_bytes()
    game = generator.load(str(tmp_path / "picket"))
    other = game.with_rows("raid", game.rows("raid"))

    assert (tmp_path / "picket/cards/raid.csv").read_bytes() == before
    assert {path.name for path in other._place.folder.iterdir()} & {"output", ".git"} == set()


# --- sheets, exports, solo play ---


def test_sheet_is_read(picket, tmp_path):
    files = [file.path for file in picket.build(paper="a4", only="score", out=tmp_path).files]
    (form,) = [file for file in files if "fillable" in file.name]
    verdict = generator.read_sheet(form)

    assert (verdict.game, verdict.language, verdict.marks, verdict.is_legal) == ("picket", "en", {}, True)
    with pytest.raises(generator.Faults, match="is not a PDF"):
        generator.read_sheet(ROOT / "README.md")
    with pytest.raises(generator.UsageError, match="no language 'xx'"):
        generator.read_sheet(form, lang="xx")


def test_export_says_what_it_wrote(picket, tmp_path):
    (done,) = generator.export(picket, "pictures", only="watch", out=tmp_path, dpi=72)

    assert done.folder == tmp_path / "picket/pictures-en-only-watch-72dpi"
    assert all((done.folder / name).is_file() for name in done.files)


def test_solo_game_is_played():
    solo = generator.play("hadrians-wall", "any seed", difficulty="hard")
    solo.play(solo.legal[0])

    assert not solo.is_over
    with pytest.raises(generator.Faults):
        generator.play("picket", "any seed")


def test_not_a_number_is_an_empty_cell(picket):
    with pytest.raises(generator.Faults, match=r"raid.csv:2 \[id\]: empty"):
        picket.with_rows("raid", [{**row, "id": math.nan} for row in picket.rows("raid")])


def test_row_that_would_be_a_comment_is_refused(picket):
    with pytest.raises(generator.Faults, match=r"raid.csv:2 \[id\]: a row that begins with # is a comment"):
        picket.with_rows("raid", [{**row, "id": "#1"} for row in picket.rows("raid")])


def test_page_is_made_from_the_docstrings(request):
    if request.config.getoption("--golden"):
        PAGE.write_text(api_page(), "utf-8")

    assert PAGE.read_text("utf-8") == api_page()
