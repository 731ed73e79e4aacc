"""HTML pages from the templates in `templates/web`, in the reader's language."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from generator.base.cache import Cache
from generator.base.errors import shorten
from generator.base.hashing import digest
from generator.base.messages import FALLBACK, Messages, format_local_time, format_signed
from generator.base.shown_faults.fault_translation import fault_translation
from generator.load.game_locations import templates_root
from generator.model.text import Text
from generator.web.http.base_path import page_address, with_base
from generator.web.http.guard import content_policy
from generator.web.http.reader_settings import CHOICES, LANGUAGES, ReaderSettings

OFFLINE_SCOPE = "/play"
"""Path that the service worker keeps for offline use; it stays away from the other rooms."""
STATIC_FOLDER = templates_root() / "web" / "static"
"""Folder of the public files; no other file of `templates/web` is served."""


BUSY = 503
"""Status of an answer that may be another one in a moment."""


class PageRenderer:
    """The page templates, and the messages of each language."""

    def __init__(self, cache: Cache | None = None, base: str = "", *, in_tab: bool = False) -> None:
        """Keep compiled templates in `cache`; all pages lie below the path `base`, such as `/press`.

        Pages `in_tab` are made by the browser that shows them, and offer nothing that only a server can do.
        """
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        from generator.web.http.template_cache import TemplateCache

        self._base = base
        # In a tab these files lie on another host, which has its own rules for keeping them.
        self.static_tag = "" if in_tab else _static_tag(STATIC_FOLDER)
        folder = templates_root() / "web"
        # Template lines would leave empty lines in every page.
        layout: dict[str, Any] = {"trim_blocks": True, "lstrip_blocks": True}
        layout["bytecode_cache"] = TemplateCache(cache or Cache(None))
        self._jinja = Environment(loader=FileSystemLoader(folder), autoescape=True, undefined=StrictUndefined, **layout)
        self._jinja.filters |= {"signed": format_signed, "local_time": format_local_time}
        self._jinja.globals |= {"part_key": part_key, "in_tab": in_tab}
        files = {lang: _word_files(folder / "words" / lang) for lang in {FALLBACK, *LANGUAGES}}
        # Later files override earlier ones, so a text that a language lacks is English.
        self.messages = {lang: Messages.read([*files[FALLBACK], *files[lang]]) for lang in LANGUAGES}

    def html(self, request: HTTPConnection, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
        """Render `name.html.j2`; `room` is the item of the navigation that is current."""
        settings = ReaderSettings.of(request)
        messages = self.messages[settings.lang]
        context = {
            "room": "",
            "policy": content_policy(),
            "live": "",
            "stamp": "",
            # The address of the page, for forms that return to it.
            "here": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            # A page that is not there now may be in a moment.
            "again": page_address(request, self._base) if status == BUSY else "",
            "ui": settings,
            "t": messages,
            # What an option of a kind is called; one without a message, such as a printer, has its own name.
            "label": lambda kind: lambda option: messages.by_key.get(f"{kind}.{option or 'none'}", option),
            "phrase": lambda text: phrase(text, settings.lang),
            "choices": CHOICES,
            "languages": LANGUAGES,
            "translated": partial(translated, settings.lang),
        }
        markup = self._rendered(name, context | values)
        if self.static_tag:
            markup = markup.replace('"/static/', f'"/static/{self.static_tag}/')
        return HTMLResponse(with_base(markup, self._base), status)

    def part(self, name: str, language: str, **values: Any) -> str:
        """Render `name.html.j2` as a part of a page, in a language, without the values that only whole pages have.

        Its links do not lead below the base path yet: those of the page around it are led there all at once.
        """
        context = {"t": self.messages[language], "translated": partial(translated, language)}
        return self._rendered(name, context | values)

    def _rendered(self, name: str, context: dict[str, Any]) -> str:
        """Return a template, rendered."""
        return self._jinja.get_template(f"{name}.html.j2").render(context)

    def error(self, request: HTTPConnection, status: int) -> HTMLResponse:
        """Return the page for an HTTP status that refuses a request.

        A status without a text of its own gets that of 500.
        """
        refusals = self.messages[FALLBACK].section("refused")
        return self.html(
            request, "refused", status, key=str(status) if f"{status}.title" in refusals else "500", here="/"
        )


def _static_tag(folder: Path) -> str:
    """Return a digest of all public files, which stands in their addresses so that browsers keep them for ever."""
    return digest(*(part for file in sorted(folder.iterdir()) for part in (file.name, file.read_bytes())))[:12]


def _word_files(folder: Path) -> list[tuple[str, bytes]]:
    """Return the message files of a language, one for each room: name for error messages, and content."""
    return [(f"{folder.name}/{file.name}", file.read_bytes()) for file in sorted(folder.glob("*.toml"))]


def translated(language: str, fault: object) -> str:
    """Return the message of a fault in a language; the catalogue is loaded with the first fault."""
    words = shorten(str(fault))
    catalogue = None if language == FALLBACK else fault_translation(templates_root() / "faults", language)
    return catalogue.line(words) if catalogue else words


def record_fields(*records: object) -> dict[str, Any]:
    """Return the fields of records, such as named tuples, by name, as values for a template."""
    return {name: getattr(record, name) for record in records for name in type(record).__match_args__}  # type: ignore[attr-defined]


def part_key(markup: str) -> str:
    """Return a checksum of a part of a page, its `data-key`: the script replaces parts whose key has changed."""
    return digest(markup)[:12]


def phrase(text: Text, language: str) -> str:
    """Return a game's text in a language, or in the first language that it has."""
    return dict(text.by).get(language) or next((words for _, words in text.by), "")
