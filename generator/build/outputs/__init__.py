"""Write output files from finished faces, and record them."""
