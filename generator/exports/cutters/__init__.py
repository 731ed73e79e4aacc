"""Targets for cutting machines: printed sheets, and the files by which the machine cuts them."""
