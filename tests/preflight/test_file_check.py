import pikepdf

from generator.preflight.file_check import FileCheck
from generator.preflight.shop_rules import rules_for
from tests.preflight.press_file import SHOP


def test_facts_are_told_before_the_first_page_and_after_each(tmp_path):
    path, facts = tmp_path / "two.pdf", []
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.add_blank_page()
        pdf.save(path)
    FileCheck(path, rules_for(SHOP), lambda _: None).run(lambda now: facts.append((now.checked, now.pages)))

    assert facts == [(0, 2), (1, 2), (2, 2)]
