"""Build the files of a game: the pipeline, its options and its outputs."""
