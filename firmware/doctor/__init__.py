"""The look over the device: small checks, each of one thing, each with its remedy."""
