"""The messages of solo play, from `templates/play`."""

from __future__ import annotations

from generator.base.errors import UsageError, suggestion
from generator.base.messages import FALLBACK, Messages
from generator.load.game_locations import templates_root

LANGUAGES = ("en", "ja")


def play_messages(language: str, *, tapped: bool = False) -> Messages:
    """The messages in a language; `tapped` takes those for a page, which name no commands.

    English ones come first, so that a message missing in a language is still told. Raises UsageError for a language
    that is not in LANGUAGES.
    """
    if language not in LANGUAGES:
        raise UsageError(f"there are no messages in {language!r}{suggestion(language, LANGUAGES)}")
    folder = templates_root() / "play"
    kinds = ("", "tapped.") if tapped else ("",)
    files = [folder / f"{kind}{name}.toml" for name in dict.fromkeys((FALLBACK, language)) for kind in kinds]
    return Messages.read((file.name, file.read_bytes()) for file in files)
