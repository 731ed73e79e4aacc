"""Open sessions of solo games and what a table shows of them."""
