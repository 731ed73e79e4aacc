import pikepdf
import pytest

from generator.base.records import replace
from generator.preflight.file_check import FileCheck
from generator.preflight.shop_rules import rules_for
from tests.preflight.press_file import SHOP


@pytest.fixture
def two(tmp_path):
    """A file of two blank pages."""
    path = tmp_path / "two.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.add_blank_page()
        pdf.save(path)
    return path


def test_facts_are_told_before_the_first_page_and_after_each(two):
    facts = []
    FileCheck(two, rules_for(SHOP), lambda _: None).run(lambda now: facts.append((now.checked, now.pages)))

    assert facts == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize(("is_cut", "checks"), [(False, {"page-count"}), (True, {"damage"})])
def test_pages_of_a_file_that_is_cut_off_are_not_counted(two, is_cut, checks):
    if is_cut:
        two.write_bytes(two.read_bytes().partition(b"xref")[0])
    found, rules = set(), replace(rules_for(SHOP), least_pages=3)
    FileCheck(two, rules, lambda flaw: found.add(flaw.check)).run(lambda _: None)

    assert found & {"page-count", "damage"} == checks


def test_colours_of_a_page_are_held_to_the_shop(two):
    with pikepdf.open(two, allow_overwriting_input=True) as pdf:
        pdf.pages[0].obj.Contents = pdf.make_stream(b"1 0 0 rg 10 10 100 100 re f")
        pdf.save(two)
    found = []
    FileCheck(two, rules_for(SHOP), found.append).run(lambda _: None)

    assert [(flaw.page, flaw.message.partition(";")[0]) for flaw in found if flaw.check == "colour-space"] == [
        (1, "colour in RGB")
    ]
