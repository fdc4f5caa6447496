"""From a picture to a reading: lens, pose, lattice, and what stands on the lots."""
