"""Games that come in and go out: packs of one file, published tables, and projects of other programs."""
