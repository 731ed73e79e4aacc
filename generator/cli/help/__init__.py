"""The help of the commands: its examples, its Japanese, its layout on a terminal, and the same as manual pages."""
