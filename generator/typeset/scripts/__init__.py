"""What scripts besides Latin and Japanese need: direction, levels, joined letters, words without spaces."""
