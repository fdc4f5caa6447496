"""Netzwerk seen by a camera."""
