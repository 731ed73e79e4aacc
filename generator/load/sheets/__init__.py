"""Read scoresheets: tracks, boxes, formulas and layouts."""
