"""The pages in a browser tab, without a server: a folder of files for any web host, and what runs in the tab."""
