"""Write faces and press sheets as PDF, plain SVG and PNG."""
