"""Requests and answers: forms, pages, event streams, passes and limits; knows no game."""
