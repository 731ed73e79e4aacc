"""The nouns every stage shares: what a game is, what one finished face is, what goes on a press sheet."""
