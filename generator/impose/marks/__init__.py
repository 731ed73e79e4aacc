"""What is printed outside the pieces: crop marks, slug line, tabs, key map."""
