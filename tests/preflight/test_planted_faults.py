"""Faults that were planted in a clean file: each is found, at its page and place, and nothing else is."""

import pytest

from tests.preflight.press_file import FAULTS, SHOP, press_pdf


@pytest.mark.parametrize("shop", [SHOP, None])
def test_clean_file_is_called_clean(check, shop):
    report = check(press_pdf(), shop)

    assert report.flaws == []
    assert (report.facts.pages, report.facts.checked) == (4, 4)
    assert (report.facts.most_ink, report.facts.least_dpi) == (100.0, 300.0)
    assert report.facts.fonts == ["BitstreamVeraSans-Roman"]
    assert [*map(list, report.facts.sizes)] == [[63.5, 88.9]]


@pytest.mark.parametrize("name", FAULTS)
def test_planted_fault_is_found_where_it_is(check, name):
    fault = FAULTS[name]
    pdf = press_pdf()
    fault.plant(pdf, pdf.pages[2])
    report = check(pdf)

    found = [flaw for flaw in report.flaws if flaw.check not in fault.also]
    assert {(flaw.level, flaw.check) for flaw in found} == {(fault.level, fault.check)}, report.flaws
    first = found[0]
    assert first.page == (fault.page or 0)
    if fault.corner:
        assert first.place[:2] == pytest.approx(fault.corner, abs=0.6)
