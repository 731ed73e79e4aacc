"""What is asked of the operating system with care: files that others may have put there, and what processes leave."""
