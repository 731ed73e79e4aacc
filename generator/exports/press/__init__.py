"""Files for print shops: colours as inks, and PDF/X."""
