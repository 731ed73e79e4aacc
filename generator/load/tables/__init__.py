"""Read tables of rows from CSV, TSV, JSON, TOML and workbooks, and type their cells."""
