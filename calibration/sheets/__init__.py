"""Sheets to print: for the lens, for the corners of the table, and a set of tiles; vector drawings in millimetres."""
