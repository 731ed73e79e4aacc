"""Builds by a process that goes on running: it keeps what the next build needs, and watches the files."""
