"""Which files are taken for pictures."""

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
"""Endings of names. The last three are not decoded (see `vision.photo`): that is said of each, instead of leaving it
out without a word or playing it as a film."""
