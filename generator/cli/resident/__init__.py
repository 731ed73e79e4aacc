"""The warm process: a resident of one user that runs `vallum build` with data it has kept in memory."""
