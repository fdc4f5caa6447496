"""Where `kibitz` starts, so that Ctrl-C stops it properly even while it is still being loaded."""

from __future__ import annotations


def main() -> int:
    """Run one command and return its exit status, as `firmware.cli.main`."""
    try:
        from firmware.cli import main as run
    except KeyboardInterrupt:
        return 130
    return run()
