"""Print orders: what may be chosen, the queue, its processes and what they have made."""
