"""Fields of submitted forms and queries, checked against the values that our forms offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request

Found = TypeVar("Found")

MAX_FIELDS = 400
"""Most fields of a form: the largest has up to twenty components to tick, and some hundred cards."""


async def read_form(request: Request) -> dict[str, list[str]]:
    """Read a URL-encoded form: the values of each field, by the field's name.

    Raises HTTPException 415 for another content type, 400 for more than MAX_FIELDS.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        # 415 Unsupported Media Type: our forms are URL-encoded, and others could be sent from foreign sites.
        raise HTTPException(415)
    try:
        pairs = parse_qsl((await request.body()).decode("ascii"), max_num_fields=MAX_FIELDS, keep_blank_values=True)
    except ValueError:
        # Not ASCII, too many fields: nothing that a browser sends for our forms.
        raise HTTPException(400) from None
    fields: dict[str, list[str]] = {}
    for name, value in pairs:
        fields.setdefault(name, []).append(value)
    return fields


def field_value(values: Mapping[str, Sequence[str]], name: str) -> str:
    """Return the first value of a field; empty if it was not sent."""
    return next(iter(values.get(name, ())), "")


def require_option(values: Sequence[str], options: Sequence[str], default: str) -> str:
    """Return the first value, or the default if it is empty; raises HTTPException 400 if it is not an option."""
    if not values or not values[0]:
        return default
    if values[0] not in options:
        raise HTTPException(400)
    return values[0]


def require_found(value: Found | None) -> Found:
    """Return a value that is not None; raises HTTPException 404 for None."""
    if value is None:
        raise HTTPException(404)
    return value


def option_or_default(value: str | None, options: Sequence[str], default: str) -> str:
    """Return a value that is an option, else the default: old links stay valid when an option is gone."""
    return value if value is not None and value in options else default


LOCAL = ("127.0.0.1", "::1")
"""Addresses from which this computer asks itself."""


def is_away(request: Request) -> bool:
    """Return whether the request comes from another computer, as with `--lan`."""
    # Without a client address nothing is known of the sender.
    return request.client is None or request.client.host not in LOCAL


def query_values(request: Request) -> dict[str, list[str]]:
    """Return the values of each field in the address of a request."""
    values: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        values.setdefault(name, []).append(value)
    return values
