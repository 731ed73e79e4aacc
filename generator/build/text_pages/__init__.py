"""A game in words: rules, reference and every piece as one page of HTML, and as plain text."""
