"""A campaign as its sessions have it: the games that were played, the forts that are won, and what comes next.

No file says what is won. The header of each session names its campaign, its number there, its fort, and the event of
the session before at which it began; what that game had reached then is replayed. A game that was begun anew before
its end is given up: what is played in it later does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from generator.base.errors import DamagedError, UsageError, suggestion
from generator.base.records import dataclass
from generator.model.solo.campaign import Campaign, Fort
from generator.play.game_data import campaign_of, load_game_data, load_rulebook
from generator.play.live_session import recorded_action, said_goals
from generator.play.rules.rules_protocol import PAPER
from generator.play.session_summaries import known_points
from generator.session import session_folder
from generator.session.chain_states import ChainStates
from generator.session.header import Header
from generator.session.migration import migrate
from generator.session.record import Event
from generator.session.recorded_play import RecordedPlay, resume
from generator.session.timeline import Timeline, timeline_of
from generator.solo.compiled.rulebook import Rulebook
from generator.solo.fort_goals import CampaignStanding, campaign_standing

STEM = "campaign"
# The names of its sessions add a number and the name of a fort, and may have 60 letters in all.
LONGEST_NAME = 30
"""Most letters of a campaign's name, with which the names of its sessions begin."""


@dataclass(frozen=True, slots=True)
class CampaignPlace:
    """The place of a session in a campaign, as its header claims it."""

    name: str
    number: int
    """Number of its game in the campaign, from 1."""
    after: str
    """The session before; empty for the first game."""
    event: int
    """The last event of that session when this one began."""
    hash: str
    """The hash of that event."""


@dataclass(frozen=True, slots=True)
class CampaignGame:
    """A game of a campaign, with what it had reached when the next one began, or now."""

    session: str
    fort: str
    start: Mapping[str, int]
    over: bool
    year: int
    won: bool
    rewarded: bool
    points: int | None
    is_said: bool
    """Whether the result is the player's word, with sheets on paper."""
    is_judged: bool
    """Whether it is over and its result is known: with sheets on paper only once the player has told it."""
    last: Event
    """The last event that counts."""
    header: Header
    damage: str
    """Where its file is damaged, and how; empty for a whole one. What stands before that is read."""


@dataclass(frozen=True, slots=True)
class CampaignRecord:
    """A campaign with its games, first to last."""

    name: str
    book: Rulebook
    """Rulebook of the plain game."""
    campaign: Campaign
    games: tuple[CampaignGame, ...]

    @property
    def standing(self) -> CampaignStanding:
        """Return where the campaign stands: forts won, the next fort, and the items to begin it with."""
        return campaign_standing(self.campaign, [(game.won, game.rewarded) for game in self.games])

    @property
    def in_play(self) -> CampaignGame | None:
        """Return the game to go on with; None where the next one is to be begun, or all is won."""
        last = self.games[-1]
        return None if last.is_judged else last

    @property
    def damage(self) -> str:
        """Return the first game that is damaged, and how; empty where all files are whole."""
        return next((f"{game.session}: {game.damage}" for game in self.games if game.damage), "")

    def attempts(self, fort: Fort) -> tuple[CampaignGame, ...]:
        """Return the games that were played at a fort, first to last."""
        return tuple(game for game in self.games if game.fort == fort.id)


def campaign_place(header: Header) -> CampaignPlace | None:
    """Return the place in a campaign that a header claims; None for a session of no campaign.

    Raises UsageError for a claim that cannot be read.
    """
    options = header.options or {}
    claimed = options.get("campaign")
    if claimed is None:
        return None
    after = claimed.get("after") if isinstance(claimed, Mapping) else None
    after = after if isinstance(after, Mapping) else {"session": "", "event": 0, "hash": ""}
    values = (claimed.get("name"), claimed.get("game")) if isinstance(claimed, Mapping) else (None, None)
    claims: tuple[Any, ...] = (*values, *(after.get(key) for key in ("session", "event", "hash")))
    # The header may be written by anyone: a flag is no number here, although Python takes it for one.
    if [type(value) for value in claims] != [str, int, str, int, str]:
        raise UsageError("its header says nothing that can be read of its campaign")
    return CampaignPlace(*claims)


def campaign_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the campaigns that sessions of a folder belong to, sorted."""
    return tuple(sorted({place.name for _, place in _places(folder, "")}))


def find_campaign(folder: Path, word: str) -> str:
    """Return the campaign whose name a word is or begins; for an empty word the only campaign. Raises UsageError."""
    names = campaign_names(folder)
    matches = [word] if word in names else [name for name in names if name.startswith(word)]
    if len(matches) == 1:
        return matches[0]
    if not names:
        raise UsageError("there is no campaign yet; begin one with `vallum solo campaign new`")
    if matches:
        raise UsageError(f"which campaign? it is one of {', '.join(map(repr, matches[:12]))}")
    raise UsageError(f"no campaign called {word!r}{suggestion(word, names)}")


def free_campaign_name(folder: Path, game: str, name: str) -> str:
    """Return `name`, or for an empty one a free name made from the game's id.

    Raises UsageError for a name that is taken or that no session can have.
    """
    names, stem = campaign_names(folder), f"{game}-{STEM}"
    if not name:
        return session_folder.first_free(stem, names) if names else session_folder.free_name(folder, stem)
    session_folder.check_name(name)
    # The names of its sessions are longer by a number and a fort.
    if len(name) > LONGEST_NAME:
        raise UsageError(f"{name!r} is too long for a campaign; use {LONGEST_NAME} letters at most")
    if name in names:
        raise UsageError(f"there is a campaign called {name!r}; go on with it, or choose another name")
    return name


def session_name(name: str, number: int, fort: str) -> str:
    """Return the name for a game's session: campaign, number and fort.

    Two windows that begin the same game ask for the same file, and one is refused.
    """
    return f"{name}-{number:02}-{fort}".replace("_", "-")


def read_campaign_record(folder: Path, name: str) -> CampaignRecord:
    """Return a campaign as its sessions tell it.

    Raises UsageError for an unknown name, DamagedError where a session is missing, and the errors of opening one.
    """
    files = _files_by_number(folder, name)
    if not files:
        raise UsageError(f"no campaign called {name!r}; `vallum solo campaign list` names them")
    # Games are numbered without a gap from 1, so a gap is a file that was deleted or renamed.
    if list(files) != list(range(1, len(files) + 1)):
        _refuse_missing(folder, name, next(number for number in range(1, len(files) + 2) if number not in files))
    plays = [_opened(files[number]) for number in sorted(files)]
    games = tuple(_game(play, _end(play, plays[number:])) for number, play in enumerate(plays, 1))
    book, _ = load_rulebook(plays[0].header.place)
    return CampaignRecord(name, book, campaign_of(book), games)


def _files_by_number(folder: Path, name: str) -> dict[int, Path]:
    """Return the file of each game by its number.

    Of several with one number, the file named as this program names it.
    """
    files: dict[int, Path] = {}
    for file, place in _places(folder, name):
        header = session_folder.read_header(file)
        fort = str((header.options or {}).get("fort")) if header else ""
        # Of two files with one number, the one with the name that this program gives it.
        if place.number not in files or file.stem == session_name(name, place.number, fort):
            files[place.number] = file
    return dict(sorted(files.items()))


def _refuse_missing(folder: Path, name: str, number: int) -> NoReturn:
    """Raise the error of the file of a game of a campaign, or DamagedError where there is no file."""
    for file in sorted(folder.glob(f"{name}-{number:02}-*{session_folder.SUFFIX}")):
        _opened(file)
    for stem in session_folder.session_names(folder):
        header = session_folder.read_header(folder / f"{stem}{session_folder.SUFFIX}")
        with suppress(UsageError):  # another file that says nothing that can be read
            place = campaign_place(header) if header else None
            if header and place and (place.name, place.number) == (name, number):
                right = session_name(name, number, str((header.options or {}).get("fort")))
                raise DamagedError(f"{name}: game {number} of it is called {stem!r}; rename it to {right!r}")
    raise DamagedError(f"{name}: game {number} of it is missing; put the file of its session back")


def _places(folder: Path, name: str) -> Iterator[tuple[Path, CampaignPlace]]:
    """Yield the sessions of a campaign with their places in it; for an empty name, of all campaigns."""
    for stem in session_folder.session_names(folder):
        file = folder / f"{stem}{session_folder.SUFFIX}"
        # Headers of other names are not even read: a folder may have thousands of sessions.
        header = session_folder.read_header(file) if stem.startswith(name) else None
        place = None
        with suppress(UsageError):  # `vallum solo verify` says what is wrong with it
            place = campaign_place(header) if header else None
        if place and name in ("", place.name):
            yield file, place


def _opened(file: Path) -> RecordedPlay:
    """Return a session that was read and closed again."""
    with resume(file, writing=False) as play:
        return play


def _end(play: RecordedPlay, later: Sequence[RecordedPlay]) -> int:
    """Return the number of the last event of a game that counts: where the next game began, else its last event."""
    place = campaign_place(later[0].header) if later else None
    return min(place.event, play.last) if place else play.last


def _game(play: RecordedPlay, end: int) -> CampaignGame:
    """Return the result that a game had reached at the event `end`, by replaying it."""
    timeline = _timeline_at(play, end)
    data = load_game_data(play.header)
    options = play.header.options or {}
    # Other rules would replay the same actions to another result.
    if data.digest != play.header.rules:
        raise UsageError(f"{play.name}: it was begun with other data of {play.header.game} than these")
    states = ChainStates(data.rules.start(), recorded_action(data.rules, play.name))
    visible = data.rules.visible_state(states.after(timeline.line))
    is_said = options.get("kind") == PAPER
    result = said_goals(timeline) if is_said else None
    # With sheets on paper the player tells the result; before that it counts as lost.
    won, rewarded = result or (False, False)
    if visible.fort and not is_said:
        won, rewarded = bool(visible.fort.won), bool(visible.fort.rewarded)
    return CampaignGame(
        session=play.name,
        fort=str(options.get("fort")),
        start=dict(options.get("start") or {}),
        over=visible.over,
        year=visible.year,
        won=visible.over and won,
        rewarded=visible.over and rewarded,
        points=known_points(visible, timeline),
        is_said=is_said,
        is_judged=visible.over and (result is not None or not is_said),
        last=play.store.events[end],
        header=play.header,
        damage=str(play.store.damage or ""),
    )


def _timeline_at(play: RecordedPlay, end: int) -> Timeline:
    """Return the timeline of a session as it stood at an event."""
    if end == play.last:
        return play
    return timeline_of(migrate([event.body for event in play.store.events[: end + 1]]))


def next_options(record: CampaignRecord) -> dict[str, Any]:
    """Return the place of the next game for its header: campaign, number, and the last event of the game before."""
    last = record.games[-1]
    after = {"session": last.session, "event": last.last.number, "hash": last.last.hash}
    return {"name": record.name, "game": len(record.games) + 1, "after": after}
