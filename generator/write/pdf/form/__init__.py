"""PDF form fields: controls, appearances and scripts."""
