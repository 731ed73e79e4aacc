"""Turn profile SVG into finished faces: shapes compiled, text shaped and fitted."""
