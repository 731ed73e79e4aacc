"""`python -m generator.cli.reference DIR` writes the reference pages into a folder, for the documentation site."""

import sys
from pathlib import Path

from generator.cli.reference.reference_pages import write_reference

if __name__ == "__main__":
    write_reference(Path(sys.argv[1]))
