"""The device and the command line: what joins cameras, readers, rules and outputs."""
