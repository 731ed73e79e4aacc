"""Set running text in columns and pages."""
