"""A game is begun in the page from pictures of cards, chosen or dropped, and printed without a terminal."""

import base64
import io

import pytest
from PIL import Image

pytestmark = pytest.mark.browser


@pytest.fixture
def page(windows, served, entered):
    page = windows.new_page()
    page.goto(f"{served.base}/new")
    return page


def picture(colour):
    data = io.BytesIO()
    Image.new("RGB", (315, 440), colour).save(data, "PNG")
    return data.getvalue()


DROP = """files => {
    const bag = new DataTransfer();
    for (const [name, data] of files)
        bag.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt())], name, {type: "image/png"}));
    const place = document.querySelector(".drop");
    for (const kind of ["dragover", "drop"])
        place.dispatchEvent(new DragEvent(kind, {dataTransfer: bag, bubbles: true, cancelable: true}));
}"""


def test_chosen_pictures_become_a_game_in_three_actions(page):
    files = {"fox x2.png": "red", "hare.png": "blue", "back.png": "black"}
    chosen = [{"name": name, "mimeType": "image/png", "buffer": picture(it)} for name, it in files.items()]
    page.set_input_files("#file", chosen)
    page.wait_for_selector("text=Sent. 3")
    page.fill("#title-brought", "Forest")
    page.press("#title-brought", "Enter")
    page.wait_for_url("**/gallery/forest", timeout=60_000)

    assert page.locator("main figure, main .cover, main img").count()


def test_dropped_pictures_are_sent_and_others_refused(page):
    page.evaluate(DROP, [["fox.png", base64.b64encode(picture("red")).decode()]])
    page.wait_for_selector("text=Sent.")
    assert page.input_value("[name=name]") == "fox.png"

    page.evaluate(DROP, [["fox.png", ""], ["notes.txt", ""]])
    page.wait_for_selector("text=Bring pictures")
    assert page.input_value("#upload") == ""


MOST_ACTIONS = 12


def test_a_card_with_a_picture_is_made_from_the_start_page_and_printed_in_few_actions(page, served):
    actions = []

    def do(selector):
        actions.append(selector)
        page.click(selector)

    page.goto(served.base)
    do("main a[href='/new']")
    page.wait_for_selector("#title:focus")
    page.keyboard.type("Badger")
    do("label:has([value=empty])")
    do("#new-game button.main")
    page.wait_for_url("**/gallery/badger", timeout=60_000)
    do("a[href^='/gallery/badger/tables']")
    page.wait_for_selector("#grid-say", state="attached")
    do("tbody tr:first-child td:nth-of-type(5)")
    with page.expect_file_chooser() as chooser:
        do("[data-block=picture]")
    actions.append("the file")
    chooser.value.set_files([{"name": "badger.png", "mimeType": "image/png", "buffer": picture("red")}])
    page.wait_for_selector("td:has-text('art/badger.png')")
    do(".crumb a[href='/gallery/badger']")
    do("main a[href^='/print/badger?']")
    do("main button.main")
    page.wait_for_selector("a[href$='deck-a4-en.pdf']", timeout=120_000)
    actions.append("the PDF")

    assert len(actions) <= MOST_ACTIONS, actions
