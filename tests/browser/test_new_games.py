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
    yield page
    page.close(run_before_unload=False)


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
