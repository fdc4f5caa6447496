"""What the networks of Netzwerk learn, and from what."""
