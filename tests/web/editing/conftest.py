"""Somebody who changes the cells of their game on the pages."""

import html
import re

import pytest

TABLES = "/gallery/mine/tables"


class Editor:
    """A reader of the page of a table, who sends its forms as a browser without scripts does."""

    def __init__(self, visitor, folder):
        self.visitor, self.folder = visitor, folder

    def page(self, file, row=None):
        more = "" if row is None else f"&row={row}"
        return self.visitor.get(f"{TABLES}?file={file}{more}")

    def form(self, page):
        """The fields of the form of a row on a page."""
        text = page.text[page.text.index('<form id="row-cells"') :].partition("</form>")[0]
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', text)
        fields += re.findall(r'<textarea[^>]* name="([^"]+)"[^>]*>\n(.*?)</textarea>', text, re.DOTALL)
        return {name: html.unescape(value) for name, value in fields}

    def send(self, fields, **more):
        return self.visitor.post(f"{TABLES}/cells", fields | more)

    def type(self, file, row, **cells):
        """Open the form of a row, change some cells and save it."""
        fields = self.form(self.page(file, row))
        changed = {f"cell.{name.replace('__', '.')}": value for name, value in cells.items()}
        assert changed.keys() <= fields.keys()
        return self.send(fields | changed)

    def rows(self, file, row, do):
        fields = self.form(self.page(file, row))
        return self.visitor.post(
            f"{TABLES}/rows", {name: fields[name] for name in ("file", "digest", "row")} | {"do": do}
        )

    def turn(self, do):
        return self.visitor.post(f"{TABLES}/history", {"file": "raid.csv", "do": do})

    def read(self, file="raid.csv"):
        return (self.folder / file).read_bytes()


@pytest.fixture
def editor(visitor, game):
    return Editor(visitor, game)
