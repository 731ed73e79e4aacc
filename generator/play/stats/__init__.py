"""Statistics over many games: studies, histories and their charts."""
