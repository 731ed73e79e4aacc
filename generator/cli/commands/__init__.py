"""The commands of `vallum`: each module adds its arguments to the parser, and imports what it runs when it runs."""
