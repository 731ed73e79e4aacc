"""A reader's settings: the language and look of the pages, kept in a cookie."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from generator.base.messages import FALLBACK
from generator.base.records import dataclass

LANGUAGES = {"en": "English", "ja": "日本語"}
CHOICES = {
    "lang": (*LANGUAGES,),
    "look": ("auto", "light", "dark"),
    "type": ("normal", "large"),
    "odds": ("off", "on"),
    "keys": ("on", "off"),
}
"""The values of each setting; the first is the default."""
COOKIE = "vallum-page"


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How a reader wants to see the pages."""

    lang: str = FALLBACK
    look: str = "auto"
    type: str = "normal"
    odds: str = "off"
    """Whether the play page always shows the odds of the attack."""
    keys: str = "on"
    """Whether single letters, numbers and signs are keys of the play page (WCAG 2.1.4 wants a switch)."""

    @classmethod
    def of(cls, request: HTTPConnection) -> ReaderSettings:
        """Read the settings from the cookie of a request; without a cookie, the language is the browser's."""
        values = dict(zip(CHOICES, request.cookies.get(COOKIE, "").split("."), strict=False))
        valid = {name: value for name, value in values.items() if value in CHOICES[name]}
        return cls(**({"lang": _accepted_language(request.headers.get("accept-language", ""))} | valid))

    def __str__(self) -> str:
        """Return the value of the cookie."""
        return f"{self.lang}.{self.look}.{self.type}.{self.odds}.{self.keys}"


def _accepted_language(header: str) -> str:
    """Return the first language in an Accept-Language header that the pages have, else English.

    Browsers list languages in order of preference.
    """
    codes = (entry.split(";")[0].split("-")[0].strip().lower() for entry in header.split(","))
    return next((code for code in codes if code in LANGUAGES), FALLBACK)
