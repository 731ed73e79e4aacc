"""Pages and drawings that explain a game: why a box is closed, what a choice brings, what a part is for, a review."""
