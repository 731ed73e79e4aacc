from pathlib import Path

import pytest

from generator.exports.export_words import export_words
from generator.preflight.check_process import FileReport
from generator.preflight.flaw_lines import flaw_lines, report_document, summary
from generator.preflight.page_check import FileFacts
from generator.preflight.print_flaw import MOST, FlawList, PrintFlaw

THIN = "line of {} points; make it 0.25 points or more"


@pytest.fixture
def report():
    return FileReport(Path("cards.pdf"), FileFacts("1.4", 2048, 9, 9, [(63.5, 88.9)], colours={"CMYK"}, most_ink=240))


def add(report, level, *flaws):
    for page, width, place in flaws:
        report.flaws.append(PrintFlaw(level, "hairline", THIN.format(width), page, place, width))


def test_flaws_of_one_kind_are_one_line_with_the_worst(report):
    add(report, "fault", (3, 0.2, (1, 2, 3, 4)), (4, 0.1, (12.5, 40, 9, 0)), (5, 0.2, (1, 2, 3, 4)), (8, 0.2, None))

    assert flaw_lines(report, "fault") == [
        "cards.pdf p. 3-5, 8 (p. 4: 12.5, 40 mm, 4×): line of 0.1 points; make it 0.25 points or more"
    ]
    assert flaw_lines(report, "warning") == []


@pytest.mark.parametrize(
    ("flaws", "expected"),
    [
        ([(0, 0.1, None)], "cards.pdf: line"),
        ([(2, 0.1, None)], "cards.pdf p. 2: line"),
        ([(2, 0.1, (1, 2, 3, 4))], "cards.pdf p. 2 (1, 2 mm): line"),
        ([(2, 0.1, (1, 2, 3, 4)), (2, 0.2, (5, 6, 7, 8))], "cards.pdf p. 2 (1, 2 mm, 2×): line"),
        ([(page, 0.1, None) for page in range(1, 30, 2)], "cards.pdf p. 1, 3, 5, 7, 9, 11 … (15×): line"),
    ],
)
def test_places_are_told_as_far_as_they_are_known(report, flaws, expected):
    add(report, "warning", *flaws)

    assert flaw_lines(report, "warning")[0].startswith(expected)


def test_summary_says_what_the_file_is(report):
    words = export_words("en")
    assert summary(report, words) == (
        "cards.pdf: 9 pages; 63.5 × 88.9 mm; PDF 1.4; CMYK; 240 % of ink at most: nothing wrong"
    )

    add(report, "fault", (1, 0.1, None), (2, 0.2, None))
    assert summary(report, words).endswith(": 1 fault, 0 warnings")
    assert summary(report, export_words("ja")) == (
        "cards.pdf: 9ページ; 63.5 × 88.9 mm; PDF 1.4; CMYK; インキは最大240%: 誤り1件, 警告0件"
    )


def test_kinds_of_colour_are_in_the_language_of_the_reader(report):
    report.facts.colours = {"CMYK", "grey", "PANTONE 186 C"}

    assert "CMYK, PANTONE 186 C, grey" in summary(report, export_words("en"))
    assert "CMYK, PANTONE 186 C, グレー" in summary(report, export_words("ja"))


def test_document_has_every_flaw(report):
    add(report, "fault", (3, 0.2, (1, 2, 3, 4)), (4, 0.1, None))
    document = report_document(report)

    assert [(each["page"], each["place"]) for each in document["flaws"]] == [(3, [1, 2, 3, 4]), (4, None)]
    assert (document["ok"], document["facts"]["sizes"]) == (False, [(63.5, 88.9)])


def test_flaws_are_told_once_and_not_without_end():
    told = []
    flaws = FlawList(told.append)
    for at in range(3 * MOST):
        flaws.warn("hairline", "thin", (at // 2, 0, 0, 0))

    assert len(told) == MOST // 2
