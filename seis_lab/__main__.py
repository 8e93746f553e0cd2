"""``python -m seis_lab`` is the command ``seis-lab``."""

import sys

from seis_lab.cli import main

sys.exit(main())
