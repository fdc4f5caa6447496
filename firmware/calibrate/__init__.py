"""Calibration as a person goes through it: what is said, what is asked for, what is kept."""
