"""Make the faces that a build needs, from the cache or by workers."""
