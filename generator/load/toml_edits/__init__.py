"""Changes of single values of a TOML file: all its other bytes stay."""
