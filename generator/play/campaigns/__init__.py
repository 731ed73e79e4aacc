"""Solo campaigns: what has been won follows from the sessions of a campaign, and is kept nowhere else."""
