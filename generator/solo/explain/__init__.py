"""What a player may ask about a state: why a box cannot be marked, and what an action would bring."""
