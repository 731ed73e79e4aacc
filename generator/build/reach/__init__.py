"""Which options of a build change which files."""
