"""Drawings as other programs save them, made plain: style sheets, units, markers and leftovers are resolved."""
