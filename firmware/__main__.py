"""`python -m firmware` is `kibitz`."""

import sys

from firmware.start import main

sys.exit(main())
