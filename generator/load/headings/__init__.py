"""What the headings of sheets mean, and ids made of the words below them."""
