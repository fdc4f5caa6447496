"""A table that is watched: all that takes part, frame after frame, until somebody ends it."""
