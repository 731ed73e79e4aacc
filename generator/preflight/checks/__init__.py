"""The checks, each of one kind: of the whole file, of a page, or of what is painted on it."""
