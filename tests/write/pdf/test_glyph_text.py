import re
from dataclasses import replace

import pytest
import uharfbuzz as hb

from generator.model.face import GlyphRun

SPAN = r"/Span<</ActualText<feff(\w*)>>>BDC"


def placed(line, run, folder):
    """Where a viewer puts each glyph of a TJ array, in points."""
    line, spacing = re.sub(" 0 Tc$", "", line), re.search(r"(\S+) Tc", line)
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(folder / "AlegreyaSans-Regular.ttf"))))
    at, places = 0.0, []
    for glyphs, back in re.findall(r"<(\w+)>|(-?\d+)", re.sub(r"<<.*?>>>|\S+ Tc", "", line.split("Tm")[1])):
        for digits in re.findall("....", glyphs):
            places.append(at)
            at += font.get_glyph_h_advance(int(digits, 16)) * run.size / 1000
            at += float(spacing[1]) if spacing else 0.0
        at -= int(back or 0) * run.size / 1000
    return places


def test_letters_stand_upright_in_a_page_read_downwards(operators, make):
    lines = operators(make.run("I", 12.5, 30, size=9))

    assert lines[:3] == ["0 g", "/F0 9 Tf", "BT"]
    assert lines[3].startswith("1 0 0 -1 12.5 30 Tm")


@pytest.mark.parametrize("text", ["AVATAR To.", "Officina affable", "VALLUM " * 20])
def test_glyphs_stand_where_they_were_shaped(operators, make, text):
    run = make.run(text, size=7.3)
    line = next(line for line in operators(run) if "Tm" in line)

    assert placed(line, run, make.folder) == pytest.approx(run.offsets, abs=0.0015 * run.size)


def test_unkerned_letters_need_no_adjustment(operators, make):
    run = make.run("nnn", features={"kern": False})

    assert operators(run)[3].endswith(f"[<{run.glyphs[0]:04x}{run.glyphs[0]:04x}{run.glyphs[0]:04x}>] TJ")


def spaced(run, by):
    return replace(run, offsets=tuple(offset + by * index for index, offset in enumerate(run.offsets)))


def test_letterspacing_is_set_once_for_the_run(operators, make):
    lines = operators(spaced(make.run("nnn", size=10, features={"kern": False}), 0.8), make.run("nnn", y=40))
    first, second = (line for line in lines if "Tm" in line)

    assert re.search(r"Tm 0\.8 Tc \[<\w{12}>] TJ 0 Tc$", first)
    assert "Tc" not in second


def test_kerned_letters_with_spacing_stand_where_they_were_shaped(operators, make):
    run = spaced(make.run("AVATAR To", size=10), 2.0)
    line = next(line for line in operators(run) if "Tm" in line)

    assert "Tc" in line
    assert placed(line, run, make.folder) == pytest.approx(run.offsets, abs=0.015)


def test_runs_share_one_text_object(operators, make):
    lines = operators(make.run("one"), make.run("two", y=40))

    assert lines.count("BT") == lines.count("ET") == 1
    assert sum("Tf" in line for line in lines) == 1


def test_glyphs_say_what_was_written(make):
    (form,) = make.compiled(make.face(make.run("fish"), make.run("Rome", features={"smcp": True}))).values()

    assert sorted(form.fonts["sans"].values()) == ["R", "e", "fi", "h", "m", "o", "s"]


def run_of(*pairs):
    glyphs, sources = zip(*pairs, strict=True)
    return GlyphRun("sans", 10, 0, 0, glyphs, tuple(5.0 * i for i in range(len(pairs))), sources, 50)


def test_glyph_with_a_second_meaning_says_it_itself(operators):
    lines = operators(run_of((50, "x"), (51, "y")), run_of((50, "x"), (51, "ŷ")))

    assert re.findall(SPAN, " ".join(lines)) == ["0177"]


def test_letter_made_of_two_glyphs_is_one_text(operators):
    (line,) = (line for line in operators(run_of((50, "x"), (51, "é"), (52, ""))) if "Tm" in line)

    assert re.findall(SPAN, line) == ["00e9"]
    assert re.findall(r"BDC \[.*?0033.*0034>] TJ EMC", line)


def test_hyphen_of_a_broken_word_is_silent(operators):
    assert re.findall(SPAN, " ".join(operators(run_of((50, "x"), (51, ""))))) == ["0078"]
    assert re.findall(SPAN, " ".join(operators(run_of((51, ""), (50, "x"))))) == [""]


def test_empty_run_draws_nothing(operators):
    assert not any("BT" in line for line in operators(GlyphRun("sans", 10, 0, 0, (), (), (), 0)))
