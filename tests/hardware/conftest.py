"""What pytest must not load here."""

collect_ignore = ["pi_program.py"]  # runs inside a system of its own, with libraries that are only there
