"""The web server: routes, authentication, guard, event streams, pages."""
