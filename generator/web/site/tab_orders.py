"""Orders of a tab, kept in a file: a program that was started anew does not know them, and makes them again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

MOST_KEPT = 20
"""Most orders that are kept; the oldest are forgotten."""
_ADDRESS = re.compile(r"(.*/print/(?:order|export)/)([^/?]+)(.*)", re.DOTALL)


class KeptOrder(NamedTuple):
    """The form that an order was sent with."""

    target: str
    kind: str
    """Content type of the form."""
    form: str


class TabOrders:
    """Orders by their ids, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._anew: dict[str, str] = {}
        """New ids of the orders that were begun anew."""

    def keep(self, address: str, order: KeptOrder) -> None:
        """Keep an order by its address."""
        if match := _ADDRESS.fullmatch(address):
            self._write({**self._kept(), match[2]: [*order]})

    def forget(self, target: str) -> None:
        """Forget the order that a request is about, under all ids that it had."""
        if id_ := self.id_at(target):
            gone = {id_, *(before for before, now in self._anew.items() if now == id_)}
            self._write({id_: order for id_, order in self._kept().items() if id_ not in gone})

    def _write(self, orders: Mapping[str, object]) -> None:
        """Write the newest orders to the file."""
        text = json.dumps(dict([*orders.items()][-MOST_KEPT:]))
        with suppress(OSError):  # the order itself is made all the same
            self._file.write_text(text, "utf-8")

    def id_at(self, target: str) -> str:
        """Return the present id of the order that a request is about; empty for another request."""
        match = _ADDRESS.fullmatch(target)
        return self._anew.get(match[2], match[2]) if match else ""

    def find(self, target: str) -> KeptOrder | None:
        """Return the kept order that a request is about; None if there is none."""
        match = _ADDRESS.fullmatch(target)
        fields = self._kept().get(match[2]) if match else None
        return (
            KeptOrder(*map(str, fields)) if isinstance(fields, list) and len(fields) == len(KeptOrder._fields) else None
        )

    def begin_anew(self, target: str, address: str) -> None:
        """Note the address of the order that stands for the one of a request now."""
        if (match := _ADDRESS.fullmatch(target)) and (id_ := self.id_at(address)):
            self._anew[match[2]] = id_

    def present(self, target: str) -> str:
        """Return where a request leads, with the present id of its order."""
        return _ADDRESS.sub(lambda match: f"{match[1]}{self.id_at(target)}{match[3]}", target)

    def _kept(self) -> dict[str, object]:
        """Return the orders of the file by their ids, the oldest first; none of a file that is not as written here."""
        with suppress(OSError, ValueError):
            orders = json.loads(self._file.read_text("utf-8"))
            return orders if isinstance(orders, dict) else {}
        return {}
