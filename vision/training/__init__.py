"""Training the reader's networks on the simulated table; needs the extra `train`, and is never needed to run."""
