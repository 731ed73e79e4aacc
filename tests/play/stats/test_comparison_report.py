from types import SimpleNamespace

from generator.play.stats.comparison_report import ComparisonReport
from generator.play.text.play_messages import play_messages


def test_choices_that_all_studies_share_are_told_once():
    report = ComparisonReport.__new__(ComparisonReport)
    report._messages = play_messages("en")
    report._reports = [SimpleNamespace(choices=choices) for choices in (["greedy", "hard"], ["hard", "random"])]

    assert report._shared == "hard"
