"""The commands of `vallum solo`: their options, what they do, and the console they talk to."""
