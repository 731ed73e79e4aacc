import pytest

from generator.base.errors import Fault, Faults, fault, suggestion
from generator.load.files.fault_report import FaultReport, quote


def test_faults_are_raised_together_and_sorted():
    report = FaultReport()
    report.add(Fault("b.csv", "late", 2))
    report.add(Fault("b.csv", "early", 1))
    report.add(Fault("b.csv", "early", 1))
    with pytest.raises(Faults) as caught, report:
        raise fault("a.csv", "first")

    assert [each.what for each in caught.value.faults] == ["first", "early", "late"]


def test_quiet_report_raises_nothing():
    with FaultReport() as report:
        pass

    assert report.count == 0


def test_other_errors_pass_through():
    report = FaultReport()
    report.add(Fault("a.csv", "something"))
    with pytest.raises(ZeroDivisionError), report:
        raise ZeroDivisionError


def test_kept_faults_let_the_work_go_on():
    report = FaultReport()
    with report.collecting():
        raise fault("a.csv", "broken")

    assert report.count == 1


def test_suggestions_end_where_they_would_cost_too_much():
    report = FaultReport()
    for line in range(101):
        report.add(Fault("a.csv", "wrong", line))

    assert report.suggestion("swrods", ["swords"]) == ""
    assert suggestion("s" * 100_000, ["swords"]) == ""
    assert suggestion("swrods", ["swords"]) == "; did you mean 'swords'?"


def test_reading_ends_after_ten_thousand_faults():
    def hopeless():
        with FaultReport() as report:
            for line in range(1_000_000):
                report.add(Fault("a.csv", "wrong", line))

    with pytest.raises(Faults) as caught:
        hopeless()

    assert len(caught.value.faults) == 10_001


def test_long_values_are_cut():
    assert quote("a" * 10_000) == f"'{'a' * 59}…'"
    assert len(quote({"a": ["b" * 10_000] * 10_000})) < 300
    assert quote(["a"]) == "['a']"


def test_doubt_is_told_only_where_its_file_has_no_fault():
    report = FaultReport()
    report.add_secondary(Fault("a.toml", "may follow"))
    report.add_secondary(Fault("b.toml", "stands alone"))
    report.add(Fault("a.toml", "is wrong"))

    with pytest.raises(Faults) as caught, report:
        pass
    assert [each.what for each in caught.value.faults] == ["is wrong", "stands alone"]
