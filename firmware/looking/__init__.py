"""When the table is worth a look, and what the looks at it come to while it lies still."""
