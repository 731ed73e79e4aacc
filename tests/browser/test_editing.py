"""Tables are changed in the page as in a spreadsheet, by keys alone, and nothing that was typed is lost."""

import base64
import io
import json
import re
import time

import pytest
from PIL import Image

pytestmark = pytest.mark.browser
RAID = "/gallery/mine/tables?file=cards/raid.csv"


RENEWED_FIRST = """() => {
    const send = window.fetch, digest = () => document.querySelector("#grid").dataset.digest, before = digest();
    window.fetch = async (to, how) => {
        const answer = await send(to, how);
        while (how?.method === "post" && digest() === before) await new Promise((go) => setTimeout(go, 20));
        return answer } }"""
"""Has the answer to a change arrive after the page was renewed because of it."""


@pytest.fixture
def page(windows, served, entered):
    """The table of the cards, with the cursor in a cell."""
    page = windows.new_page()
    page.goto(served.base + RAID)
    page.click("#c0-3")
    return page


@pytest.fixture
def file(served):
    """The table."""
    return served.folder / "cards/raid.csv"


def changed_from(file, before):
    """The content of a file once it is another."""
    end = time.monotonic() + 60
    while (content := file.read_bytes()) == before:
        assert time.monotonic() < end
        time.sleep(0.05)
    return content


def until(file, part):
    end = time.monotonic() + 60
    while part.encode() not in file.read_bytes():
        assert time.monotonic() < end, f"{part!r} is not in the file: {file.read_text('utf-8')}"
        time.sleep(0.05)


def shows(page, script):
    """Wait until a script gives something, which the page's own policy does not allow to be waited for in the page."""
    end = time.monotonic() + 60
    while not page.evaluate(script):
        assert time.monotonic() < end, f"waited for {script}"
        page.wait_for_timeout(20)


def test_cells_are_typed_one_after_the_other_without_waiting(page, file):
    for word in ("One", "一"):
        page.keyboard.press("Delete")
        page.keyboard.insert_text(word)
        page.keyboard.press("Tab")
    # The suits are a list, which goes by the whole word: swords begin as the last letter of torches does.
    page.keyboard.type("torches", delay=20)
    page.keyboard.press("Tab")
    until(file, "scouts,R1,2,One,一,torches,1,")
    page.keyboard.press("Escape")
    shows(page, "document.activeElement.id === 'c0-6'")

    for _ in range(3):
        page.keyboard.press("Control+z")
    until(file, "scouts,R1,2,Scouts,斥候,swords,1,")


def test_saved_cell_looks_saved_where_the_page_was_renewed_before_the_answer(page, file):
    page.evaluate(RENEWED_FIRST)
    page.keyboard.press("Delete")
    page.keyboard.insert_text("One")
    page.keyboard.press("Enter")
    until(file, "scouts,R1,2,One,")
    shows(page, "!document.querySelector('#grid .sent')")
    page.keyboard.press("Control+z")
    until(file, "scouts,R1,2,Scouts,")


def test_columns_are_as_wide_as_their_words(page):
    page.set_viewport_size({"width": 360, "height": 740})
    heights = page.evaluate("[...document.querySelectorAll('#grid tbody tr')].map((row) => row.offsetHeight)")

    assert max(heights) < 100


def test_undo_waits_for_what_is_being_saved(page, file):
    before, turned = file.read_bytes(), []
    page.on("response", lambda answer: turned.append(answer) if answer.url.endswith("/history") else None)
    for word in ("One", "Two"):
        page.keyboard.press("Delete")
        page.keyboard.insert_text(word)
        page.keyboard.press("Enter")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+y")
    until(file, "scouts,R1,2,One,")
    until(file, "war_chief,R2,1,Two,")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    for _ in range(1200):
        if len(turned) == 6:
            break
        page.wait_for_timeout(50)

    assert len(turned) == 6
    page.wait_for_selector("#undo", state="detached")
    assert file.read_bytes() == before


def test_a_row_is_added_behind_what_is_being_saved(page, file):
    page.keyboard.type("Wolf")
    page.click("text=Add a row")
    page.wait_for_url("**row=6**")

    until(file, "scouts,R1,2,Wolf,")
    until(file, "\nnew,,,,,,,,,\n")


def test_a_cell_is_copied_to_another(page, windows, file):
    windows.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Control+c")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+v")
    page.keyboard.press("Enter")

    until(file, "war_chief,R2,1,Scouts,")


def test_escape_leaves_a_cell_as_it_was(page, file):
    before = file.read_bytes()
    page.keyboard.type("Wolf")
    page.keyboard.press("Escape")

    shows(page, "document.querySelector('#c0-3').innerText === 'Scouts' && document.activeElement.id === 'c0-3'")
    assert file.read_bytes() == before


def test_what_both_changed_is_asked(page, file):
    page.keyboard.type("Mine")
    file.write_bytes(file.read_bytes().replace(b"Scouts", b"Theirs"))
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog.edit form[data-state=changed]")
    shows(page, "document.querySelector('dialog.edit samp')?.innerText === 'Theirs'")
    assert b"Theirs" in file.read_bytes()

    page.click("dialog.edit button.main")
    until(file, "scouts,R1,2,Mine,")


def test_a_server_that_is_gone_keeps_what_was_typed(page, file):
    page.route("**/tables/cells", lambda route: route.abort())
    page.keyboard.type("Wolf")
    page.keyboard.press("Enter")
    page.wait_for_selector("#lost:not([hidden])")
    shows(page, "document.querySelector('#c0-3 textarea')?.value === 'Wolf'")

    page.unroute("**/tables/cells")
    page.keyboard.press("Enter")
    until(file, "scouts,R1,2,Wolf,")


def test_a_card_is_redrawn_when_its_cell_is_saved(page, served, file):
    page.goto(served.base + "/gallery/mine?part=raid#face-scouts-front")
    page.wait_for_selector("dialog.card #row-cells")
    before = page.get_attribute("#card-faces img", "src")
    page.fill("dialog.card [name='cell.name.en']", "Wolves")
    page.click("dialog.card #row-save")
    until(file, "scouts,R1,2,Wolves,")

    shows(
        page,
        f"![undefined, {json.dumps(before)}].includes(document.querySelector('#card-faces img')?.getAttribute('src'))",
    )
    shows(page, "document.querySelector(\"dialog.card [name='cell.name.en']\")?.value === 'Wolves'")


@pytest.mark.parametrize("leave", ["Escape", "#card-after", "dialog.card .close"])
def test_a_card_with_unsaved_cells_is_left_only_if_one_agrees(page, served, file, leave):
    def go():
        page.keyboard.press(leave) if leave == "Escape" else page.click(leave)

    before, answers = file.read_bytes(), [False, False, True]
    page.on("dialog", lambda dialog: dialog.accept() if answers.pop(0) else dialog.dismiss())
    page.goto(served.base + "/gallery/mine?part=raid#face-scouts-front")
    page.fill("dialog.card [name='cell.name.en']", "Wolves")
    go()
    go()
    assert page.input_value("dialog.card [name='cell.name.en']") == "Wolves"

    go()
    page.wait_for_selector("dialog.card [data-dirty]", state="detached")
    assert (answers, file.read_bytes()) == ([], before)


def test_size_of_a_component_is_changed_by_keys_alone_and_taken_back(windows, served, entered):
    file = served.folder / "game.toml"
    before, page = file.read_bytes(), windows.new_page()
    page.goto(served.base + "/gallery/mine?part=raid")
    page.focus("#to-settings")
    page.keyboard.press("Enter")
    page.wait_for_selector("#setting-form")
    page.get_by_label("How far the drawing reaches over the cut").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_selector("#notice[role=status]")
    part = before.partition(b"[components.raid]")[2]
    assert file.read_bytes() == before.replace(part, part.replace(b'bleed = "3mm"', b'bleed = "2mm"', 1))

    page.focus("#undo")
    page.keyboard.press("Enter")
    page.wait_for_selector("#redo")
    assert file.read_bytes() == before


DROP = """([selector, files]) => {
    const bag = new DataTransfer();
    for (const name of files) {
        const head = Uint8Array.from([137, 80, 78, 71, name.length]);
        bag.items.add(new File([head], name, {type: "image/png"}));
    }
    for (const kind of ["dragover", "drop"]) document.querySelector(selector).dispatchEvent(
        new DragEvent(kind, {dataTransfer: bag, bubbles: true, cancelable: true}));
}"""


def test_pictures_dropped_on_cells_fill_them_as_one_change(page, served, file):
    before = file.read_bytes()
    page.evaluate("window.confirm = (words) => { window.question = words; return false }")
    page.evaluate(DROP, ["#c1-3", ["owl.png"]])
    shows(page, "window.question?.includes('War chief')")
    assert file.read_bytes() == before

    page.evaluate("window.confirm = () => true")
    page.evaluate(DROP, ["#c1-3", ["owl.png", "hare.png"]])
    until(file, "war_chief,R2,1,owl.png,")
    until(file, ",hare.png,")
    shows(page, "document.querySelector('#grid-say').textContent.includes('Undo')")
    assert sorted(path.name for path in (served.folder / "art").iterdir()) == ["hare.png", "owl.png"]

    page.focus("#c1-3")
    page.keyboard.press("Control+z")
    until(file, "war_chief,R2,1,War chief,")
    assert file.read_bytes() == before

    page.evaluate(DROP, ["#c1-3", ["notes.txt"]])
    shows(page, "document.querySelector('#grid-say').textContent.startsWith('notes.txt: no picture')")
    assert file.read_bytes() == before


def test_a_picture_is_chosen_for_a_cell_by_a_button(page, served, file):
    page.evaluate("window.confirm = () => true")
    with page.expect_file_chooser() as chooser:
        page.click("[data-block=picture]")
    chooser.value.set_files([{"name": "fox.png", "mimeType": "image/png", "buffer": b"\x89PNG fox"}])

    until(file, "scouts,R1,2,fox.png,")


def test_a_deleted_row_is_back_after_two_clicks_and_gone_after_one_more(windows, served, entered, file):
    before, page = file.read_bytes(), windows.new_page()
    page.goto(f"{served.base}{RAID}&row=0")
    page.click(".rows button[value=remove]", no_wait_after=True)
    after = changed_from(file, before)
    page = windows.new_page()  # the one that shows the table goes on by itself: another need not wait for it
    page.goto(f"{served.base}/own/mine/states")
    page.focus(".states a.button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#bring-back")
    page.focus("#bring-back")
    page.keyboard.press("Enter")
    page.wait_for_selector("#undo")
    assert file.read_bytes() == before
    with page.expect_response(lambda answer: answer.request.method == "POST"):  # other files are written after this one
        page.click("#undo")
    assert file.read_bytes() == after


def test_a_heading_is_renamed_and_taken_back_by_keys(page, served, file):
    before = file.read_bytes(), (served.folder / "game.toml").read_bytes()
    page.focus("#columns summary")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("strength")
    page.focus("#columns-form [name=heading]")
    page.keyboard.type("might")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(file, ",might,")
    until(served.folder / "game.toml", "might")

    page.click("#undo")
    page.wait_for_selector("#redo")  # all files are written
    assert (file.read_bytes(), (served.folder / "game.toml").read_bytes()) == before


LAYOUT = "/gallery/mine/layout?part=raid"


@pytest.fixture
def layout(windows, served, entered):
    """The layout page of a card."""
    page = windows.new_page()
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(served.base + LAYOUT)
    shows(page, "document.querySelector('#handles .box')")
    return page


def corner(page):
    """Where on the screen the lower right grip of the chosen box is."""
    shows(page, "document.querySelector('#handles [data-grip=\"1 1\"]')")
    return page.evaluate("""() => {
        const { x, y, width, height } = document.querySelector('#handles [data-grip="1 1"]').getBoundingClientRect();
        return [x + width / 2, y + height / 2] }""")


def test_boxes_that_are_added_one_after_the_other_are_chosen_at_once(layout, served):
    for name, id_ in (("strength", "strength"), ("name", "name_2")):
        layout.click(f".heading[data-column={name}]")
        until(served.folder / "templates/raid.svg.j2", f'<text id="{id_}" pnp:rect=')
        shows(layout, f"document.querySelector('#boxes details[open] strong')?.textContent === '{id_}'")
        shows(layout, "document.querySelectorAll('#handles .box.chosen').length === 1")


DROP_ON_CARD = """([names, data]) => {
    const bag = new DataTransfer(), card = document.getElementById("handles");
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    for (const name of [names].flat()) bag.items.add(new File([bytes], name));
    const {x, y, width, height} = card.getBoundingClientRect();
    for (const kind of ["dragover", "drop"]) card.dispatchEvent(new DragEvent(kind, {dataTransfer: bag, bubbles: true,
        cancelable: true, clientX: x + width / 2, clientY: y + height / 2}));
}"""


@pytest.fixture
def red():
    """A picture to drop."""
    data = io.BytesIO()
    Image.new("RGB", (40, 20), "red").save(data, "PNG")
    return data.getvalue()


def test_picture_dropped_on_a_card_becomes_a_box_that_is_chosen(layout, served, red):
    layout.evaluate(DROP_ON_CARD, ["red fox.png", base64.b64encode(red).decode()])
    until(served.folder / "templates/raid.svg.j2", '<image id="red_fox" pnp:rect=')
    shows(layout, "document.querySelector('#boxes details[open] strong')?.textContent === 'red_fox'")
    shows(layout, "document.querySelectorAll('#handles .box.chosen').length === 1")
    shows(layout, "document.querySelector('#said').textContent.startsWith('art/red fox.png is in the game')")

    assert (served.folder / "art/red fox.png").read_bytes() == red


def test_all_pictures_that_are_dropped_together_become_boxes_in_free_room(layout, served, red):
    names = ["wren.png", "crow.png", "jay.png"]
    layout.evaluate(DROP_ON_CARD, [names, base64.b64encode(red).decode()])
    until(served.folder / "templates/raid.svg.j2", '<image id="jay" pnp:rect=')
    template = (served.folder / "templates/raid.svg.j2").read_text("utf-8")
    rects = re.findall(r'<image id="(?:wren|crow|jay)" pnp:rect="([^"]+)"', template)

    assert len(set(rects)) == 3
    assert all((served.folder / "art" / name).exists() for name in names)
    for name in reversed(names):
        shows(layout, "document.querySelector('#undo:enabled') && !('busy' in document.documentElement.dataset)")
        layout.click("#undo")
        shows(layout, f"!document.querySelector('#boxes').textContent.includes('{name.removesuffix('.png')}')")
        shows(layout, "document.getElementById('said').textContent === ''")
    assert not any((served.folder / "art" / name).exists() for name in names)


def test_one_of_several_pictures_for_a_column_is_named(layout, served, red):
    layout.evaluate("""() => {
        const place = document.createElement("select");
        place.id = "picture-place";
        place.append(new Option("a column of words", "name"));
        document.getElementById("panel").append(place) }""")
    layout.evaluate(DROP_ON_CARD, [["finch.png", "tit.png"], base64.b64encode(red).decode()])
    shows(layout, "document.querySelector('#said').textContent.startsWith('Only art/finch.png was taken')")

    assert not (served.folder / "art/tit.png").exists()


def test_refusal_is_announced_and_in_view_wherever_one_works(layout):
    layout.set_viewport_size({"width": 390, "height": 700})
    layout.evaluate("scrollTo(0, document.body.scrollHeight)")
    layout.evaluate(DROP_ON_CARD, ["notes.txt", ""])
    shows(layout, "document.querySelector('#notice[role=alert]')?.textContent.includes('notes.txt: no picture')")

    assert layout.evaluate("document.getElementById('notice').getBoundingClientRect().bottom") <= 700
    layout.set_viewport_size({"width": 1366, "height": 768})
    assert layout.evaluate("""() => {
        scrollTo(0, 0);
        const { x, y, width, height } = document.getElementById("notice").getBoundingClientRect();
        const places = [[3, 3], [width - 3, 3], [width - 3, height - 3]];
        return places.every(([across, down]) => document.elementFromPoint(x + across, y + down).closest("#notice")) }""")
    layout.click("#notes .shut")
    shows(layout, "!document.getElementById('notice')")


def test_picture_for_one_card_is_sent_with_its_column(layout, served, red):
    layout.evaluate("""() => {
        const place = document.createElement("select");
        place.id = "picture-place";
        place.append(new Option("a column of words", "name"));
        document.getElementById("panel").append(place) }""")
    layout.evaluate(DROP_ON_CARD, ["hen.png", base64.b64encode(red).decode()])
    shows(
        layout, "document.querySelector('#notice')?.textContent.includes('this card shows no picture by that column')"
    )

    assert b"hen" not in (served.folder / "templates/raid.svg.j2").read_bytes()


def test_choice_follows_the_box_that_is_drawn_later(layout):
    layout.click("#boxes li:nth-child(3) summary")
    shows(layout, "document.querySelector('#handles .box.chosen')?.dataset.n === '2'")
    layout.click("#boxes details[open] [value=above]")
    shows(layout, "document.querySelector('#boxes details[open]')?.id === 'box-3'")
    shows(layout, "document.querySelector('#handles .box.chosen')?.dataset.n === '3'")


def test_page_is_not_fetched_again_for_the_event_of_a_drop(layout, served):
    layout.click(".heading[data-column=name]")
    file = served.folder / "templates/raid.svg.j2"
    until(file, 'id="name_2" pnp:rect="')
    x, y = corner(layout)
    layout.evaluate("""() => { window.told = []; new EventSource(document.body.dataset.live).onmessage =
        ({data}) => told.push(data) }""")
    shows(layout, "told.includes(document.body.dataset.stamp)")
    before, sent = file.read_bytes(), []
    layout.on("request", lambda request: sent.append(request.url.partition("?")[0].rpartition("/")[2]))
    layout.mouse.move(x, y)
    layout.mouse.down()
    layout.mouse.move(x + 20, y + 12)
    layout.mouse.up()
    changed_from(file, before)
    shows(layout, "told.length > 1 && told.at(-1) === document.body.dataset.stamp")
    shows(layout, "!('busy' in document.documentElement.dataset) && document.querySelector('#strip p')")

    assert (sent.count("edit"), sent.count("layout"), sent.count("fit")) == (1, 0, 1)


def test_box_that_is_held_while_the_page_is_renewed_follows_the_mouse(layout, served):
    file = served.folder / "templates/raid.svg.j2"
    layout.click(".heading[data-column=name]")
    until(file, 'id="name_2" pnp:rect="')
    before = file.read_bytes()
    x, y = corner(layout)
    layout.mouse.move(x, y)
    layout.mouse.down()
    layout.evaluate("document.dispatchEvent(new Event('shown'))")
    layout.mouse.move(x + 40, y + 30, steps=4)
    layout.mouse.up()

    assert b'id="name_2"' in changed_from(file, before)


def test_card_stays_where_it_is_when_a_box_is_chosen(windows, served, entered):
    page = windows.new_page()
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(served.base + LAYOUT)
    shows(page, "document.querySelector('#handles [data-n]:not(.fixed)')")
    before = page.evaluate("scrollY")
    page.locator("#handles [data-n]:not(.fixed)").last.click(force=True)
    shows(page, "document.querySelector('#boxes details[open]')")

    assert page.evaluate("scrollY") == before


def test_first_cell_is_three_keys_from_the_start_of_the_page(windows, served, entered):
    page = windows.new_page()
    page.goto(served.base + RAID)
    shows(page, "document.querySelector(\"#grid td[tabindex='0']\")")
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)

    assert page.evaluate("document.activeElement.id") == "c0-0"


def test_toolbar_is_one_stop_on_the_way_to_the_cells(page):
    page.focus("#grid-acts button >> nth=0")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.block") == "fill"

    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.dataset.rows") == "down"
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('#grid-acts')")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.rows") == "down"


def test_columns_are_at_hand_beside_a_card_with_many_boxes(layout):
    boxes = layout.evaluate(
        "[...document.querySelectorAll('.heading')].map((each) => each.getBoundingClientRect().bottom)"
    )

    assert boxes
    assert max(boxes) < 768
