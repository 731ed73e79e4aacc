"""What is printed outside the trims: crop marks, cut lines, fold lines, slug line, scale bar, tile joints, key map."""
