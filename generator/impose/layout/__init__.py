"""Where pieces lie on a sheet of paper."""
