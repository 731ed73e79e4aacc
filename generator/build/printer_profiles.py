"""Printer profiles: by how much each of a user's printers shifts the second side, kept by name."""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import UsageError, fault, suggestion
from generator.base.system.output_file import write_file
from generator.model.paper import Printer


def read_profiles(file: Path) -> dict[str, Printer]:
    """Return every profile in a file; none if there is no file. Raises Faults for a damaged file."""
    # Loaded only where a printer is named.
    import json

    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise fault(file.name, f"cannot be read: {error}; delete it and calibrate again", unreadable=True) from None
    if not isinstance(document, dict):
        raise fault(file.name, "holds no profiles; delete it and calibrate again", unreadable=True)
    return {name: _profile(file, name, numbers) for name, numbers in document.items()}


def find_profile(file: Path, name: str) -> Printer:
    """Return the profile of the printer with a name. Raises UsageError if the printer was never calibrated."""
    profiles = read_profiles(file)
    if name not in profiles:
        hint = suggestion(name, list(profiles)) or f"; make it with: vallum calibrate --printer {name}"
        raise UsageError(f"no printer called {name!r} was calibrated{hint}")
    return profiles[name]


def save_profile(file: Path, printer: Printer) -> None:
    """Add a printer's profile to the file, or replace one of the same name. Raises OutputError."""
    import json

    profiles = read_profiles(file) | {printer.name: printer}
    numbers = {profile.name: {key: getattr(profile, key) for key in _NUMBERS} for profile in profiles.values()}
    write_file(file, json.dumps(numbers, ensure_ascii=False, indent=1).encode())


_NUMBERS = tuple(name for name in Printer.__match_args__ if name != "name")


def _profile(file: Path, name: str, numbers: object) -> Printer:
    """Return the profile of a printer from parsed JSON. Raises Faults for a damaged one."""
    if isinstance(numbers, dict) and set(numbers) == set(_NUMBERS):
        values = [numbers[key] for key in _NUMBERS]
        if all(isinstance(value, int | float) for value in values):
            return Printer(name, *map(float, values))
    raise fault(file.name, f"the profile {name!r} is damaged; delete it and calibrate again", key=name)
