"""Projects of other programs for card games, taken over as tables and first templates."""
