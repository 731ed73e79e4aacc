"""Ghostscript renders our files in inks: no pixel has more than the limit, and black text lies on one plate."""

from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from generator.base.records import replace
from generator.exports.press.output_conditions import profile_for
from generator.load.game_locations import shipped_games
from generator.model.face import Drawing, GlyphRun, Shape, Stroke
from generator.write.colours.cmyk_colours import CmykColours
from generator.write.colours.cmyk_pictures import most_ink
from tests.write.conftest import inks_pdf, kitchen_sink, shaped

pytestmark = pytest.mark.referee
LIMIT = 240
PLATES = "Cyan", "Magenta", "Yellow", "Black"
GHOSTSCRIPT = "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"


def inks_of_pages(referee, file, folder, dpi):
    referee(*GHOSTSCRIPT, "-sDEVICE=tiff32nc", f"-r{dpi}", "-o", folder / "inks.tif", file)
    with Image.open(folder / "inks.tif") as pages:
        return [most_ink(page) for page in ImageSequence.Iterator(pages)]


@pytest.mark.parametrize("game", shipped_games())
def test_no_pixel_of_a_game_has_more_ink_than_the_shop_takes(referee, export, tmp_path, long, game):
    done = export(game, "pdfx-4")
    files = sorted(Path(done.folder).glob("*.pdf"), key=lambda file: file.stat().st_size)
    inks = [ink for file in (files if long else files[:3]) for ink in inks_of_pages(referee, file, tmp_path, 50)]

    assert 100 < max(inks) <= LIMIT


def test_ink_that_is_blended_keeps_the_limit(referee, export, tmp_path, blended_game):
    done = export(blended_game, "pdfx-4")

    assert max(inks_of_pages(referee, done.folder / "cards.pdf", tmp_path, 150)) <= LIMIT


def test_every_kind_of_ink_keeps_the_limit(referee, tmp_path):
    rich = CmykColours(profile_for("FOGRA39", 240), rich_black=(60, 40, 40, 100))
    (tmp_path / "sink.pdf").write_bytes(inks_pdf([kitchen_sink()], rich))

    assert max(inks_of_pages(referee, tmp_path / "sink.pdf", tmp_path, 150)) <= LIMIT


def test_black_text_and_lines_lie_on_the_plate_of_black_alone(referee, tmp_path):
    dark = "#2a2320"
    ink = [item for item in kitchen_sink().ink.unpack()[0] if isinstance(item, GlyphRun)]
    words = [shaped("Roma", fill=dark), *(replace(run, fill=dark) for run in ink)]
    face = replace(kitchen_sink(), ink=Drawing.of((*words, Shape("M 5 90 L 95 90", stroke=Stroke(dark, 0.4)))))
    (tmp_path / "words.pdf").write_bytes(inks_pdf([face], CmykColours(profile_for("FOGRA39", 240))))
    referee(*GHOSTSCRIPT, "-sDEVICE=tiffsep", "-r150", "-o", tmp_path / "plate%d.tif", tmp_path / "words.pdf")

    darkest = {name: Image.open(tmp_path / f"plate1({name}).tif").getextrema()[0] for name in PLATES}
    assert darkest == {"Cyan": 255, "Magenta": 255, "Yellow": 255, "Black": 0}
