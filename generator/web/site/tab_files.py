"""The files of a reader who plays in a browser tab: games, saved sessions, the settings."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.cookies import SimpleCookie
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import Faults, OutputError, fault
from generator.load.game_loader import load
from generator.load.game_locations import sample, shipped_games
from generator.web.site.tab_orders import TabOrders

_COOKIES = "cookies.json"
_SURE_NAME = r"[^\w-]"

Unpack: TypeAlias = Callable[[Path, str, Path], Path]
"""Function that unpacks a file, named for messages, below a folder, and returns the game's folder."""


class TabFiles:
    """The files below one folder, which the browser keeps."""

    def __init__(self, home: Path, unpack: Unpack) -> None:
        self.home, self._unpack = home, unpack
        self.games, self.sessions = home / "games", home / "sessions"
        self.orders = TabOrders(home / "orders.json")
        for folder in (self.games, self.sessions):
            folder.mkdir(parents=True, exist_ok=True)

    def own_games(self) -> list[str]:
        """Return the folders of the games that were brought in."""
        return [str(file.parent) for file in sorted(self.games.glob("*/game.toml"))]

    def add_pack(self, name: str, data: bytes, *, replaces: bool = True) -> str:
        """Unpack a game, in place of an earlier one of the same name if it `replaces` such a game, and return its id.

        Raises Faults for a file that is no pack, OutputError for one that cannot be stored.
        """
        arrival = self.home / ".arrival"
        shutil.rmtree(arrival, ignore_errors=True)
        arrival.mkdir()
        file = arrival / (re.sub(_SURE_NAME, "_", Path(name).stem) + ".zip")
        try:
            file.write_bytes(data)
            game = self._unpack(file, name, arrival / "game")
            _try_to_load(game, name)
            place = self.games / self._free_name(game.name)
            if replaces or not place.exists():
                shutil.rmtree(place, ignore_errors=True)
                # Unpacked beside and renamed: a broken pack leaves an earlier game as it was.
                game.rename(place)
        except OSError as error:
            raise OutputError(f"{name}: cannot be unpacked: {(error.strerror or str(error)).lower()}") from None
        finally:
            shutil.rmtree(arrival, ignore_errors=True)
        return place.name

    def add_folder(self, name: str, files: Mapping[str, bytes]) -> str:
        """Store a game from the files of its folder by their paths; as `add_pack`, with the same checks."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            for path, content in sorted(files.items()):
                # Such as `.git` and `.DS_Store`, which no pack of ours has either.
                if not any(part.startswith(".") for part in path.split("/")):
                    archive.writestr(path, content)
        return self.add_pack(name, data.getvalue())

    def _free_name(self, name: str) -> str:
        """Return the name under which a game is brought in, changed if a shipped game has it."""
        return f"{name}-copy" if name in (*shipped_games(), sample().name) else name

    def archive(self) -> bytes:
        """Return all files as a ZIP file."""
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(path for path in self.home.rglob("*") if path.is_file()):
                archive.write(file, file.relative_to(self.home))
        return data.getvalue()

    def cookies(self) -> dict[str, str]:
        """Return the values of cookies by name: a worker's answers cannot set any."""
        with suppress(OSError, ValueError):
            values = json.loads((self.home / _COOKIES).read_text("utf-8"))
            if isinstance(values, dict):
                return {str(name): str(value) for name, value in values.items()}
        return {}

    def keep_cookie(self, header: str) -> None:
        """Store the cookie that a Set-Cookie header sets."""
        values = self.cookies() | {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        (self.home / _COOKIES).write_text(json.dumps(values), "utf-8")


def _try_to_load(game: Path, name: str) -> None:
    """Load a game before it is stored: one that ends the worker would end it again at each start.

    Faults of the game are left to its page. Raises Faults for a game that needs too much memory.
    """
    try:
        load(game)
    except Faults:
        return
    except MemoryError:
        raise fault(name, "needs more memory than a browser tab has; use the installed program") from None
