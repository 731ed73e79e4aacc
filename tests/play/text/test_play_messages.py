"""Errors in words: what was wrong with a line, and what would be legal."""

import pytest

from generator.play.text.play_messages import ErrorText, play_messages
from generator.solo.action import Action
from generator.solo.explain.reason import Reason
from generator.solo.notation import UnreadableActionError
from generator.solo.reasons import IllegalActionError

STRANGE, NEAR = Reason("strange", (("text", "x"),)), Reason("near", (("text", "nothing"), ("near", "mining")))


@pytest.mark.parametrize(
    ("reason", "legal", "said"),
    [
        (STRANGE, [Action("stop")], "'x' means nothing here; legal now: stop"),
        (STRANGE, [], "'x' means nothing here; the game is over"),
        (NEAR, [], "'nothing' means nothing here; did you mean 'mining'?; the game is over"),
    ],
)
def test_text_that_is_no_action_is_answered_with_what_would_be_legal_or_that_the_game_is_over(reason, legal, said):
    assert ErrorText(play_messages("en")).describe(UnreadableActionError(reason, legal)) == said


def test_end_of_the_game_is_said_once():
    error = IllegalActionError(Action("stop"), Reason("over"), [])
    assert ErrorText(play_messages("en")).describe(error) == "stop: the game is over"
