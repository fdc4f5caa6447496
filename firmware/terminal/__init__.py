"""The terminal that Kibitz was started in: its words, its lines and its keys."""
