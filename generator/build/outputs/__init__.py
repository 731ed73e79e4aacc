"""Make output files from finished faces, and record what was made."""
