"""The pages as an installed app, and what is shown of them while the server is not reached."""
