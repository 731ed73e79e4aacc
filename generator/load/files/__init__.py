"""Read the files of a game folder safely: names, TOML, characters, and the faults found."""
