"""Netzwerk: its rules are cited by number (N-6.5a, ruling R3)."""
