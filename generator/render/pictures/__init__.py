"""Draw pictures that are written in words, such as `temple columns=6 | cypress`.

Modules in the order of their imports: `size_sums` (lengths that depend on a part's size), `vocabulary` (the words of
the files), `phrase` (those of one picture), `placement` (where its parts stand), `outline_points` and `mosaic`
(outlines, stones), `ground` (mosaic that follows the figures), `picture_svg` (the SVG).
"""
