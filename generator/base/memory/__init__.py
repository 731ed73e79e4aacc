"""How much memory a process that goes on running takes."""
