"""Packages of Tabletop Playground: textures, templates of objects, and a saved state with the table set up."""
