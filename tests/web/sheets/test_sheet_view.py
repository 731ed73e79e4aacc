"""The sheets on the page: every box named and where a finger finds it, legal ones as controls, light enough to send."""

import asyncio
import gzip
import random
import re
from html import unescape
from io import BytesIO
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest
import resvg_py
from PIL import Image, ImageChops
from starlette.applications import Starlette

from generator.base.geometry import Rect
from generator.base.records import replace
from generator.build.faces.typeset_game import typeset_game
from generator.build.input_digests import InputDigests
from generator.build.options import BuildOptions
from generator.load.sheets.short_rules_reader import read_short_rules
from generator.play.game_data import load_rulebook
from generator.play.rules.full_rules import FullRules
from generator.play.text.item_names import ItemNames
from generator.play.text.play_messages import LANGUAGES, play_messages
from generator.play.text.solo_text import SoloText
from generator.solo import hadrians_wall as rules
from generator.solo.action import STOPPED
from generator.web.app.services import Services
from generator.web.sessions.turn_view import ActionView
from generator.web.sheets.hit_areas import SHEET_WIDTH, TARGET
from generator.web.sheets.sheet_view import SheetViews, actions_by_box, places_key, sheet_view
from generator.write.svg.document import svg

NAME = "hadrians-wall"
PARTS = ("art", "ink", "keys")
ASKED = {"answer", "choose", "favour", "icon", "path", "place", "source"}
"""Everything that can be asked while the sheets are filled in."""
MOST = 45_000
"""Bytes of a page with both sheets, compressed, without their drawings."""
MOST_DRAWN = {"en": 130_000, "ja": 250_000}
"""Bytes of both drawings, compressed, with their letters; browsers keep them."""


@pytest.fixture(scope="module")
def room(home, tmp_path_factory):
    """Services, and the sheets of the game in every language."""
    folder = tmp_path_factory.mktemp("room")
    services = Services([], folder / "out", folder / "sessions")
    views, book = SheetViews(services.previews, services.papers), load_rulebook(NAME)[0]
    arts = {lang: asyncio.run(views.drawings(book.game, lang)) for lang in LANGUAGES}
    yield SimpleNamespace(services=services, views=views, book=book, arts=arts, full=FullRules(book, {}))
    services.close()


@pytest.fixture(scope="module")
def places(room):
    """Where the controls are, in CSS pixels of a sheet of the least width."""
    found = {}
    for art in room.arts["en"]:
        high = SHEET_WIDTH * art.svg.height / art.svg.width
        for id_, *sides in re.findall(r"\.at-(\w+){left:(.+)%;top:(.+)%;width:(.+)%;height:(.+)%}", art.css):
            x, y, width, height = (float(side) / 100 for side in sides)
            found[id_] = art.id, Rect(x * SHEET_WIDTH, y * high, width * SHEET_WIDTH, height * high)
    return found


def positions(room, seed, *, patience=20):
    """Every state of a game by chance in which somebody has to decide; years are long, so that much is filled."""
    chance, state = random.Random(seed), rules.setup(room.book)
    while not rules.is_over(state):
        actions = rules.legal(room.book, state)
        if not state.awaits:
            yield state
        going_on = [action for action in actions if action.verb != "stop"]
        state = rules.apply(
            room.book, state, chance.choice(going_on if going_on and chance.randrange(patience) else actions)
        )


def first(room, asked, seed=1):
    """The first position in which something is asked."""
    for at in range(seed, seed + 30):
        found = next((each for each in positions(room, at) if each.pending and each.pending[0].kind == asked), None)
        if found:
            return room.full.visible_state(found)
    return pytest.fail(f"no game asks for {asked}")


def answers(naming, seen):
    prompts = SoloText(naming).prompts
    return tuple(ActionView(action, *prompts.describe(seen, action)) for action in seen.legal)


def found(room, seen, lang="en"):
    """The answers to a moment by their boxes."""
    naming = ItemNames(room.book, play_messages(lang), lang)
    return actions_by_box(naming, seen.marks, answers(naming, seen), seen.asks)


def sheets(room, seen, lang="en", before=None):
    naming = ItemNames(room.book, play_messages(lang), lang)
    marks, by_box = (before or seen.marks, seen.marks), found(room, seen, lang)
    return [sheet_view(each, naming, *marks, by_box) for each in room.arts[lang]]


def page(room, shown, lang="en", *, bare=False):
    """The sheets as HTML, below what moves the view of them."""
    macro = 'import "play/sheet_macros.html.j2" as sheets'
    text = f"{{% {macro} %}}{{{{ sheets.bar(shown, t) }}}}{{% for each in shown %}}{{{{ sheets.sheet(each, bare, t) }}}}{{% endfor %}}"
    template = room.services.pages._jinja.from_string(text)
    return template.render(shown=shown, bare=bare, t=room.services.pages.messages[lang])


def by_resvg(text, fonts):
    """A picture as another program draws it."""
    files = [font.path for font in fonts.values()]
    data = resvg_py.svg_to_bytes(svg_string=text, dpi=96, background="#ffffff", font_files=files)
    return Image.open(BytesIO(data)).convert("L")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_box_has_one_name(room, lang):
    shown = sheets(room, room.full.visible_state(rules.setup(room.book)), lang)

    names = [
        name
        for sheet in shown
        for name in re.findall(r'about=\w+" [^>]+><title>([^<]+)</title><rect', sheet.art.markup)
    ]

    assert len(names) == len(set(names)) == len(room.book.boxes.boxes) == 418


def test_name_says_price_reward_and_need(room):
    shown = sheets(room, room.full.visible_state(rules.setup(room.book)))

    assert "<title>Wall 4: 1 × Resource → 1 × Renown, 1 × cohort box; needs Fort 4</title>" in shown[0].art.markup


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_is_light(room, lang):
    *_, last = positions(room, 3, patience=60)
    css = "".join((Path("templates/web/static") / name).read_text("utf-8") for name in ("style.css", "sheet.css"))
    text = (
        page(room, sheets(room, room.full.visible_state(last), lang), lang)
        + "".join(art.css for art in room.arts[lang])
        + css
    )

    assert len([mark for mark in room.full.visible_state(last).marks.values() if mark]) > 150
    assert len(gzip.compress(text.encode(), 6)) < MOST
    assert sum(len(art.svg.drawing) for art in room.arts[lang]) < MOST_DRAWN[lang]


def test_page_without_drawings_keeps_their_keys(room):
    shown = sheets(room, room.full.visible_state(rules.setup(room.book)))
    keys = [re.findall(r'id="([\w-]+)"[^>]* data-key="(\w+)"', page(room, shown, bare=bare)) for bare in (True, False)]

    assert keys[0] == keys[1]
    areas = [f"areas-{sheet}" for sheet in ("left", "right")]
    parts = [f"{part}-{sheet}" for sheet in ("left", "right") for part in PARTS]
    assert [id_ for id_, _ in keys[0]] == ["leaves", *areas, *parts]
    assert len(page(room, shown, bare=True)) < 30_000


def test_ids_are_used_once(room):
    text = page(room, sheets(room, first(room, "icon")))
    ids = re.findall(r'(?<= id=")[^"]+', text)

    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)|url\(#([^)]+)\)', text)) <= {(id_, "") for id_ in ids} | {
        ("", id_) for id_ in ids
    }


def test_page_obeys_its_policy(room):
    text = page(room, sheets(room, first(room, "icon")))

    assert not re.search(r"\sstyle=|<style|<script|\son\w+=|http", text)


def test_drawing_is_kept(room):
    again = asyncio.run(room.views.drawings(room.book.game, "en"))

    assert again is room.arts["en"]
    seen = room.full.visible_state(rules.setup(room.book))
    assert [sheet.art.key for sheet in sheets(room, seen)] == [
        sheet.art.key for sheet in sheets(room, first(room, "icon"))
    ]


def test_drawing_is_the_printed_sheet(room, visit, auth):
    guest = visit(Starlette(routes=room.views.routes()), auth)
    order = BuildOptions(papers=(room.services.papers["a4"],), only=("sheets",), svg=True)
    place = room.services.games.folders.get(NAME)
    it = typeset_game(room.book.game, place, order, InputDigests.of(place.folder))
    fonts = it.renderer.labels.fonts

    for job, art in zip(it.jobs, room.arts["en"], strict=True):
        whole = svg(replace(it.faces.faces[job.key], bleed=0.0), fonts, outlines=False)
        answer = guest.get(f"/play/art/{art.svg.key}.svg")
        drawn = gzip.decompress(answer.body).decode()
        pictures = [by_resvg(text, fonts) for text in (whole, drawn)]

        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert "font-family" not in drawn
        assert sum(ImageChops.difference(*pictures).histogram()[128:]) == 0, (
            "lines less than a pixel wide differ by half"
        )
    assert guest.get("/play/art/0.svg").status == 404


def test_page_shows_each_drawing_as_a_picture(room):
    text = page(room, sheets(room, first(room, "icon")))

    assert re.findall(r'<image href="/play/art/(\w+)\.svg"', text) == [art.svg.key for art in room.arts["en"]]
    assert len({art.svg.key for arts in room.arts.values() for art in arts}) == 4
    assert text.count("<path") < 400, "the drawing is no part of the page, which is styled again with every move"


def test_legal_boxes_are_the_only_controls(room):
    moments = [room.full.visible_state(state) for state in positions(room, 5)]
    assert {seen.asks[0] for seen in moments if seen.asks} == ASKED

    for seen in [seen for at, seen in enumerate(moments) if seen.asks or at % 7 == 0]:
        answers = found(room, seen)
        controls = re.findall(r'class="key at-(\w+)"', page(room, sheets(room, seen), bare=True))

        assert sorted(controls) == sorted(answers)
        assert {answer.action for each in answers.values() for answer in each} == {*seen.legal} - {STOPPED}
        if not seen.asks:
            assert answers.keys() == {action.words[0] for action in seen.legal if action.verb == "mark"}


def test_one_way_is_a_button_and_several_a_link(room):
    seen = next(
        seen
        for seen in map(room.full.visible_state, positions(room, 2))
        if {len(answers) for answers in found(room, seen).values()} >= {1, 2}
    )
    ways = {len(answers): (box, answers[0].line) for box, answers in found(room, seen).items()}
    text = page(room, sheets(room, seen), bare=True)

    assert re.search(
        f'<button class="key at-{ways[1][0]}"[^>]* name="do" value="{ways[1][1]}"[^>]* aria-label=".+?:', text
    )
    assert re.search(
        f'<a class="key at-{ways[2][0]}" href="[?]box={ways[2][0]}#key-{ways[2][0]}"[^>]* aria-label=".+?:', text
    )


def test_icon_is_put_into_the_next_box(room):
    seen = first(room, "icon")
    tracks = room.book.boxes.book.tracks

    for box, answers in found(room, seen).items():
        (answer,) = answers
        number = tracks[answer.action.words[0]].boxes.index(room.book.boxes.book.box(box))
        assert not seen.marks[box]
        assert all(seen.marks[each.id] for each in tracks[answer.action.words[0]].boxes[:number])


def test_favour_is_used_on_its_circle(room):
    seen = first(room, "favour")

    assert {seen.marks[box] for box in found(room, seen)} == {1}


def test_pattern_is_laid_by_any_of_its_cells(room):
    seen = first(room, "place")
    boxes = found(room, seen)

    assert all(f"{box[-2:]}" in answer.action.words[1:] for box, answers in boxes.items() for answer in answers)
    assert {answer.action for answers in boxes.values() for answer in answers} == set(seen.legal)


@pytest.mark.parametrize("asked", ["path", "answer", "source", "choose"])
def test_question_of_a_box_is_asked_there(room, asked):
    seen = first(room, asked)
    lines = [[answer.action for answer in answers] for answers in found(room, seen).values()]

    assert list(seen.legal) in lines


def test_whatever_is_legal_can_be_hit(room, places, thorough):
    """No two controls share a point, and none is smaller than a finger, in any position of many games."""
    least = TARGET - 0.02
    for legal in {
        frozenset(found(room, room.full.visible_state(state)))
        for seed in range(8 if thorough else 2)
        for state in positions(room, seed)
    }:
        here = [places[box] for box in legal]

        assert all(area.width >= least and area.height >= least for _, area in here)
        assert not [
            (one, two) for one, two in combinations(here, 2) if one[0] == two[0] and one[1].overlaps(two[1], slack=0.05)
        ]


def test_control_lies_over_its_box(room, places):
    for art in room.arts["en"]:
        scale = SHEET_WIDTH / art.svg.width
        for box in [box for box in art.sheet.boxes if box.kind != "text"]:
            rect = art.svg.boxes[box.id]
            drawn_ = Rect(rect.x * scale, rect.y * scale, rect.width * scale, rect.height * scale)

            assert places[box.id][1].expand(1.1).contains(drawn_)


def test_places_are_served_and_the_same_in_every_language(room, visit, auth):
    keys = {places_key(arts) for arts in room.arts.values()}
    guest = visit(Starlette(routes=room.views.routes()), auth)

    (key,) = keys
    answer = guest.get(f"/play/places/{key}.css")
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    assert re.match(r":root\{--sheets:2;--ratio:1\.5\d+\}\n#sheet-left\{--ratio:1\.5\d+\}", answer.text)
    assert answer.text.count(".at-") == 416 + sum(len(art.sheet.areas) for art in room.arts["en"])
    assert guest.get("/play/places/0.css").status == 404


def test_every_area_can_be_gone_to(room):
    text = page(room, sheets(room, room.full.visible_state(rules.setup(room.book))), bare=True)

    links, spots = re.findall(r'href="#(area-\w+)"', text), re.findall(r'id="(area-\w+)" class="spot at-\1"', text)
    assert links == spots
    assert len(links) == sum(len(art.sheet.areas) for art in room.arts["en"]) - 2, "all but the player's name and notes"


def test_area_says_how_much_can_be_filled(room):
    seen = first(room, "icon")
    areas = {area.id: area.legal for sheet in sheets(room, seen) for area in sheet.areas}

    assert sum(areas.values()) == len(found(room, seen))
    assert any(
        f"<strong>+{count}</strong>" in page(room, sheets(room, seen), bare=True) for count in areas.values() if count
    )


def test_game_without_sheets_has_no_board(room):
    game = room.book.game
    cards = replace(game, components=tuple(part for part in game.components if not part.sheets))

    assert asyncio.run(room.views.drawings(cards, "en")) == ()


def test_every_printed_icon_has_a_short_rule_and_belongs_to_a_part(room):
    rules = read_short_rules(room.book.game)
    for drawing in room.arts["en"]:
        assert {icon.name for icon in drawing.svg.icons} <= set(rules.icons)
        assert drawing.icons
        assert all(each.part for each in drawing.icons)


def test_icons_do_not_lie_on_boxes(room):
    for drawing in room.arts["en"]:
        places = [place for each in drawing.icons for some in each.places.values() for place in some]
        boxes = [drawing.svg.boxes[box.id] for box in drawing.sheet.boxes]
        middles = [place.centre for place in places]
        assert not [1 for x, y in middles for box in boxes if box.x <= x <= box.right and box.y <= y <= box.bottom]


def test_icons_are_listed_below_the_part_that_they_stand_in(room):
    """A list of icons is called after their part, and after the sheet where they stand in none."""
    messages = play_messages("en")
    naming = ItemNames(room.book, messages, "en")
    for art in room.arts["en"]:
        (sheet,) = sheets_of(room, art)
        listed = set(re.findall(r"[^<>\"]+: icons", unescape(sheet.art.markup)))
        titles = {icons.part.title if icons.part else art.sheet.title for icons in art.icons}

        assert listed == {messages("explain.icons", what=naming.text(title)) for title in titles}
        assert len(listed) > 1


def sheets_of(room, art):
    """The view of one drawing at the start of a game."""
    shown = sheets(room, room.full.visible_state(rules.setup(room.book)))
    return [sheet for sheet in shown if sheet.art.id.endswith(art.id)]
