"""What print shops ask of the files that they are sent, read from `data/shops`."""
