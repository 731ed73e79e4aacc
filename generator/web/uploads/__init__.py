"""Checks around printing: PDFs that browsers send, and the calibration of printers."""
