"""Turn rows and templates into SVG in our profile."""
