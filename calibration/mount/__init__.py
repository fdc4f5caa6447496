"""The mount: how the camera hangs above the table, what it sees from there, and what to change."""
