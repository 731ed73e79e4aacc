"""JSON Schemas of a game's files, made from the tables of keys that their readers use."""
