"""The warm process: a resident of the user's own that runs `vallum build` with what it has kept in memory."""
