"""A folder of tiny PDFs, two for each rule of preflight: one keeps it, the other is named for it and nothing else."""

import pytest

from generator.preflight.check_process import check_file
from generator.preflight.print_rules import PrintRules
from generator.preflight.shop_rules import rules_for
from tests.preflight.tiny_pdf import save_tiny
from tests.preflight.tiny_rules import RULES, write_folder


@pytest.fixture
def tiny(tmp_path):
    """Save a tiny PDF of a rule and check it; gives the levels and names of what is wrong."""

    def check(make, rule):
        rules = rules_for(rule.rules) if rule.rules else PrintRules()
        report = check_file(save_tiny(make(), tmp_path / "tiny.pdf", rule.version), rules)
        return {(flaw.level, flaw.check) for flaw in report.flaws}

    return check


@pytest.mark.parametrize("name", RULES)
def test_tiny_file_that_keeps_a_rule_is_clean(name, tiny):
    assert tiny(RULES[name].good, RULES[name]) == set()


@pytest.mark.parametrize("name", RULES)
def test_tiny_file_that_breaks_a_rule_is_named_for_it(name, tiny):
    rule = RULES[name]
    flaws = {(level, check) for level, check in tiny(rule.bad, rule) if check not in rule.also}

    assert flaws == {(rule.level, rule.check)}


def test_folder_has_a_file_for_each_rule_and_its_opposite(tmp_path):
    write_folder(tmp_path)
    answers = (tmp_path / "answers.csv").read_text().splitlines()[1:]

    assert len(answers) == len({*tmp_path.glob("*.pdf")}) == 2 * len(RULES)
    assert max(file.stat().st_size for file in tmp_path.glob("*.pdf")) < 200_000
