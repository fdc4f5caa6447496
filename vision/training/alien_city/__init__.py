"""What the networks of Alien City learn, and from what."""
