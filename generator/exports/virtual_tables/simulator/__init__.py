"""Writes games for Tabletop Simulator: pictures, saved objects and tables that are set up."""
