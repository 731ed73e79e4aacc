"""Tables that are changed on the pages, and saved into the files of the game in their own form."""
