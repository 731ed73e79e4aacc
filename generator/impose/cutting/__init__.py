"""Sheets for cutting machines: where the knife goes, and the marks by which a machine finds the printed sheet."""
