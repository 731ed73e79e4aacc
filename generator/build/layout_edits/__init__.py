"""Edits of templates by their drawn elements: one number or attribute in a file is changed, all other bytes stay."""
