"""Where `kibitz` starts: who presses Ctrl-C while it is still being loaded has stopped it as well."""

from __future__ import annotations


def main() -> int:
    """Run one command and return its exit status, as `firmware.cli.main`."""
    try:
        from firmware.cli import main as run
    except KeyboardInterrupt:
        return 130
    return run()
