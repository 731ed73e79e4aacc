"""Effects on finished ink: filters, masks and blend modes."""
