"""Games that are begun, copied, renamed, brought in, taken home and removed on the pages."""
