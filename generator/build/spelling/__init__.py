"""Find words of cards that are probably misspelt."""
