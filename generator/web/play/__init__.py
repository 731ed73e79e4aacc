"""The play room: a solo session as web pages."""
