"""What every layer may use: errors, units, geometry, the cache, worker processes, messages."""
