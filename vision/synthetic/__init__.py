"""The simulated table: what is around any game's board is drawn here; what lies on it, in the folder of its game."""
