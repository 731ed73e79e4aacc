"""The print room: print orders, their queue and their processes."""
