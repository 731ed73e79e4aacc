"""Faults as people see them: one line for a mistake, in the language of the reader."""
