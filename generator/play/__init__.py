"""Solo play: live sessions, their rules, their text, and statistics over many games."""
