"""The print room: from a form to files."""

import asyncio
import io
import re
import zipfile
from itertools import islice, product
from urllib.parse import urlencode

import pytest

from tests.made_files import edit

PARTS = "print-plan-raid-letter-ja-mono-split"


async def printed(visitor, fields):
    """Place an order and wait for its last page."""
    answer = await visitor.sent("/print/mine", fields)
    assert answer.status == 303
    address = answer.headers["location"]
    while 'data-live="/' in (page := await visitor.ask("GET", address)).text:
        await asyncio.sleep(0.05)
    names = [name for name in re.findall(rf'href="{address}/([\w.-]+)"', page.text) if name != "all.zip"]
    files = {name: await visitor.ask("GET", f"{address}/{name}") for name in names}
    for answer in files.values():
        answer.address = address
    return page.text, files


@pytest.mark.limited_child
def test_whole_game_comes_with_its_plan(visitor):
    page, files = asyncio.run(printed(visitor, {"paper": "a4", "language": "en"}))

    assert "The PDFs are ready" in page
    assert next(iter(files)) == "print-plan-a4-en.pdf"
    assert "raid-a4-en.pdf" in files
    for answer in files.values():
        assert answer.body.startswith(b"%PDF-")
        assert answer.headers["content-disposition"].startswith("attachment")


def test_part_is_printed_as_ordered(visitor, tmp_path):
    fields = {"part": "raid", "paper": "letter", "language": "ja", "theme": "mono", "backs": "split"}
    _, files = asyncio.run(printed(visitor, fields))

    backs, fronts, plan = (f"{name}.pdf" for name in ("raid-letter-ja-mono-backs", "raid-letter-ja-mono-fronts", PARTS))
    assert list(files) == [plan, fronts, backs]
    assert files[backs].headers["content-disposition"].endswith(f'"mine-{backs}"')
    assert (tmp_path / "out/mine/raid-letter-ja-mono-fronts.pdf").is_file()


def test_faults_are_told_with_their_place(visitor, game):
    template = game / "templates/raid.svg.j2"
    edit(template, "card.name", "card.nmae")
    page, files = asyncio.run(printed(visitor, {"part": "raid"}))

    assert "No PDF came of it" in page
    assert "Some of it could not be printed" in page
    assert "raid.svg.j2:" in page
    assert files == {}


@pytest.mark.parametrize(
    "fields",
    [
        *(
            {"part": "nothing"},
            {"paper": "a9"},
            {"language": "fr"},
            {"theme": "../x"},
            {"printer": "none"},
            {"proof": "no"},
        ),
        *({"part": "raid:nobody"}, {"part": "rules:p01"}, {"size": "huge"}, {"sleeved": "x"}, {"dice": "wood"}),
        *({"copies": "0"}, {"copies": "1000"}, {"copies": "two"}, {"copies": "5", "counts": "x"}, {"skip": "-1"}),
        *({"gap": "7mm"}, {"order": "up"}, {"margin": "1in"}, {"ids": "1"}, {"estimate": "no"}),
        *({"own_paper": "2x2mm"}, {"own_paper": "a9"}, {"own_size": "50mm"}, {"own_size": "x" * 41}),
    ],
)
def test_what_is_not_offered_is_not_printed(visitor, services, fields):
    assert visitor.post("/print/mine", fields).status == 400
    assert not services.print_queue._jobs


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"own_paper": "210x297"}, "the paper &#39;210x297&#39; has no unit of mm, cm or in"),
        ({"own_size": "50"}, "--size &#39;50&#39; is not understood; write it like mini, 50x75mm or 95%"),
    ],
)
def test_typed_size_that_is_none_is_told(visitor, fields, says):
    answer = visitor.post("/print/mine", fields)

    assert (answer.status, says in answer.text) == (400, True)


def test_every_choice_reaches_the_build(visitor, services):
    fields = {
        "part": ["raid:scouts", "raid:war_chief", "watch"],
        "copies": "2",
        "counts": "game",
        "own_size": "60x84mm",
        "own_paper": "200x280mm",
        "margin": "8mm",
        "gap": "2mm",
        "order": "stack",
        "ids": "yes",
    }
    page, files = asyncio.run(printed(visitor, fields))

    told = (
        "Raid cards (2) · Watch token · 200x280mm · English · Colour · Print on both sides · Copies: 2 "
        "(all that the game has) · Cards: 60x84mm · Gap: 2mm · Margin: 8mm · To cut as a stack · With ids on the pieces"
    )
    assert told in " ".join(page.split())
    assert len([name for name in files if name.startswith("raid-scouts-war_chief-200x280mm-en-")]) == 1
    assert all("-size-60x84mm" in name for name in files if name.startswith("raid"))
    (job,) = services.print_queue._jobs.values()
    assert "--size 60x84mm is for cards and the boxes that hold them; it changes nothing of watch" in page
    back = visitor.get(f"/print/mine?{job.query}").text
    assert re.search(r'value="raid:scouts" checked> Raid cards: Scouts \(R1\)', back)
    assert "<details open>" in back


def test_pictures_words_and_views_are_made_besides(visitor, services):
    fields = {
        "part": "raid",
        "png": "150",
        "svg": "yes",
        "html": "yes",
        "text": "yes",
        "simulate": "deutan",
        "bleed": "1mm",
    }

    async def made():
        page, files = await printed(visitor, fields)
        address = next(iter(files.values())).address
        return page, files, await visitor.ask("GET", f"{address}/all.zip")

    page, files, archive = asyncio.run(made())
    with zipfile.ZipFile(io.BytesIO(archive.body)) as found:
        names = found.namelist()
    assert len(names) == len(set(names))
    assert {name.rpartition(".")[2] for name in names} == {"pdf", "png", "svg", "html", "txt"}
    assert f"Pictures: {sum(name.endswith(('png', 'svg')) for name in names)}, all in the ZIP." in page
    words = next(answer for name, answer in files.items() if name.endswith(".html"))
    assert words.headers["content-type"] == "application/octet-stream"  # a page of a game has no rights here
    assert words.headers["content-disposition"].startswith("attachment")


def test_estimate_makes_nothing_and_agrees_with_what_is_made(visitor, services):
    fields = {"part": ["raid", "rules", "score"], "paper": "a4", "language": "en"}

    def totals(page):
        return re.search(r'<p id="totals">(.*?)</p>', page)[1]

    estimated, files = asyncio.run(printed(visitor, fields | {"estimate": "yes"}))
    assert files == {}
    assert not services.out.exists()
    assert "Nothing is made yet" in estimated
    assert re.search(
        r'<form method="post" action="/print/mine">\s*<input type="hidden" name="part" value="raid">', estimated
    )

    page, files = asyncio.run(printed(visitor, fields))
    rows = dict(re.findall(r"(?:\">|<td>)([\w-]+\.pdf)(?:</a>)? .*?</td>(<td>.*)</tr>", page))
    assert any(name.startswith("print-plan") for name in rows)
    assert rows == dict(re.findall(r"<td>([\w-]+\.pdf) .*?</td>(<td>.*)</tr>", estimated))
    assert totals(estimated) == totals(page)


def test_ink_is_measured_on_demand(visitor, services):
    estimated, _ = asyncio.run(printed(visitor, {"part": "raid", "estimate": "yes"}))
    assert "% of the pages" not in estimated
    assert "Ink, %" not in estimated
    assert '<button name="estimate" value="ink">Measure the ink too</button>' in estimated

    measured, files = asyncio.run(printed(visitor, {"part": "raid", "estimate": "ink"}))
    assert files == {}
    assert not services.out.exists()
    assert re.search(r"[1-9][\d.]* % of the pages is covered", measured)
    assert "Ink, %" in measured
    assert 'value="ink"' not in measured


def test_only_what_changed_is_printed(visitor, game):
    async def orders():
        await printed(visitor, {"part": "raid"})
        rows = game / "cards/raid.csv"
        edit(rows, "He has come himself.", "He has come.")
        return [await printed(visitor, {"part": "raid", "changed": "yes"} | more) for more in ({"estimate": "yes"}, {})]

    (estimated, _), (page, files) = asyncio.run(orders())
    for text in (estimated, page):
        assert "<h2>To print</h2> <ul> <li>War chief × 1 <small>looks different</small></li> </ul>" in " ".join(
            text.split()
        )
        assert "<h2>To throw away</h2>" in text
    assert len(files) == 1


def test_changes_are_of_whole_components(visitor):
    answer = visitor.post("/print/mine", {"part": "raid:scouts", "changed": "yes"})

    assert (answer.status, "what has changed is found by itself" in answer.text) == (400, True)


def test_all_files_come_in_one_archive(visitor):
    async def archive():
        _, files = await printed(visitor, {"part": "raid", "backs": "split"})
        address = next(iter(files.values())).address
        return (
            files,
            await visitor.ask("GET", f"{address}/all.zip"),
            await visitor.ask("GET", "/print/order/none/all.zip"),
        )

    files, answer, missing = asyncio.run(archive())
    with zipfile.ZipFile(io.BytesIO(answer.body)) as found:
        assert {name.removeprefix("mine/"): found.read(name) for name in found.namelist()} == {
            name: each.body for name, each in files.items()
        }
        assert {each.compress_type for each in found.infolist()} == {zipfile.ZIP_STORED}
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''mine.zip"
    assert missing.status == 404


def test_finished_files_are_shown_by_their_first_page(visitor):
    async def shown():
        page, files = await printed(visitor, {"part": "watch"})
        pictures = re.findall(r'<img src="([^"]+/page.png)"', page)
        address = pictures[0].rpartition("/watch")[0]
        others = [f"{address}/{name}/page.png" for name in ("none.pdf", "..%2fgame.toml")]
        return files, [await visitor.ask("GET", each) for each in (*pictures, *others)]

    files, answers = asyncio.run(shown())
    *pictures, missing, outside = answers
    assert len(pictures) == len(files)
    assert all(each.body.startswith(b"\x89PNG") and each.headers["content-type"] == "image/png" for each in pictures)
    assert (missing.status, outside.status) == (404, 404)


def test_form_knows_what_the_gallery_showed(visitor):
    page = visitor.get("/print/mine?part=raid&language=ja&theme=mono").text

    assert re.search(r'value="raid" checked', page)
    assert re.search(r'value="ja" selected', page)
    assert re.search(r'value="mono" selected', page)


def test_form_is_kept_in_its_address(visitor):
    fields = {"part": ["raid", "watch"], "paper": "a3", "backs": "split", "marks": "none", "proof": "yes"}
    page = visitor.get(f"/print/mine?{urlencode(fields, doseq=True)}").text

    assert set(re.findall(r'value="([\w-]+)" (?:checked|selected)', page)) == {
        *("raid", "watch", "a3", "split", "none", "yes"),
        *("en", "colour", "long", "piece", "square", "rows", ""),
    } - {""}
    assert "<details open>" in page


def test_choices_that_are_not_offered_are_left_out_of_the_form(visitor):
    page = visitor.get("/print/mine?part=nothing&paper=a9&marks=dots").text

    assert "checked" not in page
    assert re.findall(r'value="(\w+)" selected', page) == [
        *("a4", "en", "colour", "duplex", "piece", "square", "rows", "corners", "long"),
    ]
    assert "<details open>" not in page


def test_files_say_what_they_hold_and_the_way_back_keeps_the_choices(visitor):
    page, _ = asyncio.run(printed(visitor, {"part": "raid", "paper": "letter"}))

    assert re.search(r"raid-letter-en\.pdf</a> <small>Raid cards</small>", page)
    assert 'href="/print/mine?part=raid&amp;paper=letter&amp;language=en' in page
    assert "Raid cards · Letter · English · Colour · Print on both sides" in page


def test_only_files_of_an_order_are_there(visitor, services):
    names = ("watch-a4-en.pdf", "older.pdf", "nothing.pdf", "..", "../older.pdf", "../../game.toml", "%2e%2e/game.toml")
    for folder in (services.out, services.out / "mine"):
        folder.mkdir(parents=True)
        (folder / "older.pdf").write_bytes(b"%PDF-of another order")

    async def asked():
        page, _ = await printed(visitor, {"part": "watch"})
        address = re.search(r'href="(/print/order/[\w-]+)/', page)[1]
        return [(await visitor.ask("GET", f"{address}/{name}")).status for name in names]

    assert asyncio.run(asked()) == [200, *[404] * (len(names) - 1)]


@pytest.fixture
def endless_orders(services, monkeypatch):
    """Orders of which none ends while others are given, however slow the machine is."""
    monkeypatch.setattr(type(services.print_queue._runner), "make", lambda *_: asyncio.Event().wait())


@pytest.mark.usefixtures("endless_orders")
def test_no_more_orders_wait_than_allowed(visitor):
    async def statuses():
        orders = product(("a4", "letter"), ("corners", "lines", "none"), ("en", "ja"))
        fields = ({"part": "watch", "paper": paper, "marks": marks, "language": lang} for paper, marks, lang in orders)
        return [(await visitor.sent("/print/mine", each)).status for each in islice(fields, 10)]

    assert asyncio.run(statuses()) == [303] * 8 + [503] * 2


@pytest.mark.usefixtures("endless_orders")
def test_order_that_is_one_too_many_is_told_in_words_and_keeps_its_choices(visitor):
    async def refused():
        orders = [{"part": "watch", "skip": str(number)} for number in range(9)]
        *_, answer = [await visitor.sent("/print/mine", each) for each in orders]
        places = [
            (await visitor.ask("GET", job)).text for job in re.findall(r'href="(/print/order/[\w-]+)"', answer.text)
        ]
        return answer, places

    answer, places = asyncio.run(refused())
    assert "8 orders are waiting already" in answer.text
    assert '<form class="bar go" method="post" action="/print/mine">' in answer.text
    assert '<input type="hidden" name="skip" value="8">' in answer.text
    assert answer.text.count("Give it up") == 8
    assert "Next in the queue" in places[1]
    assert "Waiting: 7 orders before it" in places[7]


@pytest.mark.parametrize(("lacking", "says"), [("disk", "7 MB are free on the disk"), ("memory", "7 MB of memory")])
def test_nothing_is_begun_without_room(visitor, services, monkeypatch, lacking, says):
    monkeypatch.setattr("generator.web.printing.print_room.shortage", lambda _: (lacking, 7))
    for address in ("/print/mine", "/print/mine/export"):
        answer = visitor.post(
            address, {"part": "watch", "to": "pictures"} if "export" in address else {"part": "watch"}
        )
        assert (answer.status, says in answer.text) == (503, True)
    assert not services.print_queue._jobs


@pytest.mark.limited_child
def test_order_that_is_given_up_leaves_nothing_half_written(visitor, services):
    async def stopped():
        running = (await visitor.sent("/print/mine", {"paper": "a4"})).headers["location"]
        waiting = (await visitor.sent("/print/mine", {"part": "watch"})).headers["location"]
        job = services.print_queue.find(running.rpartition("/")[2])
        while not job.step:  # the first comes at once
            await asyncio.sleep(0.01)
        assert job.state == "running"
        for address in (waiting, running):
            assert (await visitor.sent(f"{address}/stop")).headers["location"] == address
        await asyncio.gather(*services.print_queue._tasks.values(), return_exceptions=True)
        return [(await visitor.ask("GET", address)).text for address in (running, waiting)]

    for page in asyncio.run(stopped()):
        assert "Given up; nothing half-made is left" in page
        assert 'data-live=""' in page
    assert not (services.out / "mine").exists()


def test_what_is_under_way_is_not_printed_twice(visitor):
    async def places():
        fields = [{"part": "watch"}, {"part": "watch"}, {"part": "watch", "marks": "none"}]
        return [(await visitor.sent("/print/mine", each)).headers["location"] for each in fields]

    first, again, other = asyncio.run(places())
    assert first == again != other


def test_orders_are_found_again_and_say_what_was_wanted(visitor):
    asyncio.run(printed(visitor, {"part": "raid", "paper": "letter", "backs": "split", "proof": "yes"}))
    page = visitor.get("/print").text

    told = "Raid cards · Letter · English · Colour · Two files, turned by hand · Proof: outlines only"
    assert re.search(rf'<a href="/print/order/[\w-]+">Picket</a> The PDFs are ready<br><small>{told}</small>', page)


def test_file_that_a_later_order_made_anew_is_not_handed_out_for_the_first(visitor, game):
    async def asked():
        first = (await visitor.sent("/print/mine", {"part": "watch"})).headers["location"]
        await printed(visitor, {"part": "watch"})
        before = await visitor.ask("GET", f"{first}/watch-a4-en.pdf")
        rows = game / "cards/watch.csv"
        edit(rows, "Awake", "Alert")
        await printed(visitor, {"part": "watch"})
        return (
            before.status,
            (await visitor.ask("GET", f"{first}/watch-a4-en.pdf")).status,
            await visitor.ask("GET", first),
        )

    before, after, page = asyncio.run(asked())
    assert (before, after) == (200, 404)
    assert "watch-a4-en.pdf <em>made anew by a later order, or moved</em>" in page.text


def test_part_that_could_not_be_made_is_named(visitor, game):
    template = game / "templates/raid.svg.j2"
    edit(template, "card.name", "card.nmae")
    page, files = asyncio.run(printed(visitor, {"part": ["raid", "watch"]}))

    assert "Some of it could be made" in page
    assert "Missing: Raid cards<" in page
    assert [*files] == ["watch-a4-en.pdf"]


def test_backs_take_no_paper_of_their_own(visitor):
    page, _ = asyncio.run(printed(visitor, {"part": "raid", "backs": "split"}))
    sheets = {
        name: int(row.split("<td>")[4 - 1].partition("<")[0])
        for name, row in re.findall(r">(raid[\w-]+)\.pdf<(.*)", page)
    }

    assert sheets == {"raid-a4-en-fronts": 1, "raid-a4-en-backs": 0}


def test_game_with_faults_comes_back_when_they_are_mended(visitor, game):
    file = game / "game.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("title", "titel", 1), "utf-8")
    page = visitor.get("/print/mine").text

    assert "This has to be mended first" in page
    assert 'data-live="/gallery/mine/live"' in page
    assert re.search(r'data-stamp="\w+"', page)
