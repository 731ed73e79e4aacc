"""The values that Ruby scripts work with, and how much of them they may make."""
