"""The cards on the table: printed faces, what they say, tokens that were paid, and what becomes of an attack."""

import asyncio
import re
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.play.session_library import SessionRequest
from generator.play.typed_line import run_line
from generator.solo.attack import gaps
from generator.web.app.services import Services
from generator.web.sessions.attack_view import card_fates
from generator.web.sessions.table_cards import TableCardsFactory
from generator.web.sessions.turn_view import turn_view

GAME, SEED = "hadrians-wall", "a seed for the page"
PARTS = ["drawn", "now", "raid", "others", "prospect", "paths", "piles"]


@pytest.fixture(scope="module")
def room(home, tmp_path_factory):
    """Services whose faces are drawn once for all tests."""
    services = Services([], tmp_path_factory.mktemp("out"), tmp_path_factory.mktemp("sessions"))
    yield SimpleNamespace(services=services, pictures=services.card_pictures, count=0)
    services.close()


class Player:
    """A player of one session, who types lines and looks at the cards."""

    def __init__(self, room, wish):
        self.room, self.sessions = room, room.services.sessions
        room.count += 1
        self.name = self.sessions.create(GAME, SessionRequest(**{"name": f"game-{room.count}", "seed": SEED} | wish))

    def do(self, *lines):
        for line in lines:
            live = self.session()
            lines = list(run_line(live, line))
            assert not live.error, lines
        return self

    def session(self, language="en"):
        return self.sessions.open(self.name, language)

    @property
    def state(self):
        return self.session().visible

    def first(self, verb):
        """The first legal action of a verb, as it is typed."""
        return turn_view(self.session()).actions_of(verb)[0].line

    def cards(self, language="en"):
        session = self.session(language)
        pictures = asyncio.run(self.room.pictures.pictures(session.solo_text.book, language))
        return TableCardsFactory(pictures, session.solo_text.names, session.visible, turn_view(session).steps).make()


@pytest.fixture
def play(room):
    """Begins a game: `play("paper")`."""
    players = []

    def begin(kind, **wish):
        players.append(Player(room, {"kind": kind, **wish}))
        return players[-1]

    yield begin
    for each in players:
        each.sessions.discard(each.name)


def shown(attack):
    """The directions of an attack as letters: a cross stopped, `!` through, `/` cancelled, `?` coming."""
    letters = {"stopped": "x", "through": "!", "cancelled": "/", "coming": "?"}
    return " ".join("".join(letters[each.fate] for each in direction.cards) or "." for direction in attack.directions)


def faces(table):
    """The keys of all faces that are shown."""
    cards = [*table.hand, *(path.card for path in table.paths), *(other.card for other in table.others)]
    cards += [each.card for each in table.drawn] + [table.prospect] * bool(table.prospect)
    attacks = [attack for attack in (table.attack, table.last) if attack]
    cards += [each.card for attack in attacks for direction in attack.directions for each in direction.cards]
    return {card.picture.key for card in cards}


def test_every_card_is_shown_by_its_printed_face(play, room):
    cards = play("paper").cards()
    data = [asyncio.run(room.services.previews.svg(key, bleed=False)) for key in faces(cards)]

    assert len(data) == 3
    assert all(data)
    assert (cards.hand[0].picture.width, cards.hand[0].picture.height) == (238, 333)


def test_own_and_neutral_decks_are_of_different_players(play, room):
    player = play("paper")
    player.do(player.first("path"))
    player.cards()
    _, pictures = next(iter(room.pictures._kept.values()))
    row = next(row for row in player.session().solo_text.book.deck("own").rows)

    assert pictures.front("own", row) != pictures.front("neutral", row)
    assert pictures.back("own") != pictures.back("neutral")


@pytest.mark.parametrize(
    ("language", "facts"),
    [
        ("en", {"direction": "Left", "damage": "1", "goods": "4"}),
        ("ja", {"direction": "左", "damage": "1", "goods": "4"}),
    ],
)
def test_card_of_the_year_says_everything(play, language, facts):
    player = play("paper", typed=True).do("F32")
    (turned,) = player.cards(language).drawn

    assert turned.reason == "income"
    assert dict(turned.card.facts).items() >= facts.items()
    assert [token.count for token in turned.card.gives] == [2, 1, 1, 2, 2]
    assert all(token.picture for token in turned.card.gives)


def test_neutral_card_says_only_what_counts(play):
    player = play("paper")
    player.do(player.first("path"))
    cards = player.cards()

    assert {kind for other in cards.others for kind, _ in other.card.facts} == {"goods", "pattern"}
    assert {kind for kind, _ in cards.prospect.facts} == {"goal", "gives", "goods", "pattern"}


def test_what_was_paid_lies_on_the_card(play):
    player = play("paper")
    player.do(player.first("path"))
    card = player.state.others[1].card
    player.do(f"goods {card}", f"goods {card}", f"scout {card}")
    empty, paid = player.cards().others

    assert (empty.tokens, empty.paid, empty.more) == ((), "", 0)
    assert [(token.item, token.count) for token in paid.tokens] == [("Resource", 2), ("Soldier", 1)]
    assert (paid.paid, paid.more) == ("2 × Resource, 1 × Soldier", 3)
    assert player.cards().attack.cards == 4


@pytest.mark.parametrize(
    ("lines", "reasons"),
    [
        ((), ["income", "hand", "hand"]),
        (("path",), ["prospect", "neutral", "neutral"]),
        (("path", "goods fate"), ["goods"]),
        (("path", "battle"), ["battle"]),
        (("path", "scout"), ["scout"]),
        (("path", "stop"), ["attack"]),
    ],
)
def test_cards_just_turned_up_have_their_reason(play, lines, reasons):
    player = play("paper")
    for line in lines:
        player.do(player.first(line) if " " not in line else line)

    assert [turned.reason for turned in player.cards().drawn] == reasons


def attacked(play, kind="paper"):
    """A game of paper whose attack of four cards has come."""
    player = play(kind, settings={"difficulty": "hard"})
    player.do(player.first("path"))
    card = player.state.others[0].card
    return player.do(*[f"goods {card}"] * 3, "stop")


def test_attack_of_paper_goes_from_coming_to_its_result(play):
    player = attacked(play)
    came = player.state.raid.counts
    coming = player.cards().attack
    player.do(f"cohorts {' '.join('1' if number == came.index(max(came)) else '0' for number in range(3))}")
    held = player.cards().attack
    gap = next(number for number, direction in enumerate(held.directions) if direction.through)
    player.do(f"favours {' '.join('1' if number == gap else '0' for number in range(3))}")
    ended = player.cards().attack

    assert set(shown(coming)) <= set("?. ")
    assert [direction.most for direction in coming.directions] == [6, 6, 6]
    assert [direction.most for direction in held.directions] == [direction.through for direction in held.directions]
    assert (shown(held).count("x"), shown(held).count("!")) == (1, 3)
    assert (shown(ended).count("x"), shown(ended).count("/"), shown(ended).count("!")) == (1, 1, 2)
    assert ended.result == (1, 0)


def test_attack_that_ended_the_year_is_still_shown(play):
    player = play("full")
    player.do(player.first("path"), "stop")
    cards = player.cards()

    assert (cards.year, cards.last.year, cards.last.came) == (2, 1, 1)
    assert shown(cards.last).count("!") == 1
    assert cards.last.result == (1, 0)
    assert cards.attack.came == 0


@given(
    came=st.lists(st.integers(0, 9), min_size=3, max_size=3),
    stops=st.lists(st.integers(0, 6), min_size=3, max_size=3),
    cancelled=st.integers(0, 9),
)
def test_as_many_cards_get_through_as_the_rules_say(came, stops, cancelled):
    given_ = [min(cancelled, max(0, cards - stop)) for cards, stop in zip(came, stops, strict=True)]
    fates = [card_fates(*direction) for direction in zip(came, stops, given_, strict=True)]

    assert [len(each) for each in fates] == came
    assert tuple(each.count("through") for each in fates) == gaps(came, stops, given_)


def test_second_look_draws_nothing(play, room, monkeypatch):
    player = play("paper")
    first = player.cards()
    monkeypatch.setattr(room.services.previews, "draw", lambda *_: pytest.fail("it was drawn again"))

    assert player.cards() == first


def test_forgotten_faces_are_drawn_again(play, room):
    player = play("paper")
    keys = faces(player.cards())
    room.services.previews._faces.clear()
    room.services.previews._newest.clear()

    assert faces(player.cards()) == keys
    assert room.services.previews.keeps(keys)


def test_typed_cards_are_chosen_from_those_that_may_come(play):
    player = play("paper", typed=True)
    draw = player.cards().draw
    player.do("F18")

    assert draw.deck == "Fate deck"
    assert [name for name, _ in draw.cards] == [f"F{number:02}" for number in range(1, 49)]
    assert player.cards().draw.cards[:2] == (("architect", "Architect"), ("aristocrat", "Aristocrat"))


def test_deck_that_ran_out_is_told(play):
    player = play("paper")
    player.do(player.first("path"), *["battle"] * 48)
    cards = player.cards()

    assert [line.partition(":")[0] for line in cards.shuffled] == ["Fate deck is empty"]
    assert [turned.reason for turned in cards.drawn] == ["battle"]


# on the page


@pytest.fixture
def paper_page(visitor, services):
    """Begins a game of paper, whose page is gone through by its forms."""

    def begun(**wish):
        name = services.sessions.create(
            GAME, SessionRequest("paper", seed=SEED, name="paper", settings={"difficulty": "hard"}, **wish)
        )
        return SimpleNamespace(page=f"/play/{name}", get=lambda: visitor.get(f"/play/{name}"), visitor=visitor)

    return begun


def sent(table, do, *words):
    """Send a form of the page, and look at the page again."""
    event = re.search(r'name="at" value="(\d+)"', table.get().text)[1]
    assert (
        table.visitor.post(table.page, [("at", event), ("do", do), *(("word", word) for word in words)]).status == 303
    )
    return table.get()


def part(page, id_):
    return re.search(rf'<section id="{id_}" data-key="(\w+)"[^>]*>(.*?)</section>', page.text, re.DOTALL)


def forms(page):
    """What is sent along with the numbers of a form, and how many there are to choose from."""
    body = part(page, "raid")[2]
    do = re.search(r'name="do" value="(\w+)"', body)
    return do[1] if do else "", [each.count("<option") for each in body.split("<select")[1:]]


def test_whole_game_beside_printed_sheets_is_played_by_its_page(paper_page):
    table, pages = paper_page(), []
    for _ in range(6):
        pages.append(sent(table, re.search(r'value="(path \w+)"', table.get().text)[1]))
        pages.append(sent(table, re.search(r'value="(goods (?!fate)\w+)"', pages[-1].text)[1]))
        pages.append(sent(table, "stop"))
        assert forms(pages[-1]) == ("cohorts", [7] * part(pages[-1], "raid")[2].count("<ol"))
        pages.append(sent(table, "cohorts", "0", "1", "0"))
        if forms(pages[-1])[0]:
            pages.append(sent(table, "favours", "0", "0", "0"))
        assert "Disdain" in part(pages[-1], "now")[2]
        pages.append(sent(table, "next"))

    assert all(part(page, id_) for page in pages for id_ in PARTS)
    assert "seed" in pages[-1].text


def words_of(form):
    """What the three numbers of a form begin with: whether they are asked for, and their value."""
    hidden = r'<input type="hidden" name="word" value="(\d)">'
    chosen = r'<select name="word">.*?<option selected>(\d)</option>.*?</select>'
    return [bool(asked) for _, asked in re.findall(f"{hidden}|{chosen}", form, re.DOTALL)]


def test_cohort_is_asked_for_only_where_cards_come(paper_page):
    table, forms_of_years = paper_page(), []
    for _ in range(3):
        sent(table, re.search(r'value="(path \w+)"', table.get().text)[1])
        form = part(sent(table, "stop"), "raid")[2]
        forms_of_years.append(form)
        fronts = form.split('<div class="front">')[1:]
        assert words_of(form) == ["<ol" in front for front in fronts]
        page = sent(table, "cohorts", "3", "2", "1")
        if forms(page)[0]:
            sent(table, "favours", "0", "0", "0")
        sent(table, "next")

    assert any(not all(words_of(form)) for form in forms_of_years)
    # A cohort that met nobody stays as it was told last.
    later = [re.findall(r'<input type="hidden" name="word" value="(\d)">', form) for form in forms_of_years[1:]]
    assert {value for values in later for value in values} <= {"3", "2", "1"}


def test_only_what_changed_has_another_key(paper_page):
    table = paper_page()
    first = sent(table, re.search(r'value="(path \w+)"', table.get().text)[1])
    second = sent(table, "battle")
    keys = [{id_: part(page, id_)[1] for id_ in PARTS} for page in (first, second)]

    assert {id_ for id_ in PARTS if keys[0][id_] != keys[1][id_]} == {"drawn", "piles"}


def test_page_shows_no_card_that_nobody_has_seen(paper_page, services):
    table = paper_page()
    page = sent(table, re.search(r'value="(path \w+)"', table.get().text)[1])
    session = services.sessions.open("paper", "en")
    state, names, book = session.visible, session.solo_text.names, session.solo_text.book
    pictures = asyncio.run(services.card_pictures.pictures(book, "en"))
    laid = [(book.solo.hand.deck, name) for name in (state.prospect, *state.paths)]
    laid += [(book.solo.neutral.deck, other.card) for other in state.others]
    cards = {part for part, _ in pictures.sets.values()}
    fronts = {face.key for (part, side, *_), face in pictures.faces.items() if part in cards and side == "front"}

    assert {key for key in fronts if key in page.text} == {
        pictures.front(deck, names.card_row(deck, name)).key for deck, name in laid
    }


def test_card_that_cannot_be_drawn_is_told_in_words(paper_page, monkeypatch):
    monkeypatch.setattr("generator.web.sessions.card_view._faces", lambda _: {})
    page = paper_page().get()

    assert re.search(r'<span class="face blank">F\d\d: attack from \w+; damage \d; gives .+; good \d</span>', page.text)
    assert "<img" not in part(page, "now")[2]


def test_cards_are_told_apart_without_their_colour(paper_page):
    table = paper_page()
    sent(table, re.search(r'value="(path \w+)"', table.get().text)[1])
    sent(table, "stop")
    body = part(sent(table, "cohorts", "0", "0", "0"), "raid")[2]

    assert re.search(r'alt="F\d\d: through"', body)
    assert body.count('class="badge"') == 1


def test_words_on_the_cards_are_those_of_the_reader(paper_page):
    table = paper_page()
    table.visitor.cookies["vallum-page"] = "ja.light.normal"
    page = sent(table, re.search(r'value="(path \w+)"', table.get().text)[1])

    assert "中立カード" in page.text
    assert "資源1つをカードに" in part(page, "others")[2]
    assert not re.search(r"Neutral|Prospect", "".join(part(page, id_)[2] for id_ in PARTS))


def test_card_that_was_turned_up_is_typed_by_choosing_it(paper_page):
    table = paper_page(typed=True)
    page = sent(table, "reveal", "F18")

    assert "F18" in part(page, "drawn")[2]
    assert '<option value="ranger">Ranger</option>' in page.text
