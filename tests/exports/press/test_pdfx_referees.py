"""Programs that we did not write look at our PDF/X: pdf-oxide, pdfinfo, pdffonts and qpdf."""

import pytest

from generator.load.shops.shop_reader import find_shop
from generator.write.pdf.pdfx import STANDARDS
from tests.write.conftest import kitchen_sink, sheet_of, written

pytestmark = pytest.mark.referee
LEVELS = {"pdfx-1a": "1a_2001", "pdfx-4": "4"}
"""What pdf-oxide calls them; it has no level of its own for X-1a:2003, whose rules are those of 2001 on PDF 1.4."""
FALSE_ALARMS = {"XMETA-006": "wants the key of X-4 in the metadata of X-1a too, where ISO 15930-4 has none"}
"""By their codes. pdf-oxide 0.3.78 does not see RGB colours in X-1a, fonts that are not embedded, trim and art box
together, and links within the bleed; `test_press_files.py` and `vallum preflight` do.
"""


def findings(file, level):
    from pdf_oxide import PdfDocument

    found = PdfDocument(str(file)).validate_pdf_x(level)
    said = [*found["errors"], *found["warnings"]] if isinstance(found, dict) else [*found.errors, *found.warnings]
    return [each for each in said if not any(f"[{code}]" in each for code in FALSE_ALARMS)]


@pytest.mark.parametrize("shop", ["pdfx-4", "pdfx-1a", "drivethrucards", "mbprint", "japan"])
def test_files_keep_their_standard(referee, export, shop):
    done = export("glory-to-rome", shop, only=["orders:bar", "leader"])
    asked = find_shop(shop)
    files = [done.folder / name for name in done.files if name.endswith(".pdf")]

    assert files
    for file in files:
        assert findings(file, LEVELS[asked.standard]) == []
        assert f"PDF subtype:    {STANDARDS[asked.standard].name}" in referee("pdfinfo", file)
        assert "No syntax or stream encoding errors found" in referee("qpdf", "--check", file)
        fonts = referee("pdffonts", file).splitlines()[2:]
        assert bool(fonts) is not asked.outlines
        assert all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts)


def test_referee_sees_what_is_no_pdfx(tmp_path):
    file = tmp_path / "plain.pdf"
    file.write_bytes(written(sheet_of(("deck/a#1", kitchen_sink()))))

    assert any("Transparency" in each for each in findings(file, "1a_2001"))
    assert any("OutputIntent" in each or "output intent" in each.lower() for each in findings(file, "4"))
