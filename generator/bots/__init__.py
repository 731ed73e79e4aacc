"""Games dealt and played by programs, without sessions: the dealer, whole games for bots, and an environment."""
