"""Photos of paper scoresheets: find the page, lay it flat, and tell which boxes hold ink."""
