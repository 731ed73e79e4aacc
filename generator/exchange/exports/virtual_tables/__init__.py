"""Games for virtual tables."""
