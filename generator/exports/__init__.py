"""Writes games for print shops, cutting machines and virtual tables, each as a folder of files."""
