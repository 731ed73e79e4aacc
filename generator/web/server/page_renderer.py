"""Pages: templates, the words in the reader's language, and how the reader wants to see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from generator.base.hashing import digest
from generator.base.messages import FALLBACK, Messages, format_signed
from generator.base.records import dataclass
from generator.load.game_locations import templates_root

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection, Request

    from generator.model.text import Text

LANGUAGES = {"en": "English", "ja": "日本語"}
LOOKS = ("auto", "light", "dark")
TYPES = ("normal", "large")
ODDS = ("off", "on")
CHOICES = {"lang": tuple(LANGUAGES), "look": LOOKS, "type": TYPES, "odds": ODDS}
"""What a reader can choose, and the words for it."""
COOKIE = "vallum-page"
FIELDS = 40
"""Of the largest form: a game has up to twenty components to tick."""


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How a reader wants to see the pages."""

    lang: str = FALLBACK
    look: str = LOOKS[0]
    type: str = TYPES[0]
    odds: str = ODDS[0]
    """Whether the odds of an attack are told at the table."""

    @classmethod
    def of(cls, request: HTTPConnection) -> ReaderSettings:
        """As it was chosen, or as the browser asks for its language."""
        chosen = dict(zip(CHOICES, request.cookies.get(COOKIE, "").split("."), strict=False))
        fit = {name: word for name, word in chosen.items() if word in CHOICES[name]}
        return cls(**({"lang": _spoken(request.headers.get("accept-language", ""))} | fit))

    def __str__(self) -> str:
        """For the cookie."""
        return f"{self.lang}.{self.look}.{self.type}.{self.odds}"


def _spoken(header: str) -> str:
    """The first of our languages in an Accept-Language header, which browsers send in order of preference."""
    asked = (word.split(";")[0].split("-")[0].strip().lower() for word in header.split(","))
    return next((word for word in asked if word in LANGUAGES), FALLBACK)


class PageRenderer:
    """The templates and words of the page."""

    def __init__(self) -> None:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined

        folder = templates_root() / "web"
        self._jinja = Environment(
            loader=FileSystemLoader(folder),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._jinja.filters["signed"] = format_signed
        names = [folder / f"{FALLBACK}.toml", *(folder / f"{lang}.toml" for lang in LANGUAGES)]
        files = {file.stem: (file.name, file.read_bytes()) for file in names}
        self.words = {lang: Messages.read([files[FALLBACK], files[lang]]) for lang in LANGUAGES}
        """By language."""

    def html(self, request: HTTPConnection, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
        """A page in the reader's language; `room` names the one that the navigation shows as open."""
        setting = ReaderSettings.of(request)
        words = self.words[setting.lang]
        ours = {"ui": setting, "t": words, "label": _labels(words), "said": lambda text: said(text, setting.lang)}
        fixed = {"choices": CHOICES, "languages": LANGUAGES, "keyed": keyed}
        given = {"room": "", "live": "", "stamp": "", "here": here(request)} | ours | fixed | values
        return HTMLResponse(self._jinja.get_template(f"{name}.html.j2").render(given), status)

    def part(self, name: str, language: str, **values: Any) -> str:
        """A part of a page in a language, as HTML."""
        return self._jinja.get_template(f"{name}.html.j2").render(t=self.words[language], **values)

    def refusal(self, request: HTTPConnection, status: int) -> HTMLResponse:
        """A plain page for what cannot be shown, by its status."""
        known = self.words[FALLBACK].section("refused")
        return self.html(request, "refused", status, key=str(status) if f"{status}.title" in known else "500", here="/")


def fields_of(*records: object) -> dict[str, Any]:
    """The fields of some records by their names, for a template."""
    return {name: getattr(record, name) for record in records for name in type(record).__match_args__}  # type: ignore[attr-defined]


def keyed(body: str) -> str:
    """A word that is new whenever a part of a page is."""
    return digest(body)[:12]


def _labels(words: Messages) -> Callable[[str], Callable[[str], str]]:
    """What the choices of a kind are called: by our words, or by their own names."""

    def label(kind: str) -> Callable[[str], str]:
        return lambda word: words.by_key.get(f"{kind}.{word or 'none'}", word)

    return label


def here(request: HTTPConnection) -> str:
    """The page's own address, to come back to."""
    query = request.url.query
    return request.url.path + (f"?{query}" if query else "")


def said(text: Text, language: str) -> str:
    """A phrase of a game in a language, or in the first that it has."""
    return dict(text.by).get(language) or next((words for _, words in text.by), "")


async def form(request: Request) -> dict[str, list[str]]:
    """The fields of a form that was sent.

    Raises HTTPException for anything else, and for more fields than a form of ours has.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    try:
        pairs = parse_qsl((await request.body()).decode("ascii"), max_num_fields=FIELDS, keep_blank_values=True)
    except ValueError:
        raise HTTPException(400) from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


def picked(given: Sequence[str], known: Sequence[str], otherwise: str) -> str:
    """The choice that was made among some; HTTPException for one that is not offered."""
    if not given or not given[0]:
        return otherwise
    if given[0] not in known:
        raise HTTPException(400)
    return given[0]


def kept(given: str | None, known: Sequence[str], otherwise: str) -> str:
    """What was chosen before, as long as it is offered; nobody is refused for what is offered no more."""
    return given if given is not None and given in known else otherwise
