"""Where pieces lie on a sheet of paper: orientation, grid, rows of mixed sizes, tiles, and the mirrored backs."""
