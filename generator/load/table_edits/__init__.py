"""Changes of single cells and rows of CSV and TSV files that leave every other byte as it was."""
