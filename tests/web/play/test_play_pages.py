"""A game at the page's table: every move a line as it is typed in the terminal, for the event that its page showed, and safe."""

import asyncio
import re
import shutil
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from generator.base.errors import InUseError, OutputError
from generator.load.game_locations import find_game, templates_root
from generator.play.game_data import load_rulebook
from generator.play.live_session import LiveSession
from generator.play.session_library import SessionRequest, live_session, open_play, start_deck
from generator.play.typed_line import run_line
from generator.session.store import Store
from generator.session.verification import verify
from generator.web.play import play_pages
from generator.web.play.play_pages import _last_event
from generator.web.sessions.side_panel import HintQuestion, SidePanel

pytestmark = pytest.mark.usefixtures("short_hints")

GAME, SEED = "hadrians-wall", "a seed for the page"


@pytest.fixture
def begin(services):
    """Begins a session and says where its page is: `begin("full")`."""

    def begun(kind="full", **wish):
        name = services.sessions.create(GAME, SessionRequest(kind, seed=SEED, name=f"{kind}-1", **wish))
        return SimpleNamespace(name=name, page=f"/play/{name}", path=services.sessions.path(name))

    return begun


def at(page):
    return re.search(r'name="at" value="(\d+)"', page.text)[1]


def offered(page):
    """The moves that a page offers, in its order."""
    return [line.replace("&#39;", "'") for line in re.findall(r'name="do" value="([^"]+)"', page.text)]


def moved(visitor, table, line, event=None):
    event = event or at(visitor.get(table.page))
    return visitor.post(table.page, [("at", event), ("do", line)])


def notice(page):
    found = re.search(r'role="alert">([^<]+)<', page.text.partition('id="notice"')[2])
    return found[1] if found else ""


@pytest.mark.parametrize("kind", ["full", "paper"])
def test_first_choice_is_offered_and_done(visitor, begin, kind):
    table = begin(kind)
    paths = [line for line in offered(visitor.get(table.page)) if line.startswith("path ")]
    done = moved(visitor, table, paths[0])

    assert len(set(paths)) == 2
    assert (done.status, done.headers["location"]) == (303, table.page)
    with open_play(table.name, table.path.parent, writing=False) as play:
        assert paths[0] in play.actions


def test_script_is_answered_with_the_page_after_its_move(visitor, begin):
    table = begin()
    before = visitor.get(table.page)
    path = next(line for line in offered(before) if line.startswith("path "))
    done = visitor.post(f"{table.page}?bare=1", [("at", at(before)), ("do", path)])

    assert done.status == 200
    assert done.text == visitor.get(f"{table.page}?bare=1").text
    assert int(at(done)) > int(at(before))


def test_page_is_rendered_once_for_each_state_and_language(visitor, services, begin, monkeypatch):
    table, rendered = begin(), []
    html = services.pages.html
    monkeypatch.setattr(services.pages, "html", lambda *args, **more: rendered.append(args[1]) or html(*args, **more))
    first, again = visitor.get(table.page), visitor.get(table.page)
    japanese = visitor.get(table.page, ("accept-language", "ja"))
    assert (first.text == again.text, first.text == japanese.text, len(rendered)) == (True, False, 2)

    moved(visitor, table, next(line for line in offered(first) if line.startswith("path ")), at(first))
    assert at(visitor.get(table.page)) != at(first)
    assert len(rendered) == 3


def test_move_for_an_older_event_is_told_and_not_done(visitor, begin):
    table = begin()
    event = at(visitor.get(table.page))
    first, second = (line for line in dict.fromkeys(offered(visitor.get(table.page))) if line.startswith("path "))
    moved(visitor, table, first, event)
    size = table.path.stat().st_size
    stale = moved(visitor, table, second, event)

    assert stale.status == 409
    assert notice(stale) == "The game has gone on since you saw it, so nothing was done. This is how it stands now."
    assert table.path.stat().st_size == size
    assert at(stale) != event


@pytest.mark.parametrize(
    ("line", "says"),
    [("mark wall_01", "wall_01"), ("path nobody", "nobody"), ("nonsense", "nonsense"), ("redo", "redo")],
)
def test_move_that_cannot_be_done_is_told(visitor, begin, line, says):
    table = begin()
    event = at(visitor.get(table.page))
    refused = moved(visitor, table, line, event)

    assert (refused.status, at(refused)) == (422, event)
    assert says in notice(refused)


@pytest.mark.parametrize(
    "fields", [[("do", "stop")], [("at", "3")], [("at", "x"), ("do", "stop")], [("at", "9" * 20), ("do", "stop")]]
)
def test_move_without_its_event_is_refused(visitor, begin, fields):
    assert visitor.post(begin().page, fields).status == 400


@pytest.mark.parametrize("name", ["nobody", "..", "a/b", "CON", "x" * 300, "%2e%2e"])
def test_session_that_is_not_there_is_a_plain_page(visitor, begin, name):
    begin()

    assert visitor.get(f"/play/{name}").status == 404
    assert visitor.post(f"/play/{name}", [("at", "1"), ("do", "stop")]).status in {404, 405}


def test_words_of_a_move_come_in_several_fields(visitor, begin):
    table = begin("paper")
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    moved(visitor, table, "stop")
    event = at(visitor.get(table.page))
    done = visitor.post(table.page, [("at", event), ("do", "cohorts"), ("word", "1"), ("word", "0"), ("word", "2")])

    assert done.status == 303
    with open_play(table.name, table.path.parent, writing=False) as play:
        assert "cohorts 1 0 2" in play.actions


def test_other_window_is_seen(visitor, begin):
    table = begin()
    visitor.get(table.page)
    with open_play(table.name, table.path.parent, writing=True) as play:
        list(run_line(live_session(play), "1"))
        last = play.last

    assert at(visitor.get(table.page)) == str(last)


def test_undo_redo_and_the_log_lead_back(visitor, begin):
    table = begin("paper", relaxed=True)
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    moved(visitor, table, "battle")
    log = visitor.get(table.page + "?look=log")
    back = [line for line in offered(log) if line.startswith("undo ")]

    assert moved(visitor, table, back[0]).status == 303
    assert moved(visitor, table, "redo").status == 303
    assert verify(table.path).is_good


@pytest.mark.parametrize("look", ["log", "deck", "odds", "score", "hint"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_is_told_beside_the_game_changes_nothing(visitor, begin, look, lang):
    table = begin()
    visitor.cookies["vallum-page"] = f"{lang}.light.normal.on"
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    before = table.path.read_bytes()
    page = visitor.get(f"{table.page}?look={look}")

    assert page.status == 200
    assert len(re.findall(r'aria-current="true"', page.text)) == 1
    assert table.path.read_bytes() == before


@pytest.mark.parametrize("kind", ["full", "paper"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_table_obeys_the_policy_and_asks_nobody_else(visitor, begin, kind, lang):
    table = begin(kind)
    visitor.cookies["vallum-page"] = f"{lang}.dark.large.on"
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    text = visitor.get(table.page).text

    assert f'<html lang="{lang}"' in text
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|<script(?! src=)", text)
    assert not re.search(r"https?://|//\w", re.sub(r"</?[a-z]+", "", text))


@pytest.mark.parametrize("kind", ["full", "paper"])
def test_id_is_given_once_and_every_button_sends_its_event(visitor, begin, kind):
    table = begin(kind)
    for _ in range(12):
        page = visitor.get(table.page)
        ids = re.findall(r'\sid="([^"]+)"', page.text)
        assert len(ids) == len(set(ids))
        assert page.text.count('name="at"') == page.text.count(f'name="at" value="{at(page)}"')
        lines = [line for line in offered(page) if line not in {"undo", "redo", "cohorts", "favours"}]
        moved(visitor, table, lines[-1] if lines else "stop")


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_looking_at_a_table_writes_nothing(visitor, services, begin, method, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(LiveSession, "deal", _refused)
        table = begin()
    before = table.path.read_bytes()
    for look in ("", "?look=log", "?look=odds", "?box=stop"):
        asyncio.run(visitor.ask(method, table.page + look))

    assert table.path.read_bytes() == before


def test_unknown_look_is_refused(visitor, begin):
    assert visitor.get(begin().page + "?look=seed").status == 404


def test_seed_is_nowhere_in_the_page(visitor, begin):
    table = begin()
    pages = [visitor.get(table.page + look) for look in ("", "?look=log", "?look=deck", "?look=odds", "?look=hint")]

    assert all(page.status == 200 and SEED not in page.text for page in pages)


def test_session_of_other_data_is_told_and_kept(visitor, begin):
    table = begin()
    other = table.path.read_text("utf-8").splitlines()[:1]
    table.path.with_name("other.jsonl").write_text(other[0].replace('"rules":"', '"rules":"0') + "\n", "utf-8")

    assert visitor.get("/play/other").status == 400


def test_cards_that_could_not_be_kept_are_dealt_when_there_is_room(visitor, begin, monkeypatch):
    with monkeypatch.context() as full:
        full.setattr(LiveSession, "deal", _refused)
        table = begin()
    page = visitor.get(table.page)

    assert (page.status, at(page)) == (200, "0")
    assert "deal" in offered(page)
    assert moved(visitor, table, "deal").status == 303
    assert len([line for line in offered(visitor.get(table.page)) if line.startswith("path ")]) == 2


def _refused(_):
    raise OutputError("full-1.jsonl: the disk is full")
    yield


def test_move_that_the_disk_refuses_is_told_and_the_page_goes_on(visitor, begin, monkeypatch):
    table = begin()
    path = next(line for line in offered(visitor.get(table.page)) if line.startswith("path "))
    with monkeypatch.context() as full:
        full.setattr(Store, "_record", _refused_at_once)
        told = moved(visitor, table, path, at(visitor.get(table.page)))

    assert told.status == 503
    assert "not saved, so it was not done: full-1.jsonl: the disk is full" in notice(told)
    assert moved(visitor, table, path).status == 303


def _refused_at_once(*_):
    raise OutputError("full-1.jsonl: the disk is full")


def test_stale_move_on_a_game_in_use_is_not_called_done(visitor, begin, monkeypatch):
    table = begin()
    event = at(visitor.get(table.page))
    path = next(line for line in offered(visitor.get(table.page)) if line.startswith("path "))
    moved(visitor, table, path, event)
    with monkeypatch.context() as busy:
        busy.setattr("generator.web.play.play_pages.run_line", _in_use)
        told = moved(visitor, table, path, event)

    assert told.status == 503
    assert "not saved, so it was not done: full-1.jsonl is in use" in notice(told)


def _in_use(*_):
    raise InUseError("full-1.jsonl is in use")
    yield


def test_game_that_is_in_use_for_long_is_refused_for_a_while(visitor, begin, monkeypatch):
    table = begin()
    visitor.get(table.page)
    monkeypatch.setattr("generator.session.recorded_play.RecordedPlay.turn", lambda _: next(_in_use()))

    told = visitor.get(table.page)
    assert told.status == 503
    assert f'href="{table.page}">Try again</a>' in told.text


@pytest.mark.parametrize(("box", "line"), [("goods", "goods fate"), ("battle", "battle"), ("stop", "stop")])
def test_what_turns_cards_up_beside_paper_is_asked_about_once_more(visitor, begin, box, line):
    table = begin("paper")
    path = next(line for line in offered(visitor.get(table.page)) if line.startswith("path "))
    moved(visitor, table, path)
    page, asked = visitor.get(table.page), visitor.get(f"{table.page}?box={box}")

    assert line not in offered(page)
    assert f'id="do-{box}" data-here href="{table.page}?box={box}"' in page.text
    assert offered(asked)[0] == line
    assert moved(visitor, table, line).status == 303


def test_move_of_nothing_is_refused(visitor, begin):
    table = begin()

    assert [visitor.post(table.page, {"at": "3", "do": line}).status for line in ("", " ", "\t\n")] == [400] * 3


def test_card_that_was_chosen_wrongly_is_corrected_in_the_log(visitor, begin):
    table = begin("paper", typed=True)
    moved(visitor, table, "reveal F01")
    log = visitor.get(table.page + "?look=log")
    number = re.search(r'name="word" value="(\d+)"', log.text)[1]
    words = [("word", number), ("word", "reveal"), ("word", "F30")]
    done = visitor.post(table.page, [("at", at(log)), ("do", "fix"), *words])

    assert '<option value="F30">' in log.text
    assert done.status == 303
    with open_play(table.name, table.path.parent, writing=False) as play:
        assert play.actions == ("reveal F30",)


def test_log_offers_no_way_back_to_what_was_corrected(visitor, begin):
    table = begin("paper", typed=True, relaxed=True)
    moved(visitor, table, "reveal F01")
    moved(visitor, table, "reveal engineer")
    moved(visitor, table, "fix 1 reveal F30")
    log = visitor.get(table.page + "?look=log")

    assert [line for line in offered(log) if line.startswith("undo ")] == []


def test_hint_is_told_where_there_is_one_thing_to_do(visitor, begin):
    table = begin()
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    while True:
        marks = [line for line in offered(visitor.get(table.page)) if line.startswith(("mark ", "choose "))]
        if not marks:
            break
        moved(visitor, table, marks[0])
    page = visitor.get(table.page + "?look=hint")

    assert page.status == 200
    assert "End the year" in page.text.partition('id="beside"')[2].partition("<section")[0]


def test_hint_that_takes_long_is_shown_when_it_is_found(visitor, begin, monkeypatch):
    table, is_asked, may_answer = begin(), threading.Event(), threading.Event()

    def find(search):
        search.show(SidePanel(lines=("A good action.",)))
        is_asked.set()
        assert may_answer.wait(60)
        return SidePanel(lines=("The best action.",))

    question = HintQuestion(("state", "en"), find)
    monkeypatch.setattr(play_pages, "hint_question", lambda *_: question)
    monkeypatch.setattr(play_pages, "HINT_WAIT", 0.01)

    async def ask():
        pages = [await visitor.ask("GET", table.page + "?look=hint")]
        while not is_asked.is_set():
            await asyncio.sleep(0.01)
        pages.append(await visitor.ask("GET", table.page + "?look=hint"))
        may_answer.set()
        for _ in range(6000):
            await asyncio.sleep(0.01)
            last = await visitor.ask("GET", table.page + "?look=hint")
            if "best action" in last.text:
                break
        return *pages, last

    first, again, last = asyncio.run(ask())

    for page in (first, again):
        assert page.status == 200
        assert "That takes a few seconds." in page.text or "A good action." in page.text
        assert f'data-live="{table.page}/hint"' in page.text
    assert "A good action." in again.text
    assert "A good action." not in last.text
    assert "The best action." in last.text
    assert f'data-live="{table.page}/live"' in last.text


def attacked(visitor, table):
    """How many cards the page says come in the first year."""
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    moved(visitor, table, "stop")
    return int(re.search(r'id="raid".*?<b>(\d+) cards?</b>', visitor.get(table.page).text, re.DOTALL)[1])


def test_game_begun_after_its_data_changed_is_played_by_the_new_ones(visitor, game):
    shutil.rmtree(game)
    shutil.copytree(find_game(GAME), game)
    shutil.copytree(templates_root() / GAME, game / "templates")

    def sat_down(name):
        page = visitor.post("/play", {"game": "mine", "kind": "paper", "name": name}).headers["location"]
        visitor.get(page)
        return SimpleNamespace(page=page)

    before = sat_down("before")
    rounds = game / "tables" / "rounds.csv"
    rounds.write_text(rounds.read_text("utf-8").replace("year_1,1,1,1,", "year_1,1,1,2,"), "utf-8")
    after = sat_down("after")

    assert [attacked(visitor, table) for table in (before, after)] == [1, 2]


def test_rules_are_read_once_until_their_data_change(tmp_path):
    folder = Path(shutil.copytree(find_game(GAME), tmp_path / "own"))
    rounds = folder / "tables" / "rounds.csv"
    before, again = (load_rulebook(str(folder)) for _ in range(2))
    rounds.write_text(rounds.read_text("utf-8").replace("year_1,1,1,1,", "year_1,1,1,2,"), "utf-8")
    after = load_rulebook(str(folder))

    assert again[0] is before[0]
    assert after[0] is not before[0]
    assert after[1] != before[1]


def test_stamp_of_a_page_is_its_last_event_and_opens_nothing(visitor, services, begin):
    table = begin()
    visitor.get(table.page)
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))

    assert str(_last_event(table.path)) == at(visitor.get(table.page))


def test_torn_end_is_told_until_the_game_goes_on(visitor, services, begin):
    table = begin()
    visitor.get(table.page)
    services.sessions.discard(table.name)
    with table.path.open("ab") as file:
        file.write(b'{"n":99,')
    page = visitor.get(table.page)
    path = next(line for line in offered(page) if line.startswith("path "))

    assert "a line of 8 bytes was cut short and never confirmed; it was moved to full-1.torn" in notice(page)
    assert moved(visitor, table, path).status == 303
    assert notice(visitor.get(table.page)) == ""


def test_damaged_game_is_told_and_not_played(visitor, services, begin):
    table = begin()
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    services.sessions.discard(table.name)
    lines = table.path.read_bytes().splitlines(keepends=True)
    table.path.write_bytes(b"".join([*lines[:2], lines[2].replace(b"reveal", b"conceal"), *lines[3:]]))
    page = visitor.get(table.page)

    assert page.status == 400
    assert "event 2" in page.text
    assert f"vallum solo show {table.name}" in page.text


def test_deck_alone_is_left_to_the_terminal(visitor, services):
    with start_deck("glory-to-rome/orders", SessionRequest("deck", name="deck-1"), services.sessions.folder):
        pass
    page = visitor.get("/play/deck-1")

    assert page.status == 400
    assert "vallum solo resume deck-1" in page.text


def test_file_that_was_put_in_the_place_of_a_session_is_read_anew(visitor, begin):
    table = begin()
    event = at(visitor.get(table.page))
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    kept = b"".join(table.path.read_bytes().splitlines(keepends=True)[: int(event) + 1])
    for each in (table.path, table.path.with_suffix(".tip")):
        each.unlink(missing_ok=True)
    table.path.write_bytes(kept)

    assert at(visitor.get(table.page)) == event


def test_page_without_its_drawings_is_small(visitor, begin):
    table = begin()
    whole, bare = visitor.get(table.page), visitor.get(table.page + "?bare=1")

    assert len(bare.text) < len(whole.text) / 3
    assert re.findall(r'id="([^"]+)" data-key="([^"]+)"', bare.text) == re.findall(
        r'id="([^"]+)" data-key="([^"]+)"', whole.text
    )


def test_fort_of_a_campaign_is_told_beside_the_game(visitor, begin):
    page = visitor.get(begin(fort="cilurnum").page + "?look=goals")

    assert "Fort 6 of 16: Cilurnum" in page.text
    assert "Theatre and ludus cannot be built." in page.text
    assert "○ Build the baths. Not yet: 0." in page.text
    assert 'id="look-goals"' not in visitor.get(begin("paper").page).text


def test_plan_is_played_on_its_page_and_only_kept_by_its_button(visitor, begin):
    table = begin()
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    size, plan = table.path.stat().st_size, SimpleNamespace(page=f"{table.page}/plan/1")
    assert f'href="{plan.page}"' in visitor.get(table.page).text
    box = next(line for line in offered(visitor.get(plan.page)) if line.startswith("mark fort_01"))
    done = moved(visitor, plan, box)

    assert (done.status, done.headers["location"].partition("#")[0]) == (303, plan.page)
    assert table.path.stat().st_size == size
    assert "mark fort_02" in visitor.get(plan.page).text
    assert "mark fort_02" not in visitor.get(table.page).text
    kept = moved(visitor, plan, "plan keep")
    assert (kept.status, kept.headers["location"]) == (303, table.page)
    with open_play(table.name, table.path.parent, writing=False) as play:
        assert play.actions[-1] == box


def test_plan_that_is_not_possible_leads_to_the_game(visitor, begin):
    table = begin("paper")

    assert visitor.get(f"{table.page}/plan/1").headers["location"] == table.page
    assert visitor.get(f"{begin('full').page}/plan/3").status == 404


def test_older_view_of_a_plan_keeps_nothing(visitor, begin):
    table = begin()
    moved(visitor, table, next(line for line in offered(visitor.get(table.page)) if line.startswith("path ")))
    plan = SimpleNamespace(page=f"{table.page}/plan/1")
    event = at(visitor.get(plan.page))
    moved(visitor, plan, "mark fort_01 builder")
    refused = moved(visitor, plan, "plan keep", event)

    assert refused.status == 409
    with open_play(table.name, table.path.parent, writing=False) as play:
        assert not any(action.startswith("mark") for action in play.actions)
    moved(visitor, table, "mark fort_01 soldier")
    with open_play(table.name, table.path.parent, writing=False) as play:
        assert play.actions[-1] == "mark fort_01 soldier"
