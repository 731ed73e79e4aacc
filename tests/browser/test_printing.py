"""The print room in a real browser: the estimate beside the form, and a PDF that is sent to be checked."""

import pytest

pytestmark = pytest.mark.browser

COUNTED = "document.querySelector('#estimated:not([aria-busy=true]) strong')"


def test_estimate_follows_the_choices(entered, served):
    entered.look("en.light.normal")
    entered.wide(360)
    entered.go(f"{served.base}/print/mine?part=raid&backs=none")
    entered.until(f"{COUNTED}?.textContent === 'Sheets of paper: 2. Printed pages: 2.'")  # with the plan
    entered.until("document.querySelectorAll('.thumbs img').length === 1")

    entered.run("document.querySelector('[name=copies]').value = 30")
    entered.run("document.querySelector('[name=copies]').dispatchEvent(new Event('input', {bubbles: true}))")
    entered.until(f"/: [1-9][0-9]+[.] /.test({COUNTED}?.textContent)")
    assert entered.run("document.documentElement.scrollWidth") <= 360


def choose_file(entered, content, name):
    entered.run(f"""(() => {{
        const chosen = new DataTransfer(), input = document.getElementById('send-upload');
        chosen.items.add(new File(['{content}'], '{name}'));
        input.files = chosen.files;
        input.dispatchEvent(new Event('change'));
    }})()""")


def test_file_that_is_sent_is_checked(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/print/preflight")
    choose_file(entered, "%PDF-1.4 of nothing", "my cards.pdf")
    entered.until("document.getElementById('upload').value.length === 16")
    entered.run("document.querySelector('main button.main').click()")

    entered.until("document.querySelector('#found')?.textContent === 'my cards.pdf'")
    entered.until("document.querySelectorAll('section .trouble li').length >= 1")


def test_what_is_no_pdf_is_told_beside_the_field(entered, served):
    entered.look("en.light.normal")
    entered.go(f"{served.base}/print/preflight")
    choose_file(entered, "<html>", "page.pdf")

    entered.until("document.querySelector('.send [role=status]').textContent.startsWith('This is no PDF')")
