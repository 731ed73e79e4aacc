"""Ruby scripts as text: tokens, and the statements and expressions that they make."""
