"""``python -m toolset_conformance``."""

import sys

from toolset_conformance.cli import main

sys.exit(main())
