"""How well colours stand out from each other, as WCAG measures it."""


def contrast(light, dark):
    """The ratio of two colours, `#rrggbb`: 4.5 is asked of small text, 3 of signs."""
    return (luminance(light) + 0.05) / (luminance(dark) + 0.05)


def luminance(colour):
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
