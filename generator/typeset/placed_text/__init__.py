"""Text whose lines follow drawings: along a path, or around shapes."""
