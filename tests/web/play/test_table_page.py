"""What the page of a turn tells about the actions that it offers."""

import random
from types import SimpleNamespace

import pytest

from generator.play.explain.box_explanation import BoxExplainer
from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import play_messages
from generator.play.text.solo_text import SoloText
from generator.solo import hadrians_wall as rules
from generator.solo.action import PLACE
from generator.web.play import table_page
from generator.web.sessions.turn_view import ActionView


@pytest.fixture(scope="module")
def offered():
    """A session in which the last row of the map is about to be completed, and the turn with all its places."""
    full = FullRules(load_rulebook("hadrians-wall")[0], {})
    text = SoloText(ItemNames(full.book, play_messages("en"), "en"))
    for state in asked(full.book):
        seen, places = full.visible_state(state), legal(full.book, state)
        views = [ActionView(each, *text.prompts.describe(seen, each)) for each in places]
        if any("Valour" in each.means for each in views):
            session = SimpleNamespace(rules=full, state=state, solo_text=text, play=SimpleNamespace(last=1))
            return session, SimpleNamespace(actions=tuple(views), event=1)
    return pytest.fail("no game completes a row of the map")


def legal(book, state):
    return [each for each in rules.legal(book, state) if each.verb == PLACE]


def asked(book):
    for seed in range(12):
        chance, state = random.Random(seed), rules.setup(book)
        while not rules.is_over(state):
            actions = rules.legal(book, state)
            if legal(book, state):
                yield state
            going_on = [each for each in actions if each.verb != "stop"]
            state = rules.apply(book, state, chance.choice(going_on if going_on and chance.randrange(20) else actions))


def test_places_of_patterns_tell_what_they_fill_in(offered):
    session, turn = offered
    told = table_page._follows(session, turn, None)

    for view in turn.actions:
        assert ("Also filled: Valour" in told.get(view.line, "")) == ("Valour" in view.means)


def test_one_place_is_tried_for_all_that_give_the_same(offered, monkeypatch):
    session, turn = offered
    tried, follows = [], BoxExplainer.follows
    monkeypatch.setattr(BoxExplainer, "follows", lambda self, action: tried.append(action) or follows(self, action))
    table_page._follows(session, turn, None)

    assert len(tried) == len({view.means for view in turn.actions}) < len(turn.actions)


def test_nothing_is_told_of_more_than_the_page_has_time_for(offered, monkeypatch):
    session, turn = offered
    monkeypatch.setattr(table_page, "MOST_PREVIEWS", 1)

    assert table_page._follows(session, turn, None) == {}


@pytest.mark.parametrize(("cells", "rows"), [(0, 0), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3)])
def test_map_has_as_many_rows_as_its_cells_need(cells, rows):
    assert table_page.MapView(4, (False,) * cells).rows == rows
