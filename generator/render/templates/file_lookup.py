"""How render asks for files: by name, of whoever knows the folders."""

from collections.abc import Callable
from typing import TypeAlias

Find: TypeAlias = Callable[[str], tuple[str, bytes] | None]
"""From a name as templates write it to the file's path as shown and its content; None where there is no such file."""
