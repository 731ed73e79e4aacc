"""How the colours of faces are written: RGB for screens and home printers, CMYK for print shops."""
