"""Checks PDFs, ours and strangers', before they are printed: by general rules of print, or those of a shop."""
