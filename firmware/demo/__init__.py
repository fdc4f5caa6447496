"""The demonstration: a simulated game, what the camera sees of it and what players would see, in one view."""
