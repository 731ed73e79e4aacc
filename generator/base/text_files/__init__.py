"""Text files that people write: their encoding, and what is wrong with their TOML and JSON, in plain words."""
