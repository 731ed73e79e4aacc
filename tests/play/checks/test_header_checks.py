"""The header of a session is the one that this program would have written, or the difference is named."""

import pytest

from generator.load.game_locations import data_root
from generator.play.session_checks import judge
from generator.play.session_library import SessionRequest, start_deck, start_solo
from generator.play.tutorials.tutorial_sessions import tutorial_request
from generator.session.record import chain

GAME, DECK = "hadrians-wall", "glory-to-rome/orders"


@pytest.fixture
def head(sessions):
    """The header of a session that has just been begun, as its file has it."""

    def of(kind="full", named=GAME, **wish):
        start = start_deck if kind == "deck" else start_solo
        request = wish.pop("request", None) or SessionRequest(kind, name="begun", **wish)
        with start(named, request, sessions) as play:
            body = dict(play.store.events[0].body)
        (sessions / f"{play.name}.jsonl").unlink()
        return body

    return of


@pytest.fixture
def verdict(sessions):
    """The first line on a session of a header alone."""

    def of(body):
        (sessions / "edited.jsonl").write_bytes(chain([body]))
        (sessions / "edited.tip").unlink(missing_ok=True)
        found = judge("edited", sessions, "en")
        return "" if found.good else found.lines[0]

    return of


def with_options(body, **options):
    return {**body, "options": {**body["options"], **options}}


CAMPAIGN = {"name": "wall", "game": 2, "after": {"session": "wall-01", "event": 9, "hash": "0" * 32}}


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"seed": "mine"},
        {"typed": True, "language": "ja"},
        {"challenge": "2026-11", "settings": {"difficulty": "hard"}},
        {"kind": "paper", "relaxed": True},
        {"kind": "deck", "named": DECK},
        {"fort": "condercum", "start": {"resource": 2}, "campaign": CAMPAIGN},
        {"named": str(data_root() / GAME)},
    ],
)
def test_header_as_it_was_written_is_good(head, verdict, wish):
    assert verdict(head(**wish)) == ""


def test_tutorial_is_good(head, verdict):
    assert verdict(head(request=tutorial_request(GAME, "en"))) == ""


@pytest.mark.parametrize(
    "engine", ["vallum ", "vallum ../../x<script>", "vallum 0.0.0-evil\n", "vallum 1", "vallum ٣.٤"]
)
def test_version_that_no_program_has_is_named(head, verdict, engine):
    assert "which no session of this program has like that" in verdict(head() | {"engine": engine})


def test_order_of_keys_is_that_of_the_program(head, verdict):
    body = head()
    assert "its keys stand in another order" in verdict({"t": body.pop("t"), "seed": body.pop("seed"), **body})


def test_fort_of_a_plain_game_is_named(head, verdict):
    said = verdict(with_options(head(), fort="condercum"))
    assert "names the fort Condercum, and its rules are those of the game without a fort" in said


def test_folder_of_a_shipped_game_is_not_kept(head):
    assert "place" not in head(named=str(data_root() / GAME))["options"]


def test_settings_are_always_written(head):
    assert head()["options"]["settings"] == {
        "difficulty": "easy",
        "reshuffle": "discards",
        "battle": "any_time",
        "sword": "refused",
    }
    assert head(settings={"sword": "lost"})["options"]["settings"] == {"sword": "lost"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"language": "xx"}, 'language "xx", where this program writes "en"'),
        ({"language": "../.."}, "language"),
        ({"settings": {}}, 'settings {}, where this program writes {"difficulty": "easy", '),
        ({"settings": {"difficulty": "easy", "sword": 1}}, '"sword": 1}, where'),
        ({"settings": ["difficulty"]}, 'settings ["difficulty"], where'),
        ({"settings": {"difficulty": "Easy"}}, "no difficulty called 'Easy'"),
        ({"component": "fate"}, "'component', which no session"),
        ({"place": str(data_root() / GAME)}, "'place', which no session"),
        ({"campaign": {"name": "x", "game": 1}}, "'campaign', which no session"),
        ({"start": {}}, "'start', which no session"),
        ({"tutorial": True}, "'tutorial', which no session"),
        ({"typed": 0}, "typed 0, where this program writes false"),
        ({"attempt": True}, "attempt true, where this program writes 1"),
        ({"attempt": 0}, "attempt 0"),
        ({"challenge": 2026}, "challenge 2026"),
    ],
)
def test_option_that_no_session_has_is_named(head, verdict, options, said):
    assert said in verdict(with_options(head(), **options))


@pytest.mark.parametrize(
    "campaign",
    [
        {"name": "wall"},
        {"name": "wall", "game": 1, "after": CAMPAIGN["after"]},
        {"name": "wall", "game": 2},
        {**CAMPAIGN, "game": 0},
        {**CAMPAIGN, "won": True},
        {**CAMPAIGN, "after": {**CAMPAIGN["after"], "event": "9"}},
    ],
)
def test_place_in_a_campaign_that_no_session_has_is_found(head, verdict, campaign):
    body = head(fort="condercum", start={"resource": 2}, campaign=CAMPAIGN)

    assert "campaign" in verdict(with_options(body, campaign=campaign))


def test_tutorial_of_other_decks_is_none(head, verdict):
    body = head(request=tutorial_request(GAME, "en"))

    assert "'tutorial'" in verdict({**body, "seed": "another"})
    assert "'tutorial'" in verdict({**body, "mode": "strict"})


def test_decks_that_are_known_count_attempts(head, verdict):
    body = head(seed="mine")
    del body["options"]["attempt"]

    assert "no attempt, where this program writes 1" in verdict(body)


def test_order_of_options_is_that_of_the_program(head, verdict):
    body = head()
    body["options"] = dict(sorted(body["options"].items(), reverse=True))

    assert "in another order" in verdict(body)


def test_program_is_named(head, verdict):
    assert "engine" in verdict({**head(), "engine": "other 1.0"})
