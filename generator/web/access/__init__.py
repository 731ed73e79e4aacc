"""Who may connect and log in: limits of connections and requests."""
