"""Place faces on press sheets: n-up, duplex, fold, marks, calibration."""
