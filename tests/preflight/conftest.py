"""PDFs that are saved and checked."""

import pytest

from generator.preflight.check_process import check_file
from generator.preflight.print_rules import PrintRules
from generator.preflight.shop_rules import rules_for
from tests.preflight.press_file import SHOP


@pytest.fixture
def save(tmp_path):
    """Save a PDF; gives its path."""

    def save_pdf(pdf, name="cards.pdf", **how):
        path = tmp_path / name
        pdf.save(path, **{"force_version": "1.4", "deterministic_id": True} | how)
        return path

    return save_pdf


@pytest.fixture
def check(save):
    """Save a PDF and check it, by the rules of a shop or, for none, general ones."""

    def save_and_check(pdf, shop=SHOP):
        return check_file(save(pdf), rules_for(shop) if shop else PrintRules())

    return save_and_check
