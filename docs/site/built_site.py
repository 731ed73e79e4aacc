"""Dead links of the built site: to files that it does not have, and to places in pages that are not there."""

from collections.abc import Iterator
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit


class _Page(HTMLParser):
    """The links of a page, and the places in it that a link can lead to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(file.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


class BuiltSite:
    """The files of the site, by the addresses that a browser asks for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def pages(self) -> dict[str, _Page]:
        """Return the pages by their addresses, such as /printing/."""
        files = sorted(self._folder.rglob("*.html"))
        names = [f"/{file.relative_to(self._folder).as_posix()}".removesuffix("index.html") for file in files]
        return {name: _Page(file) for name, file in zip(names, files, strict=True)}

    def dead_links(self) -> Iterator[str]:
        """Return the links that lead to no file of the site or to no place in it; other hosts are not asked."""
        for name, page in self.pages.items():
            for link in page.links:
                if not self._leads_somewhere(name, link):
                    yield f"{name}: {link} leads nowhere"

    def _leads_somewhere(self, page: str, link: str) -> bool:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return True
        address, anchor = urldefrag(urljoin(page, link))
        path = unquote(urlsplit(address).path)
        if path in self.pages:
            return unquote(anchor) in self.pages[path].anchors
        return (self._folder / path.lstrip("/")).is_file()
