"""`python -m generator` is `vallum`."""

from generator.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
