"""Solo play as data: what a campaign adds to the solo rules."""
