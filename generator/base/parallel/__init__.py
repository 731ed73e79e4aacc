"""Work that several processes share: forked ones where the system has them, and fresh ones that are sent the work."""
