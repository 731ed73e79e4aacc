"""Programs we did not write look at a document with every kind of ink."""

from dataclasses import replace

import pytest

pytestmark = pytest.mark.referee


@pytest.fixture
def file(make, tmp_path):
    words = make.face(make.run("Forum", y=20), make.run("office fire", y=40), make.run("Jāņi", y=60), key="words")
    marks = (make.run("Picket 1.0 sheet 1 of 2", size=6, y=12),)
    recto = make.sheet(("deck/a#1", make.sink()), ("deck/b#1", words), marks=marks)
    verso = make.sheet(("deck/b#1", words), side="verso")
    (tmp_path / "deck.pdf").write_bytes(make.pdf(recto, verso, title="見張り", duplex="long"))
    return tmp_path / "deck.pdf"


def test_qpdf_finds_nothing_wrong(referee, file):
    assert "No syntax or stream encoding errors found" in referee("qpdf", "--check", file)


def test_every_font_is_embedded_subset_and_readable(referee, file):
    lines = referee("pdffonts", file).splitlines()[2:]

    assert sorted(line.split("+")[1].split()[0] for line in lines) == ["sans", "sans-bold", "sans-italic"]
    assert all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in lines)


def test_words_are_found_in_reading_order(referee, file):
    text = referee("pdftotext", "-raw", "-l", "1", file, "-")
    found = [
        text.index(word) for word in ("Officina", "fish", "Roma", "AVATAR", "Forum", "office fire", "Jāņi", "sheet 1")
    ]

    assert found == sorted(found)


def test_boxes_and_date_are_read_back(referee, file):
    text = referee("pdfinfo", "-box", file)

    assert "TrimBox:            10.00   717.89   218.00   821.89" in text
    assert "Page size:       595.276 x 841.89 pts (A4)" in text
    assert "Title:           見張り" in text


def test_doubtful_glyphs_are_read_as_written(referee, make, tmp_path):
    run = make.run("xyz")
    broken = replace(make.run("forum-", y=40), sources=(*"forum", ""))
    face = make.face(run, broken, replace(make.run("xyz", y=60), sources=tuple("abc")))
    (tmp_path / "deck.pdf").write_bytes(make.pdf(make.sheet(("deck/a#1", face))))

    assert referee("pdftotext", "-raw", tmp_path / "deck.pdf", "-").split() == ["xyz", "forum", "abc"]
