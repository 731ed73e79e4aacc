"""The commands of `vallum`: `add` in `<name>_command` adds one with its arguments; what it runs is imported late."""
