"""Scripts of Squib: the Ruby that they are written in is read, and never run."""
