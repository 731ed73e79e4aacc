"""Drawings as pixels: what is refused as a drawing, drawn by resvg."""
