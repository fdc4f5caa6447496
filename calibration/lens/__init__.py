"""The lens: how a camera bends what it sees, found out from pictures of a printed sheet."""
