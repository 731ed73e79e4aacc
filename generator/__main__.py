"""`python -m generator` is `vallum`."""

from generator.cli.entry import run_and_exit

if __name__ == "__main__":
    run_and_exit()
