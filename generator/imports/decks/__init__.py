"""Makes a deck of what is there: a sheet, a folder of pictures, or a PDF of cards."""
