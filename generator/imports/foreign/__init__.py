"""Projects of other programs as their readers give them: decks, boxes, tables and pictures."""
