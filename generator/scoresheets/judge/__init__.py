"""Find what no legal game leaves on its sheets."""
