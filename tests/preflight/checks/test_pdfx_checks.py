"""Streams that PDF/X forbids: old compressions, PostScript, and pictures to be replaced."""

import pikepdf
import pytest
from pikepdf import Name

from generator.preflight.checks.pdfx_checks import _check_streams
from generator.preflight.print_flaw import FlawList


@pytest.fixture
def told():
    """The messages about a file with streams of some entries."""

    def check(*streams):
        pdf, flaws = pikepdf.new(), []
        for entries in streams:
            pdf.make_stream(b"q Q", entries)
        _check_streams(pdf, FlawList(flaws.append))
        return [flaw.message for flaw in flaws]

    return check


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        ({"/Subtype": Name.PS}, "drawings in PostScript"),
        ({"/Subtype": Name.Form, "/Subtype2": Name.PS}, "drawings in PostScript"),
        ({"/OPI": 1}, "pictures that are to be replaced by other files (OPI)"),
    ],
)
def test_forbidden_stream_is_named(told, entries, kind):
    assert told({}, entries, entries) == [f"the file has {kind}, which PDF/X forbids; export it anew"]


def test_plain_streams_are_fine(told):
    assert told({}, {"/Subtype": Name.Form}) == []


def test_kinds_are_named_each_on_its_own(told):
    assert len(told({"/OPI": 1}, {"/Subtype": Name.PS})) == 2
