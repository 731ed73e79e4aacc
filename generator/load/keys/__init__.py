"""The keys of the files of a game: what may stand where, in one table for each kind of file."""
