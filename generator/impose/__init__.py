"""Imposition: place faces on press sheets, n-up, duplex, folded, tiled or as a booklet, with marks and slug.

Order of the folders, each importing only those before it: `layout` (where slots lie), `marks` (what is printed around
them), then the modules here, which make press sheets of both.
"""
