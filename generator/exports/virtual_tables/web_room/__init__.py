"""Rooms of playingcards.io, which virtualtabletop.io reads too."""
