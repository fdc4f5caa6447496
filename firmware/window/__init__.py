"""What the camera sees and what players would see, on a page in the browser of this computer."""
