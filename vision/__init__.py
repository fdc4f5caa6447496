"""From a picture to a reading: lens, pose, and what stands on the places of the board."""
