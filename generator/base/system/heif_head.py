"""The first bytes of photos of iPhones."""

HEIF_HEAD = rb"\0\0..ftyp(hei|hev|mif|msf)"
"""Pattern, where a dot is any byte, of a file in HEIF (ISO/IEC 23008-12); AVIF, which Pillow reads, may begin so."""
