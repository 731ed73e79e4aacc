"""The local page: rooms in a browser over the same data, faces and sessions as the command line."""
