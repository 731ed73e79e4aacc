"""PDFs that browsers send: limits, and the check before print."""

import asyncio
import html
import re

import pytest

from generator.web.http import guard
from generator.web.orders import upload_store

PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"


def sent(visitor, body, *headers):
    return asyncio.run(visitor.ask("POST", "/print/upload", *headers, body=body))


def checked(visitor, query):
    async def asked():
        while "is being checked" in (page := await visitor.ask("GET", f"/print/preflight?{query}")).text:
            await asyncio.sleep(0.05)
        return page

    return asyncio.run(asked())


@pytest.fixture
def made(visitor, services):
    """A PDF that the print room has made."""

    async def printed():
        job = (await visitor.sent("/print/mine", {"part": "watch"})).headers["location"]
        await asyncio.gather(*services.print_queue._tasks.values())
        return (await visitor.ask("GET", f"{job}/watch-a4-en.pdf")).body

    return asyncio.run(printed())


def test_pdf_is_checked_by_the_rules_of_a_shop(visitor, made):
    id_ = sent(visitor, made).text
    page = checked(visitor, f"upload={id_}&shop=pdfx-4&name=<b>cards.pdf")

    assert re.fullmatch(r"[\w-]{16}", id_)
    assert '<h2 id="found">&lt;b&gt;cards.pdf</h2>' in page.text
    assert re.search(r"pages?; [^<]* mm; PDF 1", page.text)
    assert "To be mended" in page.text
    assert "vallum-sent" not in page.text  # the folder of this computer
    assert "PDF/X-4" in html.unescape(page.text)


def test_warnings_are_to_be_mended_too_if_asked(visitor, made):
    id_ = sent(visitor, made).text
    about = f"upload={id_}&shop=drivethrucards"
    plain, strict = (checked(visitor, f"{about}{more}").text for more in ("", "&strict=yes"))

    assert ("Things to look at" in plain, "Things to look at" in strict) == (True, False)
    assert plain.count("<li>") == strict.count("<li>")


def test_what_is_no_pdf_is_refused(visitor):
    assert sent(visitor, b"<html>").status == 415
    assert sent(visitor, b"").status == 415


def test_damaged_pdf_is_told(visitor):
    page = checked(visitor, f"upload={sent(visitor, PDF).text}")

    assert page.status == 200
    assert re.search(r'class="trouble".*<li>', page.text, re.DOTALL)


def test_strangers_cannot_send(visitor, services):
    visitor.cookies.clear()

    assert sent(visitor, PDF).status == 403
    assert services.uploads._folder is None


@pytest.mark.parametrize("headers", [(), (("content-length", "999999999999"),)])
def test_too_large_a_file_is_refused_and_deleted(visitor, services, monkeypatch, headers):
    monkeypatch.setattr(guard, "MAX_UPLOAD", 100_000)

    assert sent(visitor, PDF + b" " * 100_000, *headers).status == 413
    assert services.uploads._folder is None or [*services.uploads._files] == []


def test_other_addresses_keep_their_limit(visitor):
    assert visitor.post("/print/mine", {"part": "x" * guard.MAX_BODY}).status == 413
    assert visitor.post("/print/upload/x", {"part": "x" * guard.MAX_BODY}).status in (404, 413)


def test_only_the_last_files_are_kept(visitor, services, monkeypatch):
    monkeypatch.setattr(services.uploads, "_files", upload_store.UploadStore(2)._files)
    first, second, third = (sent(visitor, PDF).text for _ in range(3))

    assert services.uploads.find(first) is None
    assert {services.uploads.find(each).stem for each in (second, third)} == {second, third}
    assert "not kept any more" in visitor.get(f"/print/preflight?upload={first}").text
    assert visitor.get("/print/preflight?upload=../../etc/passwd").status == 200
    folder = services.uploads.find(third).parent
    assert len([*folder.iterdir()]) == 2
    services.uploads.close()
    assert not folder.exists()


def test_files_are_refused_when_too_many_come_or_the_disk_is_full(visitor, monkeypatch):
    monkeypatch.setattr(upload_store, "AT_ONCE", 0)
    assert sent(visitor, PDF).status == 503
    monkeypatch.setattr(upload_store, "AT_ONCE", 1)
    monkeypatch.setattr(upload_store, "shortage", lambda _: ("disk", 1))
    assert sent(visitor, PDF).status == 507


def test_page_of_a_cutting_machine_is_laid_under_the_cards(visitor, services, made):
    id_ = sent(visitor, made).text
    answer = visitor.post("/print/mine/export", {"to": "cricut", "part": "watch", "under": id_})
    (job,) = [each for each in services.print_queue.newest() if each.is_export]

    assert answer.status == 303
    assert job.options["under"] == str(services.uploads.find(id_))
    assert visitor.post("/print/mine/export", {"to": "cricut", "under": "x" * 16}).status == 404
