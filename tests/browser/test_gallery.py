"""The gallery in a real browser: the enlarged card, the search while typing, the card behind an address."""

import pytest

pytestmark = pytest.mark.browser

RAID = "/gallery/mine?part=raid"


def opened(tab):
    """The name of the card in the dialog, once its page has come."""
    tab.until("document.querySelector('dialog.card[open] h1')")
    return tab.run("document.querySelector('dialog.card h1').textContent")


def until_card(tab, name):
    tab.until(f"document.querySelector('dialog.card[open] h1')?.textContent === '{name}'")


def test_card_is_enlarged_and_left_by_keys(entered, served):
    entered.look("en.light.normal")
    entered.wide(1024)
    entered.go(served.base + RAID)
    entered.run("document.querySelector('#face-scouts-front a.enlarge').focus()")
    entered.press("Enter")
    assert opened(entered) == "Scouts"

    entered.press("ArrowRight")
    until_card(entered, "War chief")
    entered.press("ArrowLeft")
    until_card(entered, "Scouts")
    entered.press("ArrowRight")
    until_card(entered, "War chief")
    entered.until("location.hash === '#face-war_chief-front'")
    entered.until("document.querySelectorAll('dialog.card figure.side').length === 2")
    entered.press("Escape")
    entered.until("!document.querySelector('dialog.card[open]')")
    entered.until("location.hash === ''")  # the page hears of the closing after the dialog is closed
    entered.until("document.activeElement.closest('figure')?.id === 'face-war_chief-front'")


def test_address_of_a_figure_opens_its_card(entered, served):
    entered.look("ja.dark.normal")
    entered.go(f"{served.base}{RAID}&zoom=true#face-climber-front")

    until_card(entered, "登り手")


def test_keys_go_on_in_the_order_of_the_page(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}{RAID}&sort=-strength#face-war_chief-front")
    until_card(entered, "War chief")
    entered.press("ArrowRight")

    until_card(entered, "Storming party")


def test_search_is_done_while_typing_and_keeps_the_place_of_writing(entered, served):
    entered.look("en.light.normal")
    entered.go(served.base + RAID)
    entered.run("window.same = true; document.getElementById('choice-q').focus()")
    entered.type("ladders")
    entered.until_idle("document.querySelectorAll('figure').length === 3")
    entered.type(" stone")
    entered.until_idle("document.querySelectorAll('figure').length === 1")

    assert entered.run("window.same && document.activeElement.id === 'choice-q'")
    assert entered.run("document.activeElement.value") == "ladders stone"


WATCH = """() => {
  window.order = "";
  const { getBoundingClientRect, replaceWith } = Element.prototype;
  Element.prototype.getBoundingClientRect = function () {
    if (this.matches("figure")) order += "m";
    return getBoundingClientRect.call(this);
  };
  Element.prototype.replaceWith = function (...others) {
    if (this.matches("figure")) order += "r";
    return replaceWith.apply(this, others);
  };
}"""


def test_many_cards_are_replaced_without_a_layout_after_each(windows, served, entered):
    template = served.folder / "templates/raid.svg.j2"
    before = template.read_text("utf-8")
    page = windows.new_page()
    page.goto(served.base + RAID)
    page.set_viewport_size({"width": 360, "height": 400})
    page.wait_for_selector("figure[data-row] img")
    page.evaluate(WATCH)
    template.write_text(before.replace("{% endcall %}", '<rect width="2" height="3"/>{% endcall %}'), "utf-8")
    page.wait_for_function("() => order.replaceAll('m', '').length > 5")

    assert "rm" not in page.evaluate("order")
