"""Games that come from elsewhere: packs of one file, published tables, and projects of other programs."""
