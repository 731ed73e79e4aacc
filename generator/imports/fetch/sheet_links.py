"""Turns the links that Google Sheets and GitHub give to people into the address of the CSV itself."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode, urlsplit

_SHEET = re.compile(r"/spreadsheets/(?:u/\d+/)?d/(?P<id>e/[\w-]+|[\w-]+)(?:/(?P<page>\w*))?")
_BLOB = re.compile(r"/([^/]+/[^/]+)/blob/(.+)")

PUBLISH = (
    "in Google Sheets choose File, Share, Publish to web, one sheet, CSV, and copy that link; or share the table "
    "with everybody who has the link"
)


def table_address(address: str, *, is_workbook: bool = False) -> str:
    """Return the address of the CSV, or the whole workbook, behind a link to a spreadsheet; any other address as it is.

    >>> table_address("https://docs.google.com/spreadsheets/d/abc/edit?usp=sharing#gid=7")
    'https://docs.google.com/spreadsheets/d/abc/export?format=csv&gid=7'
    """
    parts = urlsplit(address)
    if parts.hostname == "docs.google.com" and (sheet := _SHEET.match(parts.path)):
        if sheet["page"] == "gviz":  # queries of programs, with parameters of their own
            return address
        if is_workbook:
            base = f"https://docs.google.com/spreadsheets/d/{sheet['id']}"
            return base + ("/pub?output=xlsx" if sheet["id"].startswith("e/") else "/export?format=xlsx")
        return _google_csv(sheet, parse_qs(parts.query), parse_qs(parts.fragment))
    if parts.hostname == "github.com" and (blob := _BLOB.match(parts.path)):
        return f"https://raw.githubusercontent.com/{blob[1]}/{blob[2]}"
    return parts._replace(fragment="").geturl()


def is_google_sheet(address: str) -> bool:
    """Return whether an address leads to a spreadsheet of Google."""
    parts = urlsplit(address)
    return parts.hostname == "docs.google.com" and parts.path.startswith("/spreadsheets/")


def _google_csv(sheet: re.Match[str], query: dict[str, list[str]], fragment: dict[str, list[str]]) -> str:
    """Return the address at which Google exports one sheet of a spreadsheet as CSV.

    `query` and `fragment` are the link's parameters behind `?` and `#`; `gid` in them is the number of the sheet.
    """
    # Since 2023 Google writes the sheet's number behind ? and #; the latter is the one that was looked at last.
    gid = (fragment.get("gid") or query.get("gid") or [""])[-1]
    tab = {"gid": gid} if gid else {}
    base = f"https://docs.google.com/spreadsheets/d/{sheet['id']}"
    # A published sheet (`/d/e/…`) has another address for CSV than a shared one.
    if sheet["id"].startswith("e/"):
        return f"{base}/pub?{urlencode({**tab, 'single': 'true', 'output': 'csv'})}"
    return f"{base}/export?{urlencode({'format': 'csv', **tab})}"
