"""Read a folder of data into a Game, with every fault at once."""
