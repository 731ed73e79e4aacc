"""The rules of games as pages: the texts of their booklets with anchors, a table of contents and a search."""
