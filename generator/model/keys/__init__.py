"""The description of files by their keys, which the readers of the files and their JSON Schemas share."""
