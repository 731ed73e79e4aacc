"""The application over all rooms: routes, services, the server and the start page."""
