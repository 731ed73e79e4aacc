"""What all pages share while the server runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from inspect import signature
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from generator.base.errors import GeneratorError
from generator.base.messages import FALLBACK
from generator.web.app.start_services import StartServices

if TYPE_CHECKING:
    from generator.web.app.room_services import RoomServices

T = TypeVar("T")


class Services(StartServices):
    """One instance of each service; those of rooms are made at the first use of any, as they take long to load."""

    _rooms: RoomServices | None = None
    _lock = Lock()

    def __getattr__(self, name: str) -> Any:
        """Return a service of the rooms by its name. Raises AttributeError if there is none."""
        if name.startswith("_"):
            raise AttributeError(name)
        with self._lock:
            if self._rooms is None:
                from generator.web.app.room_services import RoomServices

                self._rooms = RoomServices(self)
        return getattr(self._rooms, name)

    def provide(self, kind: Callable[..., T], **values: object) -> T:
        """Construct an object of a class, with the services that its parameters name.

        `values` are its other arguments.
        """
        names = signature(kind).parameters.keys() - values.keys()
        return kind(**{name: getattr(self, name) for name in names}, **values)

    def prepare(self) -> None:
        """Read the list of saved games, which the lobby shows, before anybody asks for it.

        Faults are left to the lobby's page.
        """
        # Errors are shown by the page itself, when somebody asks for it.
        with suppress(GeneratorError, OSError):
            self.summaries.newest(FALLBACK)

    def close(self) -> None:
        """Stop background work and watches of files, and close the services that hold resources."""
        if self._rooms is not None:
            self._rooms.close()
        self.previews.close()
