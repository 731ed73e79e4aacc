"""Completion of command lines by shells: the scripts that ask for it, and the words that can stand at the cursor."""
