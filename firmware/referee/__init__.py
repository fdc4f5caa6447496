"""The referee: what most likely happened on the table, and what the rules say of it."""
