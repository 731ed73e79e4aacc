"""The guided first year on the pages: where it is begun, and what it shows beside the sheets."""
