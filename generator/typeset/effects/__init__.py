"""Effects on finished ink: filters, masks, blend modes, and fills with patterns."""
