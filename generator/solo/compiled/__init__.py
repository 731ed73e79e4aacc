"""The rules and cards of one game, compiled once from its data and looked up during play."""
