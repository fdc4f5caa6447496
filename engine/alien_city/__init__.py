"""Alien City v2.2: its rules are cited by number (R3, C4, ruling A7)."""
