"""Procedures a person goes through once, and the files they leave behind."""
