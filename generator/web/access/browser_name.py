"""What a browser is called, from its User-Agent header."""

from __future__ import annotations

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
"""By a word of the header. Later ones stand in the headers of earlier ones too: all claim to be Safari."""
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def browser_name(user_agent: str) -> str:
    """Return a browser and its system, such as "Firefox, Android"; only words of this module, "" if none is found."""
    found = [_first(kinds, user_agent) for kinds in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name)


def _first(names: dict[str, str], header: str) -> str:
    return next((name for word, name in names.items() if word in header), "")
