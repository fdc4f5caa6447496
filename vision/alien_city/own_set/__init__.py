"""An owner's own set: how its things look is learnt from a few arrangements, and then read in every picture."""
