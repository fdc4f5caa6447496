"""`python -m firmware` is `kibitz`."""

import sys

from firmware.cli import main

sys.exit(main())
