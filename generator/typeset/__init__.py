"""Compile profile SVG to finished faces: shapes, pictures, shaped and fitted text; and set running text on pages.

The folders import each other in one direction: `svg` (read a document) ← `paths` (its shapes as paths) ← `ink` (the ink
of a face), and `text` (shape and break lines) ← `ink` and `flow` (columns and pages).
"""
