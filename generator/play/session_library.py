"""Sessions and the rules they are played by: begun, found again, and sat down to."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from generator import __version__
from generator.base.errors import GeneratorError, UsageError, suggestion
from generator.base.hashing import digest, file_digests
from generator.base.messages import FALLBACK, Messages
from generator.base.records import dataclass
from generator.load.game_loader import load
from generator.load.game_locations import data_root, find_game, shipped_games, templates_root
from generator.load.solo_reader import NAME, read_solo_rules
from generator.model.game import Component, Game
from generator.play.live_session import LiveSession
from generator.play.rules.deck_rules import DeckRules
from generator.play.rules.digests import of_deck, of_rules
from generator.play.rules.full_rules import FullRules
from generator.play.rules.paper_rules import PaperRules
from generator.play.rules.rules_protocol import DECK, FULL, PAPER, Rules
from generator.play.text.item_names import ItemNames
from generator.play.text.session_text import DeckText, SessionText, SoloText
from generator.session import rng, session_folder
from generator.session.header import RELAXED, STRICT, Header
from generator.session.recorded_play import RecordedPlay, begin, resume
from generator.solo.rulebook import Rulebook

LANGUAGES = ("en", "ja")
"""Those that the companion speaks."""
LONGEST_SEED = 100
"""Characters of a seed."""
_KINDS = (FULL, PAPER, DECK)


@dataclass(frozen=True, slots=True)
class SessionRequest:
    """What kind of session is wanted."""

    kind: str
    name: str = ""
    typed: bool = False
    relaxed: bool = False
    seed: str = ""
    challenge: str = ""
    settings: Mapping[str, str] | None = None
    language: str = FALLBACK


@dataclass(frozen=True, slots=True)
class GameData:
    """The data that a session is played from."""

    game: Game
    rules: Rules[Any]
    digest: str
    book: Rulebook | None = None
    component: Component | None = None

    def voice(self, language: str) -> SessionText:
        """What tells it in a language."""
        words = play_messages(language)
        if self.component:
            return DeckText(self.component, self.game.title, words, language)
        assert self.book is not None  # noqa: S101  it is one or the other
        return SoloText(ItemNames(self.book, words, language))


def play_messages(language: str, *, tapped: bool = False) -> Messages:
    """The companion's words in a language, for whoever types or for whoever taps on a page.

    Raises UsageError where it does not speak it.
    """
    if language not in LANGUAGES:
        raise UsageError(f"the companion does not speak {language!r}{suggestion(language, LANGUAGES)}")
    folder = templates_root() / "play"
    kinds = ("", "tapped.") if tapped else ("",)
    files = [folder / f"{kind}{name}.toml" for name in dict.fromkeys((FALLBACK, language)) for kind in kinds]
    return Messages.read((file.name, file.read_bytes()) for file in files)


def game_title(game: str, language: str) -> str:
    """What a game is called in a language, or its id where nothing says so."""
    with suppress(GeneratorError, OSError, ValueError):
        titles = tomllib.loads((find_game(game) / "game.toml").read_text("utf-8")).get("title")
        if isinstance(titles, dict):
            return str(titles.get(language) or next(iter(titles.values()), game))
    return game


def solo_games() -> tuple[str, ...]:
    """The shipped games that have solo rules."""
    return tuple(name for name in shipped_games() if (data_root() / name / NAME).is_file())


def solo_game(named: str | None) -> str:
    """The game that is meant: the one that is named, or the only one there is; raises UsageError."""
    known = solo_games()
    if named or len(known) == 1:
        return named or known[0]
    raise UsageError(f"name the game{suggestion('', known)}")


def load_rulebook(named: str) -> tuple[Rulebook, str]:
    """The rulebook of a game, by its name or folder, with the hash of its rules; Faults where it has none.

    It is read once, and again when a file of the game has changed.
    """
    return _load_rulebook(named, digest(repr(file_digests(find_game(named)))))


@lru_cache(maxsize=4)
def _load_rulebook(named: str, _: str) -> tuple[Rulebook, str]:
    game = load(find_game(named), shown=named)
    rules = read_solo_rules(game, shown=named)
    return Rulebook(game, rules), of_rules(game, rules)


def load_game_data(header: Header) -> GameData:
    """The data of a session; raises UsageError for a game or component that there is not."""
    _check_seed(header.seed)
    options = header.options or {}
    place, kind = str(options.get("place") or header.game), options.get("kind")
    if kind not in _KINDS:
        raise UsageError(f"{kind!r} is no way to play that this program knows; a newer one may")
    if kind == DECK:
        game = load(find_game(place), shown=place)
        component = _component(game, str(options.get("component")))
        return GameData(game, DeckRules(component), of_deck(component), component=component)
    book, digest = load_rulebook(place)
    return GameData(book.game, _rules(str(kind), book, _settings(options)), digest, book=book)


def full_rules_of(game: str, settings: Mapping[str, str]) -> tuple[FullRules, str]:
    """The rules that a score line was played by, with their hash."""
    book, digest = load_rulebook(game)
    return FullRules(book, settings), digest


def start_solo(named: str | None, wish: SessionRequest, folder: Path) -> RecordedPlay:
    """A new session of solo play.

    Raises UsageError for settings and names that would not do, and what `begin` raises.
    """
    name = solo_game(named)
    book, digest = load_rulebook(name)
    rules = _rules(wish.kind, book, wish.settings or {})
    rules.start()
    return _begun(book.game, name, digest, wish, folder, {"settings": dict(wish.settings or {})})


def start_deck(named: str, wish: SessionRequest, folder: Path) -> RecordedPlay:
    """A new session of one deck, named like `glory-to-rome/orders`; raises UsageError where there is none."""
    game_name, _, part = named.rpartition("/")
    if not game_name:
        raise UsageError(f"{named!r} names no deck; write it like GAME/COMPONENT, such as 'glory-to-rome/orders'")
    game = load(find_game(game_name), shown=game_name)
    component = _component(game, part)
    return _begun(game, game_name, of_deck(component), wish, folder, {"component": component.id})


def _begun(
    game: Game, named: str, digest: str, wish: SessionRequest, folder: Path, more: Mapping[str, Any]
) -> RecordedPlay:
    if wish.seed and wish.challenge:
        raise UsageError("a challenge has a seed of its own; give --challenge or --seed")
    seed = session_folder.challenge_seed(wish.challenge) if wish.challenge else wish.seed or rng.new_seed()
    _check_seed(seed)
    options = {"kind": wish.kind, "typed": wish.typed, "language": wish.language, **more}
    if named != game.id or named not in shipped_games():
        options["place"] = str(find_game(named).resolve())
    mode = RELAXED if wish.relaxed else STRICT
    header = Header(game.id, digest, f"vallum {__version__}", seed, mode, options)
    stem = wish.challenge and f"{game.id}-{wish.challenge}"
    name = wish.name or session_folder.free_name(folder, stem or str(more.get("component", game.id)).replace("_", "-"))
    return begin(session_folder.session_path(folder, name), header, shared=True)


def live_session(play: RecordedPlay, language: str | None = None) -> LiveSession[Any]:
    """Sit down to a session: in its own language, or another.

    Raises UsageError where its rules have changed since: cards and boxes would not be those it was begun with.
    """
    options = play.header.options or {}
    source = load_game_data(play.header)
    if source.digest != play.header.rules:
        what = f"{play.name}: it was begun with other data of {play.header.game} than these"
        raise UsageError(f"{what}; `vallum solo verify {play.name}` names the first action that differs")
    voice = source.voice(language or str(options.get("language", FALLBACK)))
    return LiveSession(play, source.rules, voice, typed=bool(options.get("typed")))


def open_play(word: str, folder: Path, *, writing: bool) -> RecordedPlay:
    """A session by its name, the beginning of it, or the path of its file; raises what `find` and `resume` raise."""
    path = Path(word) if word.endswith(session_folder.SUFFIX) else session_folder.find_session(folder, word)
    return resume(path, writing=writing, shared=True)


def _check_seed(seed: str) -> None:
    if not seed.isprintable() or not 0 < len(seed) <= LONGEST_SEED:
        raise UsageError(f"{seed[:20]!r} cannot be a seed; it has 1 to {LONGEST_SEED} characters on one line")


def _component(game: Game, part: str) -> Component:
    decks = {component.id: component for component in game.components if component.pieces}
    if part not in decks:
        raise UsageError(f"{game.id} has no component {part!r}{suggestion(part, tuple(decks))}")
    return decks[part]


def _rules(kind: str, book: Rulebook, settings: Mapping[str, str]) -> Rules[Any]:
    return FullRules(book, settings) if kind == FULL else PaperRules(book, settings)


def _settings(options: Mapping[str, Any]) -> Mapping[str, str]:
    found = options.get("settings")
    return {str(name): str(choice) for name, choice in found.items()} if isinstance(found, dict) else {}
