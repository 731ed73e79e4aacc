"""Authentication: a one-time link is exchanged for a pass, a cookie that is valid for one browser and port."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

from cachetools import FIFOCache

from generator.web.http.pass_folder import PassFolder

MAX_TOKENS = 100
"""Most links that are valid at the same time; a new one replaces the oldest."""
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""Browsers by a word of the User-Agent header, in the order of search: all claim to be Safari, most to be Chrome."""
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class Auth:
    """One-time tokens and the passes of one server; `on_login` is called with the `name:port` a link was used at."""

    def __init__(self, port: int, passes: PassFolder, on_login: Callable[[str], None] = lambda _: None) -> None:
        self.port, self.passes, self.on_login = port, passes, on_login
        self.local_site = ""
        """Address by the host name that only the user's browsers know; see `local_name`."""
        # Browsers send a host's cookies to all of its ports. With the port in the name, two servers on one computer do
        # not overwrite each other's cookie.
        self.cookie_name = f"vallum-{port}"
        # Over TLS, browsers take a cookie with this prefix from the very host only, and from no other port over http.
        self.secure_name = f"__Host-{self.cookie_name}"
        self._tokens = FIFOCache[str, None](MAX_TOKENS)

    def new_token(self) -> str:
        """Return a new token of 256 random bits, valid once."""
        token = secrets.token_urlsafe(32)
        self._tokens[token] = None
        return token

    def link(self, site: str) -> str:
        """Return a link that lets one browser in; `site` is an address such as `http://192.168.1.20:8475`."""
        return f"{site}/enter?t={self.new_token()}"

    def redeem(self, token: str) -> bool:
        """Use up the token of a login link; return False if the token was not valid."""
        known_token = self._known_token(token)
        if known_token:
            del self._tokens[known_token]
        return bool(known_token)

    def is_token(self, query: bytes) -> bool:
        """Whether the query of a request holds a token that is still valid."""
        first = query.partition(b"&")[0]
        return bool(self._known_token(first.removeprefix(b"t=").decode("latin-1")))

    def _known_token(self, token: str) -> str:
        """Return the valid token that equals a text; empty if there is none."""
        # compare_digest takes the same time wherever two strings differ, so a guess learns nothing from the delay.
        guess = token.encode()
        return next(
            (valid_token for valid_token in self._tokens if hmac.compare_digest(valid_token.encode(), guess)), ""
        )

    def issue(self, user_agent: str) -> str:
        """Make a pass for a browser that came by a login link, and return the value of its cookie."""
        return self.passes.issue(self.port, browser_name(user_agent))

    def holder(self, cookie_header: str) -> str:
        """Return the id of the valid pass in a Cookie header; "" for a browser without one."""
        pairs = (pair.strip().partition("=") for pair in cookie_header.split(";"))
        # Pages on other ports can add cookies of this name, so each value is looked at.
        names = (self.cookie_name, self.secure_name)
        values = dict.fromkeys(value for name, _, value in pairs if name in names)
        ids = (self.passes.find(self.port, value) for value in values)
        return next((id_ for id_ in ids if id_), "")


def browser_name(user_agent: str) -> str:
    """Return a browser and its system, such as "Firefox, Android", from a User-Agent header; "" if neither is known."""
    names = [_first(kinds, user_agent) for kinds in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in names if name)


def _first(names: dict[str, str], header: str) -> str:
    """Return the name for the first of the words, in their order, that a header contains; empty for none."""
    return next((name for word, name in names.items() if word in header), "")
