"""What a player may ask about the sheets: why a box is closed, and what a choice brings."""
