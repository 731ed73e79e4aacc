"""Files that cutting machines read: SVG and DXF, true to size."""
