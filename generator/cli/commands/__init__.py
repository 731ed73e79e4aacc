"""The commands of `vallum`: `add_NAME` in a module adds a command with its arguments; what it runs is imported late."""
